import { readerOf } from '../../../platform/context/context.ts';
import { isHigherVersion, parseVersion } from '../../../kernel/version.ts';
import type { QueryContext } from '../../accounts/index.ts';
import { DEFAULT_CHANNEL } from '../domain/release-issues.ts';
import type { ReleaseDownload, ReleaseRow } from '../tables.ts';
import * as store from './store-releases.ts';

/** The release, published or not; `undefined` when there is none. */
export function findRelease(
  ctx: QueryContext,
  { productId, version }: { readonly productId: string; readonly version: string },
): Promise<ReleaseRow | undefined> {
  return store.findRelease(readerOf(ctx), ctx.account.id, productId, version);
}

/** The same, if it is available to customers: published and not yanked. */
export async function findOfferedRelease(
  ctx: QueryContext,
  name: { readonly productId: string; readonly version: string },
): Promise<ReleaseRow | undefined> {
  const release = await findRelease(ctx, name);
  const isOffered = release !== undefined && release.publishedAt !== null && release.yankedAt === null;
  return isOffered ? release : undefined;
}

/**
 * The version that users of a channel get: the product's current release, or the highest of the channel if that is
 * higher.
 */
export async function findLatestVersion(
  ctx: QueryContext,
  product: { readonly id: string; readonly currentVersion: string | null },
  channel: string,
): Promise<string | undefined> {
  const { currentVersion } = product;
  if (channel === DEFAULT_CHANNEL) return currentVersion ?? undefined;
  const highest = await store.highestRelease(readerOf(ctx), ctx.account.id, product.id, channel);
  if (highest === undefined) return currentVersion ?? undefined;
  return isHigherVersion(highest.version, currentVersion) ? highest.version : (currentVersion ?? undefined);
}

/**
 * The releases of a product, the highest version first; up to one more than `limit`, to show whether there are more.
 */
export function listReleases(
  ctx: QueryContext,
  {
    productId,
    limit,
    belowVersion,
  }: {
    readonly productId: string;
    readonly limit: number;
    readonly belowVersion?: string | undefined;
  },
): Promise<ReleaseRow[]> {
  const below = belowVersion === undefined ? undefined : parseVersion(belowVersion);
  return store.pageReleases(readerOf(ctx), ctx.account.id, productId, { limit, below });
}

/** The files of releases of a product, by version; each sorted by platform and name. */
export async function downloadsByVersion(
  ctx: QueryContext,
  { productId, versions }: { readonly productId: string; readonly versions: readonly string[] },
): Promise<ReadonlyMap<string, readonly ReleaseDownload[]>> {
  const reader = readerOf(ctx);
  const files = await store.listDownloadsOf(reader, ctx.account.id, productId, versions);
  return Map.groupBy(files, ({ version }) => version);
}

/** The files of one release, by platform and name. */
export function listDownloads(
  ctx: QueryContext,
  { productId, version }: { readonly productId: string; readonly version: string },
): Promise<ReleaseDownload[]> {
  return store.listDownloads(readerOf(ctx), ctx.account.id, productId, version);
}

/** Which of these products have a file of their current release, in any order. */
export function productsWithDownloads(ctx: QueryContext, productIds: readonly string[]): Promise<string[]> {
  return store.productsWithDownloads(readerOf(ctx), ctx.account.id, productIds);
}
