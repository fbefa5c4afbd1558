import type { CommandTx } from '../../accounts/index.ts';
import { restoreSuspendedLicenses, suspendLicenses } from '../../licensing/index.ts';
import { isSubscriptionDisputed, type Order, stopCharge } from '../../orders/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { lockWithMerged, lockWithOrder } from '../locked-subscription.ts';
import { completeIfOwned, isOwned } from '../owning/complete-subscription.ts';
import { isOwnedAnyway } from '../owning/merged-cycles.ts';
import {
  NOTHING_OPEN,
  type SubscriptionChanges,
  updateSubscription,
  voidRenewal,
  withdrawPayoffs,
} from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { DISPUTED } from './dispute-hold.ts';
import { restoreOwned } from './return-merged.ts';
import { subscriptionsIn } from '../subscriptions-in.ts';

/**
 * A payment of subscriptions is disputed: nothing more is charged for them, and their licenses are suspended, until the
 * bank has decided.
 */
export async function suspendSubscriptions(
  tx: CommandTx,
  order: Pick<Order, 'id' | 'subscriptionId'>,
): Promise<void> {
  for (const id of await subscriptionsIn(tx, order)) {
    const { subscription, period, isOpen } = await lockWithMerged(tx, id);
    await withdrawPayoffs(tx, subscription);
    await suspendLicenses(tx, { subscriptionId: id });
    const owned = await completedBy(tx, subscription);
    if (owned !== undefined && !(await isOwnedAnyway(tx, owned)))
      await suspendLicenses(tx, { subscriptionId: owned.id });
    if (subscription.endedAt !== null || subscription.status === 'Completed') continue;
    const changed = await updateSubscription(tx, subscription, holdFor(subscription, isOpen), { isOpen });
    if (isOpen && period.orderId !== null) await stopCharge(tx, period.orderId);
    recordSubscriptionEvent(tx, 'subscription.held', changed);
  }
}

/** A renewal that was held before, because it is too late, is still held after the dispute: the vendor releases it. */
function holdFor({ holdReason }: Subscription, isOpen: boolean): SubscriptionChanges {
  const isTooLate = !isOpen && (holdReason === 'Overdue' || holdReason === 'ClockJump');
  return { ...DISPUTED, ...(isTooLate && { holdReason }), nextAttemptAt: null };
}

/**
 * The disputes of a payment were won: the licenses are active again, and what is due is charged, unless it was held
 * before, or is paused. Where another payment of
 * the subscription is disputed, or was lost, everything stays as it is. Returns these subscriptions.
 */
export async function restoreSubscriptions(
  tx: CommandTx,
  order: Pick<Order, 'id' | 'subscriptionId'>,
): Promise<string[]> {
  const disputed: string[] = [];
  for (const id of await subscriptionsIn(tx, order)) {
    const { subscription, isOpen } = await lockWithMerged(tx, id);
    const owned = await completedBy(tx, subscription);
    if (owned === undefined) await completeWaiting(tx, subscription);
    else await restoreOwned(tx, owned);
    if (await isDisputed(tx, subscription)) {
      disputed.push(id);
      continue;
    }
    await restoreSuspendedLicenses(tx, { subscriptionId: id });
    if (subscription.holdReason !== 'Disputed') continue;
    const again = isOpen && { paymentState: 'Retrying' as const, nextAttemptAt: tx.clock.now() };
    const { pausedUntil } = subscription;
    await updateSubscription(tx, subscription, { ...NOTHING_OPEN, pausedUntil, ...again }, { isOpen });
  }
  return disputed;
}

/** The completed subscription whose licenses the paid cycles of a merged one have made perpetual. */
async function completedBy(
  tx: CommandTx,
  { mergedInto = null, mergedCycles = null }: Pick<Subscription, 'mergedInto' | 'mergedCycles'>,
): Promise<Subscription | undefined> {
  if (mergedInto === null || mergedCycles === null) return undefined;
  const { subscription } = await lockWithOrder(tx, mergedInto);
  return subscription.status === 'Completed' ? subscription : undefined;
}

/** The subscription that a merged one counts for may have waited for the end of the dispute: then it is owned now. */
async function completeWaiting(
  tx: CommandTx,
  { mergedInto = null, mergedCycles = null }: Pick<Subscription, 'mergedInto' | 'mergedCycles'>,
): Promise<void> {
  if (mergedInto === null || mergedCycles === null) return;
  const { subscription, period, isOpen } = await lockWithOrder(tx, mergedInto);
  if (subscription.endedAt !== null || !(await isOwned(tx, subscription))) return;
  if (isOpen) await voidRenewal(tx, period, 'PaidOff');
  await completeIfOwned(tx, subscription);
}

/** Whether a payment is disputed, or its dispute was lost, without which nothing of a subscription works. */
async function isDisputed(tx: CommandTx, subscription: Subscription): Promise<boolean> {
  const { id: subscriptionId, orderId: firstOrderId, status } = subscription;
  if (await isSubscriptionDisputed(tx, { subscriptionId, firstOrderId })) return true;
  return status === 'Completed' && !(await isOwnedAnyway(tx, subscription));
}
