import type { Quote } from './quote-query.ts';

type Entry = Quote['trace'][number];

/** No currency has more digits than three, and sums of decimals are not exact. */
const DIGITS = 1_000;

/** What something in the explanation of a price takes off all units: a cart offer by itself, others of each unit. */
export function amountOffAll({ kind, amount = 0 }: Pick<Entry, 'kind' | 'amount'>, quantity: number): number {
  return kind === 'CartOffer' ? amount : rounded(amount * quantity);
}

/**
 * The price of all units before everything that applies, in the unit of its currency. The API counts what a volume price
 * or a price for owners takes off as part of the original price.
 */
export function priceBefore({ total, trace, quantity }: Pick<Quote, 'total' | 'trace' | 'quantity'>): number {
  return trace
    .filter(({ kind, applied }) => applied && (kind === 'Tier' || kind === 'Upgrade'))
    .reduce((sum, entry) => rounded(sum + amountOffAll(entry, quantity)), total?.original ?? 0);
}

function rounded(amount: number): number {
  return Math.round(amount * DIGITS) / DIGITS;
}
