import type { ExpressionBuilder, SqlBool, Expression } from 'kysely';
import type { CustomProperties } from '../../kernel/properties.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList, rowsFrom } from '../../platform/database/lists.ts';
import type { License, LicensingTables } from './tables.ts';

/** Which licenses a list shows: newest first, up to one more than `limit`, which tells whether there are more. */
export interface LicenseFilter {
  readonly limit: number;
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
  readonly productId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly createdBefore?: Date | undefined;
  readonly createdAfter?: Date | undefined;
}

/** A customer and a product that the customer may have licenses of. */
export interface ProductOwner {
  readonly customerId: string;
  readonly productId: string;
}

/** Who wants a seat, and whether only licenses that work offline will do. */
export interface SeatOwner extends ProductOwner {
  readonly offline?: boolean;
}

/** The license with this id; `undefined` when the account has none. */
export function findLicense(db: Reader, accountId: string, id: string): Promise<License | undefined> {
  return byId(db, accountId, id).executeTakeFirst();
}

/** The license, which stays as read until the transaction ends. */
export function lockLicense(tx: Tx, accountId: string, id: string): Promise<License | undefined> {
  return byId(tx, accountId, id).forUpdate().executeTakeFirst();
}

/** Licenses of an account, newest first (core API, Licenses). */
export function listLicenses(db: Reader, accountId: string, filter: LicenseFilter): Promise<License[]> {
  const { limit, after, productId, customerId, createdBefore, createdAfter } = filter;
  let query = db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .selectAll()
    .where('accountId', '=', accountId);
  if (productId !== undefined) query = query.where('productId', '=', productId);
  if (customerId !== undefined) query = query.where('customerId', '=', customerId);
  if (createdBefore !== undefined) query = query.where('createdAt', '<', createdBefore);
  if (createdAfter !== undefined) query = query.where('createdAt', '>', createdAfter);
  if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(after.at, after.id)));
  }
  return query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Ids of the products that the customer may use at this moment. */
export async function usableProductIds(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select('productId')
    .distinct()
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where((eb) => isUsable(eb, now))
    .orderBy('productId')
    .execute();
  return rows.map(({ productId }) => productId);
}

/** The products that the customer may use at this moment, each with every end that a license of it has. */
export function usableProductEnds(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<Pick<License, 'productId' | 'expiresAt'>[]> {
  return db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(['productId', 'expiresAt'])
    .distinct()
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where((eb) => isUsable(eb, now))
    .execute();
}

/** Which products each of these customers may use at this moment, and which of those by a subscription. */
export function usableProductsByCustomer(
  db: Reader,
  accountId: string,
  customerIds: readonly string[],
  now: Date,
): Promise<{ customerId: string; productId: string; subscriptionId: string | null }[]> {
  return db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(['customerId', 'productId', 'subscriptionId'])
    .distinct()
    .where('accountId', '=', accountId)
    .where(inList(db, 'customerId', customerIds))
    .where((eb) => isUsable(eb, now))
    .orderBy('productId')
    .execute();
}

/** Which of these products which of these customers may use at this moment. */
export function usableProductsOf(
  db: Reader,
  accountId: string,
  ids: { readonly customers: readonly string[]; readonly products: readonly string[] },
  now: Date,
): Promise<ProductOwner[]> {
  return db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(['customerId', 'productId'])
    .distinct()
    .where('accountId', '=', accountId)
    .where(inList(db, 'customerId', ids.customers))
    .where(inList(db, 'productId', ids.products))
    .where((eb) => isUsable(eb, now))
    .execute();
}

/** How many licenses of the product the customer may use at this moment. */
export async function countUsableLicenses(
  db: Reader,
  accountId: string,
  owner: ProductOwner,
  now: Date,
): Promise<number> {
  const { count } = await db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('customerId', '=', owner.customerId)
    .where('productId', '=', owner.productId)
    .where((eb) => isUsable(eb, now))
    .executeTakeFirstOrThrow();
  return count;
}

/** Sums over the usable licenses of a product: how many there are and how many seats they have. */
export async function seatsOf(
  db: Reader,
  accountId: string,
  owner: SeatOwner,
  now: Date,
): Promise<{ licenses: number; seats: number }> {
  const { licenses, seats } = await db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(({ fn }) => [
      fn.countAll<number>().as('licenses'),
      fn.sum<number | null>('maxActivations').as('seats'),
    ])
    .where('accountId', '=', accountId)
    .where('customerId', '=', owner.customerId)
    .where('productId', '=', owner.productId)
    .where((eb) => isUsable(eb, now))
    .$if(owner.offline === true, (query) => query.where('allowsOffline', '=', true))
    .executeTakeFirstOrThrow();
  return { licenses, seats: seats ?? 0 };
}

/**
 * The license that gives the next seat, held until the transaction ends: perpetual ones first, then the oldest with
 * a free seat (wire contract section 5).
 */
export function lockLicenseWithFreeSeat(
  tx: Tx,
  accountId: string,
  owner: SeatOwner,
  now: Date,
): Promise<License | undefined> {
  return tx
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('customerId', '=', owner.customerId)
    .where('productId', '=', owner.productId)
    .where((eb) => isUsable(eb, now))
    .$if(owner.offline === true, (query) => query.where('allowsOffline', '=', true))
    .whereRef('activeActivations', '<', 'maxActivations')
    .orderBy((eb) => eb.case().when('expiresAt', 'is', null).then(0).else(1).end())
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether a license of the owner has a seat to give. */
export async function hasFreeSeat(
  db: Reader,
  accountId: string,
  owner: SeatOwner,
  now: Date,
): Promise<boolean> {
  const free = await db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select('id')
    .where('accountId', '=', accountId)
    .where('customerId', '=', owner.customerId)
    .where('productId', '=', owner.productId)
    .where((eb) => isUsable(eb, now))
    .$if(owner.offline === true, (query) => query.where('allowsOffline', '=', true))
    .whereRef('activeActivations', '<', 'maxActivations')
    .limit(1)
    .executeTakeFirst();
  return free !== undefined;
}

/** Adds to the count of active activations; the table refuses a count below 0 or above the maximum. */
export async function changeActiveActivations(
  tx: Tx,
  accountId: string,
  id: string,
  by: 1 | -1,
): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({ activeActivations: eb('activeActivations', '+', by) }))
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Notes when the owner released a device. */
export async function setLastReleased(tx: Tx, accountId: string, id: string, now: Date): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set({ lastReleasedAt: now })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function setLicenseRevoked(tx: Tx, accountId: string, id: string, now: Date): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set({ status: 'Revoked', revokedAt: now })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'Active')
    .execute();
}

export async function setLicensesOfCustomerRevoked(
  tx: Tx,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set({ status: 'Revoked', revokedAt: now })
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('status', '=', 'Active')
    .execute();
}

/** Replaces the custom properties; the license as it is then, `undefined` when the account has none. */
export function setLicenseProperties(
  tx: Tx,
  accountId: string,
  id: string,
  properties: CustomProperties,
): Promise<License | undefined> {
  return tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set({ properties })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The license with this reference of the merchant; `undefined` when the account has none. */
export function findLicenseByExternalId(
  db: Reader,
  accountId: string,
  externalId: string,
): Promise<License | undefined> {
  const query = db.tables<LicensingTables>().selectFrom('licenses').selectAll();
  return query.where('accountId', '=', accountId).where('externalId', '=', externalId).executeTakeFirst();
}

/** Stores a license; false, and nothing changed, when its external id is taken. */
export async function insertLicenseOnce(tx: Tx, license: License): Promise<boolean> {
  const inserted = await tx
    .tables<LicensingTables>()
    .insertInto('licenses')
    .values(license)
    .onConflict((conflict) => conflict.columns(['accountId', 'externalId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

const LICENSE_COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  customerId: 'TEXT',
  productId: 'TEXT',
  status: 'TEXT',
  expiresAt: 'TIMESTAMP',
  subscriptionId: 'TEXT',
  maxActivations: 'INTEGER',
  activeActivations: 'INTEGER',
  allowsOffline: 'BOOLEAN',
  orderId: 'TEXT',
  orderLineId: 'TEXT',
  orderOrdinal: 'INTEGER',
  externalId: 'TEXT',
  keyCode: 'TEXT',
  properties: 'JSON',
  createdAt: 'TIMESTAMP',
  revokedAt: 'TIMESTAMP',
  lastReleasedAt: 'TIMESTAMP',
} as const satisfies Record<keyof License, string>;

const LICENSE_COLUMN_NAMES = Object.keys(LICENSE_COLUMNS).filter(
  (name): name is keyof License => name in LICENSE_COLUMNS,
);
const ROWS_PER_INSERT = 2_000;

/** Stores any number of licenses. */
export async function insertLicenses(tx: Tx, licenses: readonly License[]): Promise<void> {
  for (let first = 0; first < licenses.length; first += ROWS_PER_INSERT) {
    const rows = rowsFrom(tx, LICENSE_COLUMNS, licenses.slice(first, first + ROWS_PER_INSERT));
    const db = tx.tables<LicensingTables>();
    await db
      .insertInto('licenses')
      .columns(LICENSE_COLUMN_NAMES)
      .expression(db.selectFrom(rows.as('given')).select(LICENSE_COLUMN_NAMES))
      .execute();
  }
}

function byId(db: Reader, accountId: string, id: string) {
  const query = db.tables<LicensingTables>().selectFrom('licenses').selectAll();
  return query.where('accountId', '=', accountId).where('id', '=', id);
}

/** Not revoked and not past its end. */
function isUsable(eb: ExpressionBuilder<LicensingTables, 'licenses'>, now: Date): Expression<SqlBool> {
  return eb.and([
    eb('licenses.status', '=', 'Active'),
    eb.or([eb('licenses.expiresAt', 'is', null), eb('licenses.expiresAt', '>', now)]),
  ]);
}
