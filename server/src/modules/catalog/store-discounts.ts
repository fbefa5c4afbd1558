import type { Reader, Tx } from '../../platform/database/database.ts';
import type { CatalogPage } from './store.ts';
import type { CatalogTables, DiscountRow } from './tables.ts';

/** The discount, archived ones too. */
export function findDiscount(db: Reader, accountId: string, id: string): Promise<DiscountRow | undefined> {
  return discountsOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** The discount, which stays as read until the transaction ends. */
export function lockDiscount(tx: Tx, accountId: string, id: string): Promise<DiscountRow | undefined> {
  return discountsOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Newest first; gives up to one row more than `limit`, which tells whether there are more. */
export function pageDiscounts(db: Reader, accountId: string, page: CatalogPage): Promise<DiscountRow[]> {
  const newest = discountsOf(db, accountId)
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

/** Adds a discount; `false`, and nothing changed, when the account has one with this id. */
export async function insertDiscount(tx: Tx, row: DiscountRow): Promise<boolean> {
  const inserted = await tx
    .tables<CatalogTables>()
    .insertInto('discounts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Puts the row in place of the one with its id. */
export async function saveDiscount(tx: Tx, row: DiscountRow): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .updateTable('discounts')
    .set(row)
    .where('accountId', '=', row.accountId)
    .where('id', '=', row.id)
    .execute();
}

function discountsOf(db: Reader, accountId: string) {
  return db.tables<CatalogTables>().selectFrom('discounts').selectAll().where('accountId', '=', accountId);
}
