import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { LineRefund } from '../domain/refund-lines.ts';
import type { Order, OrderRefund, OrderTables } from '../tables.ts';

/** Stores the lines of a refund. The caller holds the lock of the order. */
export async function insertOrderRefund(tx: Tx, refund: OrderRefund): Promise<void> {
  await tx.tables<OrderTables>().insertInto('orderRefunds').values(refund).execute();
  await markRefunded(tx, refund);
}

/** Records whether an order has any effective refund. The caller holds the lock of the order. */
async function markRefunded(tx: Tx, { accountId, orderId }: OrderRefund): Promise<void> {
  await tx
    .tables<OrderTables>()
    .updateTable('orders')
    .set((eb) => ({
      isRefunded: sql<boolean>`${eb.exists(
        eb
          .selectFrom('orderRefunds')
          .select('orderRefunds.refundId')
          .whereRef('orderRefunds.accountId', '=', 'orders.accountId')
          .whereRef('orderRefunds.orderId', '=', 'orders.id'),
      )}`,
    }))
    .where('accountId', '=', accountId)
    .where('id', '=', orderId)
    .execute();
}

/** The lines of an order's refunds, except for those that failed. */
export function refundsOfOrder(db: Reader, { accountId, id }: Pick<Order, 'accountId' | 'id'>) {
  return db
    .tables<OrderTables>()
    .selectFrom('orderRefunds')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('orderId', '=', id)
    .execute();
}

/** The lines of these refunds. */
export function readOrderRefunds(
  db: Reader,
  accountId: string,
  refundIds: readonly string[],
): Promise<OrderRefund[]> {
  return db
    .tables<OrderTables>()
    .selectFrom('orderRefunds')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(inList(db, 'refundId', refundIds))
    .execute();
}

/** Records that a refund has taken effect. The caller holds the lock of the order. */
export async function markEffective(tx: Tx, { accountId, refundId }: OrderRefund): Promise<void> {
  await tx
    .tables<OrderTables>()
    .updateTable('orderRefunds')
    .set({ isEffective: true })
    .where('accountId', '=', accountId)
    .where('refundId', '=', refundId)
    .execute();
}

/** Deletes the lines of a failed refund. The caller holds the lock of the order. */
export async function deleteOrderRefund(tx: Tx, refund: OrderRefund): Promise<void> {
  await tx
    .tables<OrderTables>()
    .deleteFrom('orderRefunds')
    .where('accountId', '=', refund.accountId)
    .where('refundId', '=', refund.refundId)
    .execute();
  await markRefunded(tx, refund);
}

/** Counts units of lines as refunded, or no longer; the database refuses more units than were sold. */
export async function countReturned(
  tx: Tx,
  { accountId, id: orderId }: Pick<Order, 'accountId' | 'id'>,
  lines: readonly LineRefund[],
  direction: 1 | -1,
): Promise<void> {
  for (const { lineId, quantity } of lines) {
    if (quantity === 0) continue;
    await tx
      .tables<OrderTables>()
      .updateTable('orderLines')
      .set((eb) => ({ refundedQuantity: eb('refundedQuantity', '+', direction * quantity) }))
      .where('accountId', '=', accountId)
      .where('orderId', '=', orderId)
      .where('id', '=', lineId)
      .execute();
  }
}
