/** A day in a time zone, as the moments that begin and end it. */
export interface Day {
  /** Such as `2026-11-26`. */
  readonly day: string;
  readonly from: Date;
  /** The first moment of the next day. */
  readonly to: Date;
}

/** The days from `first` to `last`, both included, in a time zone: some have 23 or 25 hours. */
export function daysBetween(first: string, last: string, timeZone: string): Day[] {
  const days: Day[] = [];
  const end = Temporal.PlainDate.from(last);
  let date = Temporal.PlainDate.from(first);
  while (Temporal.PlainDate.compare(date, end) <= 0) {
    const next = date.add({ days: 1 });
    days.push({ day: date.toString(), from: startOf(date, timeZone), to: startOf(next, timeZone) });
    date = next;
  }
  return days;
}

function startOf(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
}

/** An hour of a day, as the moments that begin and end it. */
export interface Hour {
  readonly from: Date;
  readonly to: Date;
}

const HOUR_MS = 3_600_000;

/** The hours of a day from its first moment on: 23 or 25 where the clock changes, the last one shorter where by half an hour. */
export function hoursOf({ from, to }: Pick<Day, 'from' | 'to'>): Hour[] {
  const hours: Hour[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += HOUR_MS)
    hours.push({ from: new Date(at), to: new Date(Math.min(at + HOUR_MS, to.getTime())) });
  return hours;
}

/** A month in a time zone, as the moments that begin and end it. */
export interface Month {
  /** Such as `2026-11`. */
  readonly month: string;
  readonly from: Date;
  /** The first moment of the next month. */
  readonly to: Date;
}

/** The months from `first` to `last`, such as `2026-11`, both included, in a time zone. */
export function monthsBetween(first: string, last: string, timeZone: string): Month[] {
  const months: Month[] = [];
  let month = Temporal.PlainYearMonth.from(first);
  const end = Temporal.PlainYearMonth.from(last);
  while (Temporal.PlainYearMonth.compare(month, end) <= 0) {
    const next = month.add({ months: 1 });
    const [from, to] = [month, next].map((each) => startOf(each.toPlainDate({ day: 1 }), timeZone));
    if (from !== undefined && to !== undefined) months.push({ month: month.toString(), from, to });
    month = next;
  }
  return months;
}

/** The month of a moment in a time zone. */
export function monthOf(moment: Date, timeZone: string): string {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(
    timeZone,
  );
  return Temporal.PlainYearMonth.from({ year, month }).toString();
}
