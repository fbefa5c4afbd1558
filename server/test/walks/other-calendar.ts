import { DateTime, type DurationLike } from 'luxon';
import type { Anchor, CycleLength } from '../../src/modules/subscriptions/domain/calendar.ts';

/** The days of a cycle, over many years. */
export const MEAN_DAYS: Readonly<Record<CycleLength, number>> = {
  Daily: 1,
  Weekly: 7,
  Monthly: 365.25 / 12,
  Quarterly: 365.25 / 4,
  Yearly: 365.25,
};

/** The end of `count` cycles from an anchor, worked out without our calendar: by another library. */
export function otherBoundary({ date, time, zone }: Anchor, cycle: CycleLength, count: number): Date {
  const lengths: Record<CycleLength, DurationLike> = {
    Daily: { days: count },
    Weekly: { weeks: count },
    Monthly: { months: count },
    Quarterly: { quarters: count },
    Yearly: { years: count },
  };
  const day = DateTime.fromISO(date, { zone: 'utc' }).plus(lengths[cycle]).toISODate();
  const local = DateTime.fromISO(`${day}T${time}`, { zone });
  // Of a repeated time luxon chooses either instant.
  return new Date(Math.min(...local.getPossibleOffsets().map((moment) => moment.toMillis())));
}

/** The local date and time of a moment, to the second: what begins then is counted from there. */
export function otherAnchor(moment: Date, zone: string): Anchor {
  const local = DateTime.fromJSDate(moment, { zone });
  return { date: local.toFormat('yyyy-MM-dd'), time: local.toFormat('HH:mm:ss'), zone };
}

/** So many local days later, at the same time of day. */
export function otherDaysLater(moment: Date, zone: string, days: number): Date {
  return DateTime.fromJSDate(moment, { zone }).plus({ days }).toJSDate();
}
