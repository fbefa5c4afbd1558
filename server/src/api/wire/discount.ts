import { type Static, Type } from 'typebox';
import { toDecimal } from '../../kernel/money.ts';
import type { Adjustment } from '../../modules/pricing/index.ts';

const common = {
  name: Type.String(),
  description: Type.Optional(Type.String()),
  isExclusive: Type.Boolean({ description: 'Admits no offer and no coupon beside it.' }),
  total: Type.Optional(
    Type.Record(Type.String(), Type.Number(), { description: 'The amount taken off, by currency.' }),
  ),
};

/** A discount as customers see it (customer API, Discount). */
export const DiscountBody = Type.Union([
  Type.Object({ type: Type.Literal('FlatAmountOffDiscount'), ...common }),
  Type.Object({
    type: Type.Literal('PercentageOffDiscount'),
    ...common,
    percentage: Type.Number({ minimum: 0, maximum: 1 }),
  }),
]);

const WHOLE_IN_BASIS_POINTS = 10_000;

/** The wire form of what lowers a price; `totalMinor` by currency where a price is known. */
export function discountBody(
  {
    name,
    description,
    benefit,
    isExclusive,
  }: Pick<Adjustment, 'name' | 'description' | 'benefit' | 'isExclusive'>,
  totalMinor?: Readonly<Record<string, number>>,
): Static<typeof DiscountBody> {
  const shared = {
    name,
    ...(description !== null && { description }),
    isExclusive,
    ...(totalMinor !== undefined && { total: decimals(totalMinor) }),
  };
  return benefit.type === 'PercentageOff'
    ? { type: 'PercentageOffDiscount', ...shared, percentage: benefit.basisPoints / WHOLE_IN_BASIS_POINTS }
    : { type: 'FlatAmountOffDiscount', ...shared };
}

/** Amounts by currency, from minor units to decimal numbers. */
export function decimals(minorByCurrency: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(minorByCurrency).map(([currency, minor]) => [currency, toDecimal(minor, currency)]),
  );
}
