import { type AgreedPrice, type OrderQuote, type QuotedLine, quoteOrder } from '../pricing/index.ts';

/** The price that a subscription was bought at, in minor units: it keeps it, whatever the catalogue says later. */
export interface KeptPrice {
  /** One unit for one cycle, before deductions. */
  readonly unitOriginalMinor: number;
  /** Deductions from one unit; those with a count only for as many payments. */
  readonly adjustments: AgreedPrice['adjustments'];
  /** Deductions from all units together. */
  readonly reductions: readonly KeptReduction[];
}

interface KeptReduction {
  readonly name: string;
  readonly amountMinor: number;
  /** The payments that it reduces, the first one included; null: all. */
  readonly payments: number | null;
}

/**
 * The price that a line of a first order begins. Its discount, its offer and its coupons stay with it, those with a count
 * for as many payments; a deduction from the whole cart was for that cart.
 */
export function keptPrice(line: QuotedLine, { coupons = [] }: Pick<OrderQuote, 'coupons'>): KeptPrice {
  const reductions = (line.coupons ?? []).map(({ couponId, amountMinor }): KeptReduction => {
    const coupon = coupons.find((verdict) => verdict.couponId === couponId);
    return {
      name: coupon?.name ?? couponId,
      amountMinor,
      payments: coupon === undefined ? 1 : coupon.recurringPaymentUseCount,
    };
  });
  return { unitOriginalMinor: line.unitOriginalMinor, adjustments: line.adjustments, reductions };
}

/** The price of the payment that follows `payments` others. */
export function priceOfPayment(
  { unitOriginalMinor, adjustments, reductions }: KeptPrice,
  payments: number,
): AgreedPrice {
  return {
    unitOriginalMinor,
    adjustments: adjustments.filter(
      ({ recurringPaymentUseCount: count }) => count === undefined || payments < count,
    ),
    reductions: reductions
      .filter((reduction) => reduction.payments === null || payments < reduction.payments)
      .map(({ name, amountMinor }) => ({ name, amountMinor })),
  };
}

/** The total of a payment at this price, with the tax rate of a line that was paid before. */
export function totalAt(
  agreed: AgreedPrice,
  line: Pick<QuotedLine, 'id' | 'item' | 'variationId' | 'quantity' | 'tax'>,
  { currency, now }: { readonly currency: string; readonly now: Date },
): OrderQuote['total'] {
  const { tax, id, item, variationId, quantity } = line;
  const none = () => undefined;
  return quoteOrder({
    catalog: { product: none, bundle: none, discounts: [], offers: [], cartOffers: [] },
    lines: [{ id, item, variationId, quantity, agreed }],
    currency,
    enabledCurrencies: [],
    now,
    utm: {},
    allowsPartialBundles: false,
    ...(tax && { taxes: { mode: tax.mode, rates: [{ ...tax, id: tax.rateId, targets: [] }] } }),
  }).total;
}
