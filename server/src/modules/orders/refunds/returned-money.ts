import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import type { QuotedLine } from '../../pricing/index.ts';
import { ordersOfSubscription, type SubscriptionOrders } from '../order/store-subscription-orders.ts';
import type { Order, OrderRefund } from '../tables.ts';
import { owedForUnits } from './sold-lines.ts';
import { refundsOfOrder } from './store-refunds.ts';

const MOST_ORDERS = 100;

/**
 * What has gone back, or is on its way back, of the latest orders of a subscription: of one of them, and of those that were
 * completed since. Of the order that began it, only its own line counts: others are other sales. In minor units, without
 * taxes on top. Units whose licenses went back with their money are left out: they are no part of it any more.
 */
export async function returnedMoney(
  ctx: QueryContext,
  ids: SubscriptionOrders,
  {
    orderId,
    lineId,
    since,
  }: { readonly orderId: string | null; readonly lineId: string; readonly since: Date },
): Promise<number> {
  const reader = readerOf(ctx);
  const orders = await ordersOfSubscription(reader, ctx.account.id, { ids, limit: MOST_ORDERS });
  let sum = 0;
  for (const order of orders) {
    const isMeant = order.id === orderId || (order.completedAt !== null && order.completedAt >= since);
    if (!isMeant) continue;
    const refunds = await refundsOfOrder(reader, order);
    const lines = order.content?.quote.lines ?? [];
    for (const line of order.id === ids.firstOrderId ? lines.filter(({ id }) => id === lineId) : lines)
      sum += moneyOf(order, line, refunds);
  }
  return sum;
}

/** Whether any money of an order has gone back, or is on its way back: free units have none. */
export async function hasReturnedMoney(ctx: QueryContext, order: Order): Promise<boolean> {
  if (!order.isRefunded) return false;
  const refunds = await refundsOfOrder(readerOf(ctx), order);
  return refunds.some(({ lines }) => lines.some(({ amountMinor }) => amountMinor > 0));
}

/** What has gone back of a line, without units that are no part of the subscription any more, before taxes on top. */
function moneyOf(
  order: Order,
  { id, dueMinor, subtotalMinor }: Pick<QuotedLine, 'id' | 'dueMinor' | 'subtotalMinor'>,
  refunds: readonly OrderRefund[],
): number {
  if (dueMinor === 0) return 0;
  const isGranted = order.content?.grants.some((grant) => grant.lineId === id) === true;
  let moneyMinor = 0;
  for (const { lines, revokesLicenses } of refunds)
    for (const { lineId, quantity, amountMinor } of lines)
      if (lineId === id && !(quantity > 0 && revokesLicenses && isGranted)) moneyMinor += amountMinor;
  const ofSubscriptionMinor = Math.max(0, moneyMinor - owedForUnits(order, id));
  return Math.floor((ofSubscriptionMinor * subtotalMinor) / dueMinor);
}
