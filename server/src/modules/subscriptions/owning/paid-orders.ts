import type { CommandTx } from '../../accounts/index.ts';
import { getOrder } from '../../orders/index.ts';
import { ordersOfCycles } from '../store-milestones.ts';
import type { Subscription } from '../tables.ts';

/**
 * The orders of the paid cycles of a subscription itself, null for one that was paid where it ran before; without a first one
 * that cost nothing: a coupon never leads to the next one by itself.
 */
export async function paidOrders(tx: CommandTx, subscription: Subscription): Promise<(string | null)[]> {
  const { orderId, lineId } = subscription;
  const orderIds = await ordersOfCycles(tx, subscription);
  if (!orderIds.includes(orderId)) return orderIds;
  const { content } = await getOrder(tx, orderId);
  const line = content?.quote.lines.find(({ id }) => id === lineId);
  return line?.dueMinor === 0 ? orderIds.filter((id) => id !== orderId) : orderIds;
}
