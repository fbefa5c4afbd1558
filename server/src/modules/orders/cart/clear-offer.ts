import { notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import { loadTaxBasis } from '../../taxes/index.ts';
import { type OrderView, refuseAnother, viewOf } from './find-order.ts';
import { changeOrder, lockOrder } from '../order/store.ts';
import { audienceFor } from '../quote/cart-taxes.ts';
import { refusePaid } from './cart-change.ts';

/**
 * Removes the offer on the whole cart from an order (extended API, section A); a cart without an owner belongs to the
 * customer from then on. Raises `NotFound`, `OrderOfAnotherCustomer`, `OrderCompleted` and `OrderPaymentProcessing`.
 */
export async function clearOffer(
  ctx: Context,
  { orderId, customerId }: { readonly orderId: string; readonly customerId: string | undefined },
): Promise<OrderView> {
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  return transaction(ctx, async (tx) => {
    const before = await lockOrder(tx, ctx.account.id, orderId);
    if (before === undefined) throw notFound();
    refuseAnother(before, customerId);
    refusePaid(before);
    const order = await changeOrder(tx, before, {
      // Details that a guest entered are not passed on to the customer who takes over the cart.
      ...(before.customerId === null && customerId !== undefined && { customerId, billing: {} }),
      offerId: null,
      updatedAt: ctx.clock.now(),
    });
    return viewOf(tx, catalog, { order, taxBasis, audience: audienceFor(order, customerId) });
  });
}
