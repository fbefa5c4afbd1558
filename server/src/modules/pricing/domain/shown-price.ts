import type { Amounts, Discount, PricingCatalog, PricingContext, Promotion } from './model.ts';
import {
  admitsOffers,
  compareIds,
  priceInEach,
  type Adjustment,
  type UnitInEach,
  type UnitPrice,
} from './price-variation.ts';
import type { TierPrice } from './tiers.ts';

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
export interface StorefrontPricing extends PricingContext {
  readonly catalog: PricingCatalog & { readonly promotions: readonly Promotion[] };
  readonly enabledCurrencies: readonly string[];
  readonly shownCurrency: string;
  /** Discounts for this visitor, now or later. */
  readonly discounts: readonly Discount[];
}

/** A unit in every currency, and its tiers. */
export interface TieredUnit extends UnitInEach {
  readonly tiers: readonly TierPrice[];
}

/** The prices of a variation for the visitor, at the time of the context. */
export function showPrice(
  unit: TieredUnit,
  discounts: readonly Discount[],
  pricing: StorefrontPricing,
): ShownPrice {
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
export function priceChangesAt(
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
