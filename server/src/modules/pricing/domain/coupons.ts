import { stepMinor } from '../../../kernel/money.ts';
import { amountOff, isWorthSomething } from './benefit.ts';
import { targetReason, windowReason } from './eligibility.ts';
import type { Amounts, Benefit, ItemTarget, Window } from './model.ts';
import { compareIds } from './price-variation.ts';
import { type SplitLine, splitOverLines } from './split.ts';

/** A code that the buyer entered: it reduces the cart's price, after all other reductions. */
export interface Coupon extends Window {
  readonly id: string;
  /** The code that the buyer entered, and its id. */
  readonly code: string;
  readonly codeId: string;
  readonly name: string;
  readonly description: string | null;
  /** Applies to the sum of all lines that it covers. */
  readonly benefit: Benefit;
  /** The items it applies to; an empty list means everything. */
  readonly targets: readonly ItemTarget[];
  /** The minimum subtotal of the cart before coupons; an absent currency has none. */
  readonly minimumTotal: Amounts;
  /** The number of payments of a subscription that it reduces; null: all of them. */
  readonly recurringPaymentUseCount: number | null;
  /** The obstacle to its use that does not depend on the cart. */
  readonly obstacle?: CouponObstacle | undefined;
}

/**
 * The obstacle to using a coupon in any cart: its vendor, its earlier uses, some of which pending payments hold
 * (`AllReserved`), or the customer's purchases.
 */
export type CouponObstacle = 'Withdrawn' | 'UsedUp' | 'AllReserved' | 'UsedByCustomer' | 'NotFirstPurchase';

/** The reason why a coupon does not apply. */
export type CouponReason =
  | CouponObstacle
  | 'NotStarted'
  | 'Ended'
  | 'OtherCurrency'
  | 'TotalTooLow'
  | 'NoLineFits'
  | 'NothingToTakeOff';

/** The reduction of a cart by a coupon, or the reason why there is none. */
export interface CouponVerdict extends Pick<
  Coupon,
  'code' | 'codeId' | 'name' | 'description' | 'recurringPaymentUseCount'
> {
  readonly couponId: string;
  readonly amountMinor: number;
  /** What it takes off, if that is a share: a subscription whose price changes keeps the share. */
  readonly basisPoints?: number | undefined;
  readonly reason?: CouponReason;
  /** With the reason `TotalTooLow`: the total that the cart needs, in minor units of its currency. */
  readonly minimumMinor?: number;
}

/** The reduction of one line by a coupon; more than 0. */
export interface CouponShare {
  readonly couponId: string;
  readonly amountMinor: number;
}

/** A line as the input of coupons. */
interface CouponLine extends SplitLine {
  /** Whether an exclusive discount or offer determined its price: coupons then do not apply. */
  readonly isExclusive: boolean;
}

/** The coupons that reduce a cart. */
export function appliedCoupons({
  coupons = [],
}: {
  readonly coupons?: readonly CouponVerdict[];
}): readonly CouponVerdict[] {
  return coupons.filter(({ reason }) => reason === undefined);
}

interface CouponOutcome {
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
      const { id: couponId, code, codeId, name, description, recurringPaymentUseCount } = coupon;
      const reason = cartReason(coupon, { total, currency, now });
      const fitting = reason === undefined ? lines.filter((line) => fits(coupon, line)) : [];
      const remaining = fitting.map((line) => ({ ...line, subtotalMinor: remainingOf(line, shares) }));
      const base = remaining.reduce((sum, { subtotalMinor }) => sum + subtotalMinor, 0);
      const amountMinor = amountOff(coupon.benefit, base, currency);
      noteShares(shares, couponId, splitOverLines(amountMinor, remaining, stepMinor(currency)));
      const refusal = reason ?? (fitting.length === 0 ? 'NoLineFits' : 'NothingToTakeOff');
      return {
        couponId,
        code,
        codeId,
        name,
        description,
        recurringPaymentUseCount,
        amountMinor,
        ...(coupon.benefit.type === 'PercentageOff' && { basisPoints: coupon.benefit.basisPoints }),
        ...(amountMinor === 0 && { reason: refusal }),
        ...(reason === 'TotalTooLow' && { minimumMinor: minimumOf(coupon, currency) }),
      };
    });
  return { verdicts, shares };
}

/** The reason why a coupon is not for a cart of this total, whatever the cart contains. */
function cartReason(
  coupon: Coupon,
  { total, currency, now }: { readonly total: number; readonly currency: string; readonly now: Date },
): CouponReason | undefined {
  return (
    coupon.obstacle ??
    windowReason(coupon, now) ??
    (isWorthSomething(coupon.benefit, [currency]) ? undefined : 'OtherCurrency') ??
    (total < minimumOf(coupon, currency) ? 'TotalTooLow' : undefined)
  );
}

function minimumOf({ minimumTotal }: Coupon, currency: string): number {
  return Object.hasOwn(minimumTotal, currency) ? (minimumTotal[currency] ?? 0) : 0;
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
