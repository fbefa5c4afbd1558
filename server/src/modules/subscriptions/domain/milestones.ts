import type { CycleLength } from './calendar.ts';

/** Days, for comparing cycles: a month counts as 30. */
const DAYS: Readonly<Record<CycleLength, number>> = {
  Daily: 1,
  Weekly: 7,
  Monthly: 30,
  Quarterly: 90,
  Yearly: 360,
};

/** How far a subscription has come to what it leads to, in cycles; normalized ones count in the shortest of its plans. */
export interface MilestoneProgress {
  readonly currentCycleNumber: number;
  readonly currentNormalizedCycleNumber: number;
  /** Whether the current cycle is paid. */
  readonly currentCycleIsCompleted: boolean;
  readonly toCycleNumber: number;
  readonly toNormalizedCycleNumber: number;
}

interface PaidCycles {
  readonly paidCycles: number;
  /** The last cycle that leads to anything. */
  readonly toCycles: number;
  readonly cycle: CycleLength;
}

/** The progress to what a subscription leads to; `plans` are the cycles in which the same item is sold. */
export function progressOf(
  { paidCycles, toCycles, cycle }: PaidCycles,
  plans: readonly CycleLength[],
): MilestoneProgress {
  const normalized = (cycles: number): number => normalizedCycles(cycles, cycle, plans);
  const current = Math.min(Math.max(paidCycles, 1), toCycles);
  return {
    currentCycleNumber: current,
    currentNormalizedCycleNumber: normalized(current),
    currentCycleIsCompleted: paidCycles >= current,
    toCycleNumber: toCycles,
    toNormalizedCycleNumber: normalized(toCycles),
  };
}

/**
 * How many cycles count for a number of units, of cycles of which each was paid for as many units as it says: where that
 * were fewer, as many cycles as the money pays for.
 */
export function cyclesForUnits(paidUnits: readonly number[], units: number): number {
  return wholeCycles(
    paidUnits.reduce((sum, paid) => sum + Math.min(paid, units), 0),
    units,
  );
}

/** How many cycles of all units are paid with these cycles of single units. */
export function wholeCycles(unitCycles: number, units: number): number {
  return Math.floor(unitCycles / units);
}

/** A number of cycles, counted in the shortest of the cycles in which the same item is sold. */
export function normalizedCycles(cycles: number, cycle: CycleLength, plans: readonly CycleLength[]): number {
  const shortest = Math.min(DAYS[cycle], ...plans.map((plan) => DAYS[plan]));
  return Math.floor((cycles * DAYS[cycle]) / shortest);
}

/** Whether what was paid for units that were added at a moment of a period counts for a whole one of them: in its first half. */
export function isPaidForWhole(
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date },
  moment: Date,
): boolean {
  return moment.getTime() - startsAt.getTime() <= endsAt.getTime() - moment.getTime();
}
