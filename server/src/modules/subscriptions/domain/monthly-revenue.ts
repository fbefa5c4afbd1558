import { applyFraction } from '../../../kernel/money.ts';
import type { CycleLength } from './calendar.ts';
import type { SubscriptionStatus } from './schedule.ts';

/** The cycles of a year of 365 days. */
const CYCLES_OF_YEAR: Readonly<Record<CycleLength, number>> = {
  Daily: 365,
  Weekly: 52,
  Monthly: 12,
  Quarterly: 4,
  Yearly: 1,
};

/** The facts about a subscription that decide what it brings each month. */
interface EarningFacts {
  readonly status: SubscriptionStatus;
  readonly cycleLength: CycleLength;
  readonly freeDays: number | null;
  readonly renewedAt: Date | null;
  readonly total: {
    readonly subtotalMinor: number;
    readonly netMinor?: number | undefined;
  };
}

/**
 * What a subscription brings each month, in minor units: the price of its next renewal with all units, less deductions and
 * taxes, times the cycles of a year (365 days, 52 weeks, 12 months, 4 quarters, 1 year) divided by 12, rounded to the minor
 * unit. It counts as long as its licenses work: while it is `Active`, in grace too, and while it is `Cancelled`, until it
 * ends. During free days, and once it is `Expired` or `Completed`, it is 0.
 */
export function monthlyRevenue({ status, cycleLength, freeDays, renewedAt, total }: EarningFacts): number {
  const isRunning = status === 'Active' || status === 'Cancelled';
  const isFree = freeDays !== null && renewedAt === null;
  if (!isRunning || isFree) return 0;
  return applyFraction(total.netMinor ?? total.subtotalMinor, CYCLES_OF_YEAR[cycleLength], 12);
}

/**
 * The same on the basis of what was recorded last: a row of a release before does not say what its renewal costs without
 * taxes, so it brings what it brought, until a renewal says so. `last`: before and after its last change.
 */
export function revenueSince(
  facts: EarningFacts,
  last: { readonly beforeMinor: number; readonly afterMinor: number } | undefined,
): number {
  const minor = monthlyRevenue(facts);
  if (minor === 0 || facts.total.netMinor !== undefined || last === undefined) return minor;
  return last.afterMinor === 0 ? last.beforeMinor : last.afterMinor;
}

/** How an amount per month has changed; `undefined`: not at all. */
export function movementOf({
  beforeMinor,
  afterMinor,
  isFirst,
}: {
  readonly beforeMinor: number;
  readonly afterMinor: number;
  /** Whether it is the first one ever. */
  readonly isFirst: boolean;
}): 'New' | 'Expansion' | 'Contraction' | 'Reactivation' | 'Churn' | undefined {
  if (beforeMinor === afterMinor) return undefined;
  if (afterMinor === 0) return 'Churn';
  if (beforeMinor === 0) return isFirst ? 'New' : 'Reactivation';
  return afterMinor > beforeMinor ? 'Expansion' : 'Contraction';
}
