import { type Static, Type } from '../../kernel/schema.ts';
import type { Adjustment, Amounts, Promotion } from '../../modules/pricing/index.ts';
import { AmountsByCurrency, amountsByCurrency } from './money.ts';

const common = {
  name: Type.String(),
  description: Type.Optional(Type.String()),
  isExclusive: Type.Boolean({ description: 'Excludes offers and coupons on the same line.' }),
  promotionId: Type.Optional(Type.String({ description: 'The promotion of the storefront that shows it.' })),
  validFrom: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it began; only of one that a promotion shows.' }),
  ),
  validUntil: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it ends; only of one that a promotion shows.' }),
  ),
  recurringPaymentUseCount: Type.Optional(
    Type.Integer({ description: 'The number of payments of a subscription that it reduces; absent: all.' }),
  ),
};

const percentage = Type.Number({ minimum: 0, maximum: 1 });
const fields = { ...common, total: Type.Optional(AmountsByCurrency) };
const totalledFields = { ...common, total: AmountsByCurrency };

/** A discount in the customers' view (customer API, Discount; wire contract section 3). */
export const DiscountBody = Type.Union(
  [
    Type.Object({ type: Type.Literal('FlatAmountOffDiscount'), ...fields }),
    Type.Object({ type: Type.Literal('PercentageOffDiscount'), ...fields, percentage }),
  ],
  { title: 'Discount' },
);

/** The discount in the price of a variation: its amount is always known. */
export const VariationDiscountBody = Type.Union(
  [
    Type.Object({ type: Type.Literal('FlatAmountOffDiscount'), ...totalledFields }),
    Type.Object({ type: Type.Literal('PercentageOffDiscount'), ...totalledFields, percentage }),
  ],
  { title: 'VariationDiscount' },
);

const WHOLE_IN_BASIS_POINTS = 10_000;

/**
 * The wire form of a reduction; `totalMinor` is its amount, where known. It contains the window only for a discount
 * with a promotion.
 */
export function discountAnswer(
  applied: Pick<Adjustment, 'name' | 'description' | 'benefit' | 'isExclusive'> & {
    readonly recurringPaymentUseCount?: number | null;
  },
  totalMinor?: Amounts,
  promotion?: Promotion,
): Static<typeof DiscountBody> {
  const { name, description, benefit, isExclusive, recurringPaymentUseCount: payments } = applied;
  const shared = {
    name,
    ...(description !== null && { description }),
    ...(totalMinor !== undefined && { total: amountsByCurrency(totalMinor) }),
    isExclusive,
    ...(promotion && { promotionId: promotion.id, ...validity(promotion) }),
    ...(typeof payments === 'number' && { recurringPaymentUseCount: payments }),
  };
  return benefit.type === 'PercentageOff'
    ? { type: 'PercentageOffDiscount', ...shared, percentage: benefit.basisPoints / WHOLE_IN_BASIS_POINTS }
    : { type: 'FlatAmountOffDiscount', ...shared };
}

/** The wire form of the discount in a variation's price, with its amount in every currency. */
export function variationDiscountAnswer(
  applied: Parameters<typeof discountAnswer>[0],
  totalMinor: Amounts,
  promotion?: Promotion,
): Static<typeof VariationDiscountBody> {
  return { ...discountAnswer(applied, undefined, promotion), total: amountsByCurrency(totalMinor) };
}

/** The start and the end of a promotion; absent ones are omitted. */
export function validity({ startsAt, endsAt }: Pick<Promotion, 'startsAt' | 'endsAt'>) {
  return {
    ...(startsAt !== null && { validFrom: startsAt.toISOString() }),
    ...(endsAt !== null && { validUntil: endsAt.toISOString() }),
  };
}
