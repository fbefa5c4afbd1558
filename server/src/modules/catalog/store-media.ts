import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import type { CatalogTables, ItemMediaRow } from './tables.ts';

/** The sounds and films of a product or bundle, in their order. */
export function listItemMedia(
  db: Reader,
  accountId: string,
  { type, id }: { readonly type: 'Product' | 'Bundle'; readonly id: string },
): Promise<ItemMediaRow[]> {
  return db
    .tables<CatalogTables>()
    .selectFrom('itemMedia')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(type === 'Product' ? 'productId' : 'bundleId', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function findMedia(db: Reader, accountId: string, id: string): Promise<ItemMediaRow | undefined> {
  return db
    .tables<CatalogTables>()
    .selectFrom('itemMedia')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The sounds and films of all accounts with these ids. */
export async function findMediaOfAll(db: Reader, ids: readonly string[]): Promise<ItemMediaRow[]> {
  if (ids.length === 0) return [];
  return db
    .tables<CatalogTables>()
    .selectFrom('itemMedia')
    .selectAll()
    .where(inList(db, 'id', ids))
    .execute();
}

export async function insertMedia(tx: Tx, row: ItemMediaRow): Promise<void> {
  await tx.tables<CatalogTables>().insertInto('itemMedia').values(row).execute();
}

export async function saveMedia(tx: Tx, { accountId, id, title, position }: ItemMediaRow): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .updateTable('itemMedia')
    .set({ title, position })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteMedia(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .deleteFrom('itemMedia')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}
