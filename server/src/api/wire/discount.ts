import { type Static, Type } from '../../kernel/schema.ts';
import type { Adjustment, Amounts } from '../../modules/pricing/index.ts';
import { AmountsByCurrency, amountsByCurrency } from './money.ts';

const common = {
  name: Type.String(),
  description: Type.Optional(Type.String()),
  total: Type.Optional(AmountsByCurrency),
  isExclusive: Type.Boolean({ description: 'Excludes offers and coupons on the same line.' }),
};

/** A discount as customers see it (customer API, Discount; wire contract section 3). */
export const DiscountBody = Type.Union(
  [
    Type.Object({ type: Type.Literal('FlatAmountOffDiscount'), ...common }),
    Type.Object({
      type: Type.Literal('PercentageOffDiscount'),
      ...common,
      percentage: Type.Number({ minimum: 0, maximum: 1 }),
    }),
  ],
  { title: 'Discount' },
);

const WHOLE_IN_BASIS_POINTS = 10_000;

/** The wire form of a reduction; `totalMinor` is its amount, where known. */
export function discountAnswer(
  applied: Pick<Adjustment, 'name' | 'description' | 'benefit' | 'isExclusive'>,
  totalMinor?: Amounts,
): Static<typeof DiscountBody> {
  const { name, description, benefit, isExclusive } = applied;
  const shared = {
    name,
    ...(description !== null && { description }),
    ...(totalMinor !== undefined && { total: amountsByCurrency(totalMinor) }),
    isExclusive,
  };
  return benefit.type === 'PercentageOff'
    ? { type: 'PercentageOffDiscount', ...shared, percentage: benefit.basisPoints / WHOLE_IN_BASIS_POINTS }
    : { type: 'FlatAmountOffDiscount', ...shared };
}
