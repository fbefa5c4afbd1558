import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import { renewalAt } from '../domain/schedule.ts';
import { totalOfRenewal } from '../price/price-of-renewal.ts';
import { lastPeriod } from '../store.ts';
import type { Period, RenewalTotal, Subscription } from '../tables.ts';
import { priceAtQuantity } from './new-terms.ts';

/**
 * A subscription as its next renewal makes it: with the plan and the quantity that were agreed for
 * it, and what it costs then, with the taxes of the last payment. `period` is the last one. Without such a plan, it is the
 * subscription itself.
 */
export async function withAgreedPlan(
  ctx: QueryContext,
  subscription: Subscription,
  { number, orderId }: Pick<Period, 'number' | 'orderId'>,
): Promise<Subscription> {
  const { nextPlan } = subscription;
  if (nextPlan === null || nextPlan.orderId !== null) return subscription;
  const { variationId, quantity, price } = nextPlan;
  const planned = {
    ...subscription,
    variationId,
    quantity,
    price: price ?? priceAtQuantity(subscription, quantity),
    paidUntil: renewalAt(subscription),
    // Another plan has a price of its own, and its first payment is this one.
    ...(price !== null && { nextPriceMinor: null, cyclesFrom: number + 1 }),
  };
  const total = await totalOfRenewal(ctx, planned, orderId ?? subscription.orderId);
  return { ...subscription, variationId, quantity, total: total ?? subscription.total };
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
