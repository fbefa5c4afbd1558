import { versionedCache } from '../../../platform/database/versioned-cache.ts';
import type { Context } from '../../accounts/index.ts';
import { CATALOG_TOPIC } from '../../catalog/index.ts';
import { parseVersion } from '../../../kernel/version.ts';
import { type VersionHistory, versionHistory } from '../../../kernel/version-history.ts';
import { currentDownloads, publishedVersions } from './store-releases.ts';
import type { ReleaseDownload } from '../tables.ts';

/** Product id → the files of its current release; products without files are not in it. */
export type CurrentDownloads = ReadonlyMap<string, readonly ReleaseDownload[]>;

/** The files that are available to customers now, cached until the catalogue changes. */
export function loadCurrentDownloads(ctx: Context): Promise<CurrentDownloads> {
  return downloads.get(ctx, ctx.account.id);
}

const KEPT_ACCOUNTS = 1_000;

const downloads = versionedCache<CurrentDownloads>({
  topic: CATALOG_TOPIC,
  capacity: KEPT_ACCOUNTS,
  load: async (system, accountId) =>
    Map.groupBy(await currentDownloads(system.database.reader, accountId), ({ productId }) => productId),
});

/** What every product has published, cached until the catalogue changes. */
export async function loadVersionHistories(ctx: Context): Promise<(productId: string) => VersionHistory> {
  const byProduct = await histories.get(ctx, ctx.account.id);
  return (productId) => byProduct.get(productId) ?? [];
}

const histories = versionedCache<ReadonlyMap<string, VersionHistory>>({
  topic: CATALOG_TOPIC,
  capacity: KEPT_ACCOUNTS,
  load: async (system, accountId) => {
    const rows = await publishedVersions(system.database.reader, accountId);
    const versions = rows.flatMap(({ version: text, publishedAt, ...row }) => {
      const version = parseVersion(text);
      return version === undefined || publishedAt === null ? [] : [{ ...row, version, publishedAt }];
    });
    const byProduct = Map.groupBy(versions, ({ productId }) => productId);
    return new Map([...byProduct].map(([productId, own]) => [productId, versionHistory(own)]));
  },
});
