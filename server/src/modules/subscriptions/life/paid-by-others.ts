import type { CommandTx } from '../../accounts/index.ts';
import { lockWithMerged } from '../locked-subscription.ts';
import { periodAt, periodOfOrder } from '../store.ts';
import { subscriptionsIn } from '../subscriptions-in.ts';
import type { Subscription } from '../tables.ts';
import type { ReturnedOrder } from './return-units.ts';

/**
 * The lines of an order that began subscriptions which others pay for now: the period that it paid for is over, and the one
 * that runs has an order of its own; or they are complete. When its money goes back at the provider, where nobody is asked,
 * their licenses stay. The caller holds the lock of the order; the subscriptions are locked.
 */
export async function linesPaidByOthers(tx: CommandTx, order: ReturnedOrder): Promise<ReadonlySet<string>> {
  const lineIds = new Set<string>();
  if (order.subscriptionId !== null) return lineIds;
  for (const id of await subscriptionsIn(tx, order)) {
    const { subscription } = await lockWithMerged(tx, id);
    if (await isPaidByOthers(tx, subscription, order)) lineIds.add(subscription.lineId);
  }
  return lineIds;
}

async function isPaidByOthers(
  tx: CommandTx,
  subscription: Subscription,
  order: Pick<ReturnedOrder, 'id'>,
): Promise<boolean> {
  const now = tx.clock.now();
  const own = await periodOfOrder(tx, subscription, order.id);
  if (own !== undefined && own.endsAt > now) return false;
  if (subscription.status === 'Completed') return true;
  if (subscription.endedAt !== null) return false;
  const { state, reason, orderId } = await periodAt(tx, subscription, now);
  return state === 'Paid' && reason === null && orderId !== null && orderId !== order.id;
}
