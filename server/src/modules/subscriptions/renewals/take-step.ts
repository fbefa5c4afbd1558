import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { type ChargeTerms, listOrders } from '../../orders/index.ts';
import { mayCharge, shopFault } from '../../payments/index.ts';
import { endOfDunning, failureThatEnds, isHeld, MOST_ASKS, nextAsk } from '../domain/dunning.ts';
import { type Step, stepAt } from '../domain/schedule.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { lastPeriod } from '../store.ts';
import { NOTHING_OPEN, updateSubscription, voidRenewal, withdrawPayoffs } from '../subscription-change.ts';
import { getSubscription } from '../queries.ts';
import type { Subscription } from '../tables.ts';
import { dropMethod } from '../drop-method.ts';
import { queueEndedMail } from '../mails/life-mails.ts';
import { renewalTerms } from '../renewal-terms.ts';
import { askBuyer, chargeRenewal, isAtWill } from './charge-renewal.ts';
import { isTooLate, withoutClosedDays } from './closed-days.ts';
import { dropNextPlan } from '../drop-next-plan.ts';
import { holdFallback } from '../fallback/settle-fallback.ts';
import { extendAccess, holdForVendor, holdRenewal } from './hold-renewal.ts';
import { isDueByJump, isOverByJump, reasonToHold } from './reason-to-hold.ts';
import { notify } from './notify.ts';
import { openRenewal } from './open-renewal.ts';
import { awaitsDetails } from './wrong-details.ts';

const DAY_MS = 86_400_000;
const LAST_DAYS = 7;

/**
 * Takes the step of a subscription that is due now, in one transaction; does nothing if none is. Raises `NotFound`.
 */
export async function takeStep(ctx: Context, subscriptionId: string): Promise<void> {
  const subscription = await getSubscription(ctx, subscriptionId);
  if (subscription.dueAt === null || subscription.dueAt > ctx.clock.now()) return;
  const terms = await renewalTerms(ctx, subscription);
  const isAway = await isProviderAway(ctx, subscription);
  await transaction(ctx, async (tx) => {
    const locked = await withoutClosedDays(tx, await lockWithOrder(tx, subscriptionId));
    const step = stepAt(locked.subscription, locked, tx.clock.now());
    // It stays due, and is looked at again with all that is late.
    if (isOverOnlyByJump(tx, locked, step)) return undefined;
    switch (step) {
      case 'Notify':
        return notify(tx, locked, terms);
      case 'Renew':
        return chargeUnless(tx, locked, () => renew(tx, locked, terms));
      case 'Charge':
        return chargeUnless(tx, locked, () => chargeAgain(tx, locked, { terms, isAway }));
      case 'Hold':
        return holdRenewal(tx, locked, await reasonOfDelay(tx, locked));
      case 'Ask':
        return unlessShopFault(tx, locked, () => ask(tx, locked, terms));
      case 'Keep':
        return keep(tx, locked);
      case 'Await':
        return awaitPayment(tx, locked);
      case 'LoseAccess':
        return loseAccess(tx, locked);
      case 'End':
        return unlessShopFault(tx, locked, () => endUnless(tx, locked));
      default:
        // Its time has moved since the job was enqueued; the mover has enqueued another one.
        return undefined;
    }
  });
}

/** Whether a step is due that takes something for good, and only because of a clock that may be wrong. */
function isOverOnlyByJump(
  tx: CommandTx,
  { subscription, isOpen }: LockedSubscription,
  step: Step | undefined,
): boolean {
  const takes = step === 'Keep' || step === 'LoseAccess' || (step === 'End' && !isOpen);
  return takes && isOverByJump(tx, subscription);
}

const NOT_HELD = { paymentState: 'Paid', holdReason: null, nextAttemptAt: null, fault: null } as const;

/** Whether the provider that could not charge a renewal still cannot: no payment is opened then. */
async function isProviderAway(
  ctx: Context,
  { paymentState, holdReason, methodId }: Subscription,
): Promise<boolean> {
  if (paymentState !== 'Held' || holdReason !== 'Provider' || methodId === null) return false;
  return !(await mayCharge(ctx, methodId));
}

/** Why a renewal, or the charge that repeats it, is so late: a clock that has jumped may be the reason, or a closed store. */
async function reasonOfDelay(tx: CommandTx, { subscription }: LockedSubscription) {
  return (await reasonToHold(tx, subscription)) ?? 'Overdue';
}

/** Opens the renewal, also one that was held until now. A change of the plan that is not paid by now does not begin. */
async function renew(tx: CommandTx, locked: LockedSubscription, terms: ChargeTerms): Promise<void> {
  const isUnpaid = typeof locked.subscription.nextPlan?.orderId === 'string';
  const planned = isUnpaid ? await dropNextPlan(tx, locked) : locked.subscription;
  const waits = planned.paymentState === 'Held';
  const subscription = waits ? await updateSubscription(tx, planned, NOT_HELD, { isOpen: false }) : planned;
  await openRenewal(tx, { subscription, last: locked.period }, terms);
}

/** Charges an open renewal again, unless it is too late for that after a hold, or its provider is away. */
async function chargeAgain(
  tx: CommandTx,
  locked: LockedSubscription,
  { terms, isAway }: { readonly terms: ChargeTerms; readonly isAway: boolean },
): Promise<void> {
  if (await isTooLate(tx, locked.subscription)) return holdRenewal(tx, locked, 'Overdue');
  return isAway ? holdForVendor(tx, locked, 'Provider') : chargeRenewal(tx, locked, terms);
}

/** Charges a renewal unless nothing of its subscription may be charged now: then it is held. */
async function chargeUnless(
  tx: CommandTx,
  locked: LockedSubscription,
  charge: () => Promise<void>,
): Promise<void> {
  const reason = await reasonToHold(tx, locked.subscription);
  return reason === undefined ? charge() : holdRenewal(tx, locked, reason);
}

/**
 * Does what only follows for a buyer who could have paid: while the shop takes no payments, or not this amount, the days
 * of the open renewal do not count.
 */
async function unlessShopFault(
  tx: CommandTx,
  { subscription, isOpen }: LockedSubscription,
  work: () => Promise<void>,
): Promise<void> {
  const { total, currency, failedAt, askedAt } = subscription;
  if (!isOpen || (await shopFault(tx, { amountMinor: total.dueMinor, currency })) === undefined)
    return work();
  const later = (moment: Date | null) => moment && new Date(moment.getTime() + DAY_MS);
  const changes = { failedAt: later(failedAt), askedAt: later(askedAt) };
  await updateSubscription(tx, subscription, changes, { isOpen });
}

/** The grace is about to end: the licenses keep what they have earned. */
async function keep(tx: CommandTx, { subscription, isOpen }: LockedSubscription): Promise<void> {
  await updateSubscription(tx, subscription, { fallback: await holdFallback(tx, subscription) }, { isOpen });
}

/**
 * The first charge of the renewal is on its way: the licenses work until it is known what becomes of it, day by day, so that
 * nobody has much more than the grace once it has failed.
 */
async function awaitPayment(tx: CommandTx, { subscription, isOpen }: LockedSubscription): Promise<void> {
  const until = new Date(tx.clock.now().getTime() + DAY_MS);
  const changes = await extendAccess(tx, subscription, until);
  await updateSubscription(tx, subscription, changes, { isOpen, isPayable: false });
}

async function loseAccess(tx: CommandTx, { subscription, isOpen }: LockedSubscription): Promise<void> {
  await updateSubscription(tx, subscription, { status: 'Expired' }, { isOpen });
  recordSubscriptionEvent(tx, 'subscription.expired', subscription);
}

/** Ends it, unless it is unpaid for long enough only by a clock that may be wrong: then the vendor decides. */
async function endUnless(tx: CommandTx, locked: LockedSubscription): Promise<void> {
  const { subscription, isOpen } = locked;
  const endAt = subscription.failedAt && endOfDunning(subscription.failedAt);
  if (isOpen && endAt !== null && isDueByJump(tx, subscription, endAt))
    return holdRenewal(tx, locked, 'ClockJump');
  const isLate = endAt !== null && isHeld(endAt, tx.clock.now());
  // Whoever was not asked to pay is not asked now.
  const mayAsk = isOpen && !isAtWill(subscription) && subscription.asks <= MOST_ASKS;
  if (isLate && mayAsk) return askOnceMore(tx, locked);
  return end(tx, locked);
}

/** Asks the buyer once more, or charges what their details kept from being charged: they may have corrected these since. */
async function ask(tx: CommandTx, locked: LockedSubscription, terms: ChargeTerms): Promise<void> {
  const { subscription } = locked;
  if (awaitsDetails(subscription)) return chargeUnless(tx, locked, () => chargeRenewal(tx, locked, terms));
  const askAt = nextAsk(subscription);
  if (askAt !== null && isDueByJump(tx, subscription, askAt)) return holdRenewal(tx, locked, 'ClockJump');
  return askBuyer(tx, withoutDelay(tx, locked));
}

/** The open renewal without the days by which a mail that asks its buyer is late: nothing ran, so they could not pay either. */
function withoutDelay(tx: CommandTx, locked: LockedSubscription): LockedSubscription {
  const { subscription } = locked;
  const now = tx.clock.now();
  const askAt = nextAsk(subscription);
  if (askAt === null || !isHeld(askAt, now)) return locked;
  const later = (moment: Date | null) =>
    moment && new Date(moment.getTime() + now.getTime() - askAt.getTime());
  const { failedAt, askedAt } = subscription;
  return { ...locked, subscription: { ...subscription, failedAt: later(failedAt), askedAt: later(askedAt) } };
}

/** The end is late, because nothing ran: its buyer is asked once more, for the last time, and has a week. */
async function askOnceMore(tx: CommandTx, { subscription, period }: LockedSubscription): Promise<void> {
  const now = tx.clock.now();
  const failedAt = failureThatEnds(new Date(now.getTime() + LAST_DAYS * DAY_MS));
  await askBuyer(tx, { subscription: { ...subscription, failedAt }, period });
}

async function end(tx: CommandTx, { subscription, period, isOpen }: LockedSubscription): Promise<void> {
  if (isOpen) await voidRenewal(tx, period, 'NotPaid');
  await withdrawPayoffs(tx, subscription);
  const fallback = await holdFallback(tx, subscription);
  const isDropped = isOpen && isAtWill(subscription);
  const endedAt = isDropped ? await endBefore(tx, subscription) : tx.clock.now();
  const ended = await updateSubscription(
    tx,
    subscription,
    { ...NOTHING_OPEN, status: 'Expired', endedAt, methodId: null, nextPlan: null, fallback },
    { isOpen: false },
  );
  await dropMethod(tx, subscription);
  // Whoever has only looked at what a renewal costs is told nothing: it has ended before.
  const isUnpaid = isOpen && !isDropped;
  if (!isOpen || isUnpaid || subscription.status !== 'Expired') await queueEndedMail(tx, ended, { isUnpaid });
  if (subscription.status !== 'Expired') recordSubscriptionEvent(tx, 'subscription.expired', subscription);
}

/**
 * When a subscription had ended before its buyer looked at a renewal that nobody has paid: its access was over then, and no
 * order was placed after that. Where a payment keeps the order of that renewal, it ends now.
 */
async function endBefore(tx: CommandTx, subscription: Subscription): Promise<Date> {
  const now = tx.clock.now();
  const { id: subscriptionId, expiresAt } = subscription;
  const { orderId } = await lastPeriod(tx, subscription);
  if (orderId !== null || expiresAt > now) return now;
  const [order] = await listOrders(tx, { subscriptionId, limit: 1 });
  return order === undefined || order.createdAt < expiresAt ? expiresAt : order.createdAt;
}
