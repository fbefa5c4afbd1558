import { readerOf } from '../../../platform/context/context.ts';
import { compareVersions, parseVersion, type SemanticVersion } from '../../../kernel/version.ts';
import type { QueryContext } from '../../accounts/index.ts';
import { DEFAULT_CHANNEL } from '../domain/release-issues.ts';
import type { FileRow, ReleaseDownload, ReleaseRow } from '../tables.ts';
import * as store from './store-releases.ts';

/** A file in the form that updaters need. */
export type UpdateFile = ReleaseDownload & Pick<FileRow, 'sha1' | 'sha512'>;

/** A release that is available to customers, with its files by platform and name. */
export interface Update {
  readonly release: ReleaseRow;
  readonly files: readonly UpdateFile[];
}

/** Older releases are useless to an updater that can have a newer one. */
const MOST_RELEASES = 25;

/**
 * The updates for subscribers of a channel, the highest version first: the releases of the channel, and those of
 * `stable` up to the current one of the product, so that nobody stays below the stable version, and a release that the
 * vendor has withdrawn as the current one is offered to nobody. None is above `highest`.
 */
export async function listUpdates(
  ctx: QueryContext,
  product: { readonly id: string; readonly currentVersion: string | null },
  channel: string,
  highest?: SemanticVersion,
): Promise<Update[]> {
  const db = readerOf(ctx);
  const accountId = ctx.account.id;
  const current = product.currentVersion === null ? undefined : parseVersion(product.currentVersion);
  const upTo = current && highest && compareVersions(highest, current) < 0 ? highest : current;
  const query = { accountId, productId: product.id, limit: MOST_RELEASES };
  const [own, stable] = await Promise.all([
    channel === DEFAULT_CHANNEL ? [] : store.offeredReleases(db, { ...query, channel, upTo: highest }),
    upTo === undefined ? [] : store.offeredReleases(db, { ...query, channel: DEFAULT_CHANNEL, upTo }),
  ]);
  const releases = [...own, ...stable].toSorted(highestFirst).slice(0, MOST_RELEASES);
  const versions = releases.map(({ version }) => version);
  const files = versions.length === 0 ? [] : await store.listUpdateFiles(db, { ...query, versions });
  const filesByVersion = Map.groupBy(files, ({ version }) => version);
  return releases.map((release) => ({ release, files: filesByVersion.get(release.version) ?? [] }));
}

function highestFirst(a: ReleaseRow, b: ReleaseRow): number {
  return compareVersions(versionOf(b), versionOf(a));
}

function versionOf({ versionMajor: major, versionMinor: minor, versionPatch: patch }: ReleaseRow) {
  return { major, minor, patch };
}
