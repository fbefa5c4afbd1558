import { applyCoupons, type CouponVerdict } from './coupons.ts';
import type { OrderQuoteInput, QuotedLine } from './quote.ts';

/** Step of a quote: deducts the coupons from all lines together. */
export function withCoupons(
  lines: readonly QuotedLine[],
  { coupons = [], ...context }: OrderQuoteInput,
): { readonly lines: readonly QuotedLine[]; readonly coupons?: readonly CouponVerdict[] } {
  if (coupons.length === 0) return { lines };
  const candidates = lines.map((line) => ({
    ...line,
    isExclusive:
      line.cartOffer?.isExclusive === true || line.adjustments.some(({ isExclusive }) => isExclusive),
  }));
  const { shares, verdicts } = applyCoupons(candidates, coupons, context);
  const reduced = lines.map((line): QuotedLine => {
    const own = shares.get(line.id) ?? [];
    if (own.length === 0) return line;
    const offMinor = own.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const subtotalMinor = line.subtotalMinor - offMinor;
    const discountMinor = line.discountMinor + offMinor;
    return { ...line, discountMinor, subtotalMinor, dueMinor: subtotalMinor, coupons: own };
  });
  return { lines: reduced, coupons: verdicts };
}
