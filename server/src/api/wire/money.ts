import { Type } from '../../kernel/schema.ts';
import { toDecimal } from '../../kernel/money.ts';
import type { Amounts } from '../../modules/pricing/index.ts';

/** Currency → decimal amount with at most the currency's minor-unit digits (wire contract section 1). */
export const AmountsByCurrency = Type.Record(Type.String(), Type.Number(), { title: 'AmountsByCurrency' });

/** Minor units by currency as decimal numbers for the wire. */
export function amountsByCurrency(amounts: Amounts): Record<string, number> {
  const decimals: Record<string, number> = {};
  for (const currency in amounts) decimals[currency] = toDecimal(amounts[currency] ?? 0, currency);
  return decimals;
}
