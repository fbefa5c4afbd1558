import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import type { CatalogTables, ItemImageRow } from './tables.ts';

/** The images of a product or bundle, in their order. */
export function listItemImages(
  db: Reader,
  accountId: string,
  { type, id }: { readonly type: 'Product' | 'Bundle'; readonly id: string },
): Promise<ItemImageRow[]> {
  return db
    .tables<CatalogTables>()
    .selectFrom('itemImages')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(type === 'Product' ? 'productId' : 'bundleId', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** An image of any item of the account. */
export function findImage(db: Reader, accountId: string, id: string): Promise<ItemImageRow | undefined> {
  return db
    .tables<CatalogTables>()
    .selectFrom('itemImages')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The images of all accounts with these ids. */
export async function findImages(db: Reader, ids: readonly string[]): Promise<ItemImageRow[]> {
  if (ids.length === 0) return [];
  return db
    .tables<CatalogTables>()
    .selectFrom('itemImages')
    .selectAll()
    .where(inList(db, 'id', ids))
    .execute();
}

export async function insertImage(tx: Tx, row: ItemImageRow): Promise<void> {
  await tx.tables<CatalogTables>().insertInto('itemImages').values(row).execute();
}

export async function saveImage(
  tx: Tx,
  { accountId, id, alt, videoUrl, position }: ItemImageRow,
): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .updateTable('itemImages')
    .set({ alt, videoUrl, position })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteImage(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .deleteFrom('itemImages')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}
