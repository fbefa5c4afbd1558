import { targetReason } from './eligibility.ts';
import type { ItemTarget } from './model.ts';
import { compareIds } from './price-variation.ts';
import { type SplitLine, splitOverLines } from './split.ts';

/** The reason for a rate, for the invoice. */
export type TaxReason = 'Standard' | 'ReverseCharge' | 'NotCollecting' | 'ZeroRated' | 'Exempt' | 'Provider';

/** A rate that applies at the buyer's location. */
export interface TaxRate {
  readonly id: string;
  /** 19 % is 1,900; sales taxes have up to two decimals more, such as 887.5. */
  readonly basisPoints: number;
  readonly country: string;
  readonly region: string | null;
  readonly reason: TaxReason;
  /** The items it applies to; an empty list means everything without another rate. */
  readonly targets: readonly ItemTarget[];
  /** Of two rates that name an item, the one with the lower rank applies; absent: 0. */
  readonly rank?: number;
  /**
   * For a buyer who owes the tax themselves: the rate that is included in the price for everybody else. It is deducted,
   * so that the buyer pays the net price.
   */
  readonly reliefBasisPoints?: number;
}

/** The taxes of a cart. */
export interface TaxRules {
  /** Whether taxes are added to the prices, or included in them. */
  readonly mode: 'Exclusive' | 'Inclusive';
  readonly rates: readonly TaxRate[];
}

/** The tax of one line, or of all lines of one rate. */
export interface TaxShare extends Omit<TaxRate, 'id' | 'targets' | 'rank'> {
  readonly rateId: string;
  readonly mode: TaxRules['mode'];
  /** The base of the tax: excluding it if it is added, including it if it is part of the price. */
  readonly baseMinor: number;
  readonly amountMinor: number;
  /** The amount due without the tax: `due − amountMinor = netMinor`. Absent in older orders. */
  readonly netMinor?: number;
  /** The tax in the price that this buyer does not pay; absent if there is none. */
  readonly reliefMinor?: number;
}

interface TaxOutcome {
  /** The rates of the lines, in the order of their ids. */
  readonly taxes: readonly TaxShare[];
  /** By the id of the line. */
  readonly shares: ReadonlyMap<string, TaxShare>;
}

/**
 * The taxes of a cart: each line has the rate that names it, or else one for everything, or none. A rate is rounded
 * once, over all of its lines, half up, and split over them exactly. What it adds to the total or takes off it is a
 * multiple of `step`, as the subtotals are.
 */
export function applyTaxes(lines: readonly SplitLine[], { mode, rates }: TaxRules, step: number): TaxOutcome {
  const sorted = rates.toSorted(
    (a, b) =>
      Number(a.targets.length === 0) - Number(b.targets.length === 0) ||
      (a.rank ?? 0) - (b.rank ?? 0) ||
      compareIds(a.id, b.id),
  );
  const rateOf = (line: SplitLine): TaxRate | undefined =>
    sorted.find(({ targets }) => targetReason(targets, line) === undefined);
  const groups = Map.groupBy(lines, rateOf);
  const outcomes = sorted.flatMap((rate) => {
    const taxed = groups.get(rate) ?? [];
    return taxed.length === 0 ? [] : [taxGroup(taxed, rate, { mode, step })];
  });
  return {
    taxes: outcomes.map(({ whole }) => whole).toSorted((a, b) => compareIds(a.rateId, b.rateId)),
    shares: new Map(outcomes.flatMap(({ shares }) => shares)),
  };
}

/** The amount that a tax adds to the price, or deducts from it, in minor units. */
export function taxOnTop({ mode, amountMinor, reliefMinor = 0 }: TaxShare): number {
  return mode === 'Exclusive' ? amountMinor : -reliefMinor;
}

function taxGroup(
  lines: readonly SplitLine[],
  rate: TaxRate,
  { mode, step }: { readonly mode: TaxRules['mode']; readonly step: number },
) {
  const { id: rateId, targets: _, rank: __, ...facts } = rate;
  const baseMinor = lines.reduce((sum, { subtotalMinor }) => sum + subtotalMinor, 0);
  // A tax in the price does not change the total, and is exact to the minor unit.
  const taxStep = mode === 'Exclusive' ? step : 1;
  const amountMinor = taxOf(baseMinor / taxStep, rate.basisPoints, mode) * taxStep;
  const reliefMinor =
    mode === 'Inclusive' ? taxOf(baseMinor / step, rate.reliefBasisPoints ?? 0, mode) * step : 0;
  const share = (base: number, amount: number, relief: number): TaxShare => ({
    ...facts,
    rateId,
    mode,
    baseMinor: base,
    amountMinor: amount,
    netMinor: mode === 'Exclusive' ? base : base - amount - relief,
    ...(relief > 0 && { reliefMinor: relief }),
  });
  const amounts = splitOverLines(amountMinor, lines, taxStep);
  const reliefs = splitOverLines(reliefMinor, lines, step);
  const shares = lines.map(({ id, subtotalMinor }): [string, TaxShare] => [
    id,
    share(subtotalMinor, amounts.get(id) ?? 0, reliefs.get(id) ?? 0),
  ]);
  return { whole: share(baseMinor, amountMinor, reliefMinor), shares };
}

/** Hundredths of a basis point in the whole, so that a rate such as 8.875 % is a whole number. */
const WHOLE = 1_000_000n;

/** The tax on a base, or in it, rounded half up; exact for any size of the base. */
function taxOf(baseMinor: number, basisPoints: number, mode: TaxRules['mode']): number {
  const rate = BigInt(Math.round(basisPoints * 100));
  const divisor = mode === 'Exclusive' ? WHOLE : WHOLE + rate;
  return Number((2n * BigInt(baseMinor) * rate + divisor) / (2n * divisor));
}
