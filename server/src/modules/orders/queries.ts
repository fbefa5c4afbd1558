import { notFound } from '../../kernel/problem.ts';
import { readContext, readerOf } from '../../platform/context/context.ts';
import type { Context, QueryContext } from '../accounts/index.ts';
import { loadCatalog } from '../catalog/index.ts';
import { type OrderView, viewOf } from './find-order.ts';
import { readLines, readOrder } from './store.ts';
import * as store from './store-list.ts';
import type { Order, OrderFilter } from './tables.ts';

/** Orders of the account, newest first (extended API, B). */
export function listOrders(ctx: QueryContext, filter: OrderFilter): Promise<Order[]> {
  return store.listOrders(readerOf(ctx), ctx.account.id, filter);
}

/** An order as the vendor sees it, whoever it belongs to; looking at it changes nothing. Raises `NotFound`. */
export async function viewOrder(ctx: Context, id: string): Promise<OrderView> {
  const { reader } = ctx.database;
  const order = await readOrder(reader, ctx.account.id, id);
  if (order === undefined) throw notFound({ detail: `There is no order ${id}.` });
  const [catalog, lines] = await Promise.all([loadCatalog(ctx), readLines(reader, ctx.account.id, id)]);
  return viewOf(readContext(ctx), catalog, { order, lines });
}
