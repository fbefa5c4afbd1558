/** How often a subscription is paid for. */
export type CycleLength = 'Daily' | 'Weekly' | 'Monthly' | 'Quarterly' | 'Yearly';

/** The local moment from which all periods of a subscription are counted. */
export interface Anchor {
  /** As in `2026-01-31`. */
  readonly date: string;
  /** As in `09:30:00`. */
  readonly time: string;
  /** An IANA time zone, such as `Europe/Berlin`. */
  readonly zone: string;
}

const LENGTHS: Readonly<Record<CycleLength, (count: number) => Temporal.DurationLike>> = {
  Daily: (count) => ({ days: count }),
  Weekly: (count) => ({ weeks: count }),
  Monthly: (count) => ({ months: count }),
  Quarterly: (count) => ({ months: 3 * count }),
  Yearly: (count) => ({ years: count }),
};

/** The cycle with this name. Throws a `RangeError` for another one. */
export function cycleNamed(name: string): CycleLength {
  const cycle = CYCLES.find((each) => each === name);
  if (cycle === undefined) throw new RangeError(`there is no billing cycle ${name}`);
  return cycle;
}

const CYCLES: readonly CycleLength[] = ['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'];

/**
 * The moment at which `count` whole cycles after the anchor are over: period `n` of an anchor lasts from
 * `boundary(n - 1)`, inclusive, to `boundary(n)`, exclusive. It is always counted from the anchor, so that 31 January is
 * followed by 28 or 29 February and then by 31 March. A local time that daylight saving skips becomes the later instant,
 * and one that it repeats the earlier one; neither affects any other boundary (subscriptions, section 2).
 *
 * Throws a `RangeError` for a date, time or zone that does not exist, and a count that is not a whole number from 0.
 */
export function boundary({ date, time, zone }: Anchor, cycle: CycleLength, count: number): Date {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`no period ends after ${count} cycles`);
  const local = Temporal.PlainDate.from(date)
    .add(LENGTHS[cycle](count))
    .toPlainDateTime(Temporal.PlainTime.from(time));
  return new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/** The end of a number of free days that begin at a moment: a local time like that of the moment. */
export function endOfFreeDays(anchor: Anchor, days: number): Date {
  return boundary(anchor, 'Daily', days);
}

/** The columns in which an anchor is stored. */
interface AnchorColumns {
  readonly anchorDate: string;
  readonly anchorTime: string;
  readonly anchorZone: string;
}

/** The anchor of a subscription. */
export function anchorOf({ anchorDate, anchorTime, anchorZone }: AnchorColumns): Anchor {
  return { date: anchorDate, time: anchorTime, zone: anchorZone };
}

/**
 * The anchor of what begins now, to the second. Its first boundary is at most a second earlier, or an hour if now is in
 * the repeated hour of a day: the hour counts once.
 */
export function anchorAt(now: Date, zone: string): Anchor {
  const local = now.toTemporalInstant().toZonedDateTimeISO(zone);
  return {
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: 'second', roundingMode: 'trunc' }),
    zone,
  };
}

/** The number of whole cycles from the anchor to a moment; 0 before the first has passed. */
export function cyclesBefore(anchor: Anchor, cycle: CycleLength, moment: Date): number {
  const start = Temporal.PlainDate.from(anchor.date);
  const end = moment.toTemporalInstant().toZonedDateTimeISO(anchor.zone).toPlainDate();
  // One more than the dates say at most: the time of day, and the last days of short months, decide.
  let count = Math.max(0, estimate(start, end, cycle) + 1);
  while (count > 0 && boundary(anchor, cycle, count) > moment) count -= 1;
  return count;
}

function estimate(start: Temporal.PlainDate, end: Temporal.PlainDate, cycle: CycleLength): number {
  if (cycle === 'Daily') return start.until(end, { largestUnit: 'days' }).days;
  if (cycle === 'Weekly') return start.until(end, { largestUnit: 'weeks' }).weeks;
  const { months } = start.until(end, { largestUnit: 'months' });
  return Math.floor(months / (cycle === 'Monthly' ? 1 : cycle === 'Quarterly' ? 3 : 12));
}
