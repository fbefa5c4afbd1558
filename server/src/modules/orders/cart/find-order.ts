import { notFound } from '../../../kernel/problem.ts';
import { readContext } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import type { Context, ReadContext } from '../../accounts/index.ts';
import { type Catalog, loadCatalog } from '../../catalog/index.ts';
import type { OrderQuote } from '../../pricing/index.ts';
import { loadTaxBasis } from '../../taxes/index.ts';
import { type Audience, audienceFor } from '../quote/cart-taxes.ts';
import { type PricedCart, quoteLines } from '../quote/order-quote.ts';
import { orderOfAnotherCustomer } from '../problems.ts';
import { changeOrder, lockOrder, readOrder } from '../order/store.ts';
import type { Order } from '../tables.ts';

/** An order with the prices of its lines: the current ones, or those that were paid. */
export interface OrderView {
  readonly order: Order;
  readonly quote: OrderQuote;
  readonly catalog: Catalog;
}

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
  const db = ctx.database.reader;
  const cart = await readOrder(db, ctx.account.id, orderId.toLowerCase());
  if (cart === undefined) throw notFound();
  refuseAnother(cart, customerId);
  const order = isClaimable(cart) && customerId !== undefined ? await claim(ctx, cart, customerId) : cart;
  return loadView(ctx, order, audienceFor(order, customerId));
}

/** An order in the view of its audience. */
export async function loadView(ctx: Context, order: Order, audience: Audience): Promise<OrderView> {
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  return viewOf(readContext(ctx), catalog, { order, taxBasis, audience });
}

/** An order in its public form: a completed one keeps the prices that were paid. */
export async function viewOf(
  ctx: ReadContext,
  catalog: Catalog,
  cart: Pick<PricedCart, 'taxBasis' | 'audience'> & { readonly order: Order },
): Promise<OrderView> {
  const { order } = cart;
  const quote = order.content?.quote ?? (await quoteLines(ctx, catalog, cart));
  return { order, quote, catalog };
}

/** Whether the order is a cart without an owner. While it is being paid it stays with its payer. */
function isClaimable({ customerId, status }: Order): boolean {
  return customerId === null && status === 'Open';
}

/** Assigns the cart to the customer, unless another one, or a payment, was faster. */
async function claim(system: System, cart: Order, customerId: string): Promise<Order> {
  return system.database.transaction(async (tx) => {
    const order = await lockOrder(tx, cart.accountId, cart.id);
    if (order === undefined) throw notFound();
    refuseAnother(order, customerId);
    if (!isClaimable(order)) return order;
    // Details that a guest entered are not passed on to the customer who takes over the cart.
    return changeOrder(tx, order, { customerId, billing: {}, updatedAt: system.clock.now() });
  });
}

/** Raises `OrderOfAnotherCustomer` for a customer other than the one the order belongs to. */
export function refuseAnother(order: Pick<Order, 'customerId'>, customerId: string | undefined): void {
  const isOpenTo = order.customerId === null || customerId === undefined || order.customerId === customerId;
  if (!isOpenTo) throw orderOfAnotherCustomer();
}
