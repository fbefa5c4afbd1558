import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { payPageOf } from '../../orders/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { dropNextPlan } from '../drop-next-plan.ts';
import { nothingToPay } from '../problems.ts';
import { getSubscription } from '../queries.ts';
import { openRenewal } from '../renewals/open-renewal.ts';
import { reasonToHold } from '../renewals/reason-to-hold.ts';
import { renewalTerms } from '../renewal-terms.ts';
import { lastPeriod } from '../store.ts';
import type { Subscription } from '../tables.ts';
import { isCancelledInGrace, renewSubscription, restart } from './renew-from-now.ts';

/**
 * The page on which the buyer pays the open renewal of a subscription, without signing in again. One that has ended, or is cancelled and paid no more, is
 * renewed from now first, a pause without access ends, and what is held because it is too late is opened: its buyer pays
 * it without the vendor. Raises `NotFound`, `NothingToPay` while none is open, or its payment is on its way, and
 * `NothingToRenew` for one that has ended and cannot be renewed.
 */
export async function renewAndPay(ctx: Context, id: string): Promise<string> {
  const subscription = await getSubscription(ctx, id);
  const { endedAt, status } = subscription;
  const isOver = endedAt !== null || isCancelledInGrace(subscription, ctx.clock.now());
  if (isOver && status !== 'Completed') await renewSubscription(ctx, id);
  else if (isForBuyer(subscription)) await openForBuyer(ctx, subscription);
  return payRenewal(ctx, id);
}

/**
 * Whether nothing is charged for a subscription by itself now, though its buyer may go on with it. One that is cancelled or
 * has ended is neither paused nor held for these reasons.
 */
function isForBuyer({ status, pausedUntil, paymentState, holdReason }: Subscription): boolean {
  if (pausedUntil !== null) return status === 'Expired' && paymentState === 'Paid';
  return holdReason === 'Overdue' || holdReason === 'ClockJump';
}

/** Opens the renewal of such a subscription for its buyer: the saved method is not charged. */
async function openForBuyer(ctx: Context, before: Subscription): Promise<void> {
  const terms = await renewalTerms(ctx, before);
  await transaction(ctx, async (tx) => {
    const locked = await lockWithOrder(tx, before.id);
    if (locked.isOpen || !isForBuyer(locked.subscription)) return;
    if ((await reasonToHold(tx, locked.subscription)) !== undefined) throw nothingToPay();
    const isUnpaid = typeof locked.subscription.nextPlan?.orderId === 'string';
    const planned = isUnpaid ? await dropNextPlan(tx, locked) : locked.subscription;
    const isPaused = planned.pausedUntil !== null;
    const subscription = isPaused ? await restart(tx, { ...locked, subscription: planned }) : planned;
    const last = await lastPeriod(tx, subscription);
    await openRenewal(tx, { subscription, last, isForBuyer: true }, terms);
    if (isPaused) recordSubscriptionEvent(tx, 'subscription.resumed', subscription);
  });
}

/**
 * The page on which the buyer pays the open renewal of a subscription at once, without signing in again. Raises `NotFound`,
 * and `NothingToPay` while none is open, or its payment is on its way.
 */
export function payRenewal(ctx: Context, id: string): Promise<string> {
  return transaction(ctx, async (tx) => {
    const { subscription, period, isPayable } = await lockWithOrder(tx, id);
    const { orderId } = period;
    if (!isPayable || orderId === null) throw nothingToPay();
    const { customerId, awaitsEmailKey } = subscription;
    return payPageOf(tx, { id: orderId, customerId: awaitsEmailKey === null ? customerId : null });
  });
}
