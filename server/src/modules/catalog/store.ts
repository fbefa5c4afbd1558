import type { Reader, Tx } from '../../platform/database/database.ts';
import type { CatalogRows } from './catalog.ts';
import type { CatalogTables, ProductRow, VariationRow } from './tables.ts';

/** Every row of an account's catalogue. */
export async function readCatalogRows(db: Reader, accountId: string): Promise<CatalogRows> {
  const tables = db.tables<CatalogTables>();
  const [products, bundles, bundleProducts, variations, discounts, offers] = await Promise.all([
    tables.selectFrom('products').selectAll().where('accountId', '=', accountId).execute(),
    tables.selectFrom('bundles').selectAll().where('accountId', '=', accountId).execute(),
    tables.selectFrom('bundleProducts').selectAll().where('accountId', '=', accountId).execute(),
    tables.selectFrom('variations').selectAll().where('accountId', '=', accountId).execute(),
    tables.selectFrom('discounts').selectAll().where('accountId', '=', accountId).execute(),
    tables.selectFrom('offers').selectAll().where('accountId', '=', accountId).execute(),
  ]);
  return { products, bundles, bundleProducts, variations, discounts, offers };
}

/** The product as committed, archived ones too. */
export function findProduct(db: Reader, accountId: string, id: string): Promise<ProductRow | undefined> {
  return db
    .tables<CatalogTables>()
    .selectFrom('products')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The product, which stays as read until the transaction ends. */
export function lockProduct(tx: Tx, accountId: string, id: string): Promise<ProductRow | undefined> {
  return tx
    .tables<CatalogTables>()
    .selectFrom('products')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
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

/** Adds a variation; `false`, and nothing changed, when the account has one with this id. */
export async function insertVariation(tx: Tx, row: VariationRow): Promise<boolean> {
  const inserted = await tx
    .tables<CatalogTables>()
    .insertInto('variations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** What a variation belongs to. */
interface Item {
  readonly type: 'Product' | 'Bundle';
  readonly id: string;
}

/** Keeps other changes of a product or bundle out until the transaction ends; `false` when there is none. */
export async function lockItem(tx: Tx, accountId: string, item: Item): Promise<boolean> {
  const found = await tx
    .tables<CatalogTables>()
    .selectFrom(item.type === 'Product' ? 'products' : 'bundles')
    .select('id')
    .where('accountId', '=', accountId)
    .where('id', '=', item.id)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** The variations of a product or bundle, archived ones too. */
export function listItemVariations(db: Reader, accountId: string, item: Item): Promise<VariationRow[]> {
  return db
    .tables<CatalogTables>()
    .selectFrom('variations')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(item.type === 'Product' ? 'productId' : 'bundleId', '=', item.id)
    .execute();
}

/** Leaves a product or bundle without a default variation, for another to become it. */
export async function clearDefaultVariation(tx: Tx, accountId: string, item: Item): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .updateTable('variations')
    .set({ isDefault: false })
    .where('accountId', '=', accountId)
    .where(item.type === 'Product' ? 'productId' : 'bundleId', '=', item.id)
    .where('isDefault', '=', true)
    .execute();
}

/** Says which release customers of a product get. */
export async function setCurrentVersion(
  tx: Tx,
  accountId: string,
  productId: string,
  currentVersion: string,
  updatedAt: Date,
): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .updateTable('products')
    .set((eb) => ({ currentVersion, updatedAt, revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('id', '=', productId)
    .execute();
}
