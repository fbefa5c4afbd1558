import { sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import { unindexed } from '../../../platform/database/unindexed.ts';
import type { Order, OrderTables } from '../tables.ts';

/** The orders of a customer that are being paid, or are paid and not delivered yet. */
export function listOrdersInPayment(
  db: Reader,
  accountId: string,
  customerId: string,
): Promise<Pick<Order, 'id' | 'content' | 'cancelledAt'>[]> {
  return db
    .tables<OrderTables>()
    .selectFrom('orders')
    .select(['id', 'content', 'cancelledAt'])
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where(unindexed(sql<boolean>`${sql.ref('status')} in ('PaymentProcessing', 'Paid')`))
    .execute();
}
