import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import type { CurrentReleaseTables, ReleaseDownload, ReleaseRow, ReleaseTables } from './tables.ts';

/** The files of every product's current release, by product, platform and name. */
export function currentDownloads(db: Reader, accountId: string): Promise<ReleaseDownload[]> {
  return db
    .tables<CurrentReleaseTables>()
    .selectFrom('products')
    .innerJoin('releaseDownloads', (join) =>
      join
        .onRef('releaseDownloads.accountId', '=', 'products.accountId')
        .onRef('releaseDownloads.productId', '=', 'products.id')
        .onRef('releaseDownloads.version', '=', 'products.currentVersion'),
    )
    .selectAll('releaseDownloads')
    .where('products.accountId', '=', accountId)
    .orderBy('releaseDownloads.productId')
    .orderBy('releaseDownloads.platform')
    .orderBy('releaseDownloads.name')
    .execute();
}

/** Whether there is a file of the current release of any of these products. */
export async function haveDownloads(
  db: Reader,
  accountId: string,
  productIds: readonly string[],
): Promise<boolean> {
  if (productIds.length === 0) return false;
  const file = await db
    .tables<CurrentReleaseTables>()
    .selectFrom('products')
    .innerJoin('releaseDownloads', (join) =>
      join
        .onRef('releaseDownloads.accountId', '=', 'products.accountId')
        .onRef('releaseDownloads.productId', '=', 'products.id')
        .onRef('releaseDownloads.version', '=', 'products.currentVersion'),
    )
    .select('releaseDownloads.productId')
    .where('products.accountId', '=', accountId)
    .where(inList(db, 'products.id', [...new Set(productIds)]))
    .limit(1)
    .executeTakeFirst();
  return file !== undefined;
}

/** Where the files of all releases of an account are stored. */
export async function fileKeysOf(db: Reader, accountId: string): Promise<string[]> {
  const query = db.tables<ReleaseTables>().selectFrom('releaseDownloads').select('storageKey');
  const rows = await query.where('accountId', '=', accountId).execute();
  return rows.map(({ storageKey }) => storageKey);
}

/** The release, published or not. */
export function findRelease(
  db: Reader,
  accountId: string,
  productId: string,
  version: string,
): Promise<ReleaseRow | undefined> {
  return db
    .tables<ReleaseTables>()
    .selectFrom('releases')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** The files of one release, by platform and name. */
export function listDownloads(
  db: Reader,
  accountId: string,
  productId: string,
  version: string,
): Promise<ReleaseDownload[]> {
  return db
    .tables<ReleaseTables>()
    .selectFrom('releaseDownloads')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .where('version', '=', version)
    .orderBy('platform')
    .orderBy('name')
    .execute();
}

/** Adds a release; `false`, and nothing changed, when the product has this version. */
export async function insertRelease(tx: Tx, row: ReleaseRow): Promise<boolean> {
  const inserted = await tx
    .tables<ReleaseTables>()
    .insertInto('releases')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'productId', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertDownloads(tx: Tx, rows: readonly ReleaseDownload[]): Promise<void> {
  if (rows.length > 0) await tx.tables<ReleaseTables>().insertInto('releaseDownloads').values(rows).execute();
}

/** Sets when the release was published, unless it was before. */
export async function markPublished(
  tx: Tx,
  { accountId, productId, version }: Pick<ReleaseRow, 'accountId' | 'productId' | 'version'>,
  publishedAt: Date,
): Promise<void> {
  await tx
    .tables<ReleaseTables>()
    .updateTable('releases')
    .set({ publishedAt })
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .where('version', '=', version)
    .where('publishedAt', 'is', null)
    .execute();
}
