import type { Static } from '../../kernel/schema.ts';
import type { OrderQuote, Promotion, QuotedLine } from '../../modules/pricing/index.ts';
import { type DiscountBody, discountAnswer } from './discount.ts';

type Reduction = Parameters<typeof discountAnswer>[0];

/**
 * All that came off a line: the sum of its reductions, under the name of the first in the order in which they come off:
 * discount and offer on the line, what was agreed before, offer on the cart, coupons; `undefined` if there is none (wire contract section 4).
 */
export function lineDiscount(
  line: QuotedLine,
  quote: Pick<OrderQuote, 'currency' | 'cartOffer' | 'coupons'>,
  promotion: Promotion | undefined,
): Static<typeof DiscountBody> | undefined {
  const first =
    line.adjustments[0] ??
    (line.agreed?.[0] && flatOff(line.agreed[0])) ??
    (line.cartOffer && quote.cartOffer) ??
    couponOn(line, quote);
  return first && discountAnswer(first, { [quote.currency]: line.discountMinor }, promotion);
}

/** The first coupon that reduces a line, as a reduction. */
function couponOn({ coupons: shares = [] }: QuotedLine, { coupons = [] }: Pick<OrderQuote, 'coupons'>) {
  const coupon = coupons.find(({ couponId }) => couponId === shares[0]?.couponId);
  if (coupon === undefined) return undefined;
  const { basisPoints } = coupon;
  return basisPoints === undefined
    ? flatOff(coupon)
    : { ...flatOff(coupon), benefit: { type: 'PercentageOff' as const, basisPoints } };
}

function flatOff(reduction: Partial<Reduction> & Pick<Reduction, 'name'>): Reduction {
  const { name, description = null, recurringPaymentUseCount = null } = reduction;
  return {
    name,
    description,
    benefit: { type: 'FlatAmountOff', amounts: {} },
    isExclusive: false,
    recurringPaymentUseCount,
  };
}
