import type { CheckoutLine } from '../api/checkout.ts';

/**
 * The lines of an order that no longer changes: several of the same item at the same price are one, with their quantity. An
 * upgrade stays a line of its own, because it is of one license.
 */
export function mergeLines(lines: readonly CheckoutLine[]): CheckoutLine[] {
  const groups = Map.groupBy(lines, (line) =>
    line.upgrade === undefined && line.reductions.length === 0
      ? JSON.stringify({ ...line, id: '', quantity: 0, total: {}, renewal: undefined })
      : line.id,
  );
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [others.reduce(sumOf, first)] : []));
}

function sumOf(line: CheckoutLine, { quantity, total }: CheckoutLine): CheckoutLine {
  return {
    ...line,
    quantity: line.quantity + quantity,
    total: {
      original: line.total.original + total.original,
      discount: line.total.discount + total.discount,
      subtotal: line.total.subtotal + total.subtotal,
      due: line.total.due + total.due,
    },
  };
}
