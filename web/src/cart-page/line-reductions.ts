import type { CartLine } from '../api/cart.ts';

/** By how much the lines of a cart are reduced in a currency; their prices say so. */
export function reductionOfLines(
  lines: readonly Pick<CartLine, 'quantity' | 'price' | 'originalPrice'>[],
  currency: string,
): number {
  const reductions = lines.map(({ quantity, price, originalPrice }) => {
    const unit = price[currency] ?? 0;
    return ((originalPrice[currency] ?? unit) - unit) * quantity;
  });
  return reductions.reduce((sum, amount) => sum + amount, 0);
}
