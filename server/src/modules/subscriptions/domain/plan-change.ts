import type { CycleLength } from './calendar.ts';

const DAY_MS = 86_400_000;

/** Days of a cycle on average, for comparing what plans cost per day. */
const MEAN_DAYS: Readonly<Record<CycleLength, number>> = {
  Daily: 1,
  Weekly: 7,
  Monthly: 365.25 / 12,
  Quarterly: 365.25 / 4,
  Yearly: 365.25,
};

/** What a subscription costs on a plan, in minor units. */
export interface PlanCost {
  readonly cycle: CycleLength;
  readonly quantity: number;
  /** One unit for one cycle, after its deductions. */
  readonly unitMinor: number;
  /** All units for one cycle. */
  readonly subtotalMinor: number;
}

/** A change of the plan of a subscription, or of its quantity. */
export interface PlanChange {
  readonly before: PlanCost;
  readonly after: PlanCost;
  readonly isOtherVariation: boolean;
  /** The period that runs, and whether it was paid for: not if it was free or given. */
  readonly running: {
    readonly startsAt: Date;
    readonly endsAt: Date;
    /** The end of what was paid: days that were given after it are no part of the unused value, and free for added units. */
    readonly paidEndsAt: Date;
    readonly isPaid: boolean;
    /** What has gone back of it, in minor units: it is no part of the unused value. */
    readonly returnedMinor: number;
  };
  /** The end of a first cycle of the new plan that begins now. */
  readonly newEndsAt: Date;
  readonly now: Date;
  /** An amount as it can be paid in the currency. */
  readonly rounded: (amountMinor: number) => number;
}

/** Units that are paid for at once. */
export interface ChargedUnits {
  readonly quantity: number;
  /** One of them. */
  readonly unitMinor: number;
  /** What their line is reduced by: the unused value of what was paid. */
  readonly creditMinor: number;
  /** Whether they are new, beside those that the subscription has. */
  readonly isAdded: boolean;
}

/** When a change takes effect, and what is paid for it at once. */
export type PlannedChange =
  | { readonly when: 'Now'; readonly charged: readonly ChargedUnits[]; readonly dueMinor: number }
  | { readonly when: 'NextPeriod' };

/**
 * How a plan changes (subscriptions, section 3, change of plan). What is dearer per day begins at once: for the rest of
 * the period that runs, by whole days, or for a whole cycle if the cycle changes, less the unused value of what was paid,
 * which is never more than what is due. Everything else begins with the next period, and so does what would end before
 * what is paid already, and a change of a period that was not paid for: money never goes back by a change.
 */
export function plannedChange(change: PlanChange): PlannedChange {
  const { before, after, running, newEndsAt, now } = change;
  const perDay = ({ cycle, subtotalMinor }: PlanCost): number => subtotalMinor / MEAN_DAYS[cycle];
  const isOtherCycle = before.cycle !== after.cycle;
  const isAtOnce =
    running.isPaid &&
    running.endsAt > now &&
    perDay(after) > perDay(before) &&
    after.quantity >= before.quantity &&
    (!isOtherCycle || newEndsAt >= running.endsAt);
  if (!isAtOnce) return { when: 'NextPeriod' };
  const units = chargedUnits(change, isOtherCycle);
  const dueMinor = units.reduce((sum, unit) => sum + unit.unitMinor * unit.quantity - unit.creditMinor, 0);
  return dueMinor > 0 ? { when: 'Now', charged: units, dueMinor } : { when: 'NextPeriod' };
}

function chargedUnits(
  { before, after, isOtherVariation, running, now, rounded }: PlanChange,
  isOtherCycle: boolean,
): ChargedUnits[] {
  const { startsAt, endsAt, paidEndsAt } = running;
  // Given days are free for the units that are added as for those before.
  const restEndsAt = isOtherVariation ? endsAt : paidEndsAt;
  const unitMinor = rounded(
    isOtherCycle ? after.unitMinor : restOf(after.unitMinor, { startsAt, endsAt: restEndsAt, now }),
  );
  const netMinor = Math.max(0, before.subtotalMinor - running.returnedMinor);
  const unusedMinor = restOf(netMinor, { startsAt, endsAt: paidEndsAt, now });
  let creditMinor = isOtherVariation ? rounded(unusedMinor) : 0;
  const present = { quantity: isOtherVariation ? before.quantity : 0, isAdded: false };
  const added = { quantity: after.quantity - before.quantity, isAdded: true };
  return [present, added]
    .filter(({ quantity }) => quantity > 0)
    .map((units) => {
      const reduction = Math.min(creditMinor, unitMinor * units.quantity);
      creditMinor -= reduction;
      return { ...units, unitMinor, creditMinor: reduction };
    });
}

/** The part of an amount that is for the rest of a time, by whole days. */
function restOf(
  amountMinor: number,
  { startsAt, endsAt, now }: { readonly startsAt: Date; readonly endsAt: Date; readonly now: Date },
): number {
  const days = (from: Date): number => (endsAt.getTime() - from.getTime()) / DAY_MS;
  const whole = Math.max(1, Math.round(days(startsAt)));
  const rest = Math.max(0, Math.min(whole, Math.ceil(days(now))));
  return Math.floor((amountMinor * rest) / whole);
}
