import { isServerClock } from '../../../platform/server-clock.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { subscribedLicenses } from '../../licensing/index.ts';
import type { HoldReason, RenewalFault, Subscription } from '../tables.ts';

/** A clock that has jumped so far may be wrong: what is due by it may not be due at all. */
const JUMP_MS = 24 * 3_600_000;

function hasJumped({ clock }: Pick<CommandTx, 'clock'>): boolean {
  return isServerClock(clock) && Math.abs(clock.jumpMs()) > JUMP_MS;
}

/**
 * Why nothing of a subscription may be charged now: the store is closed, the clock of the server has jumped by more
 * than a day since it started, every license is revoked or suspended, for a refund, a dispute, or by the vendor, or it was
 * merged into another one, and goes on only by a server of a release that knows no merges. `undefined` when it may.
 */
export async function reasonToHold(
  tx: CommandTx,
  { id, nextAttemptAt, mergedInto = null }: Pick<Subscription, 'id' | 'nextAttemptAt' | 'mergedInto'>,
): Promise<Exclude<HoldReason, RenewalFault> | undefined> {
  if (tx.account.closure !== null) return 'Closed';
  if (mergedInto !== null) return 'Merged';
  // What the vendor has released, or what is being retried, was due before.
  if (nextAttemptAt === null && hasJumped(tx)) return 'ClockJump';
  const { granted } = await subscribedLicenses(tx, id);
  return granted > 0 ? undefined : 'Unlicensed';
}
