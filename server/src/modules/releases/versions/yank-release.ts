import type { Context } from '../../accounts/index.ts';
import { recordReleaseEvent } from '../events.ts';
import type { ReleaseRow } from '../tables.ts';
import { inRelease, type ReleaseTarget, saveRelease } from './change-release.ts';
import { followChannel } from './current-release.ts';

/**
 * Takes a release away from customers, with its files; was it the current one of its product, the highest that they can get
 * takes its place. One that was yanked before keeps its date and reason. Raises `NotFound` and `StaleRevision`.
 */
export function yankRelease(ctx: Context, target: ReleaseTarget, reason: string): Promise<ReleaseRow> {
  return inRelease(ctx, target, async (tx, { release, product }) => {
    if (release.yankedAt !== null) return release;
    const yanked = await saveRelease(tx, release, { yankedAt: tx.clock.now(), yankReason: reason });
    await followChannel(tx, product, yanked);
    const { productId, version } = release;
    recordReleaseEvent(tx, {
      type: 'release.yanked',
      subjects: { product: productId },
      data: { version, reason },
    });
    return yanked;
  });
}

/**
 * Gives a yanked release back to customers, if it was published; it becomes the current one of its product when it is the
 * highest. Raises `NotFound` and `StaleRevision`.
 */
export function restoreRelease(ctx: Context, target: ReleaseTarget): Promise<ReleaseRow> {
  return inRelease(ctx, target, async (tx, { release, product }) => {
    if (release.yankedAt === null) return release;
    const restored = await saveRelease(tx, release, { yankedAt: null, yankReason: null });
    await followChannel(tx, product, restored);
    const { productId, version } = release;
    recordReleaseEvent(tx, { type: 'release.restored', subjects: { product: productId }, data: { version } });
    return restored;
  });
}
