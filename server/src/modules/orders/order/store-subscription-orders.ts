import { sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import { newestFirst, type RowPage } from '../../../platform/database/newest-first.ts';
import { unindexed } from '../../../platform/database/unindexed.ts';
import type { Order, OrderTables } from '../tables.ts';
import { readOrder } from './store.ts';

/** The orders of a subscription. */
export interface SubscriptionOrders {
  readonly subscriptionId: string;
  /** The one that began it, which may have begun others, too. */
  readonly firstOrderId: string;
}

/** The completed orders of a subscription, newest first, up to one more than the page; its first one is the last. */
export async function ordersOfSubscription(
  db: Reader,
  accountId: string,
  { ids, ...page }: RowPage & { readonly ids: SubscriptionOrders },
): Promise<Order[]> {
  const { subscriptionId, firstOrderId } = ids;
  const later = db
    .tables<OrderTables>()
    .selectFrom('orders')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId)
    .where(unindexed(sql<boolean>`${sql.ref('status')} = 'Completed'`));
  const orders = await newestFirst(later, page).execute();
  if (orders.length > page.limit || page.after?.id === firstOrderId) return orders;
  const first = await readOrder(db, accountId, firstOrderId);
  return first?.status === 'Completed' ? [...orders, first] : orders;
}

/** The orders of one origin that were placed for a subscription and are not delivered yet. */
export function undeliveredOrdersOf(
  db: Reader,
  accountId: string,
  subscriptionId: string,
  origin: Order['origin'],
): Promise<Order[]> {
  return db
    .tables<OrderTables>()
    .selectFrom('orders')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId)
    .where(unindexed(sql<boolean>`${sql.ref('origin')} = ${origin}`))
    .where(unindexed(sql<boolean>`${sql.ref('status')} <> 'Completed'`))
    .execute();
}

/** The orders of one origin that were placed for a subscription and delivered since a moment, newest first. */
export function deliveredOrdersOf(
  db: Reader,
  accountId: string,
  subscriptionId: string,
  { origin, since }: { readonly origin: Order['origin']; readonly since: Date },
): Promise<Order[]> {
  return db
    .tables<OrderTables>()
    .selectFrom('orders')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId)
    .where(unindexed(sql<boolean>`${sql.ref('origin')} = ${origin}`))
    .where(unindexed(sql<boolean>`${sql.ref('status')} = 'Completed'`))
    .where(unindexed(sql<boolean>`${sql.ref('completedAt')} >= ${since}`))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The ids of all orders of a subscription. */
export async function orderIdsOfSubscription(
  db: Reader,
  accountId: string,
  { subscriptionId, firstOrderId }: SubscriptionOrders,
): Promise<string[]> {
  const later = await db
    .tables<OrderTables>()
    .selectFrom('orders')
    .select('id')
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId)
    .execute();
  return [firstOrderId, ...later.map(({ id }) => id)];
}
