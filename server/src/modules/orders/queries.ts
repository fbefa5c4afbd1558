import { readerOf } from '../../platform/context/context.ts';
import { subjectText } from '../../platform/journal/record.ts';
import { listEvents } from '../../platform/journal/store.ts';
import type { EventRow } from '../../platform/journal/tables.ts';
import type { Context, QueryContext } from '../accounts/index.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import { type Catalog, loadCatalog } from '../catalog/index.ts';
import { emailKey } from '../customers/index.ts';
import { isAnyDisputed, type Refund } from '../payments/index.ts';
import { unknownOrder } from './problems.ts';
import { itemOf, loadView, type OrderView, titleOf } from './quote/order-quote.ts';
import { ORDER_KIND } from './purchase/purchases.ts';
import { hasPendingPurchase } from './purchase/store-purchases.ts';
import type { SoldLine } from './domain/refund-lines.ts';
import { soldLines } from './refunds/sold-lines.ts';
import { readOrderRefunds } from './refunds/store-refunds.ts';
import { readOrder } from './order/store.ts';
import * as store from './order/store-list.ts';
import {
  orderIdsOfSubscription,
  deliveredOrdersOf,
  ordersOfSubscription,
  type SubscriptionOrders,
  undeliveredOrdersOf,
} from './order/store-subscription-orders.ts';
import type { Order, OrderFilter, OrderRefund, PaidSpan } from './tables.ts';

/** Orders of the account, newest first (extended API, B). */
export function listOrders(ctx: QueryContext, filter: OrderFilter): Promise<Order[]> {
  return store.listOrders(readerOf(ctx), ctx.account.id, filter);
}

/** Whether a guest's purchase for this address, in its lookup form, is being paid, or is paid and undelivered. */
export function isPurchasePending(ctx: QueryContext, customerEmailKey: string): Promise<boolean> {
  return hasPendingPurchase(readerOf(ctx), ctx.account.id, customerEmailKey);
}

/** More orders than a person makes as a guest. */
const MOST_OF_GUEST = 500;

/**
 * The ids of a guest's orders: carts with this address in their billing details, and every order for which somebody has
 * tried to pay with it, successfully or not. Those that have a customer by now are theirs.
 */
export function guestOrdersOf(ctx: QueryContext, email: string): Promise<string[]> {
  const guest = { emailKey: emailKey(email), most: MOST_OF_GUEST };
  return store.guestOrderIds(readerOf(ctx), ctx.account.id, guest);
}

/** An order in the vendor's view, whoever it belongs to; reading it changes nothing. Raises `NotFound`. */
export async function viewOrder(ctx: Context, id: string): Promise<OrderView> {
  const { reader } = ctx.database;
  const order = await readOrder(reader, ctx.account.id, id);
  if (order === undefined) throw unknownOrder(id);
  return loadView(ctx, order, 'Owner');
}

/** An order in its stored form. Raises `NotFound`. */
export async function getOrder(ctx: QueryContext, id: string): Promise<Order> {
  const order = await readOrder(readerOf(ctx), ctx.account.id, id);
  if (order === undefined) throw unknownOrder(id);
  return order;
}

/** A completed order with its lines and their refunds. */
export interface SoldOrder {
  readonly order: Order;
  readonly lines: readonly SoldLine[];
}

/** The completed order with a number, in its stored form. */
export async function soldOrder(ctx: QueryContext, number: string): Promise<SoldOrder | undefined> {
  const reader = readerOf(ctx);
  const id = await store.orderIdOfNumber(reader, ctx.account.id, number);
  const order = id === undefined ? undefined : await readOrder(reader, ctx.account.id, id);
  if (order?.status !== 'Completed') return undefined;
  return { order, lines: await soldLines(reader, order) };
}

/** One line of an order in a list. */
interface ListedLine {
  /** The name of the item and its variation: when the payment started, or now. */
  readonly title: string;
  readonly quantity: number;
}

/** The lines of an order, in the order of the cart: of a payment's content, only what is charged. */
export function listLines(catalog: Catalog, { lines, content }: Order): ListedLine[] {
  const titles = new Map(content?.titles.map(({ lineId, title }) => [lineId, title]));
  return (content?.lines ?? lines).map((line) => ({
    title: titles.get(line.id) ?? titleOf(catalog, { ...line, item: itemOf(line) }),
    quantity: line.quantity,
  }));
}

/**
 * Events of the journal that concern an order, oldest first: changes of its status, payments, licenses that it granted.
 * Returns up to one more than `limit`, to show whether there are more. Raises `NotFound`.
 */
export async function orderTimeline(
  ctx: Context,
  id: string,
  page: { readonly afterId: string | undefined; readonly limit: number },
): Promise<EventRow[]> {
  const { reader } = ctx.database;
  const order = await readOrder(reader, ctx.account.id, id);
  if (order === undefined) throw unknownOrder(id);
  return listEvents(reader, ctx.account.id, {
    ...page,
    subject: subjectText('order', id),
    isOldestFirst: true,
  });
}

/** Whether the account has this order. */
export async function orderExists(ctx: QueryContext, id: string): Promise<boolean> {
  return (await readOrder(readerOf(ctx), ctx.account.id, id)) !== undefined;
}

/** The orders of one origin that were placed for a subscription and are not delivered yet: they may be paid. */
export function openOrdersOf(
  ctx: QueryContext,
  subscriptionId: string,
  origin: Order['origin'],
): Promise<Order[]> {
  return undeliveredOrdersOf(readerOf(ctx), ctx.account.id, subscriptionId, origin);
}

/** The orders of one origin that were placed for a subscription and are completed since a moment, newest first. */
export function completedOrdersOf(
  ctx: QueryContext,
  subscriptionId: string,
  part: { readonly origin: Order['origin']; readonly since: Date },
): Promise<Order[]> {
  return deliveredOrdersOf(readerOf(ctx), ctx.account.id, subscriptionId, part);
}

/** Whether a payment of a subscription is disputed, or its dispute was lost. */
export async function isSubscriptionDisputed(ctx: QueryContext, ids: SubscriptionOrders): Promise<boolean> {
  const orderIds = await orderIdsOfSubscription(readerOf(ctx), ctx.account.id, ids);
  return isAnyDisputed(ctx, { kind: ORDER_KIND, ids: orderIds });
}

/**
 * The completed orders of a subscription, newest first, each with its payment; its first one, which began it, is the last.
 */
export async function listOrdersOfSubscription(
  ctx: Context,
  { subscriptionId, firstOrderId, ...page }: RowPage & SubscriptionOrders,
): Promise<OrderView[]> {
  const { reader } = ctx.database;
  const [catalog, orders] = await Promise.all([
    loadCatalog(ctx),
    ordersOfSubscription(reader, ctx.account.id, { ...page, ids: { subscriptionId, firstOrderId } }),
  ]);
  return orders.flatMap((order) => {
    const { content } = order;
    return content === null ? [] : [{ order, quote: content.quote, catalog }];
  });
}

/** The completed orders of a customer, newest first, each with its payment (extended API, A). */
export async function listOwnOrders(
  ctx: Context,
  filter: RowPage & { readonly customerId: string },
): Promise<OrderView[]> {
  const [catalog, orders] = await Promise.all([
    loadCatalog(ctx),
    listOrders(ctx, { ...filter, status: 'Completed' }),
  ]);
  return orders.flatMap((order) => {
    const { content } = order;
    return content === null ? [] : [{ order, quote: content.quote, catalog }];
  });
}

/** The refunded lines of these refunds, by their ids; refunds that failed, or returned only money, are absent. */
export async function returnsOf(
  ctx: QueryContext,
  refunds: readonly Pick<Refund, 'id'>[],
): Promise<ReadonlyMap<string, OrderRefund>> {
  const ids = refunds.map(({ id }) => id);
  const rows = await readOrderRefunds(readerOf(ctx), ctx.account.id, ids);
  return new Map(rows.map((row) => [row.refundId, row]));
}

/** Orders that were paid in a span, oldest first, page by page. */
export function ordersPaidIn(ctx: QueryContext, span: PaidSpan): Promise<Order[]> {
  return store.ordersPaidIn(readerOf(ctx), ctx.account.id, span);
}

/** Orders by their ids; those that do not exist are left out. */
export async function ordersWithIds(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  const orders = ids.length === 0 ? [] : await store.readOrders(readerOf(ctx), ctx.account.id, ids);
  return new Map(orders.map((order) => [order.id, order]));
}

/** The numbers of these orders, by the ids of those that were paid; only those of a customer, if one is named. */
export async function numbersOfOrders(
  ctx: QueryContext,
  ids: readonly string[],
  ofCustomerId?: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = ids.length === 0 ? [] : await store.readOrderNumbers(readerOf(ctx), ctx.account.id, ids);
  return new Map(
    rows.flatMap(({ id, number, customerId }) =>
      number && customerId === (ofCustomerId ?? customerId) ? [[id, number] as const] : [],
    ),
  );
}
