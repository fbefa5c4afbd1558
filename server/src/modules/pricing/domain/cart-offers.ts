import { stepMinor } from '../../../kernel/money.ts';
import { amountOff } from './benefit.ts';
import { targetReason, windowReason, type Reason } from './eligibility.ts';
import type { CartOffer, ItemTarget } from './model.ts';
import { type ItemsOnSale, selectOnSale, windowsChangeAt } from './offers.ts';
import { compareIds } from './price-variation.ts';
import { type SplitLine, splitOverLines } from './split.ts';

/** A line as the input of cart offers: after the offer on the line. */
export interface CartOfferLine extends SplitLine {
  /** Its part in the total that the condition measures: after tiers and product discounts, before offers. */
  readonly totalMinor: number;
  /** Whether no exclusive discount or offer determined its price. */
  readonly isOpen: boolean;
}

/** The reduction of one line by the cart offer; more than 0. */
export interface CartOfferShare {
  readonly offerId: string;
  /** Whether no coupon may reduce this line as well. */
  readonly isExclusive: boolean;
  readonly amountMinor: number;
}

/** The reduction of a cart by an offer; more than 0. */
export interface CartReduction {
  readonly offer: CartOffer;
  readonly amountMinor: number;
  /** By the id of the line; they add up to the amount. */
  readonly shares: ReadonlyMap<string, number>;
}

/** The result for an offer that was considered. */
export type CartOfferJudgement = CartReduction | { readonly offer: CartOffer; readonly reason: Reason };

/**
 * Judges an offer on a cart: a share of the sum of its lines, rounded once, and split over them by the largest
 * remainder. The order of the lines makes no difference.
 */
export function judgeCartOffer(
  offer: CartOffer,
  lines: readonly CartOfferLine[],
  { currency, now }: { readonly currency: string; readonly now: Date },
): CartOfferJudgement {
  const total = lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  const reason = windowReason(offer, now) ?? totalReason(offer, total, currency);
  if (reason !== undefined) return { offer, reason };
  const onTarget = lines.filter((line) => targetReason(offer.targets, line) === undefined);
  if (onTarget.length === 0) return { offer, reason: 'OtherItem' };
  const open = onTarget.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return { offer, reason: 'ExclusiveDiscountApplies' };
  const base = open.reduce((sum, { subtotalMinor }) => sum + subtotalMinor, 0);
  const amountMinor = amountOff(offer.benefit, base, currency);
  if (amountMinor === 0) return { offer, reason: 'NothingToTakeOff' };
  return { offer, amountMinor, shares: splitOverLines(amountMinor, open, stepMinor(currency)) };
}

/**
 * The greatest reduction; of equal ones that of an offer that is not exclusive, then of the one whose id sorts first.
 */
export function bestReduction(judgements: readonly CartOfferJudgement[]): CartReduction | undefined {
  return judgements
    .filter((judgement) => 'shares' in judgement)
    .toSorted(
      (a, b) =>
        b.amountMinor - a.amountMinor ||
        Number(a.offer.isExclusive) - Number(b.offer.isExclusive) ||
        compareIds(a.offer.id, b.offer.id),
    )[0];
}

/** A cart offer as a storefront shows it. */
export interface ShownCartOffer {
  readonly offer: CartOffer;
  /** Its targets that are on sale and that it reduces; empty means every line. */
  readonly targets: readonly ItemTarget[];
}

/**
 * The cart offers that are open at a time and reduce something on sale, and the time at which that changes by itself.
 */
export function shownCartOffers(
  offers: readonly CartOffer[],
  onSale: Pick<ItemsOnSale, 'admittingOffers'>,
  at: Date,
): { readonly cartOffers: readonly ShownCartOffer[]; readonly changesAt: Date | null } {
  const entries = offers.flatMap((offer) => {
    const onTarget = selectOnSale(offer.targets, onSale.admittingOffers);
    if (onTarget.length === 0) return [];
    return [{ offer, targets: offer.targets.length === 0 ? [] : onTarget }];
  });
  return {
    cartOffers: entries.filter(({ offer }) => windowReason(offer, at) === undefined),
    changesAt: windowsChangeAt(
      entries.map(({ offer }) => offer),
      at,
    ),
  };
}

function totalReason(
  { minimumTotal, maximumTotal }: CartOffer,
  totalMinor: number,
  currency: string,
): Reason | undefined {
  if (totalMinor < (minimumTotal?.[currency] ?? 0)) return 'TotalTooLow';
  return totalMinor > (maximumTotal?.[currency] ?? Number.MAX_SAFE_INTEGER) ? 'TotalTooHigh' : undefined;
}
