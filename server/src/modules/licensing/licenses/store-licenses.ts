import type { CustomProperties } from '../../../kernel/properties.ts';
import { compiledOnce } from '../../../platform/database/compiled-once.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { rowsFrom } from '../../../platform/database/lists.ts';
import { listPage } from '../store-lists.ts';
import type { License, LicensingTables, ListFilter } from '../tables.ts';

/** The license with this id; `undefined` when the account has none. */
export function findLicense(db: Reader, accountId: string, id: string): Promise<License | undefined> {
  return licensesOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** The license, which stays as read until the transaction ends. */
export function lockLicense(tx: Tx, accountId: string, id: string): Promise<License | undefined> {
  return licensesOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Licenses of an account, newest first (core API, Licenses). */
export function listLicenses(db: Reader, accountId: string, filter: ListFilter): Promise<License[]> {
  return licensePage(db, { accountId, filter });
}

const licensePage = compiledOnce(
  (db, { accountId, filter }: { readonly accountId: string; readonly filter: ListFilter }) =>
    listPage(licensesOf(db, accountId), filter),
);

/** What a customer has of these, newest first: nothing that waits for the proof of an email. */
export function listOwnLicenses(
  db: Reader,
  accountId: string,
  filter: ListFilter & { readonly customerId: string },
): Promise<License[]> {
  return ownLicensePage(db, { accountId, filter });
}

const ownLicensePage = compiledOnce(
  (db, { accountId, filter }: { readonly accountId: string; readonly filter: ListFilter }) =>
    listPage(licensesOf(db, accountId).where('awaitsEmailKey', 'is', null), filter),
);

export function setLicenseRevoked(
  tx: Tx,
  accountId: string,
  id: string,
  now: Date,
): Promise<Pick<License, 'id' | 'customerId'>[]> {
  return revoking(tx, accountId, now).where('id', '=', id).returning(['id', 'customerId']).execute();
}

export function setLicensesOfCustomerRevoked(
  tx: Tx,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<Pick<License, 'id' | 'customerId'>[]> {
  // A license that waits for an address is not this customer's: it goes to whoever proves the address.
  return revoking(tx, accountId, now)
    .where('customerId', '=', customerId)
    .where((eb) => eb.or([eb('awaitsEmailKey', 'is', null), eb('awaitsEmailKey', '=', customerId)]))
    .returning(['id', 'customerId'])
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
  return licensesOf(db, accountId).where('externalId', '=', externalId).executeTakeFirst();
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
  awaitsEmailKey: 'TEXT',
  isFree: 'BOOLEAN',
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

function licensesOf(db: Reader, accountId: string) {
  const query = db.tables<LicensingTables>().selectFrom('licenses').selectAll();
  return query.where('accountId', '=', accountId);
}

/** Revokes the licenses that are not revoked yet. */
function revoking(tx: Tx, accountId: string, now: Date) {
  return tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set({ status: 'Revoked', revokedAt: now })
    .where('accountId', '=', accountId)
    .where('status', '=', 'Active');
}
