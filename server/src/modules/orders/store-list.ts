import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { newestFirst } from '../../platform/database/newest-first.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import type { Order, OrderFilter, OrderTables } from './tables.ts';

/** Orders of an account, newest first. */
export async function listOrders(db: Reader, accountId: string, filter: OrderFilter): Promise<Order[]> {
  const { customerId, productId, status } = filter;
  if (productId === undefined) return orderPage(db, accountId, filter).execute();
  // Completed orders alone have products to be found by.
  if (status !== undefined && status !== 'Completed') return [];
  return customerId === undefined
    ? ordersOfProduct(db, accountId, { ...filter, productId })
    : ordersOfCustomerAndProduct(db, accountId, { ...filter, productId });
}

/** Notes by which products a completed order is found: those that it granted. */
export async function insertOrderProducts(
  tx: Tx,
  { accountId, id: orderId, createdAt }: Pick<Order, 'accountId' | 'id' | 'createdAt'>,
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return;
  const rows = productIds.map((productId) => ({ accountId, orderId, productId, createdAt }));
  await tx.tables<OrderTables>().insertInto('orderProducts').values(rows).execute();
}

function orderPage(db: Reader, accountId: string, filter: OrderFilter) {
  const { customerId, status, createdBefore, createdAfter } = filter;
  const isStatus = sql<boolean>`${sql.ref('status')} = ${status}`;
  const orders = db
    .tables<OrderTables>()
    .selectFrom('orders')
    .selectAll()
    .where('accountId', '=', accountId)
    .where((eb) => eb.and(customerId === undefined ? [] : [eb('customerId', '=', customerId)]))
    .where((eb) =>
      eb.and(status === undefined ? [] : [customerId === undefined ? isStatus : unindexed(isStatus)]),
    )
    .where((eb) => eb.and(createdBefore === undefined ? [] : [eb('createdAt', '<', createdBefore)]))
    .where((eb) => eb.and(createdAfter === undefined ? [] : [eb('createdAt', '>', createdAfter)]));
  return newestFirst(orders, filter);
}

function ordersOfCustomerAndProduct(
  db: Reader,
  accountId: string,
  filter: OrderFilter & { readonly productId: string },
): Promise<Order[]> {
  return orderPage(db, accountId, filter)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('orderProducts')
          .select('orderProducts.orderId')
          .whereRef('orderProducts.accountId', '=', 'orders.accountId')
          .whereRef('orderProducts.orderId', '=', 'orders.id')
          .where('orderProducts.productId', '=', filter.productId),
      ),
    )
    .execute();
}

async function ordersOfProduct(
  db: Reader,
  accountId: string,
  filter: OrderFilter & { readonly productId: string },
): Promise<Order[]> {
  const { productId, createdBefore, createdAfter } = filter;
  const products = db
    .tables<OrderTables>()
    .selectFrom('orderProducts')
    .select('orderId')
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .where((eb) => eb.and(createdBefore === undefined ? [] : [eb('createdAt', '<', createdBefore)]))
    .where((eb) => eb.and(createdAfter === undefined ? [] : [eb('createdAt', '>', createdAfter)]));
  const page = await newestFirst(products, filter, { id: 'orderId' }).execute();
  const ids = page.map(({ orderId }) => orderId);
  const orders = await db
    .tables<OrderTables>()
    .selectFrom('orders')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
  const orderById = new Map(orders.map((order) => [order.id, order]));
  return ids.flatMap((id) => orderById.get(id) ?? []);
}
