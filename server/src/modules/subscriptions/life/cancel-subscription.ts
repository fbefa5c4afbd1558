import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { endLicenses } from '../../licensing/index.ts';
import type { Refund } from '../../payments/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { nothingToTakeBack, subscriptionEnded } from '../problems.ts';
import { changePeriod } from '../store.ts';
import { periodsAfter } from '../store-links.ts';
import { dropMethod } from '../drop-method.ts';
import { holdFallback } from '../fallback/settle-fallback.ts';
import { queueCancelledMail, queueEndedMail, queueResumedMail } from '../mails/life-mails.ts';
import { dropNextPlan } from '../drop-next-plan.ts';
import { withAgreedPlan } from '../with-agreed-plan.ts';
import { tellNotedPrice } from '../price/tell-price.ts';
import { DISPUTED } from './dispute-hold.ts';
import { cutOf, type CutReason } from './give-back-cut.ts';
import { refundUnused } from './refund-unused.ts';
import { restart } from './renew-from-now.ts';
import { returnMergedCycles } from './return-merged.ts';
import {
  ENDED,
  NOTHING_OPEN,
  updateSubscription,
  voidRenewal,
  withdrawPayoffs,
} from '../subscription-change.ts';
import type { Period, Subscription } from '../tables.ts';

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
    refuseEnded(locked.subscription);
    return cancelLocked(tx, locked);
  });
}

/** The same of a locked one that has not ended. `isTold: false`: the caller tells its customer. */
export async function cancelLocked(
  tx: CommandTx,
  locked: LockedSubscription,
  { isTold = true }: { readonly isTold?: boolean } = {},
): Promise<Subscription> {
  const { period, isOpen } = locked;
  if (locked.subscription.status === 'Cancelled') return locked.subscription;
  const subscription = await dropNextPlan(tx, locked);
  if (isOpen) await voidRenewal(tx, period, 'Cancelled');
  const now = tx.clock.now();
  const isOver = subscription.status === 'Expired';
  // Only the end of the dispute ends this hold, also of one that is taken back.
  const isDisputed = !isOver && subscription.holdReason === 'Disputed';
  const cancelled = await updateSubscription(
    tx,
    subscription,
    {
      ...NOTHING_OPEN,
      ...(isDisputed && DISPUTED),
      cancelledAt: now,
      ...(isOver ? { endedAt: now, methodId: null } : { status: 'Cancelled' }),
    },
    { isOpen: false },
  );
  if (isOver) await withdrawPayoffs(tx, subscription);
  if (isOver) await dropMethod(tx, subscription);
  if (isTold && isOver) await queueEndedMail(tx, cancelled, { isUnpaid: true });
  if (isTold && !isOver) await queueCancelledMail(tx, cancelled);
  recordSubscriptionEvent(tx, 'subscription.cancelled', cancelled, { endsAt: cancelled.paidUntil });
  return cancelled;
}

/** What goes back when a subscription ends now: nothing, or the money for the days of the paid period that are left. */
export type UnusedRefund = 'None' | 'Unused';

interface VendorEnd {
  readonly refund?: UnusedRefund | undefined;
  /** Sees each refund before it is final, and may raise a problem: nothing happens then. */
  readonly approve?: (tx: CommandTx, refund: Refund) => Promise<void>;
}

/**
 * Ends a subscription now, for the vendor: its licenses end, too. With `Unused`, what was paid for the rest of the
 * period that runs is refunded, by jobs: of its order, and of each change of the plan since it began. Should a refund of
 * its order fail, the buyer has the rest of that period again. Raises
 * `NotFound`, `SubscriptionEnded` for one that has ended, and what `refundOrder` and `approve` raise.
 */
export function endSubscription(
  ctx: CommandContext,
  id: string,
  { refund = 'None', approve }: VendorEnd = {},
): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const locked = await lockWithOrder(tx, id);
    refuseEnded(locked.subscription);
    const unused = refund === 'Unused' ? await refundUnused(tx, locked.subscription) : [];
    const [first] = unused;
    if (first === undefined) return endNow(tx, locked);
    for (const each of unused) await approve?.(tx, each);
    const { subjectId: orderId } = first;
    const refundIds = unused.filter(({ subjectId }) => subjectId === orderId).map((each) => each.id);
    const ended = await endNow(tx, locked, {
      returned: { orderId, refundIds, isBack: false },
    });
    // Nobody is asked: whoever ends it so keeps what the customer owns.
    await returnMergedCycles(tx, ended, { isRequested: false, revokesLicenses: false });
    return ended;
  });
}

interface EndNow {
  /** Absent: yes. */
  readonly isTold?: boolean;
  /** The order and the refunds of its money: what it cuts off is kept, in case that fails. */
  readonly returned?: CutReason;
}

/** Ends a locked subscription and its licenses now, and tells its customer, unless they are being erased. */
export async function endNow(
  tx: CommandTx,
  { period, isOpen, ...locked }: LockedSubscription,
  { isTold = true, returned }: EndNow = {},
): Promise<Subscription> {
  const now = tx.clock.now();
  const subscription = await dropNextPlan(tx, { ...locked, isOpen });
  await withdrawPayoffs(tx, subscription);
  const ahead = isOpen ? [] : await periodsAfter(tx, subscription, now);
  const cut = returned === undefined ? null : cutOf(subscription, ahead, returned);
  if (isOpen) await voidRenewal(tx, period, ENDED);
  else await cutPeriods(tx, ahead, now);
  const expiresAt = subscription.expiresAt < now ? subscription.expiresAt : now;
  const paidUntil = subscription.paidUntil < now ? subscription.paidUntil : now;
  const fallback = await holdFallback(tx, subscription);
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
      fallback,
      methodId: null,
      cut,
    },
    { isOpen: false },
  );
  await dropMethod(tx, subscription);
  if (subscription.cancelledAt === null) recordSubscriptionEvent(tx, 'subscription.cancelled', ended);
  if (subscription.status !== 'Expired') recordSubscriptionEvent(tx, 'subscription.expired', ended);
  if (isTold) await queueEndedMail(tx, ended, { isUnpaid: false });
  return ended;
}

/** The period that runs ends now, and those that were given beyond it are void: also one that begins at this moment. */
async function cutPeriods(tx: CommandTx, ahead: readonly Period[], now: Date): Promise<void> {
  const updatedAt = now;
  const running = ahead.find(({ startsAt }) => startsAt < now);
  if (running !== undefined) await changePeriod(tx, running, { endsAt: now, updatedAt });
  const end = { state: 'Void', reason: ENDED, updatedAt } as const;
  const [next, ...later] = ahead.filter((period) => period !== running);
  if (next !== undefined) await changePeriod(tx, next, { ...end, startsAt: now });
  for (const period of later) await changePeriod(tx, period, end);
}

/**
 * Takes a cancellation back: the next renewal is due at the end of the paid period. Ends a pause: if the paid period is
 * over, the next renewal is due now, for a period from now. Raises `NotFound`, and
 * `NothingToTakeBack` for one that is not cancelled, after that end, and for one that was merged into another one.
 */
export function resumeSubscription(ctx: CommandContext, id: string): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const locked = await lockWithOrder(tx, id);
    const { subscription } = locked;
    const { status, paidUntil, mergedInto = null } = subscription;
    if (subscription.pausedUntil !== null && !locked.isOpen) return endPause(tx, locked);
    const isOver = mergedInto !== null || paidUntil <= tx.clock.now();
    if (status !== 'Cancelled' || isOver) throw nothingToTakeBack();
    const changes = { status: 'Active', cancelledAt: null } as const;
    const resumed = await updateSubscription(tx, subscription, changes, { isOpen: false });
    recordSubscriptionEvent(tx, 'subscription.resumed', resumed, { endsAt: paidUntil });
    await queueResumedMail(tx, await withAgreedPlan(tx, resumed, locked.period));
    return tellNotedPrice(tx, { ...locked, subscription: resumed });
  });
}

/** Ends a pause: before the paid period is over, nothing has changed; after that, a new period begins now. */
async function endPause(tx: CommandTx, locked: LockedSubscription): Promise<Subscription> {
  const { subscription } = locked;
  const isPaid = subscription.paidUntil > tx.clock.now();
  const resumed = isPaid
    ? await updateSubscription(tx, subscription, { pausedUntil: null }, { isOpen: false })
    : await restart(tx, locked);
  recordSubscriptionEvent(tx, 'subscription.resumed', resumed);
  if (isPaid) await queueResumedMail(tx, await withAgreedPlan(tx, resumed, locked.period));
  return resumed;
}

function refuseEnded({ endedAt, status }: Subscription): void {
  if (endedAt !== null || status === 'Completed') throw subscriptionEnded();
}
