import type { CommandTx } from '../accounts/index.ts';
import type { RecurringDelivery, RecurringSales } from '../orders/index.ts';
import { deleteMethod, methodOfPayment } from '../payments/index.ts';
import { priceOfPayment } from '../pricing/index.ts';
import { totalAt } from './agreed-total.ts';
import { beginSubscriptions } from './begin-subscriptions.ts';
import { recordSubscriptionEvent } from './events.ts';
import { freeDaysUsedBy } from './free-days.ts';
import { giveAccess } from './give-access.ts';
import { beginPaidPlan } from './plan/begin-paid-plan.ts';
import { completeByPayoff, completeIfOwned } from './owning/complete-subscription.ts';
import {
  giveSubscriptions,
  changePeriod,
  countPayments,
  lastPeriod,
  lockSubscription,
  periodOfOrder,
} from './store.ts';
import { ENDED, NOTHING_OPEN } from './subscription-change.ts';
import { dropMethod } from './drop-method.ts';
import { keepPeriods, returnSubscriptions } from './life/return-subscription.ts';
import { restoreSubscriptions, suspendSubscriptions } from './life/suspend-subscription.ts';
import { noteFailure } from './renewals/note-failure.ts';
import { returnMoneyJob } from './return-money-job.ts';

/** The reactions of subscriptions to their orders: the composition root hands them to the orders. */
export const RECURRING_SALES: RecurringSales = {
  async delivered(tx, delivery) {
    if (delivery.order.subscriptionId === null) return beginSubscriptions(tx, delivery);
    if (delivery.order.origin === 'PlanChange') return beginPaidPlan(tx, delivery);
    if (delivery.order.origin === 'Payoff') await completeByPayoff(tx, delivery.order);
    else await renew(tx, delivery, delivery.order.subscriptionId);
    return new Map();
  },
  async failed(tx, order, failure) {
    if (order.subscriptionId !== null && !failure.isWithBuyer) await noteFailure(tx, order, failure);
  },
  freeDaysUsedBy,
  returned: returnSubscriptions,
  returnFailed: keepPeriods,
  suspended: suspendSubscriptions,
  restored: restoreSubscriptions,
  attributed: (tx, orderIds, customerId) => giveSubscriptions(tx, tx.account.id, orderIds, customerId),
};

/**
 * A renewal was paid: its period is, the licenses are extended, and the next one is due at its end. What was paid late
 * keeps the anchor; what was paid although the subscription was cancelled meanwhile gives access, and nothing follows;
 * what was paid for one that was ended at once is returned.
 */
async function renew(
  tx: CommandTx,
  { order, content, paymentId }: RecurringDelivery,
  subscriptionId: string,
): Promise<void> {
  const subscription = await lockSubscription(tx, tx.account.id, subscriptionId);
  const period = subscription && (await periodOfOrder(tx, subscription, order.id));
  if (subscription === undefined || period === undefined || period.state === 'Paid') return;
  if (period.reason === ENDED || subscription.status === 'Completed') {
    await returnMoneyJob.enqueue(tx, { orderId: order.id });
    const saved = await methodOfPayment(tx, paymentId);
    if (saved) await deleteMethod(tx, saved.id);
    return;
  }
  const now = tx.clock.now();
  await changePeriod(tx, period, { state: 'Paid', reason: null, updatedAt: now });
  const last = await lastPeriod(tx, subscription);
  const [line] = content.quote.lines;
  const next = priceOfPayment(subscription.price, await countPayments(tx, subscription));
  const { currency } = subscription;
  const method = await methodOfPayment(tx, paymentId);
  const renewed = await giveAccess(tx, subscription, {
    ...(subscription.holdReason !== 'Disputed' && NOTHING_OPEN),
    until: period.endsAt,
    isOpen: last.state === 'Open' && last.number !== period.number,
    renewedAt: now,
    billing: order.billing,
    ...(content.locale !== undefined && { locale: content.locale }),
    ...(method && { methodId: method.id }),
    ...(line && { total: totalAt(next, line, { currency, now }) }),
  });
  if (method) await dropMethod(tx, subscription);
  recordSubscriptionEvent(tx, 'subscription.renewed', subscription, {
    orderId: order.id,
    period: period.number,
    endsAt: period.endsAt,
  });
  await completeIfOwned(tx, renewed);
}
