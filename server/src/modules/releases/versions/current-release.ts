import { isHigherVersion } from '../../../kernel/version.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { type ProductRow, setCurrentVersion } from '../../catalog/index.ts';
import { DEFAULT_CHANNEL } from '../domain/release-issues.ts';
import { recordReleaseEvent } from '../events.ts';
import { releaseYanked } from '../problems.ts';
import type { ReleaseRow } from '../tables.ts';
import { inRelease, type LockedRelease, type ReleaseTarget, saveRelease } from './change-release.ts';
import { highestRelease } from './store-releases.ts';

/**
 * Makes a release available to customers, and one of the channel `stable` the product's current one (core API, Release
 * publication). An already published release keeps its date. Raises `NotFound`, `StaleRevision` and `ReleaseYanked`.
 */
export function publishRelease(ctx: CommandContext, target: ReleaseTarget): Promise<ReleaseRow> {
  return inRelease(ctx, target, publishIn);
}

/**
 * Publishes a release in the transaction that created or changed it; one of the channel `stable` becomes the current
 * release of its product if it is higher: a fix of an old line changes nothing for the others (policies section 1). To
 * publish a lower one again is a rollback, and makes it the current one. Raises `ReleaseYanked`.
 */
export async function publishIn(tx: CommandTx, { release, product }: LockedRelease): Promise<ReleaseRow> {
  if (release.yankedAt !== null) throw releaseYanked({ instance: release.version });
  const isFirst = release.publishedAt === null;
  const staysCurrent =
    release.channel !== DEFAULT_CHANNEL ||
    product.currentVersion === release.version ||
    (isFirst && !isHigherVersion(release.version, product.currentVersion));
  if (!isFirst && staysCurrent) return release;
  const published = await saveRelease(tx, release, { publishedAt: release.publishedAt ?? tx.clock.now() });
  if (!staysCurrent) await setCurrentVersion(tx, release);
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
