import { applyBasisPoints } from '../../../kernel/money.ts';
import type { Benefit } from './model.ts';

/**
 * The reduction of a unit's price by a benefit, in minor units: never more than the price, 0 when the benefit has no
 * amount in this currency. This is the only place where prices are rounded: percentages of a unit price, to the minor
 * unit of the currency, half away from zero. All later steps multiply whole units by the quantity.
 */
export function amountOff(benefit: Benefit, priceMinor: number, currency: string): number {
  const target =
    benefit.type === 'PercentageOff'
      ? applyBasisPoints(priceMinor, benefit.basisPoints)
      : flatAmount(benefit.amounts, currency);
  return Math.min(Math.max(target, 0), priceMinor);
}

/** Whether the benefit reduces a price in one of the currencies. */
export function isWorthSomething(benefit: Benefit, currencies: readonly string[]): boolean {
  if (benefit.type === 'PercentageOff') return benefit.basisPoints > 0;
  return currencies.some((currency) => flatAmount(benefit.amounts, currency) > 0);
}

function flatAmount(amounts: Readonly<Record<string, number>>, currency: string): number {
  return Object.hasOwn(amounts, currency) ? (amounts[currency] ?? 0) : 0;
}
