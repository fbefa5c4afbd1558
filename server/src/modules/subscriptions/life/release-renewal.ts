import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { renewalNotHeld, renewalNotPossible } from '../problems.ts';
import { mayRenew } from '../renewals/may-renew.ts';
import { skipPassedPeriods, skipRunningPeriod } from '../renewals/skip-periods.ts';
import { lockSubscription } from '../store.ts';
import { NOTHING_OPEN, updateSubscription } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';

/**
 * Lets a held renewal go on, for the period that runs now: it is due at once, and its job opens it. Raises `NotFound`,
 * `RenewalNotHeld`, and `RenewalNotPossible` while nothing of it may be charged.
 */
export function releaseRenewal(ctx: CommandContext, id: string): Promise<Subscription> {
  return changeHeld(ctx, id, async (tx, locked) => {
    if (!(await mayRenew(tx, locked.subscription))) throw renewalNotPossible();
    const { subscription } = await skipPassedPeriods(tx, { ...locked, last: locked.period });
    await updateSubscription(tx, subscription, NOTHING_OPEN, { isOpen: false });
  });
}

/**
 * Gives the customer what a held renewal was for: the periods up to the end of the one that runs now are skipped, and the
 * next renewal is due then. Raises `NotFound` and `RenewalNotHeld`.
 */
export function skipRenewal(ctx: CommandContext, id: string): Promise<Subscription> {
  return changeHeld(ctx, id, (tx, { subscription, period }) =>
    skipRunningPeriod(tx, { subscription, last: period }),
  );
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
