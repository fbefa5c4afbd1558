import { type Anchor, boundary, type CycleLength } from './calendar.ts';

/** A subscription that ran elsewhere, as its vendor says. */
interface PastCalendar {
  readonly cycle: CycleLength;
  /** The local date from which its periods were counted; absent: that of the end of the paid period. */
  readonly anchorDate?: string | undefined;
  /** The end of the paid period. */
  readonly paidThrough: Date;
  /** The paid cycles so far, the one that runs included. */
  readonly paidCycles: number;
  readonly zone: string;
}

/** Its periods here: from 1 to `count`, counted from the anchor, the last one ending with the paid period. */
export interface ImportedCalendar {
  readonly anchor: Anchor;
  readonly count: number;
}

/** An issue with the field, as a predicate. */
type CalendarIssue = { readonly field: 'anchor.date' | 'paidThrough' | 'paidCycles'; readonly issue: string };

/** The most cycles between an anchor and the end of a paid period: a hundred years of days. */
const MOST_CYCLES = 36_525;
/** For as many more cycles than are needed, an earlier date is tried that gives every later day: 29 February returns after 8. */
const MOST_EARLIER = 12;

/**
 * The calendar of a subscription that ran elsewhere. Its paid cycles become periods here, so that they count; the anchor is
 * the latest date that has them and gives every later day as the one before did: 31 January stays the end of each month.
 */
export function importedCalendar(past: PastCalendar): ImportedCalendar | CalendarIssue {
  const { cycle, anchorDate, paidThrough, paidCycles, zone } = past;
  const end = paidThrough.toTemporalInstant().toZonedDateTimeISO(zone);
  const endDate = end.toPlainDate();
  const time = end.toPlainTime().toString({ smallestUnit: 'second', roundingMode: 'trunc' });
  const from = (date: Temporal.PlainDate): Anchor => ({ date: date.toString(), time, zone });
  const least = Math.max(1, paidCycles);
  if (anchorDate === undefined) {
    const start = countedBack(endDate, cycle, least);
    return { anchor: from(start.date), count: start.cycles };
  }
  const first = Temporal.PlainDate.from(anchorDate);
  if (Temporal.PlainDate.compare(first, endDate) >= 0)
    return { field: 'anchor.date', issue: 'must be before the end of the paid period' };
  const cycles = cyclesBetween(from(first), cycle, endDate);
  if (cycles === undefined)
    return {
      field: 'paidThrough',
      issue: `must be the end of a cycle that is counted from ${anchorDate}`,
    };
  if (cycles < paidCycles)
    return {
      field: 'paidCycles',
      issue: `must be at most ${cycles}: no more cycles have begun since ${anchorDate}`,
    };
  // The anchor itself gives the same days.
  for (let skipped = cycles - least; ; skipped -= 1) {
    const date = dateOf(boundary(from(first), cycle, skipped), zone);
    if (givesSameDays(date, first, cycle)) return { anchor: from(date), count: cycles - skipped };
  }
}

/** Whether periods that are counted from a date later than the anchor have the same days. */
function givesSameDays(date: Temporal.PlainDate, anchor: Temporal.PlainDate, cycle: CycleLength): boolean {
  if (cycle === 'Daily' || cycle === 'Weekly') return true;
  return date.day === anchor.day;
}

function dateOf(moment: Date, zone: string): Temporal.PlainDate {
  return moment.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate();
}

/** The number of cycles from an anchor to a date; `undefined` when none ends on that date. */
function cyclesBetween(anchor: Anchor, cycle: CycleLength, end: Temporal.PlainDate): number | undefined {
  let [low, high] = [1, MOST_CYCLES];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const order = Temporal.PlainDate.compare(dateOf(boundary(anchor, cycle, middle), anchor.zone), end);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** The latest date at least `least` cycles before an end, from which the cycles lead to that end and its day of the month. */
function countedBack(
  end: Temporal.PlainDate,
  cycle: CycleLength,
  least: number,
): { readonly date: Temporal.PlainDate; readonly cycles: number } {
  for (let cycles = least; cycles <= least + MOST_EARLIER; cycles += 1) {
    const date = end.subtract(spanOf(cycle, cycles));
    if (givesSameDays(date, end, cycle)) return { date, cycles };
  }
  return { date: end.subtract(spanOf(cycle, least)), cycles: least };
}

function spanOf(cycle: CycleLength, cycles: number): Temporal.DurationLike {
  switch (cycle) {
    case 'Daily':
      return { days: cycles };
    case 'Weekly':
      return { weeks: cycles };
    case 'Monthly':
      return { months: cycles };
    case 'Quarterly':
      return { months: 3 * cycles };
    case 'Yearly':
      return { years: cycles };
  }
}
