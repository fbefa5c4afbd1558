import type { Context } from '../../accounts/index.ts';
import { readOrder } from '../order/store.ts';
import { nothingToDeliver, unknownOrder } from '../problems.ts';
import type { Order } from '../tables.ts';
import { fulfilNow } from './fulfil-job.ts';

/**
 * Tries to deliver a paid order now, and returns it as it is afterwards: completed, or with why it could not be
 * delivered. A completed order stays as it is, so it may be called any number of times.
 *
 * Raises `NotFound`, and `NothingToDeliver` for an order that is not paid, or whose money is returned.
 */
export async function deliverAgain(ctx: Context, orderId: string): Promise<Order> {
  const order = await existingOrder(ctx, orderId);
  if (order.status === 'Completed') return order;
  if (order.status !== 'Paid' || order.cancelledAt !== null) throw nothingToDeliver();
  await fulfilNow(ctx, orderId);
  return existingOrder(ctx, orderId);
}

async function existingOrder(ctx: Context, orderId: string): Promise<Order> {
  const order = await readOrder(ctx.database.reader, ctx.account.id, orderId);
  if (order === undefined) throw unknownOrder(orderId);
  return order;
}
