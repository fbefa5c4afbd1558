import { applyBasisPoints, roundToStep, stepMinor } from '../../../kernel/money.ts';
import type { Benefit } from './model.ts';

/**
 * The reduction of a unit's price by a benefit, in minor units: never more than the price, 0 when the benefit has no
 * amount in this currency. This is where reductions are rounded: to the step of the currency, half away from zero. The
 * price is a multiple of it.
 */
export function amountOff(benefit: Benefit, priceMinor: number, currency: string): number {
  const target =
    benefit.type === 'PercentageOff'
      ? applyBasisPoints(priceMinor / stepMinor(currency), benefit.basisPoints) * stepMinor(currency)
      : roundToStep(flatAmount(benefit.amounts, currency), currency);
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
