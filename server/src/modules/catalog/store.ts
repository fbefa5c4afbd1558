import type { Reader, Tx } from '../../platform/database/database.ts';
import { newestFirst, type RowPage } from '../../platform/database/newest-first.ts';
import type { CatalogRows } from './catalog.ts';
import type { BundleProductRow, CatalogTables, VariationRow } from './tables.ts';

/** Every row of an account's catalogue. */
export async function readCatalogRows(db: Reader, accountId: string): Promise<CatalogRows> {
  const tables = db.tables<CatalogTables>();
  const [products, bundles, bundleProducts, variations, discounts, offers, promotions, images, media] =
    await Promise.all([
      tables.selectFrom('products').selectAll().where('accountId', '=', accountId).execute(),
      tables.selectFrom('bundles').selectAll().where('accountId', '=', accountId).execute(),
      tables.selectFrom('bundleProducts').selectAll().where('accountId', '=', accountId).execute(),
      tables.selectFrom('variations').selectAll().where('accountId', '=', accountId).execute(),
      tables.selectFrom('discounts').selectAll().where('accountId', '=', accountId).execute(),
      tables.selectFrom('offers').selectAll().where('accountId', '=', accountId).execute(),
      tables.selectFrom('promotions').selectAll().where('accountId', '=', accountId).execute(),
      tables.selectFrom('itemImages').selectAll().where('accountId', '=', accountId).execute(),
      tables.selectFrom('itemMedia').selectAll().where('accountId', '=', accountId).execute(),
    ]);
  return { products, bundles, bundleProducts, variations, discounts, offers, promotions, images, media };
}

/** The product or bundle that a variation belongs to. */
interface Item {
  readonly type: 'Product' | 'Bundle';
  readonly id: string;
}

/** Locks a product or bundle against other changes until the transaction ends; `false` when it does not exist. */
export async function lockItem(tx: Tx, accountId: string, item: Item): Promise<boolean> {
  const row = await tx
    .tables<CatalogTables>()
    .selectFrom(item.type === 'Product' ? 'products' : 'bundles')
    .select('id')
    .where('accountId', '=', accountId)
    .where('id', '=', item.id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The variations of a product or bundle, including archived ones. */
export function listItemVariations(db: Reader, accountId: string, item: Item): Promise<VariationRow[]> {
  return itemVariations(db, accountId, item).execute();
}

/** The same as pages, newest first; up to one more than `limit`, to show whether there are more. */
export function pageItemVariations(
  db: Reader,
  accountId: string,
  item: Item,
  page: RowPage,
): Promise<VariationRow[]> {
  return newestFirst(itemVariations(db, accountId, item), page).execute();
}

function itemVariations(db: Reader, accountId: string, item: Item) {
  return db
    .tables<CatalogTables>()
    .selectFrom('variations')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(item.type === 'Product' ? 'productId' : 'bundleId', '=', item.id);
}

/** Removes the default flag from a product's or bundle's variations, until another variation gets it. */
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

/** Sets the release that customers of a product get; null for none. */
export async function writeCurrentVersion(
  tx: Tx,
  accountId: string,
  productId: string,
  currentVersion: string | null,
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

/** The variations of several products or bundles, including archived ones. */
export async function listVariationsOf(
  db: Reader,
  accountId: string,
  type: Item['type'],
  itemIds: readonly string[],
): Promise<VariationRow[]> {
  if (itemIds.length === 0) return [];
  return db
    .tables<CatalogTables>()
    .selectFrom('variations')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(type === 'Product' ? 'productId' : 'bundleId', 'in', itemIds)
    .execute();
}

/** The products of the bundles, in the merchant's order. */
export async function listBundleProducts(
  db: Reader,
  accountId: string,
  bundleIds: readonly string[],
): Promise<BundleProductRow[]> {
  if (bundleIds.length === 0) return [];
  return db
    .tables<CatalogTables>()
    .selectFrom('bundleProducts')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('bundleId', 'in', bundleIds)
    .orderBy('position')
    .execute();
}

/** The ids of the products with a window of grace for upgrades, also of archived ones. */
export async function productIdsWithGrace(db: Reader, accountId: string): Promise<string[]> {
  const rows = db.tables<CatalogTables>().selectFrom('products').select('id');
  const some = await rows.where('accountId', '=', accountId).where('upgradeGraceDays', '>', 0).execute();
  return some.map(({ id }) => id);
}

/** The ids of the bundles that contain a product, without archived ones. */
export async function listBundlesWith(db: Reader, accountId: string, productId: string): Promise<string[]> {
  const rows = await db
    .tables<CatalogTables>()
    .selectFrom('bundleProducts')
    .innerJoin('bundles', (join) =>
      join
        .onRef('bundles.accountId', '=', 'bundleProducts.accountId')
        .onRef('bundles.id', '=', 'bundleProducts.bundleId'),
    )
    .select('bundles.id')
    .where('bundleProducts.accountId', '=', accountId)
    .where('bundleProducts.productId', '=', productId)
    .where('bundles.isArchived', '=', false)
    .orderBy('bundles.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces the products of the bundle. */
export async function replaceBundleProducts(
  tx: Tx,
  accountId: string,
  bundleId: string,
  productIds: readonly string[],
): Promise<void> {
  const tables = tx.tables<CatalogTables>();
  await tables
    .deleteFrom('bundleProducts')
    .where('accountId', '=', accountId)
    .where('bundleId', '=', bundleId)
    .execute();
  const rows = productIds.map((productId, position) => ({ accountId, bundleId, productId, position }));
  if (rows.length > 0) await tables.insertInto('bundleProducts').values(rows).execute();
}

/** Increments the revision of a product or bundle after a change to one of its parts. */
export async function touchItem(tx: Tx, accountId: string, item: Item, updatedAt: Date): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .updateTable(item.type === 'Product' ? 'products' : 'bundles')
    .set((eb) => ({ revision: eb('revision', '+', 1), updatedAt }))
    .where('accountId', '=', accountId)
    .where('id', '=', item.id)
    .execute();
}

/** Ids of the account's products, of its bundles, and of their variations, including archived ones. */
export async function listItemIds(db: Reader, accountId: string) {
  const tables = db.tables<CatalogTables>();
  const [products, bundles, variations] = await Promise.all([
    tables.selectFrom('products').select('id').where('accountId', '=', accountId).execute(),
    tables.selectFrom('bundles').select('id').where('accountId', '=', accountId).execute(),
    tables
      .selectFrom('variations')
      .select(['id', 'productId', 'bundleId', 'recurrence', 'releaseAccess', 'upgrade'])
      .where('accountId', '=', accountId)
      .execute(),
  ]);
  return { productIds: products.map(({ id }) => id), bundleIds: bundles.map(({ id }) => id), variations };
}
