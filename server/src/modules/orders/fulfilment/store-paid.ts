import { sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import { unindexed } from '../../../platform/database/unindexed.ts';
import type { OrderTables } from '../tables.ts';

/** An order that waits for its fulfilment. */
export interface PaidOrder {
  readonly accountId: string;
  readonly id: string;
  readonly paidAt: Date | null;
}

/** Few orders are paid and undelivered, whether they are refunded or not. */
const IS_TO_DELIVER = unindexed(sql<boolean>`${sql.ref('cancelledAt')} is null`);

/** The number of orders, of every account, that were paid before a time and are undelivered. */
export async function countPaidOrders(db: Reader, paidBefore: Date): Promise<number> {
  const { count } = await db
    .tables<OrderTables>()
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', sql.lit('Paid' as const))
    .where('paidAt', '<', paidBefore)
    .where(IS_TO_DELIVER)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Orders of every account that were paid before a time and are undelivered, oldest first. */
export function listPaidOrders(
  db: Reader,
  {
    paidBefore,
    after,
    limit,
  }: { readonly paidBefore: Date; readonly after: PaidOrder | undefined; readonly limit: number },
): Promise<PaidOrder[]> {
  const orders = db
    .tables<OrderTables>()
    .selectFrom('orders')
    .select(['accountId', 'id', 'paidAt'])
    .where('status', '=', sql.lit('Paid' as const))
    .where('paidAt', '<', paidBefore)
    .where(IS_TO_DELIVER)
    .orderBy('paidAt')
    .orderBy('accountId')
    .orderBy('id')
    .limit(limit);
  if (after === undefined) return orders.execute();
  const key = sql`(${sql.ref('paidAt')}, ${sql.ref('accountId')}, ${sql.ref('id')})`;
  return orders.where(sql<boolean>`${key} > (${after.paidAt}, ${after.accountId}, ${after.id})`).execute();
}
