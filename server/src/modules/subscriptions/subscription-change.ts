import type { CommandTx } from '../accounts/index.ts';
import { openOrdersOf, stopCharge, withdrawOrder } from '../orders/index.ts';
import { dueAfter, renewalAt } from './domain/schedule.ts';
import { changedNotice } from './notice-at.ts';
import { totalOfRenewal } from './price/price-of-renewal.ts';
import { scheduleStep } from './renewals/step-job.ts';
import { recordRevenue } from './revenue/record-revenue.ts';
import { changePeriod, changeSubscription, lastPeriod } from './store.ts';
import type { Period, Subscription } from './tables.ts';

/** Changes of a subscription; the time of the next step follows from them. */
export type SubscriptionChanges = Partial<
  Pick<
    Subscription,
    | 'status'
    | 'total'
    | 'paidUntil'
    | 'pausedUntil'
    | 'variationId'
    | 'unitsToGrant'
    | 'cycleLength'
    | 'ownAfterCycles'
    | 'payoffBasisPoints'
    | 'cyclesFrom'
    | 'earnsFrom'
    | 'canPause'
    | 'fallback'
    | 'nextPlan'
    | 'nextPriceMinor'
    | 'nextPriceFrom'
    | 'nextPriceMailId'
    | 'nextPriceMailMinor'
    | 'nextPriceMailFrom'
    | 'nextPriceSentAt'
    | 'nextPriceFailedAt'
    | 'cut'
    | 'unitReturns'
    | 'mergedInto'
    | 'mergedCycles'
    | 'price'
    | 'anchorDate'
    | 'anchorTime'
    | 'anchorNumber'
    | 'noticeAt'
    | 'expiresAt'
    | 'renewedAt'
    | 'paymentState'
    | 'attempts'
    | 'nextAttemptAt'
    | 'failedAt'
    | 'failure'
    | 'holdReason'
    | 'fault'
    | 'quantity'
    | 'askedAt'
    | 'asks'
    | 'cancelledAt'
    | 'endedAt'
    | 'billing'
    | 'locale'
    | 'methodId'
  >
>;

/** The reason of a period that the vendor, or an erasure, has ended: money for it gives nothing. */
export const ENDED = 'Ended';

/** What an open renewal leaves behind once it is paid, or can no longer be. */
export const NOTHING_OPEN = {
  paymentState: 'Paid',
  attempts: 0,
  nextAttemptAt: null,
  failedAt: null,
  failure: null,
  holdReason: null,
  fault: null,
  pausedUntil: null,
  askedAt: null,
  asks: 0,
} as const satisfies SubscriptionChanges;

/**
 * Writes changes of a subscription, and enqueues its next step: see `dueAfter`. Without `isPayable`, its open renewal counts
 * as payable. Returns the updated subscription. The
 * caller holds its lock.
 */
export async function updateSubscription(
  tx: CommandTx,
  subscription: Subscription,
  changes: SubscriptionChanges,
  { isOpen, isPayable = isOpen }: { readonly isOpen: boolean; readonly isPayable?: boolean },
): Promise<Subscription> {
  const now = tx.clock.now();
  const priced = { ...(await changedTotal(tx, subscription, { changes, isOpen })), ...changes };
  const all = { ...priced, ...(await changedNotice(tx, subscription, { ...subscription, ...priced })) };
  const after = { ...subscription, ...all };
  // While a payment is on its way, the next charge is no step: what becomes of the payment decides.
  const steps = isOpen && !isPayable ? { ...after, nextAttemptAt: null } : after;
  const dueAt = dueAfter(subscription, steps, { isOpen, now });
  const changed = await changeSubscription(tx, subscription, { ...all, dueAt, updatedAt: now });
  recordRevenue(tx, changed);
  const isNow = dueAt !== null && dueAt <= now;
  if (isNow || dueAt?.getTime() !== subscription.dueAt?.getTime()) await scheduleStep(tx, changed);
  return changed;
}

/** What the next renewal costs where it begins on another day: a price that was announced may count by then, or not yet. */
async function changedTotal(
  tx: CommandTx,
  before: Subscription,
  { changes, isOpen }: { readonly changes: SubscriptionChanges; readonly isOpen: boolean },
): Promise<Pick<SubscriptionChanges, 'total'>> {
  const after = { ...before, ...changes };
  const paidUntil = renewalAt(after);
  if (isOpen || after.nextPriceMinor === null || paidUntil.getTime() === renewalAt(before).getTime())
    return {};
  const { orderId } = await lastPeriod(tx, after);
  const total = await totalOfRenewal(tx, { ...after, paidUntil }, orderId ?? after.orderId);
  return total === undefined ? {} : { total };
}

/**
 * Gives up an open renewal: nobody can pay it any more, and nothing is charged for it, unless its payment has reached
 * the provider. The caller holds the locks of the order and of the subscription.
 */
export async function voidRenewal(tx: CommandTx, period: Period, reason: string): Promise<void> {
  const updatedAt = tx.clock.now();
  const { orderId } = period;
  await changePeriod(tx, period, { state: 'Void', reason, orderId: null, updatedAt });
  if (orderId === null) return;
  await stopCharge(tx, orderId);
  if (await withdrawOrder(tx, orderId)) return;
  await changePeriod(tx, period, { orderId, updatedAt });
}

/**
 * Nobody can pay the rest of a rent to own at the price of before any more: what is left has changed, or it has ended. A
 * payoff whose payment is on its way stays; what is too much of it goes back when it arrives. The caller has locked the
 * subscription with its orders.
 */
export async function withdrawPayoffs(
  tx: CommandTx,
  { id, ownAfterCycles }: Pick<Subscription, 'id' | 'ownAfterCycles'>,
): Promise<void> {
  if (ownAfterCycles === null) return;
  for (const order of await openOrdersOf(tx, id, 'Payoff')) await withdrawOrder(tx, order.id);
}
