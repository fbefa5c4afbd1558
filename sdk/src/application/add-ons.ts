import { fieldsOf } from '../fields.ts';
import type { components } from '../schema.d.ts';
import type { Holder } from './holder.ts';
import type { LicenseServer } from './license-server.ts';
import { LicenseError } from './problems.ts';
import type { LicenseState } from './state.ts';

type SubProductList = components['schemas']['SubProductList'];

export interface Options {
  /** Aborted by the caller: the request ends, and `Cancelled` is raised. */
  readonly signal?: AbortSignal;
}

/** Runs work until its own signal or that of the application ends it. */
export type Run = <Result>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/** The requests about add-ons of an application. */
export interface AddOnCalls {
  /**
   * The sub-products of the product, with their prices for the customer: those that are owned, for sale, or to try.
   * Raises `NoLicense`.
   */
  readonly subProducts: (options?: Options) => Promise<SubProductList>;
  /** Requests a seat of an included add-on, also after it was released here. `license.addOns` has it then. */
  readonly activateAddOn: (id: string, options?: Options) => Promise<LicenseState>;
  /** Starts the trial of an included add-on; an owner gets a seat instead. */
  readonly startAddOnTrial: (id: string, options?: Options) => Promise<LicenseState>;
}

/** The requests about add-ons, with the license that is stored. */
export function addOnCalls(holder: Holder, server: LicenseServer, run: Run): AddOnCalls {
  const request = async (
    id: string,
    as: 'activate' | 'trial',
    signal: AbortSignal,
  ): Promise<LicenseState> => {
    const predecessor = tokenOf(holder);
    const text = await server.requestAddOn(predecessor, { id, as }, signal);
    // It is of the same license, and of the same validation.
    return holder.accept(text, { isFresh: false, predecessor, isSameValidation: true });
  };
  return {
    subProducts: ({ signal } = {}) =>
      run(signal, async (either) => {
        const list = await server.listSubProducts(tokenOf(holder), either);
        if (!isSubProductList(list)) throw new LicenseError('Unreachable');
        return list;
      }),
    activateAddOn: (id, { signal } = {}) => run(signal, (either) => request(id, 'activate', either)),
    startAddOnTrial: (id, { signal } = {}) => run(signal, (either) => request(id, 'trial', either)),
  };
}

function isSubProductList(value: unknown): value is SubProductList {
  const { currency, subProducts } = fieldsOf(value);
  return typeof currency === 'string' && Array.isArray(subProducts);
}

/** The token on this device. Raises `NoLicense`. */
function tokenOf(holder: Holder): string {
  const token = holder.token();
  if (token === undefined) throw new LicenseError('NoLicense');
  return token;
}
