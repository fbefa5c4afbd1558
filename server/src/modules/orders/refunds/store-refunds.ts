import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { LineRefund } from '../domain/refund-lines.ts';
import type { Order, OrderRefund, OrderTables } from '../tables.ts';

/** Notes what a refund gives back. The caller holds the lock of the order. */
export async function insertOrderRefund(tx: Tx, refund: OrderRefund): Promise<void> {
  await tx.tables<OrderTables>().insertInto('orderRefunds').values(refund).execute();
  await markRefunded(tx, refund);
}

/** Notes whether anything of an order goes back: whether a refund of it is left. */
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

/** What the refunds of an order give back, except for those that failed. */
export function refundsOfOrder(db: Reader, { accountId, id }: Pick<Order, 'accountId' | 'id'>) {
  return db
    .tables<OrderTables>()
    .selectFrom('orderRefunds')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('orderId', '=', id)
    .execute();
}

/** What these refunds give back. */
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

/** Notes that a refund has had its effects. The caller holds the lock of the order. */
export async function markEffective(tx: Tx, { accountId, refundId }: OrderRefund): Promise<void> {
  await tx
    .tables<OrderTables>()
    .updateTable('orderRefunds')
    .set({ isEffective: true })
    .where('accountId', '=', accountId)
    .where('refundId', '=', refundId)
    .execute();
}

/** Forgets what a refund gives back, because it failed. The caller holds the lock of the order. */
export async function deleteOrderRefund(tx: Tx, refund: OrderRefund): Promise<void> {
  await tx
    .tables<OrderTables>()
    .deleteFrom('orderRefunds')
    .where('accountId', '=', refund.accountId)
    .where('refundId', '=', refund.refundId)
    .execute();
  await markRefunded(tx, refund);
}

/** Counts units of lines as returned, or no longer; the database refuses more units than were sold. */
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
