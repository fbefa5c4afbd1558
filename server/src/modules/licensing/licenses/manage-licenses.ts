import { invalidInput, notFound } from '../../../kernel/problem.ts';
import { checkProperties, isCustomProperties } from '../../../kernel/properties.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { type Ownership, ownershipOf } from '../domain/ownership.ts';
import { MAX_LICENSES_OF_EVENT, recordLicensingEvent } from '../events.ts';
import {
  findLicense,
  setLicenseProperties,
  setLicenseRevoked,
  setLicensesOfCustomerRevoked,
} from './store-licenses.ts';
import { usableProductEnds, usableProductIds, usableProductsByCustomer } from './store-ownership.ts';
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

/** One event for licenses of one customer that were taken away together. */
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

/** What the customer may use now, and when that changes by time alone. */
export async function findOwnership(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<Ownership> {
  return ownershipOf(await usableProductEnds(db, accountId, customerId, now));
}

/** Ids of the products that the customer may use now, sorted. */
export function ownedProductIds(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<string[]> {
  return usableProductIds(db, accountId, customerId, now);
}

/** The products that a customer may use now, sorted by id. */
export interface CustomerProducts {
  readonly owned: readonly string[];
  /** Those of them that a subscription pays for. */
  readonly subscribed: readonly string[];
}

/** The products of many customers at once; customers without any are there with empty lists. */
export async function productsOfCustomers(
  db: Reader,
  accountId: string,
  customerIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, CustomerProducts>> {
  const rows = await usableProductsByCustomer(db, accountId, customerIds, now);
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return new Map(
    customerIds.map((id) => {
      const usable = byCustomer.get(id) ?? [];
      const subscribed = usable.filter(({ subscriptionId }) => subscriptionId !== null);
      return [id, { owned: distinctProducts(usable), subscribed: distinctProducts(subscribed) }];
    }),
  );
}

function distinctProducts(rows: readonly { readonly productId: string }[]): string[] {
  return [...new Set(rows.map(({ productId }) => productId))];
}

function existing(license: License | undefined, id: string): License {
  if (license === undefined) throw notFound({ detail: `There is no license ${id}.` });
  return license;
}
