import type { DayFigures } from './domain/figures.ts';
import type { MovementSum } from './domain/recurring.ts';

/** The figures of a day that is over, which no longer change; kept so that a report of a year reads no orders. */
export interface SalesDay {
  readonly accountId: string;
  /** The time zone of the account then: a day is one there. */
  readonly timeZone: string;
  /** Such as `2026-11-26`. */
  readonly day: string;
  readonly figures: DayFigures;
  readonly computedAt: Date;
}

/** The figures of an hour that is over, of a day whose figures are not kept yet. */
export interface SalesHour {
  readonly accountId: string;
  /** Hours are counted from the beginning of a day: in some time zones they begin at half past. */
  readonly startsAt: Date;
  readonly figures: DayFigures;
  readonly computedAt: Date;
}

/** How the recurring revenue changed in a month that is over. */
export interface StoredMonth {
  readonly accountId: string;
  /** The time zone of the account then: a month is one there. */
  readonly timeZone: string;
  /** Such as `2026-11`. */
  readonly month: string;
  readonly sums: readonly MovementSum[];
}

export interface ReportTables {
  salesDays: SalesDay;
  salesHours: SalesHour;
  recurringMonths: StoredMonth;
}
