import type { Tx } from '../../../platform/database/database.ts';
import type { OrderStatus } from '../domain/order-state.ts';
import { columnsOf, type OrderChanges } from './store-columns.ts';
import type { Order, OrderTables } from '../tables.ts';

/**
 * Writes the status of an order and the related changes; returns the updated order. Only for `advanceOrder`, which
 * checks the transition. The caller holds the order's lock.
 */
export async function writeOrderStatus(
  tx: Tx,
  order: Order,
  status: OrderStatus,
  changes: OrderChanges,
): Promise<Order> {
  const revision = order.revision + 1;
  await tx
    .tables<OrderTables>()
    .updateTable('orders')
    .set({ ...columnsOf(changes), status, revision })
    .where('accountId', '=', order.accountId)
    .where('id', '=', order.id)
    .execute();
  return { ...order, ...changes, status, revision };
}
