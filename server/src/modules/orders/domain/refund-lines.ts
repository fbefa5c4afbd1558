import { allocate } from '../../../kernel/money.ts';

/** A sold line, and its refunds, including pending ones. Amounts are minor units, tax included. */
export interface SoldLine {
  readonly id: string;
  /** The name of the item, for people. */
  readonly title: string;
  readonly quantity: number;
  readonly dueMinor: number;
  /** The part of the amount that is tax. */
  readonly taxMinor: number;
  readonly returnedQuantity: number;
  readonly returnedMinor: number;
  /** What of the amount was for units that have gone back, or is owed for them: it pays for nothing any more. */
  readonly unitsMinor: number;
  /** Amounts that can be refunded are multiples of this, in minor units of the currency. */
  readonly stepMinor: number;
  /** It began with free days: other payments pay for it, so that it does not go back with the money of its order alone. */
  readonly isPaidLater: boolean;
}

/** The refund of a line. */
export interface LineRefund {
  readonly lineId: string;
  /** Whole units; 0 when only money is returned. */
  readonly quantity: number;
  readonly amountMinor: number;
  /** The part of the amount that is tax. */
  readonly taxMinor: number;
}

/** The refund of a line, with what it leaves. */
export interface LineReturn extends LineRefund {
  readonly soldQuantity: number;
  /** The units that nobody has returned after it, … */
  readonly leftQuantity: number;
  /** … and the money. */
  readonly leftMinor: number;
}

/** What refunds of lines leave; `sold` are the lines before them. */
export function returnsOf(sold: readonly SoldLine[], lines: readonly LineRefund[]): LineReturn[] {
  return lines.map((refund) => {
    const line = sold.find(({ id }) => id === refund.lineId);
    const soldQuantity = line?.quantity ?? 0;
    const leftQuantity = soldQuantity - (line?.returnedQuantity ?? 0) - refund.quantity;
    const leftMinor = (line?.dueMinor ?? 0) - (line?.returnedMinor ?? 0) - refund.amountMinor;
    return { ...refund, soldQuantity, leftQuantity, leftMinor };
  });
}

/**
 * Refunds units of a line, with their share of the amount: refunding a line unit by unit adds up to its amount, and to
 * its tax, exactly. Money already refunded for the line is deducted from the last units, which may go back for nothing then.
 */
export function refundUnits(line: SoldLine, quantity: number): LineRefund {
  const shareMinor = dueOf(line, line.returnedQuantity + quantity) - dueOf(line, line.returnedQuantity);
  return refundOf(line, quantity, Math.min(shareMinor, Math.max(0, line.dueMinor - line.returnedMinor)));
}

/** A part of what was paid for a line: two whole numbers, at most 1. */
export interface LineShare {
  readonly part: number;
  readonly whole: number;
}

/** The money of a share of a line, in minor units, rounded down to what can be refunded. */
export function shareOfLine(
  { dueMinor, stepMinor }: Pick<SoldLine, 'dueMinor' | 'stepMinor'>,
  { part, whole }: LineShare,
): number {
  const step = BigInt(stepMinor);
  return Number(((BigInt(dueMinor) * BigInt(part)) / (BigInt(whole) * step)) * step);
}

/**
 * Refunds the rest of the lines that an order's money paid for, with what was free beside them: of lines that other orders
 * pay for now, the money without units.
 */
export function refundPaidRest(
  lines: readonly SoldLine[],
  paidByOthers: ReadonlySet<string> = new Set(),
): LineRefund[] {
  const own = refundRest(lines.filter(({ isPaidLater }) => !isPaidLater));
  return own
    .map((refund) => (paidByOthers.has(refund.lineId) ? { ...refund, quantity: 0 } : refund))
    .filter(({ quantity, amountMinor }) => quantity > 0 || amountMinor > 0);
}

/** Refunds the rest of these lines. */
export function refundRest(lines: readonly SoldLine[]): LineRefund[] {
  return lines
    .map((line) => refundOf(line, line.quantity - line.returnedQuantity, line.dueMinor - line.returnedMinor))
    .filter(({ quantity, amountMinor }) => quantity > 0 || amountMinor > 0);
}

/**
 * Spreads an amount of money without units over the rest of these lines. More than that was never due for them: it is
 * not a refund of any line.
 */
export function refundMoney(lines: readonly SoldLine[], amountMinor: number): LineRefund[] {
  const restMinor = lines.map((line) => line.dueMinor - line.returnedMinor);
  const most = restMinor.reduce((sum, rest) => sum + rest, 0);
  const partMinor = Math.min(amountMinor, most);
  const stepMinor = lines[0]?.stepMinor ?? 1;
  // The shares are refundable amounts, too, unless the provider has refunded another amount.
  const step = [partMinor, ...restMinor].every((amount) => amount % stepMinor === 0) ? stepMinor : 1;
  const shares = allocate(
    partMinor / step,
    restMinor.map((rest) => rest / step),
  );
  return lines
    .map((line, index) => refundOf(line, 0, (shares[index] ?? 0) * step))
    .filter((refund) => refund.amountMinor > 0);
}

function refundOf(line: SoldLine, quantity: number, amountMinor: number): LineRefund {
  const { id: lineId, returnedMinor } = line;
  const taxMinor = taxOf(line, returnedMinor + amountMinor) - taxOf(line, returnedMinor);
  return { lineId, quantity, amountMinor, taxMinor };
}

/** The amount of the first units of a line. */
function dueOf({ dueMinor, quantity, stepMinor }: SoldLine, units: number): number {
  if (units === quantity) return dueMinor;
  const step = BigInt(stepMinor);
  return Number(((BigInt(dueMinor) * BigInt(units)) / (BigInt(quantity) * step)) * step);
}

/** The tax in the first part of a line's amount, rounded half up, as credit notes state it. */
function taxOf({ dueMinor, taxMinor }: SoldLine, partMinor: number): number {
  if (dueMinor === 0) return 0;
  const whole = BigInt(dueMinor);
  return Number((2n * BigInt(taxMinor) * BigInt(partMinor) + whole) / (2n * whole));
}
