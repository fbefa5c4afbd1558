import type { CommandTx } from '../accounts/index.ts';
import { stopCharge, withdrawOrder } from '../orders/index.ts';
import type { LockedSubscription } from './locked-subscription.ts';
import { updateSubscription } from './subscription-change.ts';
import type { Subscription } from './tables.ts';

/**
 * Drops the plan that a locked subscription was to change to: nobody can pay for it any more, and money that is on its way
 * is returned when it arrives. Returns the subscription.
 */
export async function dropNextPlan(
  tx: CommandTx,
  { subscription, isOpen }: Pick<LockedSubscription, 'subscription' | 'isOpen'>,
): Promise<Subscription> {
  const { nextPlan } = subscription;
  if (nextPlan === null) return subscription;
  const changed = await updateSubscription(tx, subscription, { nextPlan: null }, { isOpen });
  if (nextPlan.orderId !== null) {
    await stopCharge(tx, nextPlan.orderId);
    await withdrawOrder(tx, nextPlan.orderId);
  }
  return changed;
}
