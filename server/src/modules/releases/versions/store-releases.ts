import { sql } from 'kysely';
import type { SemanticVersion } from '../../../kernel/version.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { CurrentReleaseTables, FileRow, ReleaseDownload, ReleaseRow, ReleaseTables } from '../tables.ts';

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

/** A version that was published, and when. */
export type PublishedVersion = Pick<ReleaseRow, 'productId' | 'version' | 'publishedAt' | 'isSecurityFix'>;

/** The published versions of every product of an account, or of one, withdrawn ones too. */
export function publishedVersions(
  db: Reader,
  accountId: string,
  productId?: string,
): Promise<PublishedVersion[]> {
  return selectPublishedVersions(db, accountId)
    .$if(productId !== undefined, (query) => query.where('productId', '=', productId ?? ''))
    .execute();
}

/** The statement of `publishedVersions`. */
export function selectPublishedVersions(db: Reader, accountId: string) {
  return db
    .tables<ReleaseTables>()
    .selectFrom('releases')
    .select(['productId', 'version', 'publishedAt', 'isSecurityFix'])
    .where('accountId', '=', accountId)
    .where('publishedAt', 'is not', null);
}

/** Which of these products have a file of their current release. */
export async function productsWithDownloads(
  db: Reader,
  accountId: string,
  productIds: readonly string[],
): Promise<string[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .tables<CurrentReleaseTables>()
    .selectFrom('products')
    .innerJoin('releaseDownloads', (join) =>
      join
        .onRef('releaseDownloads.accountId', '=', 'products.accountId')
        .onRef('releaseDownloads.productId', '=', 'products.id')
        .onRef('releaseDownloads.version', '=', 'products.currentVersion'),
    )
    .select('products.id')
    .distinct()
    .where('products.accountId', '=', accountId)
    .where(inList(db, 'products.id', [...new Set(productIds)]))
    .execute();
  return rows.map(({ id }) => id);
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

/** Removes these files from a release. */
export async function deleteDownloads(tx: Tx, release: ReleaseName, keys: readonly string[]): Promise<void> {
  await tx
    .tables<ReleaseTables>()
    .deleteFrom('releaseDownloads')
    .where('accountId', '=', release.accountId)
    .where('productId', '=', release.productId)
    .where('version', '=', release.version)
    .where(inList(tx, 'downloadKey', keys))
    .execute();
}

/** The identity of a release in an account. */
export type ReleaseName = Pick<ReleaseRow, 'accountId' | 'productId' | 'version'>;

/** The fields of a release that can change. */
export type ReleaseChanges = Partial<
  Pick<
    ReleaseRow,
    | 'description'
    | 'channel'
    | 'minimumVersion'
    | 'isSecurityFix'
    | 'publishedAt'
    | 'yankedAt'
    | 'yankReason'
    | 'revision'
  >
>;

export async function updateRelease(tx: Tx, release: ReleaseName, changes: ReleaseChanges): Promise<void> {
  await tx
    .tables<ReleaseTables>()
    .updateTable('releases')
    .set(changes)
    .where('accountId', '=', release.accountId)
    .where('productId', '=', release.productId)
    .where('version', '=', release.version)
    .execute();
}

/** A page of releases, up to one more than `limit`, which shows whether there are more. */
export interface ReleasePage {
  readonly limit: number;
  /** The last version of the previous page. */
  readonly below?: SemanticVersion | undefined;
}

/** The releases of a product, the highest version first. */
export function pageReleases(
  db: Reader,
  accountId: string,
  productId: string,
  { limit, below }: ReleasePage,
): Promise<ReleaseRow[]> {
  const releases = highestFirst(db, accountId, productId).limit(limit + 1);
  if (below === undefined) return releases.execute();
  const { major, minor, patch } = below;
  const version = sql`(version_major, version_minor, version_patch)`;
  return releases.where(sql<boolean>`${version} < (${major}, ${minor}, ${patch})`).execute();
}

/** The highest version of a channel that is available to customers. */
export function highestRelease(
  db: Reader,
  accountId: string,
  productId: string,
  channel: string,
): Promise<ReleaseRow | undefined> {
  return highestFirst(db, accountId, productId)
    .where('channel', '=', channel)
    .where('publishedAt', 'is not', null)
    .where('yankedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
}

/** The releases of a channel that are available to customers, up to a version, the highest first. */
export function offeredReleases(
  db: Reader,
  {
    accountId,
    productId,
    channel,
    limit,
    upTo,
  }: {
    readonly accountId: string;
    readonly productId: string;
    readonly channel: string;
    readonly limit: number;
    readonly upTo?: SemanticVersion | undefined;
  },
): Promise<ReleaseRow[]> {
  const releases = highestFirst(db, accountId, productId)
    .where('channel', '=', channel)
    .where('publishedAt', 'is not', null)
    .where('yankedAt', 'is', null)
    .limit(limit);
  if (upTo === undefined) return releases.execute();
  const { major, minor, patch } = upTo;
  const version = sql`(version_major, version_minor, version_patch)`;
  return releases.where(sql<boolean>`${version} <= (${major}, ${minor}, ${patch})`).execute();
}

/** The files of several releases of a product with their hashes, by platform and name. */
export function listUpdateFiles(
  db: Reader,
  {
    accountId,
    productId,
    versions,
  }: { readonly accountId: string; readonly productId: string; readonly versions: readonly string[] },
): Promise<(ReleaseDownload & Pick<FileRow, 'sha1' | 'sha512'>)[]> {
  return db
    .tables<ReleaseTables>()
    .selectFrom('releaseDownloads')
    .innerJoin('releaseFiles', (join) =>
      join
        .onRef('releaseFiles.accountId', '=', 'releaseDownloads.accountId')
        .onRef('releaseFiles.key', '=', 'releaseDownloads.downloadKey'),
    )
    .selectAll('releaseDownloads')
    .select(['releaseFiles.sha1', 'releaseFiles.sha512'])
    .where('releaseDownloads.accountId', '=', accountId)
    .where('releaseDownloads.productId', '=', productId)
    .where(inList(db, 'releaseDownloads.version', versions))
    .orderBy('releaseDownloads.platform')
    .orderBy('releaseDownloads.name')
    .execute();
}

function highestFirst(db: Reader, accountId: string, productId: string) {
  return db
    .tables<ReleaseTables>()
    .selectFrom('releases')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .orderBy('versionMajor', 'desc')
    .orderBy('versionMinor', 'desc')
    .orderBy('versionPatch', 'desc');
}

/** The files of several releases of a product, by platform and name. */
export function listDownloadsOf(
  db: Reader,
  accountId: string,
  productId: string,
  versions: readonly string[],
): Promise<ReleaseDownload[]> {
  return db
    .tables<ReleaseTables>()
    .selectFrom('releaseDownloads')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .where(inList(db, 'version', versions))
    .orderBy('platform')
    .orderBy('name')
    .execute();
}
