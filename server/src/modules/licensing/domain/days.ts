/** A day as analytics count it: UTC, `2026-03-01`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Whole days from one moment to another, a begun day counting as one; 0 when the other has passed. */
export function daysUntil(from: Date, to: Date): number {
  return Math.max(0, Math.ceil((to.getTime() - from.getTime()) / DAY_MS));
}

/** The moment so many days of 24 hours later. */
export function addDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

const DAY_MS = 86_400_000;
