import { isServerClock } from '../../../platform/server-clock.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { subscribedLicenses } from '../../licensing/index.ts';
import type { HoldReason, RenewalFault, Subscription } from '../tables.ts';

/** A clock that has jumped so far may be wrong: what is due by it may not be due at all. */
const JUMP_MS = 24 * 3_600_000;

/** How far the clock of the server has jumped since it started, if that is too far to trust it; else 0. */
function jumpOf({ clock }: Pick<CommandTx, 'clock'>): number {
  const jumpMs = isServerClock(clock) ? clock.jumpMs() : 0;
  return Math.abs(jumpMs) > JUMP_MS ? jumpMs : 0;
}

/**
 * Whether something is due only because the clock has jumped. What was changed since then, such as released or asked for
 * by the vendor, is due by the clock as it is.
 */
export function isDueByJump(
  tx: Pick<CommandTx, 'clock'>,
  { updatedAt }: Pick<Subscription, 'updatedAt'>,
  dueAt: Date,
): boolean {
  const before = new Date(tx.clock.now().getTime() - jumpOf(tx));
  return jumpOf(tx) > 0 && dueAt > before && updatedAt <= before;
}

/**
 * Whether the access of a subscription is over only because the clock has jumped. A clock may be set right again, so nothing
 * follows from it that could not be undone then. That it was held for the jump is no change that the vendor has asked for.
 */
export function isOverByJump(
  tx: Pick<CommandTx, 'clock'>,
  { expiresAt, holdReason, updatedAt }: Pick<Subscription, 'expiresAt' | 'holdReason' | 'updatedAt'>,
): boolean {
  return isDueByJump(tx, { updatedAt: holdReason === 'ClockJump' ? new Date(0) : updatedAt }, expiresAt);
}

/**
 * Why nothing of a subscription may be charged now: the store is closed, the clock of the server has jumped by more
 * than a day since it started, every license is revoked or suspended, for a refund, a dispute, or by the vendor, or it was
 * merged into another one, and goes on only by a server of a release that knows no merges. `undefined` when it may.
 */
export async function reasonToHold(
  tx: CommandTx,
  subscription: Pick<Subscription, 'id' | 'nextAttemptAt' | 'mergedInto' | 'updatedAt'>,
): Promise<Exclude<HoldReason, RenewalFault> | undefined> {
  const { id, nextAttemptAt, mergedInto = null } = subscription;
  if (tx.account.closure !== null) return 'Closed';
  if (mergedInto !== null) return 'Merged';
  // What the vendor has released, or what was to be retried by now, was due before.
  const isByJump = nextAttemptAt === null ? jumpOf(tx) !== 0 : isDueByJump(tx, subscription, nextAttemptAt);
  if (isByJump) return 'ClockJump';
  const { granted } = await subscribedLicenses(tx, id);
  return granted > 0 ? undefined : 'Unlicensed';
}
