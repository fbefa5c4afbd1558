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
