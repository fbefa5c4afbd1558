import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { renewalNotHeld, renewalNotPossible } from '../problems.ts';
import { grantUnits } from '../plan/grant-units.ts';
import { reasonToHold } from '../renewals/reason-to-hold.ts';
import { skipPassedPeriods, SKIPPED, skipRunningPeriod } from '../renewals/skip-periods.ts';
import { giveAccess } from '../give-access.ts';
import { changePeriod, lockSubscription } from '../store.ts';
import { NOTHING_OPEN, updateSubscription, voidRenewal } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { settledWithHold } from './dispute-hold.ts';

/**
 * Lets a held renewal go on, for the period that runs now: it is due at once, and its job charges it. Raises
 * `NotFound`, `RenewalNotHeld`, and `RenewalNotPossible` while nothing of it may be charged.
 */
export function releaseRenewal(ctx: CommandContext, id: string): Promise<Subscription> {
  return changeHeld(ctx, id, async (tx, locked) => {
    const { period, isOpen } = locked;
    const now = tx.clock.now();
    const reason = await reasonToHold(tx, { ...locked.subscription, nextAttemptAt: now, updatedAt: now });
    if (reason !== undefined || locked.subscription.holdReason === 'Disputed') throw renewalNotPossible();
    const { subscription } = isOpen ? locked : await skipPassedPeriods(tx, { ...locked, last: period });
    const state = { nextAttemptAt: now, ...(isOpen && { paymentState: 'Retrying' as const }) };
    await updateSubscription(tx, subscription, { ...NOTHING_OPEN, ...state }, { isOpen });
  });
}

/**
 * Gives the customer what a held renewal was for, with the units that begin with it: the periods up to the end of the one that runs now are skipped, and
 * the next renewal is due then. The hold of a dispute stays until that has ended. Raises `NotFound` and `RenewalNotHeld`.
 */
export function skipRenewal(ctx: CommandContext, id: string): Promise<Subscription> {
  return changeHeld(ctx, id, async (tx, { subscription, period, isOpen }) => {
    const settled = { ...(await settledWithHold(tx, subscription)), unitsToGrant: 0 };
    if (isOpen) {
      await voidRenewal(tx, period, SKIPPED);
      await changePeriod(tx, period, { state: 'Skipped', updatedAt: tx.clock.now() });
    }
    const isRunning = isOpen && period.endsAt > tx.clock.now();
    const skipped = isRunning
      ? await giveAccess(tx, subscription, { ...settled, until: period.endsAt, isOpen: false })
      : await skipRunningPeriod(tx, { subscription, last: period }, settled);
    await grantUnits(tx, skipped, subscription.unitsToGrant);
  });
}

function changeHeld(
  ctx: CommandContext,
  id: string,
  change: (tx: CommandTx, locked: LockedSubscription) => Promise<void>,
): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const locked = await lockWithOrder(tx, id);
    if (locked.subscription.paymentState !== 'Held') throw renewalNotHeld();
    await change(tx, locked);
    return (await lockSubscription(tx, tx.account.id, id)) ?? locked.subscription;
  });
}
