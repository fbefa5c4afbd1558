import { type ExpressionBuilder, sql } from 'kysely';
import { compiledOnce } from '../../../platform/database/compiled-once.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { EVERY_ROW, inList, rowsFrom } from '../../../platform/database/lists.ts';
import { sortedBy, type SortMoment } from '../domain/sorted-by.ts';
import { endIs, listPage } from './lists.ts';
import type { LicenseStatus } from '../domain/license-state.ts';
import type { License, LicenseFilter, LicensingTables, ListFilter } from '../tables.ts';

/** The license with this id; `undefined` when the account has none. */
export function findLicense(db: Reader, accountId: string, id: string): Promise<License | undefined> {
  return licensesOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** The licenses with these ids, in any order. */
export function findLicenses(db: Reader, accountId: string, ids: readonly string[]): Promise<License[]> {
  return licensesOf(db, accountId)
    .where(inList(db, 'id', ids))
    .execute();
}

/** The license with this reference of the merchant; `undefined` when the account has none. */
export function findLicenseByExternalId(
  db: Reader,
  accountId: string,
  externalId: string,
): Promise<License | undefined> {
  return licensesOf(db, accountId).where('externalId', '=', externalId).executeTakeFirst();
}

/** The license, locked until the transaction ends. */
export function lockLicense(tx: Tx, accountId: string, id: string): Promise<License | undefined> {
  return licensesOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Licenses of an account, the latest first by the moment of `sortedBy` (core API, Licenses). */
export async function listLicenses(
  db: Reader,
  accountId: string,
  filter: LicenseFilter,
  now: Date,
): Promise<License[]> {
  const { status, ...rest } = filter;
  const isByEnd = sortedBy(filter) === 'expiresAt';
  const at = status === undefined ? {} : { [status]: now };
  const page = await licensePage(db, { accountId, filter: rest, at, isByEnd });
  if (!isByEnd || status !== 'Active' || page.length > rest.limit) return page;
  // Ends are in the future and creations in the past, so the position of a page is one moment in the list of both.
  const perpetual = await perpetualPage(db, { accountId, filter: rest });
  return [...page, ...perpetual.slice(0, rest.limit + 1 - page.length)];
}

/** The parameters of a list; `time` determines the status of the licenses. */
interface LicensePage {
  readonly accountId: string;
  readonly filter: Omit<LicenseFilter, 'status'>;
  readonly at: { readonly [status in LicenseStatus]?: Date };
  readonly isByEnd: boolean;
}

const licensePage = compiledOnce((db, { accountId, filter, at, isByEnd }: LicensePage) => {
  const { limit, after, isOldestFirst, createdBefore, createdAfter, ...values } = filter;
  const moment = isByEnd ? ('expiresAt' as const) : ('createdAt' as const);
  const page = { limit, after, isOldestFirst, createdBefore, createdAfter, moment };
  return listPage(ofStatus(licensesOf(db, accountId), at, page), page, values);
});

const perpetualPage = compiledOnce((db, { accountId, filter }: Pick<LicensePage, 'accountId' | 'filter'>) => {
  const { limit, after, isOldestFirst, createdBefore, createdAfter, ...values } = filter;
  const perpetual = licensesOf(db, accountId).where('status', '=', ACTIVE).where('expiresAt', 'is', null);
  return listPage(perpetual, { limit, after, isOldestFirst, createdBefore, createdAfter }, values);
});

function ofStatus(
  licenses: ReturnType<typeof licensesOf>,
  { Active, Revoked, Expired }: LicensePage['at'],
  page: { readonly moment: SortMoment; readonly after?: LicenseFilter['after'] },
): ReturnType<typeof licensesOf> {
  if (Revoked !== undefined) return licenses.where('status', '=', REVOKED);
  if (Expired !== undefined)
    return licenses.where('status', '=', ACTIVE).where(endIs('Passed', Expired, page));
  if (Active === undefined) return licenses;
  const active = licenses.where('status', '=', ACTIVE);
  return page.moment === 'expiresAt'
    ? active.where(endIs('Ahead', Active, page))
    : active.where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', Active)]));
}

/** Literals in the statement, for partial indexes by status. */
const ACTIVE = sql.lit('Active' as const);
const REVOKED = sql.lit('Revoked' as const);

/**
 * Those of these licenses that belong to the customer, newest first, without those that wait for the proof of an email.
 */
export function listOwnLicenses(
  db: Reader,
  accountId: string,
  filter: ListFilter & { readonly customerId: string },
): Promise<License[]> {
  return ownLicensePage(db, { accountId, filter });
}

const ownLicensePage = compiledOnce(
  (db, { accountId, filter }: { readonly accountId: string; readonly filter: ListFilter }) => {
    const { customerId, productId, ...page } = filter;
    const own = licensesOf(db, accountId).where('awaitsEmailKey', 'is', null);
    return listPage(own, page, { customerId, productId });
  },
);

/**
 * Locks all licenses of a customer, except those that wait for the proof of an address; returns their ids. Newest first,
 * as `lockLicensesIn` does: two that lock the same ones never wait for each other.
 */
export async function lockLicensesOf(tx: Tx, accountId: string, customerId: string): Promise<string[]> {
  const rows = await tx
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select('id')
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where(isOf(customerId))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Releases the seats of all of a customer's licenses, except those that wait for the proof of an address; returns their
 * ids.
 */
export async function freeSeatsOf(tx: Tx, accountId: string, customerId: string): Promise<string[]> {
  const rows = await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set({ activeActivations: 0 })
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where(isOf(customerId))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The licenses that an order granted, or that a subscription pays for. */
export type LicenseGroup = { readonly orderId: string } | { readonly subscriptionId: string };

/** The new end of licenses that end earlier, or later, or at any time: then they never end. */
export type LicenseEnds =
  | { readonly expiresAt: Date; readonly those: 'Earlier' | 'Later' }
  | { readonly expiresAt: null };

/** Moves the ends of licenses; returns those that it has changed. */
export function setLicenseEnds(
  tx: Tx,
  accountId: string,
  group: LicenseGroup,
  ends: LicenseEnds,
): Promise<Pick<License, 'id' | 'customerId' | 'productId'>[]> {
  const { expiresAt } = ends;
  const all = tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({ expiresAt, revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId);
  const licenses =
    ends.expiresAt === null
      ? all.where('expiresAt', 'is not', null)
      : all.where('expiresAt', ends.those === 'Earlier' ? '<' : '>', ends.expiresAt);
  const ofGroup =
    'orderId' in group
      ? licenses.where('orderId', '=', group.orderId)
      : licenses.where('subscriptionId', '=', group.subscriptionId);
  return ofGroup.returning(['id', 'customerId', 'productId']).execute();
}

/** Changes a license, increments its revision, and returns the updated license. The caller holds its lock. */
export async function changeLicense(
  tx: Tx,
  license: License,
  changes: Partial<Omit<License, 'accountId' | 'id' | 'revision'>>,
): Promise<License> {
  const revision = license.revision + 1;
  await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set({ ...changes, revision })
    .where('accountId', '=', license.accountId)
    .where('id', '=', license.id)
    .execute();
  return { ...license, ...changes, revision };
}

/** Licenses by these references of the merchant; those that the account does not have are omitted. */
export async function findLicenseIds(
  db: Reader,
  accountId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (externalIds.length === 0) return new Map();
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(['id', 'externalId'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'externalId', externalIds))
    .execute();
  return new Map(rows.map(({ id, externalId }) => [externalId ?? '', id]));
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
  updatesUntil: 'TIMESTAMP',
  upToMajor: 'INTEGER',
  variationId: 'TEXT',
  orderId: 'TEXT',
  orderLineId: 'TEXT',
  orderOrdinal: 'INTEGER',
  voucherId: 'TEXT',
  voucherBatchId: 'TEXT',
  externalId: 'TEXT',
  keyCode: 'TEXT',
  properties: 'JSON',
  createdAt: 'TIMESTAMP',
  boughtAt: 'TIMESTAMP',
  revokedAt: 'TIMESTAMP',
  revocationReason: 'TEXT',
  lastReleasedAt: 'TIMESTAMP',
  downloadedAt: 'TIMESTAMP',
  recordedExpiry: 'TIMESTAMP',
  awaitsEmailKey: 'TEXT',
  isFree: 'BOOLEAN',
  revision: 'INTEGER',
} as const satisfies Record<keyof License, string>;

const LICENSE_COLUMN_NAMES = Object.keys(LICENSE_COLUMNS).filter(
  (name): name is keyof License => name in LICENSE_COLUMNS,
);
const ROWS_PER_INSERT = 2_000;

/** Stores any number of licenses. */
export async function insertLicenses(tx: Tx, licenses: readonly License[]): Promise<void> {
  for (let first = 0; first < licenses.length; first += ROWS_PER_INSERT)
    await inserting(tx, licenses.slice(first, first + ROWS_PER_INSERT)).execute();
}

/** Stores the licenses whose external ids are free, in one statement; returns the ids of the stored ones. */
export async function insertNewLicenses(tx: Tx, licenses: readonly License[]): Promise<ReadonlySet<string>> {
  if (licenses.length === 0) return new Set();
  // In a fixed order, so that two imports of the same list do not wait for each other.
  const rows = licenses.toSorted((one, other) =>
    (one.externalId ?? '') < (other.externalId ?? '') ? -1 : 1,
  );
  const rowIds = await inserting(tx, rows)
    .onConflict((conflict) => conflict.columns(['accountId', 'externalId']).doNothing())
    .returning('id')
    .execute();
  return new Set(rowIds.map(({ id }) => id));
}

function inserting(tx: Tx, licenses: readonly License[]) {
  const rows = rowsFrom(tx, LICENSE_COLUMNS, licenses);
  const db = tx.tables<LicensingTables>();
  return db
    .insertInto('licenses')
    .columns(LICENSE_COLUMN_NAMES)
    .expression(db.selectFrom(rows.as('given')).select(LICENSE_COLUMN_NAMES).where(EVERY_ROW));
}

function licensesOf(db: Reader, accountId: string) {
  const query = db.tables<LicensingTables>().selectFrom('licenses').selectAll();
  return query.where('accountId', '=', accountId);
}

/** A license that waits for an address is not this customer's: the person who proves the address gets it. */
function isOf(customerId: string) {
  return (eb: ExpressionBuilder<LicensingTables, 'licenses'>) =>
    eb.or([eb('awaitsEmailKey', 'is', null), eb('awaitsEmailKey', '=', customerId)]);
}

/** Gives all licenses of a customer to another one; returns their number. */
export async function moveLicenseRows(
  tx: Tx,
  accountId: string,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({ customerId: into, revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('customerId', '=', from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
