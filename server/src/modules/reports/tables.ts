import type { DayFigures } from './domain/figures.ts';

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

export interface ReportTables {
  salesDays: SalesDay;
}
