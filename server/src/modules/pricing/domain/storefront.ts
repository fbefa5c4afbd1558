import { isWorthSomething } from './benefit.ts';
import {
  bundlePrice,
  bundleScope,
  isSellable,
  originalsOf,
  priceIn,
  type BundleScope,
  type PriceOf,
} from './bundle.ts';
import { personalReason, windowReason } from './eligibility.ts';
import type {
  Amounts,
  Discount,
  ItemReference,
  ItemTarget,
  Offer,
  PricedBundle,
  PricedProduct,
  PricedVariation,
  PricingCatalog,
  PricingContext,
} from './model.ts';
import { earliest, offersChangeAt, shownOffers, type ShownOffer } from './offers.ts';
import {
  admitsOffers,
  priceInEach,
  type Adjustment,
  type UnitInEach,
  type UnitPrice,
} from './price-variation.ts';

/** A variation's prices as a storefront shows them, in every enabled currency that it has. */
export interface ShownPrice {
  readonly originalMinor: Amounts;
  readonly priceMinor: Amounts;
  readonly discount?: {
    readonly applied: Adjustment;
    /** Original minus price, wherever the price is lower: also in currencies in which another discount is the best. */
    readonly totalMinor: Amounts;
  };
  /** Whether an offer can lower it further, in any currency. */
  readonly isOpenToOffers: boolean;
}

export interface ShownVariation<Variation> extends ShownPrice {
  readonly variation: Variation;
}

type VariationOf<Item extends PricedProduct> = Item['variations'][number];

export interface ShownProduct<Product extends PricedProduct> {
  readonly product: Product;
  readonly variations: readonly ShownVariation<VariationOf<Product>>[];
}

export interface ShownBundle<Bundle extends PricedBundle> {
  readonly bundle: Bundle;
  readonly scope: BundleScope;
  readonly variations: readonly ShownVariation<VariationOf<Bundle>>[];
}

/** The catalogue in the form that `priceStorefront` reads: its lists keep their order. */
export interface StorefrontCatalog<
  Product extends PricedProduct,
  Bundle extends PricedBundle,
  AnyOffer extends Offer,
> extends PricingCatalog {
  readonly products: readonly Product[];
  readonly bundles: readonly Bundle[];
  readonly offers: readonly AnyOffer[];
}

export interface StorefrontInput<
  Product extends PricedProduct,
  Bundle extends PricedBundle,
  AnyOffer extends Offer,
> extends PricingContext {
  readonly catalog: StorefrontCatalog<Product, Bundle, AnyOffer>;
  readonly enabledCurrencies: readonly string[];
  /** Where another discount is best in each currency, the one in this currency is shown. */
  readonly shownCurrency: string;
}

export interface PricedStorefront<
  Product extends PricedProduct,
  Bundle extends PricedBundle,
  AnyOffer extends Offer,
> {
  readonly products: readonly ShownProduct<Product>[];
  readonly bundles: readonly ShownBundle<Bundle>[];
  readonly offers: readonly ShownOffer<AnyOffer>[];
  /** The earliest time after `now` at which anything in this changes without an edit; `null` when it never does. */
  readonly validUntil: Date | null;
}

/**
 * The items for sale, with prices evaluated for the visitor, the campaign and the time (customer API, Storefront; wire
 * contract section 3). Pure: the same input gives the same result.
 */
export function priceStorefront<
  Product extends PricedProduct,
  Bundle extends PricedBundle,
  AnyOffer extends Offer,
>(input: StorefrontInput<Product, Bundle, AnyOffer>): PricedStorefront<Product, Bundle, AnyOffer> {
  const { catalog, now } = input;
  const pricing: Pricing = { ...input, discounts: openDiscounts(catalog.discounts, input) };
  const products = catalog.products
    .filter(({ isForSale }) => isForSale)
    .map((product) => showProduct(product, pricing));
  // A product is also shown for its files and to its owners; a bundle is there to be bought.
  const bundles = catalog.bundles
    .filter(({ isForSale }) => isForSale)
    .map((bundle) => showBundle(bundle, pricing))
    .filter(({ item }) => item.variations.length > 0);
  const sales = [
    ...products.map(({ item }) => asSale('Product', item.product.id, item.variations)),
    ...bundles.map(({ item }) => asSale('Bundle', item.bundle.id, item.variations)),
  ];
  const onSale = {
    all: sales.map(({ item }) => item),
    admittingOffers: sales.map(({ admittingOffers }) => admittingOffers),
  };
  const offers = catalog.offers.filter(({ benefit }) => isWorthSomething(benefit, input.enabledCurrencies));
  const changes = [...products, ...bundles].map(({ changesAt }) => changesAt);
  return {
    products: products.map(({ item }) => item),
    bundles: bundles.map(({ item }) => item),
    offers: shownOffers(offers, onSale, now),
    validUntil: earliest([...changes, offersChangeAt(offers, onSale, now)]),
  };
}

interface Pricing extends PricingContext {
  readonly catalog: PricingCatalog;
  readonly enabledCurrencies: readonly string[];
  readonly shownCurrency: string;
  /** Those that are for this visitor, now or later. */
  readonly discounts: readonly Discount[];
}

/** The content shown now, and the time when it changes without any edit. */
interface Timed<Item> {
  readonly item: Item;
  readonly changesAt: Date | null;
}

/**
 * Leaves out discounts that have ended or are not for this visitor, so that they are not checked again for every item.
 */
function openDiscounts(discounts: readonly Discount[], context: PricingContext): readonly Discount[] {
  return discounts.filter(
    (discount) =>
      windowReason(discount, context.now) !== 'Ended' && personalReason(discount, context) === undefined,
  );
}

function showProduct<Product extends PricedProduct>(
  product: Product,
  pricing: Pricing,
): Timed<ShownProduct<Product>> {
  const { variations, changesAt } = showVariations(
    { type: 'Product', id: product.id },
    product,
    pricing,
    priceIn,
  );
  return { item: { product, variations }, changesAt };
}

function showBundle<Bundle extends PricedBundle>(
  bundle: Bundle,
  pricing: Pricing,
): Timed<ShownBundle<Bundle>> {
  const scope = bundleScope(bundle, pricing);
  const priceOf: PriceOf = (variation, currency) =>
    bundlePrice(bundle, variation, currency, pricing.catalog, scope);
  const { variations, changesAt } = showVariations(
    { type: 'Bundle', id: bundle.id },
    bundle,
    pricing,
    priceOf,
  );
  return { item: { bundle, scope, variations }, changesAt };
}

function showVariations<Item extends PricedProduct>(
  reference: ItemReference,
  item: Item,
  pricing: Pricing,
  priceOf: PriceOf,
): { variations: ShownVariation<VariationOf<Item>>[]; changesAt: Date | null } {
  const discounts = pricing.discounts.filter((discount) => isAbout(discount, reference));
  const variations: ShownVariation<VariationOf<Item>>[] = [];
  const changes: (Date | null)[] = [];
  for (const variation of item.variations.filter(isSellable)) {
    const originalMinor = originalsOf(variation, pricing.enabledCurrencies, priceOf);
    if (Object.keys(originalMinor).length === 0) continue;
    const unit = { item: reference, variationId: variation.id, originalMinor };
    const price = showPrice(unit, discounts, pricing);
    variations.push({ variation, ...price });
    changes.push(priceChangesAt(unit, price, discounts, pricing));
  }
  return { variations, changesAt: earliest(changes) };
}

function showPrice(unit: UnitInEach, discounts: readonly Discount[], pricing: Pricing): ShownPrice {
  const { originalMinor } = unit;
  const prices = priceInEach(unit, discounts, pricing);
  const inEach = (amountOf: (price: UnitPrice) => number, some = prices): Amounts =>
    Object.fromEntries(some.map((price) => [price.currency, amountOf(price)]));
  const priceMinor = inEach((price) => price.priceMinor);
  const lower = prices.filter(({ discount }) => discount !== undefined);
  const applied = (lower.find(({ currency }) => currency === pricing.shownCurrency) ?? lower[0])?.discount;
  if (applied === undefined) return { originalMinor, priceMinor, isOpenToOffers: true };
  const totalMinor = inEach(({ discount }) => discount?.amountMinor ?? 0, lower);
  return {
    originalMinor,
    priceMinor,
    discount: { applied, totalMinor },
    isOpenToOffers: admitsOffers(prices),
  };
}

/** The first time at which a window opens or closes and the shown content changes. */
function priceChangesAt(
  unit: UnitInEach,
  variations: ShownPrice,
  discounts: readonly Discount[],
  pricing: Pricing,
): Date | null {
  const moments = discounts
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .filter((moment) => moment !== null && moment > pricing.now)
    .toSorted((a, b) => Number(a) - Number(b));
  const before = fingerprint(variations);
  const changed = moments.find(
    (now) => now !== null && fingerprint(showPrice(unit, discounts, { ...pricing, now })) !== before,
  );
  return changed ?? null;
}

/** The parts that a customer can tell apart: ids are not shown. */
function fingerprint({ priceMinor, discount, isOpenToOffers }: ShownPrice): string {
  if (discount === undefined) return JSON.stringify(priceMinor);
  const { name, description, benefit, isExclusive } = discount.applied;
  const share = benefit.type === 'PercentageOff' ? benefit.basisPoints : null;
  return JSON.stringify([priceMinor, name, description, share, isExclusive, isOpenToOffers]);
}

function isAbout({ targets }: Discount, { type, id }: ItemReference): boolean {
  return targets.length === 0 || targets.some((target) => target.type === type && target.id === id);
}

function asSale(
  type: ItemReference['type'],
  id: string,
  variations: readonly ShownVariation<PricedVariation>[],
): { readonly item: ItemTarget; readonly admittingOffers: ItemTarget } {
  const idsOf = (some: typeof variations): string[] => some.map(({ variation }) => variation.id);
  return {
    item: { type, id, variationIds: idsOf(variations) },
    admittingOffers: {
      type,
      id,
      variationIds: idsOf(variations.filter(({ isOpenToOffers }) => isOpenToOffers)),
    },
  };
}
