import { versionedCache } from '../../../platform/database/versioned-cache.ts';
import type { Context } from '../../accounts/index.ts';
import { CATALOG_TOPIC } from '../../catalog/index.ts';
import { currentDownloads } from './store-releases.ts';
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
