import type { Tx } from '../../platform/database/database.ts';
import type { Order, OrderLine, OrderTables } from './tables.ts';

/** Stores the line items of an order that is paid now. The caller holds its lock. */
export async function insertLines(tx: Tx, order: Order, lines: readonly OrderLine[]): Promise<void> {
  if (lines.length === 0) return;
  const { accountId, id: orderId } = order;
  await tx
    .tables<OrderTables>()
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
