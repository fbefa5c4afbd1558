import { fromDecimal, isCurrency } from '../../kernel/money.ts';

/**
 * Decimal amounts in minor units. An unknown currency or a fraction of a minor unit becomes `NaN`, which the catalogue
 * refuses together with all other issues.
 */
export function minorAmounts(prices: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(prices).map(([currency, amount]) => [currency, minorAmount(amount, currency)]),
  );
}

/** Prices that change, in minor units, unchecked like `minorAmounts`; null removes one. */
export function minorChanges(prices: Readonly<Record<string, number | null>>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(prices).map(([currency, amount]) => [
      currency,
      amount === null ? null : minorAmount(amount, currency),
    ]),
  );
}

function minorAmount(amount: number, currency: string): number {
  return (isCurrency(currency) ? fromDecimal(amount, currency) : undefined) ?? Number.NaN;
}
