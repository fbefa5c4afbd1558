import { amountOff } from './benefit.ts';
import { targetReason, windowReason } from './eligibility.ts';
import type { Amounts, Benefit, ItemTarget, Window } from './model.ts';
import { compareIds } from './price-variation.ts';
import { type SplitLine, splitOverLines } from './split.ts';

/** A code that the buyer entered: it reduces the cart's price, after all other reductions. */
export interface Coupon extends Window {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  /** Applies to the sum of all lines that it covers. */
  readonly benefit: Benefit;
  /** The items it applies to; an empty list means everything. */
  readonly targets: readonly ItemTarget[];
  /** The minimum subtotal of the cart before coupons; an absent currency has none. */
  readonly minimumTotal: Amounts;
}

/** The reason why a coupon does not apply. */
export type CouponReason = 'NotStarted' | 'Ended' | 'TotalTooLow' | 'NoLineFits' | 'NothingToTakeOff';

/** The reduction of a cart by a coupon, or the reason why there is none. */
export interface CouponVerdict {
  readonly couponId: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly amountMinor: number;
  readonly reason?: CouponReason;
}

/** The reduction of one line by a coupon; more than 0. */
export interface CouponShare {
  readonly couponId: string;
  readonly amountMinor: number;
}

/** A line as coupons find it. */
export interface CouponLine extends SplitLine {
  /** Whether an exclusive discount or offer made its price: coupons then do not apply. */
  readonly isExclusive: boolean;
}

export interface CouponOutcome {
  readonly verdicts: readonly CouponVerdict[];
  /** By the id of the line. */
  readonly shares: ReadonlyMap<string, readonly CouponShare[]>;
}

/**
 * The reductions of a cart by coupons, one after the other in the order of their ids, each off the remaining price, and
 * never more than that. The order of the lines and of the coupons makes no difference.
 */
export function applyCoupons(
  lines: readonly CouponLine[],
  coupons: readonly Coupon[],
  { currency, now }: { readonly currency: string; readonly now: Date },
): CouponOutcome {
  const total = lines.reduce((sum, { subtotalMinor }) => sum + subtotalMinor, 0);
  const shares = new Map<string, CouponShare[]>();
  const verdicts = coupons
    .toSorted((a, b) => compareIds(a.id, b.id))
    .map((coupon): CouponVerdict => {
      const { id: couponId, code, name, description } = coupon;
      const reason = windowReason(coupon, now) ?? minimumReason(coupon, total, currency);
      const fitting = reason === undefined ? lines.filter((line) => fits(coupon, line)) : [];
      const remaining = fitting.map((line) => ({ ...line, subtotalMinor: remainingOf(line, shares) }));
      const base = remaining.reduce((sum, { subtotalMinor }) => sum + subtotalMinor, 0);
      const amountMinor = amountOff(coupon.benefit, base, currency);
      if (amountMinor > 0) noteShares(shares, couponId, splitOverLines(amountMinor, remaining));
      const refusal = reason ?? (fitting.length === 0 ? 'NoLineFits' : 'NothingToTakeOff');
      return {
        couponId,
        code,
        name,
        description,
        amountMinor,
        ...(amountMinor === 0 && { reason: refusal }),
      };
    });
  return { verdicts, shares };
}

function minimumReason(
  { minimumTotal }: Coupon,
  totalMinor: number,
  currency: string,
): CouponReason | undefined {
  const minimum = Object.hasOwn(minimumTotal, currency) ? (minimumTotal[currency] ?? 0) : 0;
  return totalMinor < minimum ? 'TotalTooLow' : undefined;
}

function fits({ targets }: Coupon, line: CouponLine): boolean {
  return !line.isExclusive && targetReason(targets, line) === undefined;
}

function remainingOf(
  { id, subtotalMinor }: CouponLine,
  shares: ReadonlyMap<string, readonly CouponShare[]>,
): number {
  const off = (shares.get(id) ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return subtotalMinor - off;
}

function noteShares(
  shares: Map<string, CouponShare[]>,
  couponId: string,
  split: ReadonlyMap<string, number>,
): void {
  for (const [lineId, amountMinor] of split) {
    if (amountMinor > 0) shares.set(lineId, [...(shares.get(lineId) ?? []), { couponId, amountMinor }]);
  }
}
