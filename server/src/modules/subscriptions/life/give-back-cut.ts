import type { CommandTx } from '../../accounts/index.ts';
import { extendLicenses } from '../../licensing/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { settleFallback } from '../fallback/settle-fallback.ts';
import { queueResumedMail } from '../mails/life-mails.ts';
import { changePeriod } from '../store.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Cut, Period, Subscription } from '../tables.ts';

/** The refunds, of one order, with which a subscription ends. `isBack`: it goes on if the money comes back; otherwise, it ends with what was paid. */
export interface CutReason {
  readonly orderId: string;
  readonly refundIds: readonly string[];
  readonly isBack: boolean;
}

/** What ending a subscription now cuts off. */
export function cutOf(
  subscription: Subscription,
  periods: readonly Period[],
  { orderId, refundIds, isBack }: CutReason,
): Cut {
  const { status, paidUntil, expiresAt } = subscription;
  return {
    orderId,
    refundIds,
    status: status === 'Active' && isBack ? 'Active' : 'Cancelled',
    paidUntil: paidUntil.toISOString(),
    expiresAt: expiresAt.toISOString(),
    periods: periods.map(({ number, startsAt, endsAt, state, reason }) => ({
      number,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      state,
      reason,
    })),
  };
}

/**
 * Gives back what a refund of an order has cut off a subscription, because the money did not go back after all:
 * the rest of what was paid, with its licenses. If that is over by now, the subscription stays ended, and so does one that
 * has been renewed or ended otherwise since. The method was deleted: nothing is charged without the buyer. The caller holds
 * the lock of the subscription. Returns the subscription.
 */
export async function giveBackCut(
  tx: CommandTx,
  subscription: Subscription,
  { orderId, refundId }: { readonly orderId: string; readonly refundId: string },
): Promise<Subscription> {
  const { id: subscriptionId, accountId, cut, endedAt, cancelledAt } = subscription;
  if (cut === null || cut.orderId !== orderId || endedAt === null) return subscription;
  if (cut.refundIds?.includes(refundId) === false) return subscription;
  const now = tx.clock.now();
  for (const { number, startsAt, endsAt, ...was } of cut.periods) {
    const times = { startsAt: new Date(startsAt), endsAt: new Date(endsAt), updatedAt: now };
    await changePeriod(tx, { accountId, subscriptionId, number }, { ...was, ...times });
  }
  const [paidUntil, expiresAt] = [new Date(cut.paidUntil), new Date(cut.expiresAt)];
  const fallback = await settleFallback(tx, subscription, expiresAt);
  await extendLicenses(tx, { subscriptionId }, expiresAt);
  // One that was merged into another one never goes on.
  const status = (subscription.mergedInto ?? null) === null ? cut.status : 'Cancelled';
  const isCancelled = status === 'Cancelled';
  const isRunning = paidUntil > now;
  const back = { status, endedAt: null, cancelledAt: isCancelled ? cancelledAt : null };
  const changes = { cut: null, fallback, paidUntil, expiresAt, ...(isRunning && back) };
  const current = await updateSubscription(tx, subscription, changes, { isOpen: false });
  if (!isRunning) return current;
  recordSubscriptionEvent(tx, 'subscription.resumed', current, { orderId, endsAt: paidUntil });
  if (!isCancelled) await queueResumedMail(tx, current);
  return current;
}
