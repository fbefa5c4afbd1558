import { isHigherVersion } from '../../../kernel/version.ts';
import { refuseIssues } from '../../../kernel/problem.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { type ProductRow, setCurrentVersion } from '../../catalog/index.ts';
import { DEFAULT_CHANNEL } from '../domain/release-issues.ts';
import { recordReleaseEvent } from '../events.ts';
import { releaseYanked } from '../problems.ts';
import type { ReleaseRow } from '../tables.ts';
import { inRelease, type LockedRelease, type ReleaseTarget, saveRelease } from './change-release.ts';
import { highestRelease } from './store-releases.ts';

/** How a release is published. */
interface Publication {
  /** It becomes the current one, although the current one is higher, or although it was published before. (false) */
  readonly makesCurrent?: boolean | undefined;
}

/**
 * Makes a release available to customers, and one of the channel `stable` the product's current one if it is new and
 * higher (core API, Release publication), or if `makesCurrent` says so. An already published release keeps its date.
 * Raises `NotFound`, `StaleRevision`, `ReleaseYanked`, and `InvalidInput` with an issue of `makeCurrent`.
 */
export function publishRelease(
  ctx: CommandContext,
  target: ReleaseTarget,
  publication: Publication = {},
): Promise<ReleaseRow> {
  return inRelease(ctx, target, (tx, locked) => publishIn(tx, locked, publication));
}

/**
 * Publishes a release in the transaction that created or changed it. One of the channel `stable` becomes the current
 * release of its product if it is higher: a fix of an old line changes nothing for the others (policies section 1). To
 * publish it again changes nothing, so that a rollback stays. Only `makesCurrent` goes back to a lower one, and forth to
 * one that was published before. Raises `ReleaseYanked`, and `InvalidInput` with an issue of `makeCurrent`.
 */
export async function publishIn(
  tx: CommandTx,
  { release, product }: LockedRelease,
  { makesCurrent = false }: Publication = {},
): Promise<ReleaseRow> {
  if (release.yankedAt !== null) throw releaseYanked({ instance: release.version });
  const isStable = release.channel === DEFAULT_CHANNEL;
  const onlyStable = `must be false: only a release of the channel ${DEFAULT_CHANNEL} can be the current one`;
  refuseIssues({ makeCurrent: makesCurrent && !isStable ? [onlyStable] : [] });
  const isFirst = release.publishedAt === null;
  const isWanted = makesCurrent || (isFirst && isHigherVersion(release.version, product.currentVersion));
  const becomesCurrent = isStable && isWanted && product.currentVersion !== release.version;
  if (!isFirst && !becomesCurrent) return release;
  const published = await saveRelease(tx, release, { publishedAt: release.publishedAt ?? tx.clock.now() });
  if (becomesCurrent) await setCurrentVersion(tx, release);
  const { productId, version } = release;
  recordReleaseEvent(tx, { type: 'release.published', subjects: { product: productId }, data: { version } });
  return published;
}

/**
 * Updates the current release of a product after a change of one of its releases: one that is no longer available to
 * customers is replaced by the highest available one, and one that is available again becomes the current one if it is
 * higher.
 */
export async function followChannel(tx: CommandTx, product: ProductRow, release: ReleaseRow): Promise<void> {
  const { accountId, id: productId, currentVersion } = product;
  const isOffered =
    release.channel === DEFAULT_CHANNEL && release.publishedAt !== null && release.yankedAt === null;
  if (isOffered === (currentVersion === release.version)) return;
  if (isOffered && !isHigherVersion(release.version, currentVersion)) return;
  const next = isOffered ? release : await highestRelease(tx, accountId, productId, DEFAULT_CHANNEL);
  await setCurrentVersion(tx, { productId, version: next?.version ?? null });
}
