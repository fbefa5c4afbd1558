import { roundToStep } from '../../../kernel/money.ts';
import { quoteAgreedLines } from './agreed-lines.ts';
import { amountOff } from './benefit.ts';
import type { AgreedPrice, OrderQuote, QuotedLine } from './quote.ts';

/** The price that a subscription was bought at, in minor units: it keeps it, whatever the catalogue says later. */
export interface RecurringPrice {
  /** One unit for one cycle, before deductions. */
  readonly unitOriginalMinor: number;
  /** Deductions from one unit; those with a count only for as many payments. */
  readonly adjustments: AgreedPrice['adjustments'];
  /** Deductions from all units together. */
  readonly reductions: readonly RecurringReduction[];
}

interface RecurringReduction {
  readonly name: string;
  readonly amountMinor: number;
  /** The payments that it reduces, the first one included; null: all. */
  readonly payments: number | null;
  /** Its share of the price, if it takes off a share. */
  readonly basisPoints?: number | undefined;
  /** The units that it was agreed for, and what it takes off them: others that are added later are not reduced. */
  readonly of?: { readonly units: number; readonly amountMinor: number } | undefined;
}

/**
 * The price that a line of a first order begins. Its discount, its offer and its coupons stay with it, those with a count
 * for as many payments; a deduction from the whole cart was for that cart.
 */
export function recurringPrice(
  line: Pick<QuotedLine, 'unitOriginalMinor' | 'adjustments' | 'coupons' | 'quantity'>,
  { coupons = [] }: Pick<OrderQuote, 'coupons'>,
): RecurringPrice {
  const reductions = (line.coupons ?? []).map(({ couponId, amountMinor }): RecurringReduction => {
    const coupon = coupons.find((verdict) => verdict.couponId === couponId);
    return {
      name: coupon?.name ?? couponId,
      amountMinor,
      of: { units: line.quantity, amountMinor },
      payments: coupon === undefined ? 1 : coupon.recurringPaymentUseCount,
      ...(coupon?.basisPoints !== undefined && { basisPoints: coupon.basisPoints }),
    };
  });
  return { unitOriginalMinor: line.unitOriginalMinor, adjustments: line.adjustments, reductions };
}

/** The price of the payment that follows `payments` others. */
export function priceOfPayment(
  { unitOriginalMinor, adjustments, reductions }: RecurringPrice,
  payments: number,
): AgreedPrice {
  return {
    unitOriginalMinor,
    adjustments: adjustments.filter(
      ({ recurringPaymentUseCount: count, amountMinor }) =>
        amountMinor > 0 && (count === undefined || payments < count),
    ),
    reductions: reductions
      .filter((reduction) => reduction.payments === null || payments < reduction.payments)
      .map(({ name, amountMinor }) => ({ name, amountMinor })),
  };
}

/** The price of the payment that follows `payments` others, and each later one that differs from the one before it. */
export function pricesAfter(
  price: RecurringPrice,
  payments: number,
): readonly { readonly payments: number; readonly price: AgreedPrice }[] {
  const starts = [payments, ...priceChanges(price).filter((count) => count > payments)];
  return starts.map((start) => ({ payments: start, price: priceOfPayment(price, start) }));
}

/**
 * The price of another number of units. Deductions from all units together stay what they are for the units that they were
 * agreed for, and of fewer take their share: what reduced three units by half reduces one by half.
 */
export function priceOfUnits(
  price: RecurringPrice,
  { before, after, currency }: { readonly before: number; readonly after: number; readonly currency: string },
): RecurringPrice {
  return {
    ...price,
    reductions: price.reductions.map((reduction) => {
      const of = reduction.of ?? { units: before, amountMinor: reduction.amountMinor };
      if (after >= of.units) return { ...reduction, of, amountMinor: of.amountMinor };
      const shareMinor = Math.round((of.amountMinor * after) / of.units);
      return { ...reduction, of, amountMinor: roundToStep(shareMinor, currency) };
    }),
  };
}

/**
 * The price of the same units on several lines: what reduces all of them reduces the first line, and the others where that
 * costs less.
 */
export function dividedPrice(agreed: AgreedPrice, quantities: readonly number[]): AgreedPrice[] {
  const { unitOriginalMinor, adjustments, reductions, comesAgain } = agreed;
  const unitMinor = unitOriginalMinor - adjustments.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const left = reductions.map(({ amountMinor }) => amountMinor);
  const later = comesAgain?.prices.map(({ payment, price }) => ({
    payment,
    prices: dividedPrice(price, quantities),
  }));
  return quantities.map((quantity, line) => {
    let restMinor = unitMinor * quantity;
    const own = reductions.map(({ name }, index) => {
      const amountMinor = Math.min(left[index] ?? 0, restMinor);
      left[index] = (left[index] ?? 0) - amountMinor;
      restMinor -= amountMinor;
      return { name, amountMinor };
    });
    const prices = later?.map(({ payment, prices: ofLines }) => ({
      payment,
      price: ofLines[line] ?? agreed,
    }));
    return {
      ...agreed,
      reductions: own.filter(({ amountMinor }) => amountMinor > 0),
      ...(comesAgain && prices && { comesAgain: { ...comesAgain, prices } }),
    };
  });
}

/**
 * The price after that of one unit has changed, for the payments that follow `payments` others. Deductions stay, for as many
 * payments and units as they counted for: shares are those of the new price, amounts what was agreed, also where the price
 * is smaller for now. Those that no payment uses any more are left out, and lower no share.
 */
export function priceOfNewUnit(
  { adjustments, reductions }: RecurringPrice,
  unitOriginalMinor: number,
  {
    quantity,
    currency,
    payments,
  }: { readonly quantity: number; readonly currency: string; readonly payments: number },
): RecurringPrice {
  let unitMinor = unitOriginalMinor;
  const ofUnit = adjustments
    .filter(({ recurringPaymentUseCount: count }) => count === undefined || payments < count)
    .map((adjustment) => {
      const amountMinor = Math.min(amountOff(adjustment.benefit, unitOriginalMinor, currency), unitMinor);
      unitMinor -= amountMinor;
      return { ...adjustment, amountMinor };
    });
  let restMinor = unitMinor * quantity;
  const ofAll = reductions
    .filter((reduction) => reduction.payments === null || payments < reduction.payments)
    .map((reduction) => {
      const { basisPoints } = reduction;
      const units = Math.min(reduction.of?.units ?? quantity, quantity);
      const ofUnitsMinor = Math.max(0, restMinor - unitMinor * (quantity - units));
      const amountMinor =
        basisPoints === undefined
          ? reduction.amountMinor
          : amountOff({ type: 'PercentageOff', basisPoints }, ofUnitsMinor, currency);
      restMinor -= Math.min(amountMinor, restMinor);
      return { ...reduction, amountMinor, ...(basisPoints !== undefined && { of: { units, amountMinor } }) };
    });
  return { unitOriginalMinor, adjustments: ofUnit, reductions: ofAll };
}

/** After how many payments a price changes, ascending: the deductions of as many have been used up. */
function priceChanges({ adjustments, reductions }: RecurringPrice): number[] {
  const counts = [
    ...adjustments.flatMap(({ recurringPaymentUseCount: count }) => count ?? []),
    ...reductions.flatMap(({ payments }) => payments ?? []),
  ];
  return [...new Set(counts)].toSorted((a, b) => a - b);
}

/** What `quantity` units cost at an agreed price, in minor units, without taxes on top. */
export function agreedSubtotal(agreed: AgreedPrice, quantity: number): number {
  const item = { type: 'Product', id: '' } as const;
  const [line] = quoteAgreedLines({ lines: [{ id: '', item, variationId: '', quantity, agreed }] });
  return line?.subtotalMinor ?? 0;
}
