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
  Amounts,
} from './model.ts';
import { earliest, offersChangeAt, shownOffers, type ShownOffer } from './offers.ts';
import { tierPrices, type TierPrice } from './tiers.ts';
import {
  admitsOffers,
  compareIds,
  priceInEach,
  type Adjustment,
  type UnitInEach,
  type UnitPrice,
} from './price-variation.ts';

export interface ShownVariation<Variation> extends ShownPrice {
  readonly variation: Variation;
}

type VariationOf<Item extends PricedProduct> = Item['variations'][number];

interface ShownProduct<Product extends PricedProduct> {
  readonly product: Product;
  readonly variations: readonly ShownVariation<VariationOf<Product>>[];
}

interface ShownBundle<Bundle extends PricedBundle> {
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

interface StorefrontInput<
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
  for (const variation of item.variations.filter((each) => isSellable(each, pricing))) {
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

/** A variation's prices as a storefront shows them, in every enabled currency that it has. */
export interface ShownPrice {
  readonly originalMinor: Amounts;
  readonly priceMinor: Amounts;
  readonly discount?: {
    readonly applied: Adjustment;
    /** Original minus price, wherever the price is lower: also in currencies in which another discount is the best. */
    readonly totalMinor: Amounts;
    /** The first that shows this discount; absent if none does. */
    readonly promotion?: Promotion;
  };
  /**
   * Those discounts that determine the price in a currency or at a tier and have a promotion; absent if there are none.
   */
  readonly promotedDiscountIds?: readonly string[];
  /** Lower prices for larger quantities, ascending; absent if there are none. */
  readonly tiers?: readonly ShownTier[];
  /** Whether an offer can reduce it further, in any currency and at any tier. */
  readonly isOpenToOffers: boolean;
}

/** The unit price for lines of at least this many units. */
export interface ShownTier extends Pick<ShownPrice, 'originalMinor' | 'priceMinor'> {
  readonly minQuantity: number;
}

/** The catalogue and the visitor of a storefront. */
interface StorefrontPricing extends PricingContext {
  readonly catalog: PricingCatalog & { readonly promotions: readonly Promotion[] };
  readonly enabledCurrencies: readonly string[];
  readonly shownCurrency: string;
  /** Discounts for this visitor, now or later. */
  readonly discounts: readonly Discount[];
}

/** A unit in every currency, and its tiers. */
interface TieredUnit extends UnitInEach {
  readonly tiers: readonly TierPrice[];
}

/** The prices of a variation for the visitor, at the time of the context. */
function showPrice(unit: TieredUnit, discounts: readonly Discount[], pricing: StorefrontPricing): ShownPrice {
  const single = showSingle(unit, discounts, pricing);
  if (unit.tiers.length === 0) return single;
  const tiers = unit.tiers.map(({ minQuantity, originalMinor }) => ({
    minQuantity,
    ...showSingle({ ...unit, originalMinor }, discounts, pricing),
  }));
  const { promotedDiscountIds: _, ...rest } = single;
  return {
    ...rest,
    ...promotedBy([single, ...tiers].flatMap(({ promotedDiscountIds = [] }) => promotedDiscountIds)),
    tiers: tiers.map(({ minQuantity, originalMinor, priceMinor }) => ({
      minQuantity,
      originalMinor,
      priceMinor,
    })),
    isOpenToOffers: [single, ...tiers].every(({ isOpenToOffers }) => isOpenToOffers),
  };
}

/** The prices for one quantity. */
function showSingle(
  unit: UnitInEach,
  discounts: readonly Discount[],
  pricing: StorefrontPricing,
): ShownPrice {
  const { originalMinor } = unit;
  const { promotions } = pricing.catalog;
  const prices = priceInEach(unit, discounts, pricing);
  const inEach = (amountOf: (price: UnitPrice) => number, some = prices): Amounts =>
    Object.fromEntries(some.map((price) => [price.currency, amountOf(price)]));
  const priceMinor = inEach((price) => price.priceMinor);
  const lower = prices.filter(({ discount }) => discount !== undefined);
  const applied = (lower.find(({ currency }) => currency === pricing.shownCurrency) ?? lower[0])?.discount;
  if (applied === undefined) return { originalMinor, priceMinor, isOpenToOffers: true };
  const totalMinor = inEach(({ discount }) => discount?.amountMinor ?? 0, lower);
  const promotion = promotionOf(promotions, applied.id);
  const ids = lower.map(({ discount }) => discount?.id ?? '');
  return {
    originalMinor,
    priceMinor,
    discount: { applied, totalMinor, ...(promotion && { promotion }) },
    ...promotedBy(ids.filter((id) => promotionOf(promotions, id) !== undefined)),
    isOpenToOffers: admitsOffers(prices),
  };
}

function promotedBy(discountIds: readonly string[]): Pick<ShownPrice, 'promotedDiscountIds'> {
  return discountIds.length === 0
    ? {}
    : { promotedDiscountIds: [...new Set(discountIds)].toSorted(compareIds) };
}

/** The first time at which a window opens or closes and the shown content changes. */
function priceChangesAt(
  unit: TieredUnit,
  variations: ShownPrice,
  discounts: readonly Discount[],
  pricing: StorefrontPricing,
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

/** The parts that a customer can tell apart: ids of discounts are not shown. */
function fingerprint({
  priceMinor,
  discount,
  tiers,
  promotedDiscountIds,
  isOpenToOffers,
}: ShownPrice): string {
  if (discount === undefined) return JSON.stringify([priceMinor, tiers]);
  const { applied, promotion } = discount;
  const { name, description, benefit, isExclusive, recurringPaymentUseCount } = applied;
  const share = benefit.type === 'PercentageOff' ? benefit.basisPoints : null;
  const words = [name, description, share, isExclusive, recurringPaymentUseCount, promotion?.id];
  return JSON.stringify([priceMinor, tiers, words, promotedDiscountIds, isOpenToOffers]);
}

function promotionOf(promotions: readonly Promotion[], discountId: string): Promotion | undefined {
  return promotions.find((promotion) => promotion.discountId === discountId);
}

/** A promotion whose discount determines prices for this visitor. */
export interface ShownPromotion {
  readonly promotion: Promotion;
  /** The variations that the discount reduces; never empty. */
  readonly targets: readonly ItemTarget[];
}

/** An item of a storefront with its prices. */
interface ShownItem extends ItemReference {
  readonly variations: readonly (ShownPrice & { readonly variation: { readonly id: string } })[];
}

/** The promotions of discounts that determine the price of an item, in their order. */
function shownPromotions(promotions: readonly Promotion[], items: readonly ShownItem[]): ShownPromotion[] {
  return promotions.flatMap((promotion) => {
    const targets = items.flatMap(({ type, id, variations }): ItemTarget[] => {
      const variationIds = variations
        .filter(({ promotedDiscountIds = [] }) => promotedDiscountIds.includes(promotion.discountId))
        .map(({ variation }) => variation.id);
      return variationIds.length === 0 ? [] : [{ type, id, variationIds }];
    });
    return targets.length === 0 ? [] : [{ promotion, targets }];
  });
}
