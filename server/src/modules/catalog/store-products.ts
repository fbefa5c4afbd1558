import type { Reader, Tx } from '../../platform/database/database.ts';
import type { CatalogPage } from './store.ts';
import type { CatalogTables, ProductRow } from './tables.ts';

/** The product, archived ones too. */
export function findProduct(db: Reader, accountId: string, id: string): Promise<ProductRow | undefined> {
  return productsOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** The product, which stays as read until the transaction ends. */
export function lockProduct(tx: Tx, accountId: string, id: string): Promise<ProductRow | undefined> {
  return productsOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Newest first; gives up to one row more than `limit`, which tells whether there are more. */
export function pageProducts(db: Reader, accountId: string, page: CatalogPage): Promise<ProductRow[]> {
  const newest = productsOf(db, accountId)
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

/** Adds a product; `false`, and nothing changed, when the account has one with this id. */
export async function insertProduct(tx: Tx, row: ProductRow): Promise<boolean> {
  const inserted = await tx
    .tables<CatalogTables>()
    .insertInto('products')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Puts the row in place of the one with its id. */
export async function saveProduct(tx: Tx, row: ProductRow): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .updateTable('products')
    .set(row)
    .where('accountId', '=', row.accountId)
    .where('id', '=', row.id)
    .execute();
}

function productsOf(db: Reader, accountId: string) {
  return db.tables<CatalogTables>().selectFrom('products').selectAll().where('accountId', '=', accountId);
}
