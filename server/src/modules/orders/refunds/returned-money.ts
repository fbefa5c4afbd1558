import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import { ordersOfSubscription, type SubscriptionOrders } from '../order/store-subscription-orders.ts';
import type { Order, OrderRefund } from '../tables.ts';
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
    for (const { lines, revokesLicenses } of await refundsOfOrder(reader, order)) {
      const own = order.id === ids.firstOrderId ? lines.filter((line) => line.lineId === lineId) : lines;
      sum += moneyOf(order, { lines: own, revokesLicenses });
    }
  }
  return sum;
}

function moneyOf(
  { content }: Order,
  { lines, revokesLicenses }: Pick<OrderRefund, 'lines' | 'revokesLicenses'>,
): number {
  return lines.reduce((sum, { lineId, quantity, amountMinor }) => {
    const line = content?.quote.lines.find(({ id }) => id === lineId);
    const granted = content?.grants.some((grant) => grant.lineId === lineId) === true;
    if (line === undefined || line.dueMinor === 0) return sum;
    if (quantity > 0 && revokesLicenses && granted) return sum;
    return sum + Math.floor((amountMinor * line.subtotalMinor) / line.dueMinor);
  }, 0);
}
