import { allocate } from '../../../kernel/money.ts';
import type { DocumentLine } from './facts.ts';

/** The amount to credit for a line. */
export interface LineCredit {
  readonly lineId: string;
  /** More than 0, tax included. */
  readonly grossMinor: number;
  /** The units to credit; absent for money only. */
  readonly quantity?: number | undefined;
}

/** A refund: a total, or amounts for some lines. */
interface Credit {
  readonly amountMinor: number;
  readonly lines?: readonly LineCredit[] | undefined;
}

/**
 * The lines of a credit note, all negative. Each line returns its own share of tax; when a line is credited in parts,
 * the parts add up to its tax and its total exactly. An amount without lines is spread over the rest of all lines.
 * Throws a `RangeError` when a line would be credited more than its rest, or the lines do not add up to the amount.
 */
export function creditLines(
  sold: readonly DocumentLine[],
  earlier: readonly DocumentLine[],
  { amountMinor, lines }: Credit,
): DocumentLine[] {
  const creditedMinor = (lineId: string): number =>
    earlier.reduce((sum, line) => sum - (line.lineId === lineId ? line.grossMinor : 0), 0);
  const credits = lines ?? spread(sold, creditedMinor, amountMinor);
  if (credits.reduce((sum, { grossMinor }) => sum + grossMinor, 0) !== amountMinor)
    throw new RangeError(`the lines of a credit note are not the ${amountMinor} that went back`);
  return credits.map(({ lineId, grossMinor, quantity }) => {
    const line = sold.find((candidate) => candidate.lineId === lineId);
    const before = creditedMinor(lineId);
    if (line === undefined || grossMinor <= 0 || before + grossMinor > line.grossMinor)
      throw new RangeError(`a line cannot give back ${grossMinor}: ${lineId}`);
    const taxMinor = taxWithin(line, before + grossMinor) - taxWithin(line, before);
    return {
      ...line,
      // A part of the money is a price reduction, not fewer units.
      quantity: quantity ?? (grossMinor === line.grossMinor ? line.quantity : null),
      netMinor: taxMinor - grossMinor,
      taxMinor: negative(taxMinor),
      grossMinor: -grossMinor,
    };
  });
}

function spread(
  sold: readonly DocumentLine[],
  creditedMinor: (lineId: string) => number,
  amountMinor: number,
): LineCredit[] {
  const left = sold.map(({ lineId, grossMinor }) => grossMinor - creditedMinor(lineId));
  const shares = allocate(amountMinor, left);
  return sold.flatMap(({ lineId }, index) => {
    const grossMinor = shares[index] ?? 0;
    return grossMinor === 0 ? [] : [{ lineId, grossMinor }];
  });
}

/** The tax in the first part of a line's total: all of it in the whole, rounded half up before. */
function taxWithin({ grossMinor, taxMinor }: DocumentLine, partMinor: number): number {
  if (grossMinor === 0) return 0;
  const whole = BigInt(grossMinor);
  return Number((2n * BigInt(taxMinor) * BigInt(partMinor) + whole) / (2n * whole));
}

function negative(value: number): number {
  return value === 0 ? 0 : -value;
}
