import { sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import { unindexed } from '../../../platform/database/unindexed.ts';
import type { OrderTables, OwedOrder } from '../tables.ts';

/** A part of the list of owed orders: those after a place in it, of an account or of all. */
interface OwedPage {
  readonly accountId?: string | undefined;
  readonly after: OwedOrder | undefined;
  readonly limit: number;
}

/** Orders of which money of the payment that paid is owed, by account, newest first. Reads the index of undue money. */
export function pageOwedOrders(db: Reader, { accountId, after, limit }: OwedPage): Promise<OwedOrder[]> {
  const orders = db
    .tables<OrderTables>()
    .selectFrom('orders')
    .select(['accountId', 'id as orderId', 'createdAt', 'owed'])
    .where(sql<boolean>`${sql.ref('hasUndueMoney')}`)
    .where(unindexed(sql<boolean>`${sql.ref('owed')} is not null`))
    .where((eb) => eb.and(accountId === undefined ? [] : [eb('accountId', '=', accountId)]))
    .orderBy('accountId')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after === undefined) return orders.execute();
  const isLater = sql<boolean>`(account_id > ${after.accountId} or (account_id = ${after.accountId}
    and (created_at, id) < (${after.createdAt}, ${after.orderId})))`;
  return orders.where(unindexed(isLater)).execute();
}
