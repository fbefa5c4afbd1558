import { versionedCache } from '../../../platform/database/versioned-cache.ts';
import { readerOf } from '../../../platform/context/context.ts';
import type { Context, QueryContext } from '../../accounts/index.ts';
import { CATALOG_TOPIC } from '../../catalog/index.ts';
import { parseVersion } from '../../../kernel/version.ts';
import { type VersionHistory, versionHistory } from '../../../kernel/version-history.ts';
import { currentDownloads, type PublishedVersion, publishedVersions } from './store-releases.ts';
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

/** What a product has published, read anew: also inside a transaction. */
export async function readVersionHistory(ctx: QueryContext, productId: string): Promise<VersionHistory> {
  return historyOf(await publishedVersions(readerOf(ctx), ctx.account.id, productId));
}

const histories = versionedCache<ReadonlyMap<string, VersionHistory>>({
  topic: CATALOG_TOPIC,
  capacity: KEPT_ACCOUNTS,
  load: async (system, accountId) => {
    const rows = await publishedVersions(system.database.reader, accountId);
    const byProduct = Map.groupBy(rows, ({ productId }) => productId);
    return new Map([...byProduct].map(([productId, own]) => [productId, historyOf(own)]));
  },
});

function historyOf(rows: readonly PublishedVersion[]): VersionHistory {
  const versions = rows.flatMap(({ version: text, publishedAt, ...row }) => {
    const version = parseVersion(text);
    return version === undefined || publishedAt === null ? [] : [{ ...row, version, publishedAt }];
  });
  return versionHistory(versions);
}
