import { allocate } from '../../../kernel/money.ts';
import { compareIds } from './price-variation.ts';
import type { ItemReference } from './model.ts';

/** The input of a split. */
export interface SplitLine {
  readonly id: string;
  readonly item: ItemReference;
  readonly variationId: string;
  readonly quantity: number;
  readonly subtotalMinor: number;
}

/**
 * Splits an amount over lines in proportion to their subtotals, by the largest remainder, so that the parts add up
 * exactly. The order of the lines makes no difference: ties between remainders are broken by the item, and finally by
 * the id of the line. The parts are multiples of `step`, as the amount is.
 */
export function splitOverLines(
  amountMinor: number,
  lines: readonly SplitLine[],
  step: number,
): Map<string, number> {
  const sorted = lines.toSorted((a, b) => compareIds(keyOf(a), keyOf(b)));
  const shares = allocate(
    amountMinor / step,
    sorted.map(({ subtotalMinor }) => subtotalMinor),
  );
  return new Map(sorted.map(({ id }, index) => [id, (shares[index] ?? 0) * step]));
}

function keyOf({ item, variationId, quantity, id }: SplitLine): string {
  return JSON.stringify([item.type, item.id, variationId, quantity, id]);
}
