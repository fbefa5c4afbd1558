import { addDays } from '../parts/days.ts';

/** The first and the last day of a list, as in `2026-11-26`, both included. */
export interface DayFilters {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What was created on these days of a time zone, as the lists of the API take it. What is no day filters nothing. */
export function createdOn(days: DayFilters, timeZone: string): { after?: string; before?: string } {
  const { start, end } = momentsOf(days, timeZone);
  return {
    // The API takes what came after a moment, and the first moment belongs to the day.
    ...(start !== undefined && { after: new Date(Date.parse(start) - 1).toISOString() }),
    ...(end !== undefined && { before: end }),
  };
}

/** The moments at which these days of a time zone begin and are over. What is no day gives none. */
export function momentsOf({ from, to }: DayFilters, timeZone: string): { start?: string; end?: string } {
  return {
    ...(isDay(from) && { start: dayStart(from, timeZone) }),
    ...(isDay(to) && { end: dayStart(addDays(to, 1), timeZone) }),
  };
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text));
}

/** The moment at which a day such as `2026-11-26` begins in a time zone. */
export function dayStart(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset at midnight UTC can differ from the one at the start of the day, when clocks change in between.
  const estimate = midnight - offsetAt(midnight, timeZone);
  return new Date(midnight - offsetAt(estimate, timeZone)).toISOString();
}

/** How far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) -
    time
  );
}
