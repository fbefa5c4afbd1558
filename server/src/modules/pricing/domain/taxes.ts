import { applyBasisPoints } from '../../../kernel/money.ts';
import { targetReason } from './eligibility.ts';
import type { ItemTarget } from './model.ts';
import { compareIds } from './price-variation.ts';
import { type SplitLine, splitOverLines } from './split.ts';

/** The reason for a rate, for the invoice. */
export type TaxReason = 'Standard' | 'ReverseCharge' | 'NotCollecting' | 'ZeroRated' | 'Exempt' | 'Provider';

/** A rate that applies at the buyer's location. */
export interface TaxRate {
  readonly id: string;
  /** 19 % is 1,900. */
  readonly basisPoints: number;
  readonly country: string;
  readonly region: string | null;
  readonly reason: TaxReason;
  /** The items it applies to; an empty list means everything that no other rate names. */
  readonly targets: readonly ItemTarget[];
}

/** The taxes of a cart. */
export interface TaxRules {
  /** Whether taxes come on top of the prices, or are included in them. */
  readonly mode: 'Exclusive' | 'Inclusive';
  readonly rates: readonly TaxRate[];
}

/** The tax of one line, or of all lines of one rate. */
export interface TaxShare extends Omit<TaxRate, 'id' | 'targets'> {
  readonly rateId: string;
  readonly mode: TaxRules['mode'];
  /** The base of the tax: excluding it if it comes on top, including it if it is part of the price. */
  readonly baseMinor: number;
  readonly amountMinor: number;
}

export interface TaxOutcome {
  /** Of each rate that is for a line, in the order of their ids. */
  readonly taxes: readonly TaxShare[];
  /** By the id of the line. */
  readonly shares: ReadonlyMap<string, TaxShare>;
}

/**
 * The taxes of a cart: each line has the rate that names it, or else one for everything, or none. A rate is rounded
 * once, over all of its lines, half away from zero, and split over them exactly.
 */
export function applyTaxes(lines: readonly SplitLine[], { mode, rates }: TaxRules): TaxOutcome {
  const sorted = rates.toSorted(
    (a, b) => Number(a.targets.length === 0) - Number(b.targets.length === 0) || compareIds(a.id, b.id),
  );
  const rateOf = (line: SplitLine): TaxRate | undefined =>
    sorted.find(({ targets }) => targetReason(targets, line) === undefined);
  const shares = new Map<string, TaxShare>();
  const groups = Map.groupBy(lines, rateOf);
  const taxes = sorted.flatMap((rate): TaxShare[] => {
    const taxed = groups.get(rate) ?? [];
    if (taxed.length === 0) return [];
    const { id: rateId, targets: _, ...facts } = rate;
    const baseMinor = taxed.reduce((sum, { subtotalMinor }) => sum + subtotalMinor, 0);
    const amountMinor = taxOf(baseMinor, rate.basisPoints, mode);
    const split = splitOverLines(amountMinor, taxed);
    for (const { id, subtotalMinor } of taxed)
      shares.set(id, { ...facts, rateId, mode, baseMinor: subtotalMinor, amountMinor: split.get(id) ?? 0 });
    return [{ ...facts, rateId, mode, baseMinor, amountMinor }];
  });
  return { taxes: taxes.toSorted((a, b) => compareIds(a.rateId, b.rateId)), shares };
}

function taxOf(baseMinor: number, basisPoints: number, mode: TaxRules['mode']): number {
  if (mode === 'Exclusive') return applyBasisPoints(baseMinor, basisPoints);
  // The tax included in a price of 100 % + rate: base × rate / (100 % + rate), rounded half up.
  const whole = BigInt(10_000 + basisPoints);
  return Number((2n * BigInt(baseMinor) * BigInt(basisPoints) + whole) / (2n * whole));
}
