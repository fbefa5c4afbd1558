import { type Static, Type } from '../../kernel/schema.ts';
import type { OrderQuote, QuotedLine } from '../../modules/pricing/index.ts';
import { Amount, amountIn } from '../wire/order.ts';

/** What made a line of an order cheaper, and by how much. */
const LineReduction = Type.Object(
  {
    lineId: Type.String(),
    kind: Type.Enum(['Tier', 'Discount', 'Offer', 'CartOffer', 'Coupon', 'Agreed'], {
      description:
        '`Tier`: the price for many units, which `original` of the total already is. `Offer`: one on the line, `CartOffer`: the share of one on the whole cart. `Agreed`: what was agreed when a subscription began.',
    }),
    name: Type.String({
      description: 'As it was when the payment started; of a tier, its smallest number of units.',
    }),
    id: Type.Optional(Type.String({ description: 'The discount or the offer; of a coupon, its code.' })),
    amount: Amount,
  },
  { title: 'LineReduction' },
);

/** Every reduction of the lines of an order, for all units of its line, in the order in which they were taken off. */
function lineReductions(quote: OrderQuote): Static<typeof LineReduction>[] {
  return quote.lines.flatMap((line) =>
    partsOf(line, quote).map(({ amountMinor, ...part }) => ({
      lineId: line.id,
      ...part,
      amount: amountIn(quote.currency)(amountMinor),
    })),
  );
}

interface Part extends Pick<Static<typeof LineReduction>, 'kind' | 'name' | 'id'> {
  readonly amountMinor: number;
}

function partsOf(line: QuotedLine, { cartOffer, coupons = [] }: OrderQuote): Part[] {
  const { quantity, tier, unitOriginalMinor, adjustments, agreed = [], coupons: shares = [] } = line;
  const share = line.cartOffer?.amountMinor ?? 0;
  const tierMinor = tier === undefined ? 0 : (tier.listMinor - unitOriginalMinor) * quantity;
  return [
    ...(tier !== undefined && tierMinor > 0
      ? [{ kind: 'Tier' as const, name: String(tier.minQuantity), amountMinor: tierMinor }]
      : []),
    ...adjustments.map(({ kind, id, name, amountMinor }) => ({
      kind,
      id,
      name,
      amountMinor: amountMinor * quantity,
    })),
    ...agreed.map(({ name, amountMinor }) => ({ kind: 'Agreed' as const, name, amountMinor })),
    ...(cartOffer !== undefined && share > 0
      ? [{ kind: 'CartOffer' as const, id: cartOffer.id, name: cartOffer.name, amountMinor: share }]
      : []),
    ...shares.flatMap(({ couponId, amountMinor }) => {
      const coupon = coupons.find((verdict) => verdict.couponId === couponId);
      return coupon === undefined
        ? []
        : [{ kind: 'Coupon' as const, id: coupon.code, name: coupon.name, amountMinor }];
    }),
  ];
}

/** The field of an order with the reductions of its lines. */
export const reductionsField = {
  lineReductions: Type.Optional(
    Type.Array(LineReduction, {
      description: 'Why lines cost less than the catalogue says; absent if none do.',
    }),
  ),
};

/** The value of that field. */
export function reductionsAnswer(quote: OrderQuote) {
  const reductions = lineReductions(quote);
  return reductions.length > 0 ? { lineReductions: reductions } : {};
}
