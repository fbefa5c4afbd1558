import { notFound } from '../../../kernel/problem.ts';
import type { Context } from '../../accounts/index.ts';
import { readOrder } from '../order/store.ts';
import { loadView, type OrderView } from '../quote/order-quote.ts';
import { audienceOf, refuseAnother } from '../rights/rights.ts';
import { claimCart } from './open-cart.ts';

/**
 * An order by its id; reading a cart without an owner assigns it to the customer. Raises `NotFound` when there is none,
 * and `OrderOfAnotherCustomer` for a customer other than the one it belongs to; without a customer, anybody with the id
 * may read it (customer API, Orders; wire contract section 4).
 */
export async function findOrder(
  ctx: Context,
  orderId: string,
  customerId: string | undefined,
): Promise<OrderView> {
  const cart = await readOrder(ctx.database.reader, ctx.account.id, orderId.toLowerCase());
  if (cart === undefined) throw notFound();
  refuseAnother(cart, customerId);
  const order = customerId === undefined ? cart : await claimCart(ctx, cart, customerId);
  return loadView(ctx, order, audienceOf(order, { customerId }));
}
