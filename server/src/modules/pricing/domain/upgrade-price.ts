import { originalsOf, priceIn } from './bundle.ts';
import type { Amounts, Discount, PricingContext } from './model.ts';
import { priceInEach } from './price-variation.ts';

/** The price of an upgrade in each currency, before and after discounts. */
interface UpgradePrice {
  readonly originalMinor: Amounts;
  readonly priceMinor: Amounts;
}

/** What the owner of a license pays for an upgrade: discounts on the variation reduce its price, too. */
export function priceUpgrade(
  sold: { readonly productId: string; readonly variationId: string; readonly prices: Amounts },
  currencies: readonly string[],
  discounts: readonly Discount[],
  context: PricingContext,
): UpgradePrice {
  const originalMinor = originalsOf(sold.prices, currencies, priceIn);
  const item = { type: 'Product', id: sold.productId } as const;
  const prices = priceInEach({ item, variationId: sold.variationId, originalMinor }, discounts, context);
  const priceMinor = Object.fromEntries(prices.map((price) => [price.currency, price.priceMinor]));
  return { originalMinor, priceMinor };
}
