/**
 * What the licenses of a subscription keep for good when it ends (subscriptions, section 4): the versions that were
 * published when the cycles began that earned it. Times are ISO 8601.
 */
export interface Fallback {
  /** After how many paid cycles in a row of its plan; null: only an earlier plan had one. */
  readonly afterCycles: number | null;
  /** The first period that was paid on its plan from its beginning; absent: as for everything that its plan promises. */
  readonly countsFrom?: number;
  /** What these cycles have earned so far; null: nothing yet. */
  readonly earned: EarnedFallback | null;
  /** What an earlier plan has earned: it counts until this one has earned more. */
  readonly earnedBefore: EarnedFallback | null;
  /** The end of the updates of its licenses while they keep working without a payment; null: they do not. */
  readonly heldUntil: string | null;
}

/** The latest cycles in a row that earned a fallback. */
export interface EarnedFallback {
  /** When the first of them began, in whole seconds: the licenses keep what was published by then, … */
  readonly updatesUntil: string;
  /** … if they were granted before that cycle: later ones were not paid for in all of these, … */
  readonly grantedBefore: string;
  /** … or by the order that paid for the whole of it. Null or absent: there is none. */
  readonly grantedBy?: string | null;
}

/** A period, as far as it counts for a fallback. */
interface CountedPeriod {
  readonly startsAt: Date;
  readonly state: 'Open' | 'Paid' | 'Skipped' | 'Void';
  readonly reason: string | null;
  readonly orderId: string | null;
}

/**
 * What periods have earned, from the newest to the oldest: the latest `afterCycles` paid cycles in a row. A cycle that was
 * not paid, or whose money went back, breaks the row; one that was given, free or paused neither counts nor breaks it.
 * `undefined`: nothing.
 */
export function earnedBy(periods: readonly CountedPeriod[], afterCycles: number): EarnedFallback | undefined {
  let inRow = 0;
  for (const { startsAt, state, reason, orderId } of periods) {
    if (state === 'Paid' && reason === null) inRow += 1;
    else if (breaksRow(state, reason)) inRow = 0;
    if (inRow === afterCycles)
      return {
        updatesUntil: wholeSeconds(startsAt).toISOString(),
        grantedBefore: startsAt.toISOString(),
        grantedBy: orderId,
      };
  }
  return undefined;
}

function breaksRow(state: CountedPeriod['state'], reason: string | null): boolean {
  return state === 'Void' ? reason !== 'Paused' : state === 'Paid' && reason === 'Refunded';
}

/** Limits of licenses are whole seconds. */
function wholeSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
}

/** What the licenses keep if the subscription ends; null: nothing. */
export function fallbackAtEnd(fallback: Fallback | null): EarnedFallback | null {
  return fallback?.earned ?? fallback?.earnedBefore ?? null;
}

const HOUR_MS = 3_600_000;

/**
 * When the licenses of a subscription get what they keep: an hour before they would end, so that no application is refused
 * meanwhile, but not while the period is paid. Null: they keep nothing, or have it.
 */
export function fallbackAt({
  fallback,
  paidUntil,
  expiresAt,
}: {
  readonly fallback: Fallback | null;
  readonly paidUntil: Date;
  readonly expiresAt: Date;
}): Date | null {
  if (fallbackAtEnd(fallback) === null || fallback?.heldUntil !== null) return null;
  return new Date(Math.max(paidUntil.getTime(), expiresAt.getTime() - HOUR_MS));
}

/** The fallback of a new subscription with these periods, newest first; null for a plan without one. */
export function firstFallback(
  periods: readonly CountedPeriod[],
  afterCycles: number | null,
): Fallback | null {
  if (afterCycles === null) return null;
  return { afterCycles, earned: earnedBy(periods, afterCycles) ?? null, earnedBefore: null, heldUntil: null };
}

/**
 * The fallback of a new plan; what was earned before stays, and the cycles from `countsFrom` on count: one that was paid
 * before the change was not paid at the price of this plan. Null without both.
 */
export function fallbackOnPlan(
  before: Fallback | null,
  { afterCycles, countsFrom }: { readonly afterCycles: number | null; readonly countsFrom: number },
): Fallback | null {
  const earnedBefore = fallbackAtEnd(before);
  if (afterCycles === null && earnedBefore === null) return null;
  return { afterCycles, countsFrom, earned: null, earnedBefore, heldUntil: before?.heldUntil ?? null };
}
