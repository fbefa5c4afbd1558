import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { anchorAt } from '../domain/calendar.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { nothingToRenew } from '../problems.ts';
import { reasonToHold } from '../renewals/reason-to-hold.ts';
import { renewalTerms } from '../renewal-terms.ts';
import { openRenewal } from '../renewals/open-renewal.ts';
import { getSubscription } from '../queries.ts';
import { changePeriod, deletePeriod, insertPeriod, lastPeriod } from '../store.ts';
import { periodsAfter } from '../store-links.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Period, Subscription } from '../tables.ts';
import { settledWithHold } from './dispute-hold.ts';

/** Whether a subscription is cancelled and its paid period over, though it has access until the end of the grace. */
export function isCancelledInGrace(
  { status, paidUntil, endedAt }: Pick<Subscription, 'status' | 'paidUntil' | 'endedAt'>,
  now: Date,
): boolean {
  return status === 'Cancelled' && endedAt === null && paidUntil <= now;
}

/**
 * Renews a subscription after its end, from now, at the price that it had, or after the paid period of one that is
 * cancelled: a period is open, whose order its buyer pays, and the old licenses are active again then. If they leave it
 * alone, it ends without a mail. One whose renewal is open stays as it is. Raises `NotFound`, and
 * `NothingToRenew` for one that has not ended, whose licenses are perpetual or were taken back, or that was merged into
 * another one.
 */
export async function renewSubscription(ctx: Context, id: string): Promise<Subscription> {
  const terms = await renewalTerms(ctx, await getSubscription(ctx, id));
  return transaction(ctx, async (tx) => {
    const locked = await lockWithOrder(tx, id);
    const { endedAt, status, mergedInto = null } = locked.subscription;
    // It was asked for twice at the same time.
    if (endedAt === null && locked.isOpen) return locked.subscription;
    const isOver = endedAt !== null || isCancelledInGrace(locked.subscription, tx.clock.now());
    if (!isOver || status === 'Completed' || mergedInto !== null) throw nothingToRenew();
    if ((await reasonToHold(tx, locked.subscription)) !== undefined) throw nothingToRenew();
    const subscription = await restart(tx, locked);
    const last = await lastPeriod(tx, subscription);
    await openRenewal(tx, { subscription, last, isForBuyer: true, isAtWill: true }, terms);
    return getSubscription(tx, id);
  });
}

/**
 * Lets a locked subscription that ended, or is paused, go on from now: what passed since its last period gives nothing,
 * nor does what was given beyond its end, and the periods to come are counted from now.
 */
export async function restart(
  tx: CommandTx,
  { subscription, period }: Pick<LockedSubscription, 'subscription' | 'period'>,
): Promise<Subscription> {
  const now = tx.clock.now();
  const reason = subscription.pausedUntil === null ? 'Ended' : 'Paused';
  const ahead = (await periodsAfter(tx, subscription, now)).filter(({ startsAt }) => startsAt >= now);
  for (const later of ahead) await deletePeriod(tx, later);
  const before = ahead.length === 0 ? period : await lastPeriod(tx, subscription);
  const last = await closeAt(tx, before, { now, reason });
  const anchor = anchorAt(now, subscription.anchorZone);
  return updateSubscription(
    tx,
    subscription,
    {
      ...(await settledWithHold(tx, subscription)),
      anchorDate: anchor.date,
      anchorTime: anchor.time,
      anchorNumber: last.number + 1,
      endedAt: null,
      // One that is cancelled still ends, unless its buyer pays.
      ...(subscription.status !== 'Cancelled' && { cancelledAt: null }),
      cut: null,
    },
    { isOpen: false },
  );
}

/** The last period up to now: the one before is cut, or another one fills the time since. */
async function closeAt(
  tx: CommandTx,
  period: Period,
  { now, reason }: { readonly now: Date; readonly reason: string },
): Promise<Period> {
  if (period.endsAt >= now) {
    await changePeriod(tx, period, { endsAt: now, updatedAt: now });
    return { ...period, endsAt: now };
  }
  const gap: Period = {
    ...period,
    number: period.number + 1,
    startsAt: period.endsAt,
    endsAt: now,
    state: 'Void',
    reason,
    orderId: null,
    createdAt: now,
    updatedAt: now,
  };
  await insertPeriod(tx, gap);
  return gap;
}
