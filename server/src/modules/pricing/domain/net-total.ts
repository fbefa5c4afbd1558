import type { OrderQuote } from './quote.ts';

/** The total of a quote, with what it is without taxes. */
export type NetTotal = OrderQuote['total'] & {
  /** Without taxes, whether they are added or part of the price, in minor units. */
  readonly netMinor: number;
};

/** The total of a quote, with what it is without any taxes. */
export function netTotal({ total, taxes = [] }: Pick<OrderQuote, 'total' | 'taxes'>): NetTotal {
  const taxMinor = taxes.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { ...total, netMinor: total.dueMinor - taxMinor };
}
