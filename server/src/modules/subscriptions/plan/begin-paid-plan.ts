import type { CommandTx } from '../../accounts/index.ts';
import type { LicenseTerm, RecurringDelivery } from '../../orders/index.ts';
import { deleteMethod, methodOfPayment } from '../../payments/index.ts';
import { priceOfPayment } from '../../pricing/index.ts';
import { totalAt } from '../agreed-total.ts';
import { anchorAt, boundary } from '../domain/calendar.ts';
import { isPaidForWhole } from '../domain/milestones.ts';
import { dropMethod } from '../drop-method.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { settleFallback } from '../fallback/settle-fallback.ts';
import { giveAccess } from '../give-access.ts';
import { queuePlanBegunMail } from '../mails/plan-mails.ts';
import { fulfilMilestones } from '../owning/milestones.ts';
import { priceOfRenewal } from '../price/price-of-renewal.ts';
import { returnMoney } from '../return-money-job.ts';
import { changePeriod, countPayments, insertPeriod, lastPeriod, lockSubscription } from '../store.ts';
import { type SubscriptionChanges, updateSubscription } from '../subscription-change.ts';
import type { Period, Subscription } from '../tables.ts';
import { newTerms } from './new-terms.ts';
import { addedLineId } from './renewal-lines.ts';

/** Whether what was agreed still holds: nothing has happened to the subscription since. */
function holds({ nextPlan, status, paidUntil, pausedUntil }: Subscription, orderId: string): boolean {
  return (
    nextPlan?.orderId === orderId &&
    nextPlan.paidUntil === paidUntil.toISOString() &&
    status === 'Active' &&
    pausedUntil === null
  );
}

/**
 * A change of plan was paid: it begins now, and later charges use the method that its buyer has saved with it. Returns the terms of the licenses of units that it adds. Another cycle begins a period and an
 * anchor. If what was agreed does not hold any more, because the subscription was cancelled, paused, or given time, or a
 * renewal came first, the money goes back. The caller holds the locks of the order and of the recipient.
 */
export async function beginPaidPlan(
  tx: CommandTx,
  delivery: RecurringDelivery,
): Promise<ReadonlyMap<string, LicenseTerm>> {
  const { order } = delivery;
  const subscription = await lockSubscription(tx, tx.account.id, order.subscriptionId ?? '');
  if (subscription === undefined) throw new Error(`order ${order.id} changes no subscription`);
  const last = await lastPeriod(tx, subscription);
  const { nextPlan } = subscription;
  const method = await methodOfPayment(tx, delivery.paymentId);
  if (nextPlan === null || !holds(subscription, order.id) || last.state !== 'Paid') {
    await returnMoney(tx, order.id);
    if (method) await deleteMethod(tx, method.id);
    // What it added goes back with the money, and nobody can use it until then.
    return new Map([[addedLineId(subscription), { expiresAt: tx.clock.now() }]]);
  }
  const isOtherCycle = nextPlan.cycleLength !== subscription.cycleLength;
  const cyclesFrom = isOtherCycle ? last.number + 1 : last.number;
  const terms = await newTerms(tx, subscription, nextPlan, { cyclesFrom, last });
  const changes = { ...terms, ...(method && { methodId: method.id }) };
  const started = isOtherCycle
    ? await beginCycle(tx, subscription, { changes, last, orderId: order.id })
    : await updateSubscription(tx, subscription, changes, { isOpen: false });
  if (method) await dropMethod(tx, subscription);
  if (!isOtherCycle)
    await countAddedUnits(tx, last, { before: subscription.quantity, after: started.quantity });
  const planned = await withNextTotal(tx, started, delivery);
  const { variationId, quantity } = planned;
  recordSubscriptionEvent(tx, 'subscription.changed', planned, { orderId: order.id, variationId, quantity });
  const { paidUntil: at, total } = planned;
  await queuePlanBegunMail(tx, planned, { at, totalMinor: total.dueMinor });
  await fulfilMilestones(tx, planned);
  // The mail about the plan names the next charge.
  return new Map([[addedLineId(planned), { subscriptionId: planned.id, expiresAt: planned.expiresAt }]]);
}

async function countAddedUnits(
  tx: CommandTx,
  last: Period,
  { before, after }: { readonly before: number; readonly after: number },
): Promise<void> {
  const now = tx.clock.now();
  const units = (last.units ?? before) + after - before;
  if (isPaidForWhole(last, now)) await changePeriod(tx, last, { units, updatedAt: now });
}

/** The period that runs ends now, and a paid one of the new cycle begins. */
async function beginCycle(
  tx: CommandTx,
  subscription: Subscription,
  {
    changes,
    last,
    orderId,
  }: { readonly changes: SubscriptionChanges; readonly last: Period; readonly orderId: string },
): Promise<Subscription> {
  const now = tx.clock.now();
  const anchor = anchorAt(now, subscription.anchorZone);
  const { cycleLength, quantity: units } = { ...subscription, ...changes };
  const endsAt = boundary(anchor, cycleLength, 1);
  await changePeriod(tx, last, { endsAt: now, updatedAt: now });
  const number = last.number + 1;
  const times = { startsAt: now, endsAt, createdAt: now, updatedAt: now };
  await insertPeriod(tx, { ...last, ...times, number, state: 'Paid', reason: null, orderId, units });
  return giveAccess(tx, subscription, {
    ...changes,
    anchorDate: anchor.date,
    anchorTime: anchor.time,
    anchorNumber: number,
    until: endsAt,
    isOpen: false,
    renewedAt: now,
  });
}

/** What the next renewal costs, with the taxes of the change, and what the paid period has earned on the new plan. */
async function withNextTotal(
  tx: CommandTx,
  subscription: Subscription,
  { content }: Pick<RecurringDelivery, 'content'>,
): Promise<Subscription> {
  const [line] = content.quote.lines;
  if (line === undefined) return subscription;
  const { currency, quantity } = subscription;
  const payments = await countPayments(tx, subscription);
  const next = priceOfPayment(priceOfRenewal(subscription, { payments }), payments);
  const total = totalAt(next, { ...line, quantity }, { currency, now: tx.clock.now() });
  const fallback = await settleFallback(tx, subscription, subscription.expiresAt);
  return updateSubscription(tx, subscription, { total, fallback }, { isOpen: false });
}
