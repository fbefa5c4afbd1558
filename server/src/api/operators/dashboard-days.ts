/** The first and the last day of sales, both included. */
export interface SalesDays {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

/** The day it is at this time in a time zone. */
export function dayAt(now: Date, timeZone: string): Temporal.PlainDate {
  return now.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate();
}

/** This month until today. */
export function thisMonth(today: Temporal.PlainDate): SalesDays {
  return { from: today.with({ day: 1 }), to: today };
}

/** The days of the month before with which this month is compared: as many, or all when this month ends. */
export function monthBefore(today: Temporal.PlainDate): SalesDays {
  const from = today.with({ day: 1 }).subtract({ months: 1 });
  const day = today.day === today.daysInMonth ? from.daysInMonth : today.day;
  return { from, to: from.with({ day }) };
}

/** What home reads once: from the begin of the month before until today. */
export function bothMonths(today: Temporal.PlainDate): SalesDays {
  return { from: monthBefore(today).from, to: today };
}

/** The path of the report of what was sold on these days, as the pages write it. */
export function salesPath({ from, to }: SalesDays): string {
  return `/api/reports/sales?from=${from.toString()}&to=${to.toString()}`;
}
