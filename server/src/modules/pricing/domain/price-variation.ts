import { judgeDiscount, type Judgement, type Reason, type Unit } from './eligibility.ts';
import type { Amounts, Benefit, Discount, PricingContext } from './model.ts';

/** Something that reduces the price of a unit, and the amount. */
export interface Adjustment {
  readonly kind: 'Discount' | 'Offer';
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly benefit: Benefit;
  readonly isExclusive: boolean;
  /** The number of payments of a subscription that it reduces; absent: all. */
  readonly recurringPaymentUseCount?: number;
  /** The reduction per unit, in minor units; more than 0. */
  readonly amountMinor: number;
}

/** The price of one unit: `originalMinor − discount.amountMinor = priceMinor`, from 0 to the original. */
export interface UnitPrice {
  readonly currency: string;
  readonly originalMinor: number;
  readonly priceMinor: number;
  readonly discount?: Adjustment;
}

/**
 * The outcome for a tier, a discount or an offer that was considered; of a cart offer, amounts are for all its lines.
 */
export interface Verdict {
  readonly kind: 'Upgrade' | 'Tier' | 'Discount' | 'Offer' | 'CartOffer';
  /** Of a tier, its minimum quantity; of an upgrade, the license. */
  readonly id: string;
  readonly name: string;
  /** Absent when it was applied. */
  readonly reason?: Reason;
  /**
   * The reduction per unit, or the one that it would give without a better one; absent when it does not apply at all.
   */
  readonly amountMinor?: number;
}

/**
 * The price of one unit under the best single discount (wire contract section 4: discounts do not stack). The greatest
 * amount wins; of equal ones a non-exclusive one, then the one whose id sorts first.
 */
export function priceVariation(
  unit: Unit,
  discounts: readonly Discount[],
  context: PricingContext,
): UnitPrice {
  let best: Candidate | undefined;
  for (const discount of discounts) {
    const judgement = judgeDiscount(discount, unit, context);
    if ('amountMinor' in judgement && isBetter({ discount, ...judgement }, best)) {
      best = { discount, ...judgement };
    }
  }
  const { currency, originalMinor } = unit;
  if (best === undefined) return { currency, originalMinor, priceMinor: originalMinor };
  const discount = asAdjustment('Discount', best.discount, best.amountMinor);
  return { currency, originalMinor, priceMinor: originalMinor - best.amountMinor, discount };
}

/** One unit to price in several currencies. */
export interface UnitInEach extends Pick<Unit, 'item' | 'variationId'> {
  readonly originalMinor: Amounts;
}

/** The price of one unit in each currency in which it has a price before discounts. */
export function priceInEach(
  { item, variationId, originalMinor }: UnitInEach,
  discounts: readonly Discount[],
  context: PricingContext,
): UnitPrice[] {
  return Object.entries(originalMinor).map(([currency, amountMinor]) =>
    priceVariation({ item, variationId, currency, originalMinor: amountMinor }, discounts, context),
  );
}

/**
 * Whether an offer may reduce the price of a variation, according to its prices in all currencies of the shop. An
 * exclusive discount that determines the price in one of them excludes offers in all: a storefront lists an offer's
 * targets once for every currency, and an order grants what is listed.
 */
export function admitsOffers(prices: readonly UnitPrice[]): boolean {
  return prices.every(({ discount }) => discount?.isExclusive !== true);
}

/** The result of every discount, in the order of their ids, in addition to the price from `priceVariation`. */
export function explainVariation(
  unit: Unit,
  discounts: readonly Discount[],
  context: PricingContext,
): { readonly price: UnitPrice; readonly verdicts: readonly Verdict[] } {
  const price = priceVariation(unit, discounts, context);
  const verdicts = discounts
    .map((discount) => asVerdict(discount, judgeDiscount(discount, unit, context), price))
    .toSorted((a, b) => compareIds(a.id, b.id));
  return { price, verdicts };
}

export function asAdjustment(
  kind: Adjustment['kind'],
  { id, name, description, benefit, isExclusive, recurringPaymentUseCount: payments }: Reduction,
  amountMinor: number,
): Adjustment {
  const common = { kind, id, name, description, benefit, isExclusive, amountMinor };
  return typeof payments === 'number' ? { ...common, recurringPaymentUseCount: payments } : common;
}

type Reduction = Pick<Discount, 'id' | 'name' | 'description' | 'benefit' | 'isExclusive'> &
  Partial<Pick<Discount, 'recurringPaymentUseCount'>>;

/** Compares by code units, like the database, and the same everywhere. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

interface Candidate {
  readonly discount: Discount;
  readonly amountMinor: number;
}

function isBetter(candidate: Candidate, best: Candidate | undefined): boolean {
  if (best === undefined || candidate.amountMinor !== best.amountMinor) {
    return best === undefined || candidate.amountMinor > best.amountMinor;
  }
  if (candidate.discount.isExclusive !== best.discount.isExclusive) return best.discount.isExclusive;
  return compareIds(candidate.discount.id, best.discount.id) < 0;
}

function asVerdict({ id, name }: Discount, judgement: Judgement, price: UnitPrice): Verdict {
  const subject = { kind: 'Discount', id, name } as const;
  if ('reason' in judgement || price.discount?.id === id) return { ...subject, ...judgement };
  return { ...subject, ...judgement, reason: 'BetterDiscountApplies' };
}
