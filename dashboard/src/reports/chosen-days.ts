import { addDays, daysBetween, type Span } from '../parts/days.ts';

/** As many days as a report can have. */
export const MOST_DAYS = 367;

/** The period of an address with these days, such as `2026-11-02..2026-11-15`. */
export function periodOfDays({ from, to }: Span): string {
  return `${from}..${to}`;
}

/** The days that a period names one by one; undefined for another period, and for days that no report has. */
export function daysOfPeriod(period: string, today: string): Span | undefined {
  const [, from = '', to = ''] = /^(20\d\d-\d\d-\d\d)\.\.(20\d\d-\d\d-\d\d)$/.exec(period) ?? [];
  const span = { from, to };
  return faultOf(span, today) === undefined ? span : undefined;
}

/** What is wrong with days that somebody types: one is no day, or not yet over; they are in the wrong order; or too many. */
export function faultOf({ from, to }: Span, today: string): 'day' | 'order' | 'length' | undefined {
  if (!isDay(from) || !isDay(to) || to > today) return 'day';
  if (from > to) return 'order';
  return daysBetween(from, to) >= MOST_DAYS ? 'length' : undefined;
}

/** The days to compare some with: as many before them, or the same of the year before. */
export function earlierDays({ from, to }: Span, comparison: 'before' | 'yearBefore'): Span {
  if (comparison === 'yearBefore') return { from: yearBefore(from), to: yearBefore(to) };
  return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) };
}

/** The same day of the year before; of February 29, the last of that month. */
function yearBefore(day: string): string {
  const earlier = `${String(Number(day.slice(0, 4)) - 1)}${day.slice(4)}`;
  return isDay(earlier) ? earlier : `${earlier.slice(0, -2)}28`;
}

function isDay(text: string): boolean {
  const time = Date.parse(text);
  return (
    /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  );
}
