import type { CommandTx } from '../accounts/index.ts';
import type { LicenseTerm, RecurringDelivery, RecurringSales } from '../orders/index.ts';
import { deleteMethod, methodOfPayment } from '../payments/index.ts';
import { priceOfPayment } from '../pricing/index.ts';
import { totalAt } from './agreed-total.ts';
import { beginSubscriptions } from './begin-subscriptions.ts';
import { recordSubscriptionEvent } from './events.ts';
import { freeDaysUsedBy } from './free-days.ts';
import { giveAccess } from './give-access.ts';
import { beginPaidPlan } from './plan/begin-paid-plan.ts';
import { addedLineId } from './plan/renewal-lines.ts';
import { notePlanFailure } from './plan/note-plan-failure.ts';
import { completeByPayoff } from './owning/complete-subscription.ts';
import { nextPaymentOf } from './manage-link.ts';
import { fulfilMilestones } from './owning/milestones.ts';
import { changePeriod, countPayments, lockSubscription, periodOfOrder, readSubscription } from './store.ts';
import { giveSubscriptions } from './store-sales.ts';
import { NOTHING_OPEN } from './subscription-change.ts';
import type { Period, Subscription } from './tables.ts';
import { dropMethod } from './drop-method.ts';
import { linesPaidByOthers } from './life/paid-by-others.ts';
import { keepPeriods, returnSubscriptions } from './life/return-subscription.ts';
import { restoreSubscriptions, suspendSubscriptions } from './life/suspend-subscription.ts';
import { isAtWill } from './renewals/charge-renewal.ts';
import { noteFailure } from './renewals/note-failure.ts';
import { moveToRunning } from './renewals/skip-periods.ts';
import { priceOfRenewal } from './price/price-of-renewal.ts';
import { returnAgain, returnMoney } from './return-money-job.ts';

/** The reactions of subscriptions to their orders: the composition root hands them to the orders. */
export const RECURRING_SALES: RecurringSales = {
  async delivered(tx, delivery) {
    if (delivery.order.subscriptionId === null) return beginSubscriptions(tx, delivery);
    if (delivery.order.origin === 'PlanChange') return beginPaidPlan(tx, delivery);
    if (delivery.order.origin === 'Payoff') await completeByPayoff(tx, delivery.order);
    else return renew(tx, delivery, delivery.order.subscriptionId);
    return new Map();
  },
  async failed(tx, order, failure) {
    if (order.subscriptionId === null) return;
    if (order.origin === 'Renewal') return noteFailure(tx, order, failure);
    if (order.origin === 'PlanChange' && !failure.isWithBuyer) await notePlanFailure(tx, order);
  },
  freeDaysUsedBy,
  paidByOthers: linesPaidByOthers,
  returned: returnSubscriptions,
  async returnFailed(tx, order, refund) {
    await keepPeriods(tx, order, refund);
    await returnAgain(tx, order);
  },
  suspended: suspendSubscriptions,
  restored: restoreSubscriptions,
  attributed: (tx, orderIds, customerId) => giveSubscriptions(tx, tx.account.id, orderIds, customerId),
};

/** What was cancelled, and is renewed after its paid period. */
const GOES_ON = { status: 'Active', cancelledAt: null } as const;

/**
 * A renewal was paid: its period is, the licenses are extended, and the next one is due at its end. What was paid late
 * keeps the anchor, and pays the period that runs if its own is over: nothing is charged again before the end of that. What
 * was paid for a period that is not open any more is returned, and changes nothing.
 */
async function renew(
  tx: CommandTx,
  { order, content, paymentId }: RecurringDelivery,
  subscriptionId: string,
): Promise<ReadonlyMap<string, LicenseTerm>> {
  const subscription = await lockSubscription(tx, tx.account.id, subscriptionId);
  const period = subscription && (await periodOfOrder(tx, subscription, order.id));
  const now = tx.clock.now();
  if (subscription === undefined || period?.state === 'Paid') return nothingFor(content, now);
  if (period?.state !== 'Open') {
    await returnMoney(tx, order.id);
    const saved = await methodOfPayment(tx, paymentId);
    if (saved) await deleteMethod(tx, saved.id);
    return nothingFor(content, now);
  }
  const paid = await payPeriod(tx, { order, content }, { subscription, period });
  const [line] = content.quote.lines;
  const payments = await countPayments(tx, subscription);
  const next = priceOfPayment(priceOfRenewal(subscription, { payments, startsAt: paid.endsAt }), payments);
  const { currency, quantity } = subscription;
  const method = await methodOfPayment(tx, paymentId);
  const renewed = await giveAccess(tx, subscription, {
    ...(subscription.holdReason !== 'Disputed' && NOTHING_OPEN),
    ...(subscription.status === 'Cancelled' && GOES_ON),
    until: paid.endsAt,
    isOpen: false,
    renewedAt: now,
    unitsToGrant: 0,
    billing: order.billing,
    ...(content.locale !== undefined && { locale: content.locale }),
    ...(method && { methodId: method.id }),
    ...(line && { total: totalAt(next, { ...line, quantity }, { currency, now }) }),
  });
  if (method) await dropMethod(tx, subscription);
  recordRenewal(tx, subscription, { orderId: order.id, period: paid.number, endsAt: paid.endsAt });
  await fulfilMilestones(tx, renewed);
  const current = (await readSubscription(tx, tx.account.id, subscriptionId)) ?? renewed;
  const { expiresAt, status } = current;
  const term = { subscriptionId, expiresAt, nextPayment: nextPaymentOf(tx, current) };
  // What it has completed never ends. The next payment is of all units, and named once.
  const ofAdded = status === 'Completed' ? {} : { subscriptionId, expiresAt };
  return new Map([
    [subscription.lineId, term],
    [addedLineId(subscription), ofAdded],
  ]);
}

/** What its buyer has asked for after the end goes on only now. */
function recordRenewal(
  tx: CommandTx,
  subscription: Subscription,
  data: { readonly orderId: string; readonly period: number; readonly endsAt: Date },
): void {
  if (isAtWill(subscription)) recordSubscriptionEvent(tx, 'subscription.resumed', subscription);
  recordSubscriptionEvent(tx, 'subscription.renewed', subscription, data);
}

/** The period of an open renewal is paid: the one that runs, if its own is over. Returns it. */
async function payPeriod(
  tx: CommandTx,
  delivery: Pick<RecurringDelivery, 'order' | 'content'>,
  { subscription, period }: { readonly subscription: Subscription; readonly period: Period },
): Promise<Period> {
  const now = tx.clock.now();
  const paid = period.endsAt > now ? period : await moveToRunning(tx, subscription, period);
  const units = await returnSurplus(tx, delivery, subscription);
  const changes = {
    state: 'Paid',
    reason: null,
    updatedAt: now,
    ...(units !== undefined && { units }),
  } as const;
  await changePeriod(tx, paid, changes);
  return paid;
}

/**
 * Units that went back while their renewal was being paid are paid too much. Returns for how many units it is paid then;
 * `undefined`: for as many as it says.
 */
async function returnSurplus(
  tx: CommandTx,
  { order, content }: Pick<RecurringDelivery, 'order' | 'content'>,
  { lineId, quantity }: Subscription,
): Promise<number | undefined> {
  const { lines } = content.quote;
  const surplus = lines.reduce((sum, line) => sum + line.quantity, 0) - quantity;
  const line = lines.find(({ id }) => id === lineId) ?? lines[0];
  if (surplus <= 0 || line === undefined) return undefined;
  const part = Math.min(surplus, line.quantity);
  await returnMoney(tx, order.id, { lineId: line.id, part, whole: line.quantity, reason: 'UnitsBack' });
  return quantity;
}

/** The money goes back: nobody can use what the order would have added. */
function nothingFor({ quote }: RecurringDelivery['content'], now: Date): ReadonlyMap<string, LicenseTerm> {
  return new Map(quote.lines.map(({ id }) => [id, { expiresAt: now }]));
}
