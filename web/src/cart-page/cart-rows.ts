import type { Cart, CartLine, LineInput } from '../api/cart.ts';

export type WithdrawnLine = NonNullable<Cart['withdrawnLines']>[number];

/** A row of the cart: a line, or one that the shop no longer sells. */
export type CartRow =
  | { readonly kind: 'Line'; readonly line: LineInput }
  | { readonly kind: 'Withdrawn'; readonly line: WithdrawnLine };

/** The lines of a cart, with withdrawn ones in their original places. */
export function cartRows(
  lines: readonly LineInput[],
  { withdrawnLines = [] }: Pick<Cart, 'withdrawnLines'>,
): CartRow[] {
  const rows: CartRow[] = lines.map((line) => ({ kind: 'Line', line }));
  for (const line of withdrawnLines.toSorted((one, other) => one.position - other.position))
    rows.splice(line.position, 0, { kind: 'Withdrawn', line });
  return rows;
}

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
