import { withCartOffer } from './cart-offer-step.ts';
import { withCoupons } from './coupon-step.ts';
import { applyDiscounts } from './line-discounts.ts';
import { applyTiers } from './line-tiers.ts';
import { applyLineOffers } from './line-offers.ts';
import type { OrderQuote, OrderQuoteInput, QuotedAmounts } from './quote.ts';
import { resolveLines } from './resolve-lines.ts';
import { withTaxes } from './tax-step.ts';

/**
 * The price of a cart and, on request, the reasons: the steps in the order in which they reduce the price (wire contract
 * section 4). Apart from the first line that an offer can reduce, the order of the lines, discounts and offers changes no
 * amount. Lines that cannot be sold are refused one by one, count for nothing, and do not affect the others.
 */
export function quoteOrder(input: OrderQuoteInput): OrderQuote {
  const { sellable, refusals } = resolveLines(input);
  const discounted = applyDiscounts(applyTiers(sellable, input), input);
  const offered = applyLineOffers(discounted, input);
  const { lines: withOffers, ...cart } = withCartOffer(offered, input);
  const { lines: reduced, coupons } = withCoupons(withOffers, input);
  const { lines, taxes } = withTaxes(reduced, input);
  const sum = (amount: keyof QuotedAmounts): number => lines.reduce((total, line) => total + line[amount], 0);
  return {
    currency: input.currency,
    lines,
    refusals,
    total: {
      originalMinor: sum('originalMinor'),
      discountMinor: sum('discountMinor'),
      subtotalMinor: sum('subtotalMinor'),
      taxesMinor: sum('dueMinor') - sum('subtotalMinor'),
      dueMinor: sum('dueMinor'),
    },
    ...cart,
    ...(coupons && { coupons }),
    ...(taxes && { taxes }),
  };
}
