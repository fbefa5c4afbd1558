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
import { shownCartOffers, type ShownCartOffer } from './cart-offers.ts';
import { personalReason, windowReason } from './eligibility.ts';
import type {
  Discount,
  ItemReference,
  ItemTarget,
  Offer,
  PricedBundle,
  PricedProduct,
  PricingCatalog,
  PricingContext,
  Promotion,
} from './model.ts';
import { earliest, offersChangeAt, shownOffers, type ShownOffer } from './offers.ts';
import { type ShownItem, type ShownPromotion, shownPromotions } from './promotions.ts';
import { priceChangesAt, type ShownPrice, showPrice, type StorefrontPricing } from './shown-price.ts';
import { tierPrices } from './tiers.ts';

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
  readonly promotions: readonly Promotion[];
}

export interface StorefrontInput<
  Product extends PricedProduct,
  Bundle extends PricedBundle,
  AnyOffer extends Offer,
> extends PricingContext {
  readonly catalog: StorefrontCatalog<Product, Bundle, AnyOffer>;
  readonly enabledCurrencies: readonly string[];
  /** Where another discount is the best in each currency, the one in this currency is shown. */
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
  readonly cartOffers: readonly ShownCartOffer[];
  readonly promotions: readonly ShownPromotion[];
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
  const pricing: StorefrontPricing = { ...input, discounts: openDiscounts(catalog.discounts, input) };
  const products = catalog.products
    .filter(({ isForSale }) => isForSale)
    .map((product) => showProduct(product, pricing));
  // A product is also shown for its files and to its owners; a bundle is only for buying.
  const bundles = catalog.bundles
    .filter(({ isForSale }) => isForSale)
    .map((bundle) => showBundle(bundle, pricing))
    .filter(({ item }) => item.variations.length > 0);
  const items: ShownItem[] = [
    ...products.map(({ item }) => ({ type: 'Product' as const, id: item.product.id, ...item })),
    ...bundles.map(({ item }) => ({ type: 'Bundle' as const, id: item.bundle.id, ...item })),
  ];
  const sales = items.map(asSale);
  const onSale = {
    all: sales.map(({ item }) => item),
    admittingOffers: sales.map(({ admittingOffers }) => admittingOffers),
  };
  const offers = catalog.offers.filter(({ benefit }) => isWorthSomething(benefit, input.enabledCurrencies));
  const { cartOffers, changesAt: cartOffersChangeAt } = shownCartOffers(catalog.cartOffers, onSale, now);
  const changes = [...products, ...bundles].map(({ changesAt }) => changesAt);
  return {
    products: products.map(({ item }) => item),
    bundles: bundles.map(({ item }) => item),
    offers: shownOffers(offers, onSale, now),
    cartOffers,
    promotions: shownPromotions(catalog.promotions, items),
    validUntil: earliest([...changes, offersChangeAt(offers, onSale, now), cartOffersChangeAt]),
  };
}

/** The content shown now, and the time when it changes without any edit. */
interface Timed<Item> {
  readonly item: Item;
  readonly changesAt: Date | null;
}

/** Omits discounts that have ended or are not for this visitor, so that they are not checked again for every item. */
function openDiscounts(discounts: readonly Discount[], context: PricingContext): readonly Discount[] {
  return discounts.filter(
    (discount) =>
      windowReason(discount, context.now) !== 'Ended' && personalReason(discount, context) === undefined,
  );
}

function showProduct<Product extends PricedProduct>(
  product: Product,
  pricing: StorefrontPricing,
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
  pricing: StorefrontPricing,
): Timed<ShownBundle<Bundle>> {
  const scope = bundleScope(bundle, pricing);
  const priceOf: PriceOf = (prices, currency) =>
    bundlePrice(bundle, prices, currency, pricing.catalog, scope);
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
  pricing: StorefrontPricing,
  priceOf: PriceOf,
): { variations: ShownVariation<VariationOf<Item>>[]; changesAt: Date | null } {
  const discounts = pricing.discounts.filter((discount) => isAbout(discount, reference));
  const variations: ShownVariation<VariationOf<Item>>[] = [];
  const changes: (Date | null)[] = [];
  for (const variation of item.variations.filter(isSellable)) {
    const originalMinor = originalsOf(variation.prices, pricing.enabledCurrencies, priceOf);
    if (Object.keys(originalMinor).length === 0) continue;
    const tiers = tierPrices(variation, originalMinor, priceOf);
    const unit = { item: reference, variationId: variation.id, originalMinor, tiers };
    const price = showPrice(unit, discounts, pricing);
    variations.push({ variation, ...price });
    changes.push(priceChangesAt(unit, price, discounts, pricing));
  }
  return { variations, changesAt: earliest(changes) };
}

function isAbout({ targets }: Discount, { type, id }: ItemReference): boolean {
  return targets.length === 0 || targets.some((target) => target.type === type && target.id === id);
}

function asSale({ type, id, variations }: ShownItem): {
  readonly item: ItemTarget;
  readonly admittingOffers: ItemTarget;
} {
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
