import { applyBasisPoints } from '../../../kernel/money.ts';
import type { Benefit } from './model.ts';

/**
 * What a benefit takes off one unit, in minor units: never more than the price, 0 when it has nothing in this
 * currency. This is the one place where prices are rounded: percentages of a unit price, to the minor unit of the
 * currency, half away from zero. Everything after it is whole units times quantity.
 */
export function amountOff(benefit: Benefit, priceMinor: number, currency: string): number {
  const target =
    benefit.type === 'PercentageOff'
      ? applyBasisPoints(priceMinor, benefit.basisPoints)
      : flatAmount(benefit.amounts, currency);
  return Math.min(Math.max(target, 0), priceMinor);
}

/** Whether the benefit takes anything off a price in one of the currencies. */
export function isWorthSomething(benefit: Benefit, currencies: readonly string[]): boolean {
  if (benefit.type === 'PercentageOff') return benefit.basisPoints > 0;
  return currencies.some((currency) => flatAmount(benefit.amounts, currency) > 0);
}

function flatAmount(amounts: Readonly<Record<string, number>>, currency: string): number {
  return Object.hasOwn(amounts, currency) ? (amounts[currency] ?? 0) : 0;
}
