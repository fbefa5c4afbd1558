import { readerOf } from '../../platform/context/context.ts';
import type { QueryContext } from '../accounts/index.ts';
import * as store from './store.ts';
import type { ReleaseDownload, ReleaseRow } from './tables.ts';

/** The release, published or not. */
export function findRelease(
  ctx: QueryContext,
  productId: string,
  version: string,
): Promise<ReleaseRow | undefined> {
  return store.findRelease(readerOf(ctx), ctx.account.id, productId, version);
}

/** The files of one release, by platform and name. */
export function listDownloads(
  ctx: QueryContext,
  productId: string,
  version: string,
): Promise<ReleaseDownload[]> {
  return store.listDownloads(readerOf(ctx), ctx.account.id, productId, version);
}

/** Whether there is a file of the current release of any of these products. */
export function haveDownloads(ctx: QueryContext, productIds: readonly string[]): Promise<boolean> {
  return store.haveDownloads(readerOf(ctx), ctx.account.id, productIds);
}

/** Where the files of all releases of the account are stored. */
export function fileKeysOf(ctx: QueryContext): Promise<string[]> {
  return store.fileKeysOf(readerOf(ctx), ctx.account.id);
}
