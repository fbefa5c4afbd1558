import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { endLicenses } from '../../licensing/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { nothingToTakeBack, subscriptionEnded } from '../problems.ts';
import { changePeriod } from '../store.ts';
import { ENDED, NOTHING_OPEN, updateSubscription, voidRenewal } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';

/**
 * Cancels a subscription: it ends with the paid period, its licenses after the grace, and it can be taken back until
 * then. An open renewal is given up with its charges; if it was all that was left, the subscription ends at once.
 * Repeating it changes nothing.
 *
 * Raises `NotFound`, and `SubscriptionEnded` for one that has ended.
 */
export function cancelSubscription(ctx: CommandContext, id: string): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const locked = await lockWithOrder(tx, id);
    const { subscription, period, isOpen } = locked;
    if (subscription.status === 'Cancelled') return subscription;
    refuseEnded(subscription);
    if (isOpen) await voidRenewal(tx, period, 'Cancelled');
    const now = tx.clock.now();
    const isOver = subscription.status === 'Expired';
    const cancelled = await updateSubscription(
      tx,
      subscription,
      {
        ...NOTHING_OPEN,
        cancelledAt: now,
        ...(isOver ? { endedAt: now } : { status: 'Cancelled' }),
      },
      { isOpen: false },
    );
    recordSubscriptionEvent(tx, 'subscription.cancelled', cancelled, { endsAt: cancelled.paidUntil });
    return cancelled;
  });
}

/**
 * Ends a subscription now, for the vendor: its licenses end, too, and nothing is refunded by this. Raises `NotFound`, and
 * `SubscriptionEnded` for one that has ended.
 */
export function endSubscription(ctx: CommandContext, id: string): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const locked = await lockWithOrder(tx, id);
    refuseEnded(locked.subscription);
    return endNow(tx, locked);
  });
}

/** Ends a locked subscription and its licenses now. */
export async function endNow(
  tx: CommandTx,
  { subscription, period, isOpen }: LockedSubscription,
): Promise<Subscription> {
  const now = tx.clock.now();
  if (isOpen) await voidRenewal(tx, period, ENDED);
  else if (period.startsAt < now && now < period.endsAt)
    await changePeriod(tx, period, { endsAt: now, updatedAt: now });
  const expiresAt = subscription.expiresAt < now ? subscription.expiresAt : now;
  const paidUntil = subscription.paidUntil < now ? subscription.paidUntil : now;
  await endLicenses(tx, { subscriptionId: subscription.id }, expiresAt);
  const ended = await updateSubscription(
    tx,
    subscription,
    {
      ...NOTHING_OPEN,
      status: 'Expired',
      cancelledAt: subscription.cancelledAt ?? now,
      endedAt: now,
      expiresAt,
      paidUntil,
    },
    { isOpen: false },
  );
  if (subscription.cancelledAt === null) recordSubscriptionEvent(tx, 'subscription.cancelled', ended);
  if (subscription.status !== 'Expired') recordSubscriptionEvent(tx, 'subscription.expired', ended);
  return ended;
}

/**
 * Takes a cancellation back: the next renewal is due at the end of the paid period. Raises `NotFound`, and
 * `NothingToTakeBack` for one that is not cancelled, and after that end.
 */
export function resumeSubscription(ctx: CommandContext, id: string): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const { subscription } = await lockWithOrder(tx, id);
    const { status, paidUntil } = subscription;
    if (status !== 'Cancelled' || paidUntil <= tx.clock.now()) throw nothingToTakeBack();
    const changes = { status: 'Active', cancelledAt: null } as const;
    const resumed = await updateSubscription(tx, subscription, changes, { isOpen: false });
    recordSubscriptionEvent(tx, 'subscription.resumed', resumed, { endsAt: paidUntil });
    return resumed;
  });
}

function refuseEnded({ endedAt, status }: Subscription): void {
  if (endedAt !== null || status === 'Completed') throw subscriptionEnded();
}
