import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { renewalNotHeld } from '../problems.ts';
import { openRenewal } from '../renewals/open-renewal.ts';
import { skipPassedPeriods, skipRunningPeriod } from '../renewals/skip-periods.ts';
import { lockSubscription } from '../store.ts';
import { NOTHING_OPEN, updateSubscription } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';

/**
 * Opens a held renewal, for the period that runs now: the vendor has decided that it is due. Raises `NotFound` and
 * `RenewalNotHeld`.
 */
export function releaseRenewal(ctx: CommandContext, id: string): Promise<Subscription> {
  return changeHeld(ctx, id, async (tx, locked) => {
    const { subscription, last } = await skipPassedPeriods(tx, { ...locked, last: locked.period });
    await openRenewal(tx, {
      subscription: await updateSubscription(tx, subscription, NOTHING_OPEN, { isOpen: false }),
      last,
    });
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
