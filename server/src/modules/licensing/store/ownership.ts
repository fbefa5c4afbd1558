import { sql } from 'kysely';
import { compiledOnce } from '../../../platform/database/compiled-once.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import { unindexed } from '../../../platform/database/unindexed.ts';
import type { License, LicensingTables } from '../tables.ts';

/** A customer and a product that the customer may have licenses of. */
export interface ProductOwner {
  readonly customerId: string;
  readonly productId: string;
}

/** The licenses of an account that can be used at a time: not revoked, not expired, not waiting for a proof. */
export function usableLicenses(db: Reader, accountId: string, now: Date) {
  return livingLicenses(db, accountId, now).where('licenses.awaitsEmailKey', 'is', null);
}

/** The number of licenses of a product that a customer has, including those that wait for the proof of an email. */
export async function countLivingLicenses(
  db: Reader,
  accountId: string,
  { customerId, productId }: ProductOwner,
  now: Date,
): Promise<number> {
  const { licenses } = await livingLicenses(db, accountId, now)
    .select(({ fn }) => fn.countAll<number>().as('licenses'))
    .where('customerId', '=', customerId)
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow();
  return licenses;
}

/** The licenses of a customer that were paid for and never expire, newest first. */
export function listUpgradable(
  db: Reader,
  accountId: string,
  { customerId, limit }: { readonly customerId: string; readonly limit: number },
  now: Date,
): Promise<License[]> {
  return usableLicenses(db, accountId, now)
    .selectAll('licenses')
    .where('customerId', '=', customerId)
    .where('expiresAt', 'is', null)
    .where('isFree', '=', false)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The number of free licenses of a product that a customer has from orders, without revoked ones. */
export async function countFreeLicenses(
  db: Reader,
  accountId: string,
  { customerId, productId }: ProductOwner,
): Promise<number> {
  const { licenses } = await db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(({ fn }) => fn.countAll<number>().as('licenses'))
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('productId', '=', productId)
    .where('isFree', '=', true)
    .where(unindexed(sql<boolean>`${sql.ref('orderId')} is not null`))
    .where('status', '=', sql.lit('Active' as const))
    .executeTakeFirstOrThrow();
  return licenses;
}

/** Ids of the products of which licenses wait for the proof of any of these: addresses, or ids of customers. */
export async function waitingProductIds(
  db: Reader,
  accountId: string,
  awaited: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await livingLicenses(db, accountId, now)
    .select(['awaitsEmailKey', 'productId'])
    .distinct()
    .where('awaitsEmailKey', 'in', awaited)
    // With the product as the only order, SQLite would read every license of the account in the order of another index.
    .orderBy('awaitsEmailKey')
    .orderBy('productId')
    .execute();
  return [...new Set(rows.map(({ productId }) => productId))].toSorted();
}

/**
 * Assigns all licenses that wait for a customer, or for the customer's address, to that customer; returns the order of
 * each.
 */
export function clearAwaitedEmail(
  tx: Tx,
  accountId: string,
  { id, emailKey }: { readonly id: string; readonly emailKey: string },
): Promise<Pick<License, 'orderId'>[]> {
  return tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({ awaitsEmailKey: null, customerId: id, revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('awaitsEmailKey', 'in', [emailKey, id])
    .returning('orderId')
    .execute();
}

/** Makes a customer's licenses that wait for one address wait for another one. */
export async function replaceAwaitedEmail(
  tx: Tx,
  accountId: string,
  { customerId, from, to }: { readonly customerId: string; readonly from: string; readonly to: string },
): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({ awaitsEmailKey: to, revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('awaitsEmailKey', '=', from)
    .execute();
}

/** Licenses that are neither revoked nor past their end, including those that wait for a proof. */
function livingLicenses(db: Reader, accountId: string, now: Date) {
  return db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .where('licenses.accountId', '=', accountId)
    .where('licenses.status', '=', sql.lit('Active' as const))
    .where((eb) => eb.or([eb('licenses.expiresAt', 'is', null), eb('licenses.expiresAt', '>', now)]));
}

/** Ids of the products that the customer may use now. */
export async function usableProductIds(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<string[]> {
  const rows = await usableProducts(db, { accountId, customerId, now });
  return rows.map(({ productId }) => productId);
}

/** The products that the customer may use now, each with the ends of its licenses. */
export function usableProductEnds(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<Pick<License, 'productId' | 'expiresAt' | 'isFree'>[]> {
  return usableEnds(db, { accountId, customerId, now });
}

/** A customer of an account at a time. */
interface CustomerAtMoment {
  readonly accountId: string;
  readonly customerId: string;
  readonly now: Date;
}

const usableProducts = compiledOnce((db, { accountId, customerId, now }: CustomerAtMoment) =>
  usableLicenses(db, accountId, now)
    .select('productId')
    .distinct()
    .where('customerId', '=', customerId)
    .orderBy('productId'),
);

const usableEnds = compiledOnce((db, { accountId, customerId, now }: CustomerAtMoment) =>
  usableLicenses(db, accountId, now)
    .select(['productId', 'expiresAt', 'isFree'])
    .distinct()
    .where('customerId', '=', customerId),
);

/**
 * The products that each of these customers may use now, with the subscriptions and the ends of their licenses; sorted by
 * customer and product.
 */
export function usableProductsByCustomer(
  db: Reader,
  accountId: string,
  customerIds: readonly string[],
  now: Date,
): Promise<Pick<License, 'customerId' | 'productId' | 'subscriptionId' | 'expiresAt'>[]> {
  return (
    usableLicenses(db, accountId, now)
      .select(['customerId', 'productId', 'subscriptionId', 'expiresAt'])
      .distinct()
      .where(inList(db, 'customerId', customerIds))
      // With the product as the only order, SQLite would read every license of the account in the order of another
      // index.
      .orderBy('customerId')
      .orderBy('productId')
      .execute()
  );
}
