import type { CommandTx } from '../accounts/index.ts';
import type { Order } from '../orders/index.ts';
import { subscriptionsBegunBy } from './store-sales.ts';

/** The subscriptions that an order began, or the one that it renews. */
export async function subscriptionsIn(
  tx: CommandTx,
  { id, subscriptionId }: Pick<Order, 'id' | 'subscriptionId'>,
): Promise<string[]> {
  if (subscriptionId !== null) return [subscriptionId];
  const subscriptions = await subscriptionsBegunBy(tx, tx.account.id, id);
  // In one order, as everywhere.
  return subscriptions.map((subscription) => subscription.id).toSorted();
}
