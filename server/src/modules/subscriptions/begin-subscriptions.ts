import type { CommandTx } from '../accounts/index.ts';
import type { LicenseTerm, RecurringDelivery } from '../orders/index.ts';
import { methodOfPayment } from '../payments/index.ts';
import type { QuotedLine } from '../pricing/index.ts';
import { anchorAt, anchorOf, boundary, type CycleLength } from './domain/calendar.ts';
import { endOfGrace } from './domain/dunning.ts';
import { nextStepAt } from './domain/schedule.ts';
import { keptPrice, priceOfPayment, totalAt } from './kept-price.ts';
import { recordSubscriptionEvent } from './events.ts';
import { noticeAt } from './notice-at.ts';
import { scheduleStep } from './renewals/step-job.ts';
import { insertPeriod, insertSubscription } from './store.ts';
import { NOTHING_OPEN } from './subscription-change.ts';
import type { Subscription } from './tables.ts';

/**
 * Begins a subscription for each recurring line of a delivered order, in the same transaction: its first period is
 * paid, and its licenses end with that and the grace (subscriptions, section 3). Returns the terms of these licenses by
 * line.
 */
export async function beginSubscriptions(
  tx: CommandTx,
  delivery: RecurringDelivery,
): Promise<ReadonlyMap<string, LicenseTerm>> {
  const { quote, grants } = delivery.content;
  const grantOf = new Map(grants.map((grant) => [grant.lineId, grant]));
  const methodId = (await methodOfPayment(tx, delivery.paymentId))?.id ?? null;
  const terms = new Map<string, LicenseTerm>();
  for (const line of quote.lines) {
    const { recurrence: cycle = 'OneOff', quantity = 0 } = grantOf.get(line.id) ?? {};
    if (cycle === 'OneOff') continue;
    const { id, expiresAt } = await begin(tx, delivery, { line: { ...line, quantity }, cycle, methodId });
    terms.set(line.id, { subscriptionId: id, expiresAt });
  }
  return terms;
}

async function begin(tx: CommandTx, delivery: RecurringDelivery, sale: RecurringLine): Promise<Subscription> {
  const fresh = newSubscription(tx, delivery, sale);
  const subscription = scheduled({ ...fresh, noticeAt: await noticeAt(tx, fresh) });
  const { accountId, id: subscriptionId, orderId, paidUntil, cycleLength, createdAt } = subscription;
  await insertSubscription(tx, subscription);
  await insertPeriod(tx, {
    accountId,
    subscriptionId,
    number: subscription.anchorNumber,
    startsAt: boundary(anchorOf(subscription), cycleLength, 0),
    endsAt: paidUntil,
    state: 'Paid',
    reason: null,
    orderId,
    createdAt,
    updatedAt: createdAt,
  });
  await scheduleStep(tx, subscription);
  recordSubscriptionEvent(tx, 'subscription.created', subscription, {
    orderId,
    period: subscription.anchorNumber,
    endsAt: paidUntil,
  });
  return subscription;
}

/** The same, with the time of its first step. */
function scheduled(subscription: Subscription): Subscription {
  return { ...subscription, dueAt: nextStepAt(subscription, false) };
}

interface RecurringLine {
  readonly line: QuotedLine;
  readonly cycle: CycleLength;
  /** The method that the payment has saved. */
  readonly methodId: string | null;
}

function newSubscription(
  tx: CommandTx,
  { order, content, customerId, awaitsEmailKey }: RecurringDelivery,
  { line, cycle, methodId }: RecurringLine,
): Subscription {
  const { settings } = tx.account;
  const now = tx.clock.now();
  const anchor = anchorAt(now, settings.documents.timeZone);
  const paidUntil = boundary(anchor, cycle, 1);
  const price = keptPrice(line, content.quote);
  const { currency } = content.quote;
  return {
    accountId: tx.account.id,
    id: tx.ids.guid(),
    customerId,
    awaitsEmailKey: awaitsEmailKey ?? null,
    orderId: order.id,
    lineId: line.id,
    productId: line.item.type === 'Product' ? line.item.id : null,
    bundleId: line.item.type === 'Bundle' ? line.item.id : null,
    variationId: line.variationId,
    quantity: line.quantity,
    status: 'Active',
    cycleLength: cycle,
    currency,
    price,
    total: totalAt(priceOfPayment(price, 1), line, { currency, now }),
    anchorDate: anchor.date,
    anchorTime: anchor.time,
    anchorZone: anchor.zone,
    anchorNumber: 1,
    startedAt: now,
    paidUntil,
    expiresAt: endOfGrace(paidUntil, settings.subscriptions.graceDays),
    renewedAt: null,
    noticeAt: null,
    nextPriceMinor: null,
    nextPriceFrom: null,
    dueAt: null,
    ...NOTHING_OPEN,
    cancelledAt: null,
    endedAt: null,
    methodId,
    billing: order.billing,
    locale: content.locale ?? null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
