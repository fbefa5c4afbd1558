import type { Context } from '../src/modules/accounts/index.ts';
import { createOffer, createPromotion, updateVariation } from '../src/modules/catalog/index.ts';

/** A tier, an offer on the cart and a promotion, in addition to the demo shop's content. */
export async function addDemoPrices(ctx: Context): Promise<void> {
  const pricingTiers = [{ minQuantity: 5, prices: { EUR: 3_900 } }];
  await updateVariation(ctx, { type: 'Product', id: 'demo-app' }, 'demo-app-perpetual', { pricingTiers });
  await createOffer(ctx, {
    id: 'cart-tenth',
    name: 'A tenth off the cart',
    scope: 'Cart',
    benefit: { type: 'PercentageOff', basisPoints: 1_000 },
    minimumTotal: { EUR: 4_900 },
  });
  await createPromotion(ctx, {
    id: 'launch',
    name: 'Launch week',
    discountId: 'demo-launch',
    display: ['Banner'],
    cta: { url: 'https://shop.example/launch', label: 'Look' },
  });
}
