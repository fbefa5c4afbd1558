import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { payPageOf } from '../../orders/index.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { nothingToPay } from '../problems.ts';
import { getSubscription } from '../queries.ts';
import { renewSubscription } from './renew-from-now.ts';

/**
 * The page on which the buyer pays the open renewal of a subscription, without signing in again; one that has ended is
 * renewed from now first. Raises `NotFound`, `NothingToPay` while none is open, or its payment is on its way, and
 * `NothingToRenew` for one that has ended and cannot be renewed.
 */
export async function renewAndPay(ctx: Context, id: string): Promise<string> {
  const { endedAt, status } = await getSubscription(ctx, id);
  if (endedAt !== null && status !== 'Completed') await renewSubscription(ctx, id);
  return payRenewal(ctx, id);
}

/**
 * The page on which the buyer pays the open renewal of a subscription at once, without signing in again. Raises `NotFound`,
 * and `NothingToPay` while none is open, or its payment is on its way.
 */
export function payRenewal(ctx: Context, id: string): Promise<string> {
  return transaction(ctx, async (tx) => {
    const { subscription, period, isPayable } = await lockWithOrder(tx, id);
    const { orderId } = period;
    if (!isPayable || orderId === null) throw nothingToPay();
    const { customerId, awaitsEmailKey } = subscription;
    return payPageOf(tx, { id: orderId, customerId: awaitsEmailKey === null ? customerId : null });
  });
}
