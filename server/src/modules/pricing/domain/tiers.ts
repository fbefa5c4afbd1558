import { originalsOf, type PriceOf } from './bundle.ts';
import type { Amounts, PricedVariation } from './model.ts';

/** The unit price at a tier, before discounts. */
export interface TierPrice {
  readonly minQuantity: number;
  /** In the currencies of the variation; never more than its own price. */
  readonly originalMinor: Amounts;
}

const NO_TIERS: readonly TierPrice[] = [];

/**
 * The tiers of a variation, ascending. A tier only counts where it is cheaper: in a currency in which it has no price,
 * or a higher one, its price is the variation's, `listMinor`.
 */
export function tierPrices(
  { pricingTiers = [] }: PricedVariation,
  listMinor: Amounts,
  priceOf: PriceOf,
): readonly TierPrice[] {
  if (pricingTiers.length === 0) return NO_TIERS;
  const currencies = Object.keys(listMinor);
  return pricingTiers.map(({ minQuantity, prices }) => {
    const own = originalsOf(prices, currencies, priceOf);
    const originalMinor = Object.fromEntries(
      Object.entries(listMinor).map(([currency, amount]) => [
        currency,
        Math.min(own[currency] ?? amount, amount),
      ]),
    );
    return { minQuantity, originalMinor };
  });
}
