import { needsTotals } from '../address/country.ts';
import type { ShopBundle, ShopOffer, ShopProduct, ShopVariation, Storefront } from '../api/storefront.ts';

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
 * The variations with a price in the currency, in the vendor's order. One that would change a license of the visitor
 * has the price of that.
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

/** The unit price with the offer, on top of other discounts; the server has the last word. */
export function offerPrice(
  variation: ShopVariation,
  discount: ShopOffer['discount'],
  currency: string,
): UnitPrice | undefined {
  const unit = unitPrice(variation, 1, currency);
  if (unit === undefined) return undefined;
  const off =
    discount.type === 'PercentageOffDiscount'
      ? unit.price * discount.percentage
      : (discount.total?.[currency] ?? 0);
  return { original: unit.original, price: Math.max(0, unit.price - off) };
}

/**
 * Whether an owner of a product has a reason to buy it again: it changes their license, or it is sold to teams, by the
 * cycle or at volume prices. Otherwise the shop leads owners to what they have.
 */
export function isBoughtAgain(product: Pick<ShopProduct, 'variations'>, currency: string): boolean {
  return variationsIn(product, currency).some(
    (variation) => variation.upgrade !== undefined || isSoldToTeams(variation),
  );
}

/** Hardly anybody buys several perpetual licenses; a team counts its subscriptions. */
export function isSoldToTeams({
  recurrence,
  pricingTiers = [],
}: Pick<ShopVariation, 'recurrence' | 'pricingTiers'>): boolean {
  return recurrence.type !== 'OneOff' || pricingTiers.length > 0;
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

/** The price of a bundle's products as separate one-off purchases; undefined where there is none in the currency. */
export function worthOf({ products }: Pick<ShopBundle, 'products'>, currency: string): number | undefined {
  const prices = products
    .filter(({ included }) => included)
    .map(({ defaultVariation }) =>
      defaultVariation?.recurrence.type === 'OneOff' ? defaultVariation.price[currency] : undefined,
    );
  return prices.reduce<number | undefined>(
    (total, price) => (total === undefined || price === undefined ? undefined : inSteps(total + price)),
    0,
  );
}

/** The saving of a bundle over separate one-off purchases of its products; 0 where that is undefined. */
export function savingOf(bundle: ShopBundle, currency: string): number {
  return Math.max(0, -surchargeOf(bundle, currency));
}

/** Whether the rest of a bundle that the customer owns in part costs less one by one. */
export function isDearerThanRest(bundle: ShopBundle, currency: string): boolean {
  return bundle.partial && surchargeOf(bundle, currency) > 0;
}

function surchargeOf(bundle: ShopBundle, currency: string): number {
  const { defaultVariation } = bundle;
  const price = defaultVariation?.price[currency];
  const worth = worthOf(bundle, currency);
  if (price === undefined || worth === undefined || defaultVariation?.recurrence.type !== 'OneOff') return 0;
  return inSteps(price - worth);
}

/** Without the errors of additions. */
function inSteps(amount: number): number {
  return Math.round(amount * 1_000) / 1_000;
}

/**
 * An amount to pay with the tax that the checkout will probably add, where consumers have to be told the total;
 * undefined where nothing is added, it is enough to say so, or items have different rates.
 */
export function totalFor(
  amount: number,
  currency: string,
  { estimatedTax }: Pick<Storefront, 'estimatedTax'>,
): number | undefined {
  if (estimatedTax?.mode !== 'Exclusive' || estimatedTax.rate === 0 || estimatedTax.varies) return undefined;
  if (!needsTotals(estimatedTax.countryCode)) return undefined;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const minor = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  const amountMinor = Math.round(amount * minor);
  // Rates have at most five decimals; without the errors of the multiplication.
  const taxMinor = Math.round((amountMinor * Math.round(estimatedTax.rate * 100_000)) / 100_000);
  return (amountMinor + taxMinor) / minor;
}

/** Whether the checkout may add a tax to the prices that cannot be estimated before. */
export function isTaxLater(storefront: Pick<Storefront, 'taxMode' | 'estimatedTax'> | undefined): boolean {
  return storefront?.taxMode === 'Exclusive' && storefront.estimatedTax === undefined;
}
