import type { CommandTx } from '../accounts/index.ts';
import { findVariation } from '../catalog/index.ts';
import type { LicenseTerm, RecurringDelivery } from '../orders/index.ts';
import { nextPaymentOf } from './manage-link.ts';
import { methodOfPayment } from '../payments/index.ts';
import { priceOfPayment, type QuotedLine, recurringPrice } from '../pricing/index.ts';
import { totalAt } from './agreed-total.ts';
import {
  type Anchor,
  anchorAt,
  anchorOf,
  boundary,
  type CycleLength,
  endOfFreeDays,
} from './domain/calendar.ts';
import { endOfGrace } from './domain/dunning.ts';
import { firstFallback } from './domain/fallback.ts';
import { NO_NEXT_PRICE } from './domain/price-notice.ts';
import { nextStepAt } from './domain/schedule.ts';
import { freeDaysUsedBy } from './free-days.ts';
import { recordSubscriptionEvent } from './events.ts';
import { FREE_DAYS, noticeAt } from './notice-at.ts';
import { beginMilestones, fulfilMilestones } from './owning/milestones.ts';
import { scheduleStep } from './renewals/step-job.ts';
import { recordRevenue } from './revenue/record-revenue.ts';
import { insertPeriod, insertSubscription } from './store.ts';
import { NOTHING_OPEN } from './subscription-change.ts';
import type { Period, Subscription } from './tables.ts';

/**
 * Begins a subscription for each recurring line of a delivered order, in the same transaction: its first period is paid,
 * or free, and its licenses end with that and the grace (subscriptions, section 3). Returns the terms of these licenses
 * by line.
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
    const sale = { line: { ...line, quantity }, cycle, methodId };
    const subscription = await begin(tx, delivery, sale);
    const { id: subscriptionId, expiresAt } = subscription;
    terms.set(line.id, { subscriptionId, expiresAt, nextPayment: nextPaymentOf(tx, subscription) });
  }
  return terms;
}

async function begin(tx: CommandTx, delivery: RecurringDelivery, sale: RecurringLine): Promise<Subscription> {
  const first = await firstPeriodOf(tx, delivery, sale);
  const variation = await findVariation(tx, sale.line.variationId);
  const terms = variation?.subscriptionTerms ?? {};
  const { canPause = false, fallbackAfterCycles = null, milestones, payoffBasisPoints = null } = terms;
  const fresh = { ...newSubscription(tx, delivery, sale, first), canPause, payoffBasisPoints };
  const isFree = fresh.freeDays !== null;
  const { accountId, id: subscriptionId, orderId, paidUntil, cycleLength, createdAt } = fresh;
  const { quantity: units } = fresh;
  const period: Period = {
    accountId,
    subscriptionId,
    number: 1,
    startsAt: isFree ? createdAt : boundary(anchorOf(fresh), cycleLength, 0),
    endsAt: paidUntil,
    state: 'Paid',
    reason: isFree ? FREE_DAYS : null,
    orderId,
    units,
    createdAt,
    updatedAt: createdAt,
  };
  const subscription = scheduled({
    ...fresh,
    fallback: firstFallback([period], fallbackAfterCycles),
    noticeAt: await noticeAt(tx, fresh, { isFirstCharge: isFree }),
  });
  await insertSubscription(tx, subscription);
  await insertPeriod(tx, period);
  recordRevenue(tx, subscription);
  await beginMilestones(tx, subscription, milestones);
  await scheduleStep(tx, subscription);
  recordSubscriptionEvent(tx, 'subscription.created', subscription, {
    orderId,
    period: 1,
    endsAt: paidUntil,
  });
  await fulfilMilestones(tx, subscription);
  return subscription;
}

/** The first period of a subscription, and from when the others are counted. */
interface FirstPeriod {
  /** The moment of the purchase; the anchor is the same one unless days are free. */
  readonly startsAt: Date;
  readonly anchor: Anchor;
  readonly anchorNumber: number;
  readonly endsAt: Date;
  readonly freeDays: number | null;
}

/**
 * The first cycle; or free days, after which the first cycle begins. Whoever has used them up in another order meanwhile
 * was told the same day, so that nothing is charged before it. The caller holds the lock of the customer.
 */
async function firstPeriodOf(
  tx: CommandTx,
  { customerId }: Pick<RecurringDelivery, 'customerId'>,
  { line, cycle }: Pick<RecurringLine, 'line' | 'cycle'>,
): Promise<FirstPeriod> {
  const zone = tx.account.settings.documents.timeZone;
  const now = tx.clock.now();
  const anchor = anchorAt(now, zone);
  const days = line.renewal?.freeDays;
  if (days === undefined)
    return { startsAt: now, anchor, anchorNumber: 1, endsAt: boundary(anchor, cycle, 1), freeDays: null };
  const isUsed = (await freeDaysUsedBy(tx, customerId))(line.item);
  const endsAt = endOfFreeDays(anchor, days);
  return {
    startsAt: now,
    anchor: anchorAt(endsAt, zone),
    anchorNumber: 2,
    endsAt,
    freeDays: isUsed ? 0 : days,
  };
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

/** What has not happened to a new subscription. */
export const NOTHING_YET = {
  ...NOTHING_OPEN,
  renewedAt: null,
  noticeAt: null,
  dueAt: null,
  canPause: false,
  payoffBasisPoints: null,
  unitsToGrant: 0,
  fallback: null,
  cyclesFrom: 1,
  earnsFrom: null,
  nextPlan: null,
  ...NO_NEXT_PRICE,
  cut: null,
  cancelledAt: null,
  endedAt: null,
} as const;

function newSubscription(
  tx: CommandTx,
  { order, content, customerId, awaitsEmailKey }: RecurringDelivery,
  { line, cycle, methodId }: RecurringLine,
  { startsAt: now, anchor, anchorNumber, endsAt: paidUntil, freeDays }: FirstPeriod,
): Subscription {
  const price = recurringPrice(line, content.quote);
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
    total: totalAt(priceOfPayment(price, freeDays === null ? 1 : 0), line, { currency, now }),
    anchorDate: anchor.date,
    anchorTime: anchor.time,
    anchorZone: anchor.zone,
    anchorNumber,
    startedAt: now,
    paidUntil,
    expiresAt: endOfGrace(paidUntil, tx.account.settings.subscriptions.graceDays),
    ...NOTHING_YET,
    freeDays,
    ownAfterCycles: line.renewal?.ownAfterCycles ?? null,
    methodId,
    billing: order.billing,
    locale: content.locale ?? null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
