import type { CommandContext } from '../../accounts/index.ts';
import { recordReleaseEvent } from '../events.ts';
import type { ReleaseRow } from '../tables.ts';
import { inRelease, type ReleaseTarget, saveRelease } from './change-release.ts';
import { followChannel } from './current-release.ts';

/**
 * Withdraws a release, with its files, from customers; if it was the current one of its product, the highest remaining
 * one takes its place. An already yanked release keeps its date and reason. Raises `NotFound` and `StaleRevision`.
 */
export function yankRelease(ctx: CommandContext, target: ReleaseTarget, reason: string): Promise<ReleaseRow> {
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
 * Makes a yanked release available to customers again, if it was published; it becomes the current one of its product
 * when it is the highest. Raises `NotFound` and `StaleRevision`.
 */
export function restoreRelease(ctx: CommandContext, target: ReleaseTarget): Promise<ReleaseRow> {
  return inRelease(ctx, target, async (tx, { release, product }) => {
    if (release.yankedAt === null) return release;
    const restored = await saveRelease(tx, release, { yankedAt: null, yankReason: null });
    await followChannel(tx, product, restored);
    const { productId, version } = release;
    recordReleaseEvent(tx, { type: 'release.restored', subjects: { product: productId }, data: { version } });
    return restored;
  });
}
