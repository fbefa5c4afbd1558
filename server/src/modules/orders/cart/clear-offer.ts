import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import { loadTaxBasis } from '../../taxes/index.ts';
import { type OrderView, quoteLines } from '../quote/order-quote.ts';
import { audienceOf, type Caller } from '../rights/rights.ts';
import { changeCart, openCart } from './open-cart.ts';

/**
 * Removes the offer on the whole cart from an order (extended API, section A); a cart without an owner belongs to the
 * customer from then on. Raises what `openCart` raises.
 */
export async function clearOffer(
  ctx: Context,
  { orderId, ...caller }: Caller & { readonly orderId: string },
): Promise<OrderView> {
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  return transaction(ctx, async (tx) => {
    const order = await changeCart(tx, await openCart(tx, orderId, caller), { offerId: null });
    const quote = await quoteLines(tx, catalog, { order, taxBasis, audience: audienceOf(order, caller) });
    return { order, quote, catalog };
  });
}
