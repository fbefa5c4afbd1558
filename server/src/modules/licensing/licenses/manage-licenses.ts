import { invalidInput, notFound } from '../../../kernel/problem.ts';
import { checkProperties, isCustomProperties } from '../../../kernel/properties.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { MAX_LICENSES_OF_EVENT, recordLicensingEvent } from '../events.ts';
import {
  findLicense,
  setLicenseProperties,
  setLicenseRevoked,
  setLicensesOfCustomerRevoked,
} from './store-licenses.ts';
import type { License } from '../tables.ts';

/**
 * Takes a license away from its owner: no device gets a token of it again (core API, License status). Revoking
 * again changes nothing. Raises `NotFound`.
 */
export async function revokeLicense(ctx: Context, id: string): Promise<License> {
  return transaction(ctx, async (tx) => {
    const revoked = await setLicenseRevoked(tx, ctx.account.id, id, ctx.clock.now());
    recordRevoked(tx, revoked);
    return existing(await findLicense(tx, ctx.account.id, id), id);
  });
}

/** Takes all licenses of a customer away, inside the transaction that deletes the customer. */
export async function revokeLicensesOf(tx: CommandTx, customerId: string): Promise<void> {
  recordRevoked(tx, await setLicensesOfCustomerRevoked(tx, tx.account.id, customerId, tx.clock.now()));
}

/** One event for licenses of one customer that were revoked together. */
function recordRevoked(tx: CommandTx, licenses: readonly Pick<License, 'id' | 'customerId'>[]): void {
  const [first] = licenses;
  if (first === undefined) return;
  const license = licenses.slice(0, MAX_LICENSES_OF_EVENT).map(({ id }) => id);
  recordLicensingEvent(tx, {
    type: 'license.revoked',
    subjects: { license, customer: first.customerId },
    data: { quantity: licenses.length },
  });
}

/**
 * Replaces the custom properties of a license (core API, Licenses).
 * Raises `InvalidInput` with every issue, and `NotFound`.
 */
export async function replaceLicenseProperties(
  ctx: Context,
  id: string,
  properties: unknown,
): Promise<License> {
  if (!isCustomProperties(properties)) throw invalidInput({ errors: checkProperties(properties) });
  return transaction(ctx, async (tx) => {
    const license = existing(await setLicenseProperties(tx, ctx.account.id, id, properties), id);
    recordLicensingEvent(tx, {
      type: 'license.updated',
      subjects: { license: id, customer: license.customerId, product: license.productId },
      data: { fields: ['properties'] },
    });
    return license;
  });
}

function existing(license: License | undefined, id: string): License {
  if (license === undefined) throw notFound({ detail: `There is no license ${id}.` });
  return license;
}
