import type { RowPage } from '../../platform/database/newest-first.ts';
import type { Context } from '../accounts/index.ts';
import { loadCatalog } from '../catalog/index.ts';
import type { OrderView } from './cart/find-order.ts';
import { listOrders } from './queries.ts';

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
