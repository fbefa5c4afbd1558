import type { ShopBundle, ShopProduct, ShopVariation, Storefront } from '../api/storefront.ts';

/** The unit price in one currency. */
export interface UnitPrice {
  readonly price: number;
  /** Before discounts. */
  readonly original: number;
}

type Priced = Pick<ShopVariation, 'price' | 'originalPrice'>;

/** The unit price of a line with this quantity; undefined where the variation has none in the currency. */
export function unitPrice(
  variation: Priced & Pick<ShopVariation, 'pricingTiers'>,
  quantity: number,
  currency: string,
): UnitPrice | undefined {
  const tier = variation.pricingTiers?.findLast(({ minQuantity }) => minQuantity <= quantity);
  return priceIn(tier ?? variation, currency);
}

function priceIn({ price, originalPrice }: Priced, currency: string): UnitPrice | undefined {
  const amount = price[currency];
  return amount === undefined ? undefined : { price: amount, original: originalPrice[currency] ?? amount };
}

/**
 * The variations with a price in the currency, in the vendor's order. One that would change a license of the visitor has
 * the price of that.
 */
export function variationsIn(
  { variations = [] }: Pick<ShopProduct, 'variations'>,
  currency: string,
): ShopVariation[] {
  return variations.map(asOffered).filter(({ price }) => price[currency] !== undefined);
}

function asOffered(variation: ShopVariation): ShopVariation {
  const { upgrade, pricingTiers: _, discount: __, ...rest } = variation;
  if (upgrade === undefined) return variation;
  const { price, originalPrice } = upgrade;
  return { ...rest, upgrade, price, originalPrice };
}

/** The variation with the lowest unit price. */
export function cheapestOf(
  variations: readonly ShopVariation[],
  currency: string,
): ShopVariation | undefined {
  const amountOf = ({ price }: ShopVariation) => price[currency] ?? Number.POSITIVE_INFINITY;
  return variations.reduce<ShopVariation | undefined>(
    (best, variation) => (best === undefined || amountOf(variation) < amountOf(best) ? variation : best),
    undefined,
  );
}

/** The saving of a bundle compared with buying its products one by one for good; 0 where that is undefined. */
export function savingOf({ products, defaultVariation }: ShopBundle, currency: string): number {
  const price = defaultVariation?.price[currency];
  if (price === undefined || defaultVariation?.recurrence.type !== 'OneOff') return 0;
  const parts = products
    .filter(({ included }) => included)
    .map((product) =>
      product.defaultVariation?.recurrence.type === 'OneOff'
        ? product.defaultVariation.price[currency]
        : undefined,
    );
  const sum = parts.reduce<number | undefined>(
    (total, part) => (total === undefined || part === undefined ? undefined : total + part),
    0,
  );
  return sum === undefined ? 0 : Math.max(0, Math.round((sum - price) * 1000) / 1000);
}

/** Whether the checkout may add a tax to the prices that cannot be estimated before. */
export function isTaxLater(storefront: Pick<Storefront, 'taxMode' | 'estimatedTax'> | undefined): boolean {
  return storefront?.taxMode === 'Exclusive' && storefront.estimatedTax === undefined;
}
