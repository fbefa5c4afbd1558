import { readerOf } from '../../platform/context/context.ts';
import type { CommandTx, QueryContext } from '../accounts/index.ts';
import { subscribedLicenses } from '../licensing/index.ts';
import { type ChargeTerms, quoteStanding } from '../orders/index.ts';
import { netTotal, priceOfPayment } from '../pricing/index.ts';
import { renewalAt } from './domain/schedule.ts';
import { priceOfRenewal, totalOfRenewal } from './price/price-of-renewal.ts';
import { countPayments, lastPeriod } from './store.ts';
import type { Period, RenewalTotal, Subscription } from './tables.ts';
import { priceAtQuantity } from './plan/new-terms.ts';
import { ownerOf } from './plan/plan-preview.ts';
import { renewalLines, unitsAfter } from './plan/renewal-lines.ts';

/**
 * A subscription as its next renewal makes it: with the plan and the quantity that were agreed for it, and what it costs
 * then, with the taxes of the last payment. `period` is the last one. Without such a plan, it is the subscription itself.
 */
export async function withAgreedPlan(
  ctx: QueryContext,
  subscription: Subscription,
  period: Pick<Period, 'number' | 'orderId'>,
): Promise<Subscription> {
  const planned = withNextPlan(subscription, period);
  if (planned === subscription) return subscription;
  const { variationId, quantity } = planned;
  const total = await totalOfRenewal(ctx, planned, period.orderId ?? subscription.orderId);
  return { ...subscription, variationId, quantity, total: total ?? subscription.total };
}

/** The same with what is charged by these terms: the taxes of this day, and of where its buyer is now. */
export async function quotedRenewal(
  tx: CommandTx,
  subscription: Subscription,
  period: Pick<Period, 'number'>,
  terms: ChargeTerms,
): Promise<Subscription> {
  const planned = withNextPlan(subscription, period);
  const { variationId, quantity } = planned;
  const payments = await countPayments(tx, planned);
  const agreed = priceOfPayment(priceOfRenewal(planned, { payments }), payments);
  const { productIds } = await subscribedLicenses(tx, subscription.id);
  const unitsToGrant = unitsAfter(subscription, quantity - subscription.quantity);
  const lines = renewalLines({ ...planned, unitsToGrant }, { agreed, productIds });
  const quote = await quoteStanding(tx, { ...ownerOf(subscription), lines }, terms);
  return { ...subscription, variationId, quantity, total: netTotal(quote) };
}

/** The subscription with the terms of a plan that begins with its next renewal; itself when none does. */
function withNextPlan(subscription: Subscription, { number }: Pick<Period, 'number'>): Subscription {
  const { nextPlan } = subscription;
  if (nextPlan === null || nextPlan.orderId !== null) return subscription;
  const { variationId, quantity, price } = nextPlan;
  return {
    ...subscription,
    variationId,
    quantity,
    price: price ?? priceAtQuantity(subscription, quantity),
    paidUntil: renewalAt(subscription),
    // Another plan has a price of its own, and its first payment is this one.
    ...(price !== null && { nextPriceMinor: null, cyclesFrom: number + 1 }),
  };
}

/**
 * What the next renewal costs with the plan that begins with it, with the taxes of the last payment; `undefined` when no plan
 * does.
 */
export async function totalOfNextPlan(
  ctx: QueryContext,
  subscription: Subscription,
): Promise<RenewalTotal | undefined> {
  const { nextPlan } = subscription;
  if (nextPlan === null || nextPlan.orderId !== null) return undefined;
  const period = await lastPeriod(readerOf(ctx), subscription);
  return (await withAgreedPlan(ctx, subscription, period)).total;
}
