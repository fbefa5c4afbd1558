import type { CommandTx } from '../../accounts/index.ts';
import { isPaid, type OrderEvent, statusAfter } from '../domain/order-state.ts';
import { recordOrderEvent } from '../events.ts';
import type { Order, OrderTables } from '../tables.ts';
import { orderNumberOf } from '../domain/order-number.ts';
import { orderIdOfNumber } from './store-list.ts';
import { columnsOf, type OrderChanges } from './store.ts';

/**
 * Moves an order through these events, one after the other, records its new status, and applies the related changes:
 * the only function that writes a status. An order that is paid gets its number. Increments the revision once and
 * returns the updated order. The caller holds the order's lock.
 *
 * Throws `IllegalOrderChange` when one of the events cannot happen to the order.
 */
export async function advanceOrder(
  tx: CommandTx,
  order: Order,
  events: readonly [OrderEvent, ...OrderEvent[]],
  changes: Omit<OrderChanges, 'updatedAt'>,
): Promise<Order> {
  const status = events.reduce(statusAfter, order.status);
  const revision = order.revision + 1;
  const number = order.number ?? (isPaid({ status }) ? await newNumber(tx) : null);
  const all = { ...changes, number, updatedAt: tx.clock.now() };
  await tx
    .tables<OrderTables>()
    .updateTable('orders')
    .set({ ...columnsOf(all), status, revision })
    .where('accountId', '=', order.accountId)
    .where('id', '=', order.id)
    .execute();
  const advanced = { ...order, ...all, status, revision };
  recordOrderEvent(tx, {
    type: 'order.status-changed',
    subjects: { order: order.id, customer: advanced.customerId },
    data: { before: order.status, after: status },
  });
  return advanced;
}

/** A number that no order of the account has; of two transactions that take the same one, the database refuses one. */
async function newNumber(tx: CommandTx): Promise<string> {
  const number = orderNumberOf(tx.ids.secret());
  const other = await orderIdOfNumber(tx, tx.account.id, number);
  return other === undefined ? number : newNumber(tx);
}
