import type { CommandTx } from '../../accounts/index.ts';
import { getOrder } from '../../orders/index.ts';
import { cyclesWithOrders, type PaidCycle } from '../store-milestones.ts';
import type { Subscription } from '../tables.ts';

/**
 * The paid cycles of a subscription itself, without a first one that cost nothing: a coupon never leads to the next one by
 * itself.
 */
export async function paidCyclesOf(tx: CommandTx, subscription: Subscription): Promise<PaidCycle[]> {
  const { orderId: firstOrderId, lineId } = subscription;
  const cycles = await cyclesWithOrders(tx, subscription);
  if (!cycles.some(({ orderId }) => orderId === firstOrderId)) return cycles;
  const { content } = await getOrder(tx, firstOrderId);
  const line = content?.quote.lines.find(({ id }) => id === lineId);
  return line?.dueMinor === 0 ? cycles.filter(({ orderId }) => orderId !== firstOrderId) : cycles;
}
