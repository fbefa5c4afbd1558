import type { CommandTx } from '../../accounts/index.ts';
import type { Order } from '../../orders/index.ts';
import { priceOfUnits } from '../../pricing/index.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { periodAt } from '../store.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { NextPlan, Subscription } from '../tables.ts';
import { dropNextPlan } from '../drop-next-plan.ts';

type RefundedOrder = Pick<Order, 'id' | 'completedAt' | 'owed'>;

/**
 * Settles what was agreed about the plan of a subscription after a refund of an order of it, or the failure of one. Another
 * plan for all units that begins with the next renewal is now for as many as there are. What else was agreed with another
 * quantity than there is now, or with a credit for money that has gone back, does not hold any more: it is dropped, and can
 * be agreed again. `before` is the subscription before that. Returns the subscription. The caller holds its lock.
 */
export async function settleNextPlan(
  tx: CommandTx,
  { subscription, isOpen }: Pick<LockedSubscription, 'subscription' | 'isOpen'>,
  { before, order }: { readonly before: Pick<Subscription, 'quantity'>; readonly order: RefundedOrder },
): Promise<Subscription> {
  const { nextPlan, quantity, currency } = subscription;
  if (nextPlan === null) return subscription;
  if (quantity === before.quantity)
    return (await hasCreditOf(tx, subscription, nextPlan, order))
      ? dropNextPlan(tx, { subscription, isOpen })
      : subscription;
  const { orderId, price } = nextPlan;
  if (orderId !== null || price === null || nextPlan.quantity !== before.quantity)
    return dropNextPlan(tx, { subscription, isOpen });
  const units = { before: before.quantity, after: quantity, currency };
  const changed = { ...nextPlan, quantity, price: priceOfUnits(price, units) };
  return updateSubscription(tx, subscription, { nextPlan: changed }, { isOpen });
}

/** Whether the unused value of what an order has paid reduces what is due for a plan at once, or the order is for that plan. */
async function hasCreditOf(
  tx: CommandTx,
  subscription: Subscription,
  { orderId, price }: NextPlan,
  { id, completedAt, owed }: RefundedOrder,
): Promise<boolean> {
  if (orderId === id) return true;
  // More units of the same plan are credited with nothing, and what is owed has paid for nothing.
  if (orderId === null || price === null || owed?.lineId === null || completedAt === null) return false;
  const running = await periodAt(tx, subscription, tx.clock.now());
  return running.orderId === id || completedAt >= running.startsAt;
}
