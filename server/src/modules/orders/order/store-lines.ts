import type { Tx } from '../../../platform/database/database.ts';
import type { Order, OrderLine, OrderTables } from '../tables.ts';

/**
 * Stores the line items of an order that is paid now. The caller holds its lock. Rows that the order already has are of
 * a process of an earlier version, which kept the lines of carts here and was not stopped for the upgrade.
 */
export async function insertLines(tx: Tx, order: Order, lines: readonly OrderLine[]): Promise<void> {
  const { accountId, id: orderId } = order;
  const db = tx.tables<OrderTables>();
  await db
    .deleteFrom('orderLines')
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .execute();
  if (lines.length === 0) return;
  await db
    .insertInto('orderLines')
    .values(
      lines.map((line, position) => ({
        ...line,
        // Absent from purchases that were agreed before this field existed.
        partial: line.partial ?? null,
        replaced: line.replaced ?? null,
        accountId,
        orderId,
        position,
      })),
    )
    .execute();
}
