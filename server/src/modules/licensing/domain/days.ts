/** A day as analytics count it: UTC, `2026-03-01`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The row of a counter: a day's count is the sum over all stripes. */
export interface CountedDay {
  readonly usageDay: string;
  readonly stripe: number;
}

/**
 * The number of rows that a count is spread over. With more, more transactions could count at the same time, but
 * reading would cost more.
 */
const STRIPES = 8;

/** The row in which a transaction counts, by the id of one of its devices. */
export function countedDay(now: Date, id: string): CountedDay {
  return { usageDay: dayOf(now), stripe: Number.parseInt(id.slice(-1), 16) % STRIPES };
}

/** Whole days from one moment to another, a started day counting as one; 0 when the other has passed. */
export function daysUntil(from: Date, to: Date): number {
  return Math.max(0, Math.ceil((to.getTime() - from.getTime()) / DAY_MS));
}

/** The time after a number of days of 24 hours. */
export function addDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

/**
 * The same time a number of months later, in UTC; in a month without such a day, on its last day (31 January → 28 or 29
 * February).
 */
export function addMonths(moment: Date, months: number): Date {
  const later = moment.toTemporalInstant().toZonedDateTimeISO('UTC').add({ months });
  return new Date(later.epochMilliseconds);
}

const DAY_MS = 86_400_000;
