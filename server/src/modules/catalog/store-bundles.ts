import type { Reader, Tx } from '../../platform/database/database.ts';
import type { CatalogPage } from './store.ts';
import type { CatalogTables, BundleRow } from './tables.ts';

/** The bundle, archived ones too. */
export function findBundle(db: Reader, accountId: string, id: string): Promise<BundleRow | undefined> {
  return bundlesOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** The bundle, which stays as read until the transaction ends. */
export function lockBundle(tx: Tx, accountId: string, id: string): Promise<BundleRow | undefined> {
  return bundlesOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Newest first; gives up to one row more than `limit`, which tells whether there are more. */
export function pageBundles(db: Reader, accountId: string, page: CatalogPage): Promise<BundleRow[]> {
  const newest = bundlesOf(db, accountId)
    .where('isArchived', '=', page.isArchived)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  const { after } = page;
  if (after === undefined) return newest.execute();
  return newest
    .where((eb) => eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(after.at, after.id)))
    .execute();
}

/** Adds a bundle; `false`, and nothing changed, when the account has one with this id. */
export async function insertBundle(tx: Tx, row: BundleRow): Promise<boolean> {
  const inserted = await tx
    .tables<CatalogTables>()
    .insertInto('bundles')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Puts the row in place of the one with its id. */
export async function saveBundle(tx: Tx, row: BundleRow): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .updateTable('bundles')
    .set(row)
    .where('accountId', '=', row.accountId)
    .where('id', '=', row.id)
    .execute();
}

function bundlesOf(db: Reader, accountId: string) {
  return db.tables<CatalogTables>().selectFrom('bundles').selectAll().where('accountId', '=', accountId);
}
