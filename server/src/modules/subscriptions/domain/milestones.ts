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
  readonly ownAfterCycles: number;
  readonly cycle: CycleLength;
}

/** The progress to licenses that never end; `plans` are the cycles in which the same item is sold. */
export function progressOf(
  { paidCycles, ownAfterCycles, cycle }: PaidCycles,
  plans: readonly CycleLength[],
): MilestoneProgress {
  const shortest = Math.min(DAYS[cycle], ...plans.map((plan) => DAYS[plan]));
  const normalized = (cycles: number): number => Math.floor((cycles * DAYS[cycle]) / shortest);
  const current = Math.min(Math.max(paidCycles, 1), ownAfterCycles);
  return {
    currentCycleNumber: current,
    currentNormalizedCycleNumber: normalized(current),
    currentCycleIsCompleted: paidCycles >= current,
    toCycleNumber: ownAfterCycles,
    toNormalizedCycleNumber: normalized(ownAfterCycles),
  };
}
