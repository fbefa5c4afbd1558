import { type ExpressionBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import { newestFirst } from '../../../platform/database/newest-first.ts';
import { unindexed } from '../../../platform/database/unindexed.ts';
import type { Order, OrderFilter, OrderTables, PaidSpan } from '../tables.ts';

/** Orders of an account, newest first, or oldest first. */
export async function listOrders(db: Reader, accountId: string, filter: OrderFilter): Promise<Order[]> {
  const { customerId, subscriptionId, productId, status, isRefunded, hasUndueMoney } = filter;
  const { orphanIds = [] } = filter;
  const ids = await idsAmong(db, accountId, filter);
  if (ids !== undefined) return ordersAmong(db, accountId, { ...filter, ids });
  // Only completed orders can be found by product.
  if (productId !== undefined && status !== undefined && status !== 'Completed') return [];
  const isNarrow = customerId !== undefined || subscriptionId !== undefined;
  if (productId !== undefined && !isNarrow && isRefunded !== true && hasUndueMoney !== true)
    return ordersOfProduct(db, accountId, { ...filter, productId });
  const page = await orderPage(db, accountId, filter).execute();
  if (orphanIds.length === 0) return page;
  const orphans = await orphanOrders(db, accountId, { ...filter, orphanIds });
  return [...page, ...orphans].toSorted(orderOf(filter)).slice(0, filter.limit + 1);
}

/** The part of the page without an owner. */
async function orphanOrders(
  db: Reader,
  accountId: string,
  { orphanIds, after, isOldestFirst, ...filter }: OrderFilter & { readonly orphanIds: readonly string[] },
): Promise<Order[]> {
  const compare = orderOf({ isOldestFirst });
  const orders = await ordersWithIds(db, accountId, orphanIds, filter);
  return orders.filter(
    (order) =>
      order.customerId === null &&
      isInState(order, filter) &&
      (after === undefined || compare({ createdAt: after.at, id: after.id }, order) < 0),
  );
}

function isInState(
  order: Pick<Order, 'status' | 'subscriptionId' | 'isRefunded' | 'hasUndueMoney'>,
  {
    status,
    subscriptionId,
    isRefunded,
    hasUndueMoney,
  }: Pick<OrderFilter, 'status' | 'subscriptionId' | 'isRefunded' | 'hasUndueMoney'>,
): boolean {
  return (
    (status === undefined || order.status === status) &&
    (subscriptionId === undefined || order.subscriptionId === subscriptionId) &&
    (isRefunded === undefined || order.isRefunded === isRefunded) &&
    (hasUndueMoney === undefined || order.hasUndueMoney)
  );
}

/** The ids that the filter leaves, if it names any: those of its list, and that of its number. */
async function idsAmong(
  db: Reader,
  accountId: string,
  { ids, number }: Pick<OrderFilter, 'ids' | 'number'>,
): Promise<readonly string[] | undefined> {
  if (number === undefined) return ids;
  const id = await orderIdOfNumber(db, accountId, number);
  return id === undefined || ids?.includes(id) === false ? [] : [id];
}

/** What decides whether an order is in a list, and where. */
const PLACE = [
  'id',
  'createdAt',
  'status',
  'subscriptionId',
  'customerId',
  'isRefunded',
  'hasUndueMoney',
] as const;

/** The page of a list of some orders, if the other filters let them through; only those of the page are read as a whole. */
async function ordersAmong(
  db: Reader,
  accountId: string,
  {
    ids,
    customerId,
    orphanIds = [],
    after,
    isOldestFirst,
    limit,
    ...filter
  }: OrderFilter & {
    readonly ids: readonly string[];
  },
): Promise<Order[]> {
  const compare = orderOf({ isOldestFirst });
  const places = await withIds(db, accountId, ids, filter).select(PLACE).execute();
  const page = places
    .filter(
      (place) =>
        isInState(place, filter) &&
        (customerId === undefined ||
          place.customerId === customerId ||
          (place.customerId === null && orphanIds.includes(place.id))) &&
        (after === undefined || compare({ createdAt: after.at, id: after.id }, place) < 0),
    )
    .toSorted(compare)
    .slice(0, limit + 1);
  const orders = await readOrders(
    db,
    accountId,
    page.map(({ id }) => id),
  );
  return orders.toSorted(compare);
}

/** The id of the order with a number, in its stored form. */
export async function orderIdOfNumber(
  db: Reader,
  accountId: string,
  number: string,
): Promise<string | undefined> {
  const row = await db
    .tables<OrderTables>()
    .selectFrom('orders')
    .select('id')
    .where('accountId', '=', accountId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.id;
}

/** Orders by their ids, in the time and with the product of the filter. */
function ordersWithIds(
  db: Reader,
  accountId: string,
  ids: readonly string[],
  filter: TimeAndProduct,
): Promise<Order[]> {
  return withIds(db, accountId, ids, filter).selectAll().execute();
}

type TimeAndProduct = Pick<OrderFilter, 'createdBefore' | 'createdAfter' | 'productId'>;

function withIds(
  db: Reader,
  accountId: string,
  ids: readonly string[],
  { createdBefore, createdAfter, productId }: TimeAndProduct,
) {
  const is = (column: 'createdAt', operator: '<' | '>', time: Date) =>
    unindexed(sql<boolean>`${sql.ref(column)} ${sql.raw(operator)} ${time}`);
  return db
    .tables<OrderTables>()
    .selectFrom('orders')
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .where((eb) => eb.and(createdBefore === undefined ? [] : [is('createdAt', '<', createdBefore)]))
    .where((eb) => eb.and(createdAfter === undefined ? [] : [is('createdAt', '>', createdAfter)]))
    .where((eb) => eb.and(productId === undefined ? [] : [hasProduct(eb, productId)]));
}

/**
 * Ids of orders without a customer, newest first, at most `most` of each kind: those with this address, in its lookup
 * form, in their billing details, and those for which a payment with it was started.
 */
export async function guestOrderIds(
  db: Reader,
  accountId: string,
  { emailKey, most }: { readonly emailKey: string; readonly most: number },
): Promise<string[]> {
  const ofBilling = db
    .tables<OrderTables>()
    .selectFrom('orders')
    .select('id')
    .where('accountId', '=', accountId)
    .where('billingEmailKey', '=', emailKey)
    .where('customerId', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most);
  const ofPurchases = db
    .tables<OrderTables>()
    .selectFrom('purchases')
    .select('orderId as id')
    .where('accountId', '=', accountId)
    .where('guestEmailKey', '=', emailKey)
    .orderBy('createdAt', 'desc')
    .orderBy('paymentId', 'desc')
    .limit(most);
  const rows = await Promise.all([ofBilling.execute(), ofPurchases.execute()]);
  return [...new Set(rows.flat().map(({ id }) => id))];
}

type Place = Pick<Order, 'createdAt' | 'id'>;

function orderOf({ isOldestFirst = false }: Pick<OrderFilter, 'isOldestFirst'>) {
  return (a: Place, b: Place): number => (isOldestFirst ? compareNewest(b, a) : compareNewest(a, b));
}

function compareNewest(a: Place, b: Place): number {
  const difference = b.createdAt.getTime() - a.createdAt.getTime();
  if (difference !== 0 || a.id === b.id) return difference;
  return a.id < b.id ? 1 : -1;
}

/** Whether an order granted licenses of a product. */
function hasProduct(eb: ExpressionBuilder<OrderTables, 'orders'>, productId: string) {
  return eb.exists(
    eb
      .selectFrom('orderProducts')
      .select('orderProducts.orderId')
      .whereRef('orderProducts.accountId', '=', 'orders.accountId')
      .whereRef('orderProducts.orderId', '=', 'orders.id')
      .where('orderProducts.productId', '=', productId),
  );
}

/** Stores the products by which a completed order is found: those that it granted. */
export async function insertOrderProducts(
  tx: Tx,
  { accountId, id: orderId, createdAt }: Pick<Order, 'accountId' | 'id' | 'createdAt'>,
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return;
  const rows = productIds.map((productId) => ({ accountId, orderId, productId, createdAt }));
  await tx.tables<OrderTables>().insertInto('orderProducts').values(rows).execute();
}

/** The narrowest condition leads: the others are checked on the rows that it finds. */
function orderPage(db: Reader, accountId: string, filter: OrderFilter) {
  const { customerId, subscriptionId, status, isRefunded, hasUndueMoney, productId } = filter;
  const { createdBefore, createdAfter } = filter;
  const isReturned = sql<boolean>`${sql.ref('isRefunded')}`;
  const isUndue = sql<boolean>`${sql.ref('hasUndueMoney')}`;
  const leader = leaderOf(filter);
  const orders = db
    .tables<OrderTables>()
    .selectFrom('orders')
    .selectAll()
    .where('accountId', '=', accountId)
    .where((eb) => eb.and(customerId === undefined ? [] : [eb('customerId', '=', customerId)]))
    .where((eb) => eb.and(subscriptionId === undefined ? [] : [eb('subscriptionId', '=', subscriptionId)]))
    .where((eb) => {
      if (status === undefined) return eb.and([]);
      const isStatus = sql<boolean>`${sql.ref('status')} = ${sql.lit(status)}`;
      return leader === 'Status' ? isStatus : unindexed(isStatus);
    })
    .where((eb) => {
      if (isRefunded === undefined) return eb.and([]);
      if (leader === 'Refund') return isReturned;
      return unindexed(isRefunded ? isReturned : sql<boolean>`not ${isReturned}`);
    })
    .where((eb) => {
      if (hasUndueMoney === undefined) return eb.and([]);
      return leader === 'UndueMoney' ? isUndue : unindexed(isUndue);
    })
    .where((eb) => eb.and(productId === undefined ? [] : [hasProduct(eb, productId)]))
    .where((eb) => eb.and(createdBefore === undefined ? [] : [eb('createdAt', '<', createdBefore)]))
    .where((eb) => eb.and(createdAfter === undefined ? [] : [eb('createdAt', '>', createdAfter)]));
  return newestFirst(orders, filter);
}

function leaderOf({
  customerId,
  subscriptionId,
  isRefunded,
  hasUndueMoney,
  status,
}: OrderFilter): 'Customer' | 'Subscription' | 'UndueMoney' | 'Refund' | 'Status' | 'Time' {
  if (subscriptionId !== undefined) return 'Subscription';
  if (customerId !== undefined) return 'Customer';
  if (hasUndueMoney === true) return 'UndueMoney';
  if (isRefunded === true) return 'Refund';
  return status === undefined ? 'Time' : 'Status';
}

/** Whether an order that granted a product has a refund. */
function hasRefund(eb: ExpressionBuilder<OrderTables, 'orderProducts'>) {
  return eb.exists(
    eb
      .selectFrom('orderRefunds')
      .select('orderRefunds.refundId')
      .whereRef('orderRefunds.accountId', '=', 'orderProducts.accountId')
      .whereRef('orderRefunds.orderId', '=', 'orderProducts.orderId'),
  );
}

async function ordersOfProduct(
  db: Reader,
  accountId: string,
  filter: OrderFilter & { readonly productId: string },
): Promise<Order[]> {
  const { productId, isRefunded, createdBefore, createdAfter } = filter;
  const products = db
    .tables<OrderTables>()
    .selectFrom('orderProducts')
    .select('orderId')
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    // Orders with refunds are few, so their index leads.
    .where((eb) => (isRefunded === undefined ? eb.and([]) : eb.not(hasRefund(eb))))
    .where((eb) => eb.and(createdBefore === undefined ? [] : [eb('createdAt', '<', createdBefore)]))
    .where((eb) => eb.and(createdAfter === undefined ? [] : [eb('createdAt', '>', createdAfter)]));
  const page = await newestFirst(products, filter, { id: 'orderId' }).execute();
  const ids = page.map(({ orderId }) => orderId);
  const orders = await ordersWithIds(db, accountId, ids, {});
  const orderById = new Map(orders.map((order) => [order.id, order]));
  return ids.flatMap((id) => orderById.get(id) ?? []);
}

/** Orders that were paid from `from` until before `to`, oldest first, after a place in this list. */
export function ordersPaidIn(
  db: Reader,
  accountId: string,
  { from, to, after, limit }: PaidSpan,
): Promise<Order[]> {
  return db
    .tables<OrderTables>()
    .selectFrom('orders')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('paidAt', '>=', after?.at ?? from)
    .where('paidAt', '<', to)
    .where((eb) =>
      eb.and(after === undefined ? [] : [sql<boolean>`(paid_at, id) > (${after.at}, ${after.id})`]),
    )
    .orderBy('paidAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Orders by their ids. */
export function readOrders(db: Reader, accountId: string, ids: readonly string[]): Promise<Order[]> {
  return db
    .tables<OrderTables>()
    .selectFrom('orders')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
}

/** The numbers of orders by their ids. */
export function readOrderNumbers(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<Order, 'id' | 'number' | 'customerId'>[]> {
  return db
    .tables<OrderTables>()
    .selectFrom('orders')
    .select(['id', 'number', 'customerId'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
}
