import type { CommandTx } from '../accounts/index.ts';
import { subscribedLicenses } from '../licensing/index.ts';
import type { Order } from '../orders/index.ts';
import { subscriptionsBegunBy } from './store-sales.ts';
import type { Subscription } from './tables.ts';

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

/** The orders that granted its licenses: the first one, and those of changes that added units. */
export async function grantingOrders(tx: CommandTx, { id, orderId }: Subscription): Promise<string[]> {
  const { orderIds } = await subscribedLicenses(tx, id);
  return [...new Set([orderId, ...orderIds])].toSorted();
}
