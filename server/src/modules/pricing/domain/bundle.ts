import { allocate, roundToStep, stepMinor } from '../../../kernel/money.ts';
import type {
  Amounts,
  PricedBundle,
  PricedProduct,
  PricedVariation,
  PricingCatalog,
  PricingContext,
} from './model.ts';

/** A product's part in a bundle for one customer. */
interface BundlePart {
  readonly productId: string;
  /** Its share of the bundle's price, in minor units. */
  readonly shareMinor: number;
  /** Whether the purchase includes it: not when the customer owns it and buys the rest. */
  readonly isIncluded: boolean;
}

/** The products of a bundle that the customer would buy. */
export interface BundleScope {
  /** The customer owns some of the products, and buys only the rest. */
  readonly isPartial: boolean;
  /** The customer owns every product. */
  readonly isOwned: boolean;
  readonly includedProductIds: readonly string[];
}

/**
 * The content of a purchase of the bundle. Without a signed-in customer, or when the customer owns nothing or
 * everything, all of it.
 */
export function bundleScope(
  bundle: Pick<PricedBundle, 'productIds'>,
  context: Pick<PricingContext, 'customer' | 'allowsPartialBundles'>,
): BundleScope {
  const { ownedProductIds, perpetualProductIds } = context.customer ?? {};
  const missing = bundle.productIds.filter((id) => perpetualProductIds?.has(id) !== true);
  const isOwned = bundle.productIds.every((id) => ownedProductIds?.has(id) === true);
  const isPartial =
    context.allowsPartialBundles && missing.length > 0 && missing.length < bundle.productIds.length;
  return { isPartial, isOwned, includedProductIds: isPartial ? missing : bundle.productIds };
}

/**
 * Splits a bundle's price over its products in proportion to their own default prices, by the largest remainder: the
 * shares add up to the price exactly. A product without a price in the currency gets the average weight of the others;
 * a free product has no share, unless all are free.
 */
export function bundleParts(
  priceMinor: number,
  bundle: PricedBundle,
  currency: string,
  catalog: Pick<PricingCatalog, 'product'>,
  includedProductIds: readonly string[],
): BundlePart[] {
  const prices = bundle.productIds.map((id) => defaultPrice(catalog.product(id), currency));
  const step = stepMinor(currency);
  const shares = allocate(priceMinor / step, weightsOf(prices)).map((share) => share * step);
  return bundle.productIds.map((productId, index) => ({
    productId,
    shareMinor: shares[index] ?? 0,
    isIncluded: includedProductIds.includes(productId),
  }));
}

/**
 * The unit price before discounts, for the products the customer would buy; `undefined` without one in the currency.
 */
export function bundlePrice(
  bundle: PricedBundle,
  prices: Amounts,
  currency: string,
  catalog: Pick<PricingCatalog, 'product'>,
  scope: BundleScope,
): number | undefined {
  const priceMinor = priceIn(prices, currency);
  if (priceMinor === undefined || !scope.isPartial) return priceMinor;
  return bundleParts(priceMinor, bundle, currency, catalog, scope.includedProductIds)
    .filter(({ isIncluded }) => isIncluded)
    .reduce((sum, { shareMinor }) => sum + shareMinor, 0);
}

/** Whether a shop can sell it: what is paid for again and again needs a payment method that can be saved. */
export function isSellable(
  { recurrence }: PricedVariation,
  { sellsSubscriptions = false }: Pick<PricingContext, 'sellsSubscriptions'>,
): boolean {
  return recurrence === 'OneOff' || sellsSubscriptions;
}

/** The unit price before discounts from the listed prices; `undefined` when there is none in the currency. */
export type PriceOf = (prices: Amounts, currency: string) => number | undefined;

/** The unit price before discounts, in each of its currencies. */
export function originalsOf(prices: Amounts, currencies: readonly string[], priceOf: PriceOf): Amounts {
  const originals: Record<string, number> = {};
  for (const currency of currencies) {
    const amountMinor = priceOf(prices, currency);
    if (amountMinor !== undefined) originals[currency] = amountMinor;
  }
  return originals;
}

/**
 * The listed price, rounded to the step of the currency; `undefined` when there is none in it. What has a price is never
 * free: it costs one step at least.
 */
export function priceIn(prices: Amounts, currency: string): number | undefined {
  const amountMinor = Object.hasOwn(prices, currency) ? prices[currency] : undefined;
  if (amountMinor === undefined || amountMinor === 0) return amountMinor;
  return Math.max(roundToStep(amountMinor, currency), stepMinor(currency));
}

/** Weights in proportion to the prices; unknown ones count as the average of the known ones. */
function weightsOf(prices: readonly (number | undefined)[]): number[] {
  const present = prices.filter((price) => price !== undefined);
  const sum = present.reduce((total, price) => total + price, 0);
  return prices.map((price) => (price === undefined ? sum : price * present.length));
}

function defaultPrice(product: PricedProduct | undefined, currency: string): number | undefined {
  const variation = product?.variations.find(({ recurrence }) => recurrence === 'OneOff');
  return variation === undefined ? undefined : priceIn(variation.prices, currency);
}
