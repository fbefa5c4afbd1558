import { daysOfPeriod, earlierDays } from './chosen-days.ts';
import { addDays, daysBetween, type Span } from '../parts/days.ts';

/**
 * Periods that move with today. Others are a month (`2026-11`), a quarter (`2026-Q3`), a year (`2026`), or days
 * from one to another (`2026-11-02..2026-11-15`).
 */
export const PERIODS = [
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
] as const;

/** What a period is compared with: the one before, or the same of the year before. */
export const COMPARISONS = ['before', 'yearBefore'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const KINDS = ['month', 'quarter', 'year'] as const;
export type PeriodKind = (typeof KINDS)[number];

/** Whole months in a row; the first is counted from January of the year 0. */
interface Months {
  readonly first: number;
  readonly length: number;
}

const LENGTHS: Readonly<Record<PeriodKind, number>> = { month: 1, quarter: 3, year: 12 };
const MONTHS_OF_YEAR = 12;

const MOVING: Readonly<
  Record<(typeof PERIODS)[number], { readonly kind: PeriodKind; readonly ago: number }>
> = {
  thisMonth: { kind: 'month', ago: 0 },
  lastMonth: { kind: 'month', ago: 1 },
  thisQuarter: { kind: 'quarter', ago: 0 },
  lastQuarter: { kind: 'quarter', ago: 1 },
  thisYear: { kind: 'year', ago: 0 },
  lastYear: { kind: 'year', ago: 1 },
};

/** The period that a text names: itself, or this month if it names none that has begun. */
export function periodOf(text: string | undefined, today: string): string {
  if (text !== undefined && daysOfPeriod(text, today) !== undefined) return text;
  const months = text === undefined ? undefined : readMonths(text, today);
  return text !== undefined && months !== undefined && months.first <= monthOf(today) ? text : 'thisMonth';
}

function readMonths(period: string, today: string): Months | undefined {
  const moving = PERIODS.find((each) => each === period);
  if (moving !== undefined) {
    const length = LENGTHS[MOVING[moving].kind];
    const current = Math.floor(monthOf(today) / length);
    return { first: (current - MOVING[moving].ago) * length, length };
  }
  const [, year, part, quarter, month] = /^(20\d\d)(-(?:Q([1-4])|(0[1-9]|1[0-2])))?$/.exec(period) ?? [];
  if (year === undefined) return undefined;
  const january = Number(year) * MONTHS_OF_YEAR;
  if (part === undefined) return { first: january, length: LENGTHS.year };
  if (quarter === undefined) return { first: january + Number(month) - 1, length: LENGTHS.month };
  return { first: january + (Number(quarter) - 1) * LENGTHS.quarter, length: LENGTHS.quarter };
}

function monthsOf(period: string, today: string): Months {
  return readMonths(period, today) ?? { first: monthOf(today), length: LENGTHS.month };
}

/** The month of a day, counted like those of `Months`. */
function monthOf(day: string): number {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return year * MONTHS_OF_YEAR + month - 1;
}

/** Whether a period is a month, a quarter, a year, or days from one to another. */
export function kindOf(period: string, today: string): PeriodKind | 'days' {
  return daysOfPeriod(period, today) === undefined ? monthsKind(period, today) : 'days';
}

function monthsKind(period: string, today: string): PeriodKind {
  const { length } = monthsOf(period, today);
  return KINDS.find((kind) => LENGTHS[kind] === length) ?? 'month';
}

/** The name that stays with a period, such as `2026-Q3` of `lastQuarter` in November 2026. */
export function lastingName(period: string, today: string): string {
  if (daysOfPeriod(period, today) !== undefined) return period;
  return nameOf(monthsKind(period, today), monthsOf(period, today).first);
}

/** A month of a year; January is 0. */
interface YearMonth {
  readonly year: number;
  readonly month: number;
}

/** The year of a period, and its first month. */
export function periodParts(period: string, today: string): YearMonth {
  const { first } = monthsOf(period, today);
  return { year: Math.floor(first / MONTHS_OF_YEAR), month: first % MONTHS_OF_YEAR };
}

const YEARS = 10;

/** The years to choose from, the latest first, and the months of its year with which a period of the kind begins. */
export function choicesOf(
  period: string,
  today: string,
): { readonly years: readonly number[]; readonly months: readonly number[] } {
  const { year } = periodParts(period, today);
  const latest = Math.floor(monthOf(today) / MONTHS_OF_YEAR);
  const recent = Array.from({ length: YEARS }, (_, index) => latest - index);
  const { length } = monthsOf(period, today);
  const starts = Array.from({ length: MONTHS_OF_YEAR / length }, (_, index) => index * length);
  return {
    years: recent.includes(year) ? recent : [...recent, year],
    months: starts.filter((month) => year * MONTHS_OF_YEAR + month <= monthOf(today)),
  };
}

/** The name of the period of the same kind with this month; the latest that has begun if that one has not. */
export function periodWith(period: string, { year, month }: YearMonth, today: string): string {
  const at = Math.min(year * MONTHS_OF_YEAR + month, monthOf(today));
  return nameOf(monthsKind(period, today), at);
}

function nameOf(kind: PeriodKind, month: number): string {
  const [year, ofYear] = [Math.floor(month / MONTHS_OF_YEAR), month % MONTHS_OF_YEAR];
  switch (kind) {
    case 'month':
      return `${year}-${String(ofYear + 1).padStart(2, '0')}`;
    case 'quarter':
      return `${year}-Q${Math.floor(ofYear / LENGTHS.quarter) + 1}`;
    case 'year':
      return String(year);
  }
}

/** The day of a moment in a time zone. */
export function dayIn(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/**
 * The days of a period, and those to compare it with, which are the period before or the same of the year before. Of a
 * period that still runs, both end early: after as many days.
 */
export function spanOf(
  period: string,
  today: string,
  comparison: Comparison = 'before',
): { readonly span: Span; readonly before: Span } {
  const days = daysOfPeriod(period, today);
  if (days !== undefined) return { span: days, before: earlierDays(days, comparison) };
  const { first, length } = monthsOf(period, today);
  const earlier = first - (comparison === 'before' ? length : MONTHS_OF_YEAR);
  const span = { from: firstDayOf(first), to: addDays(firstDayOf(first + length), -1) };
  const before = { from: firstDayOf(earlier), to: addDays(firstDayOf(earlier + length), -1) };
  if (span.to <= today) return { span, before };
  const sameDay = addDays(before.from, daysBetween(span.from, today));
  return {
    span: { from: span.from, to: today },
    before: { from: before.from, to: sameDay < before.to ? sameDay : before.to },
  };
}

function firstDayOf(month: number): string {
  const [year, ofYear] = [Math.floor(month / MONTHS_OF_YEAR), month % MONTHS_OF_YEAR];
  return new Date(Date.UTC(year, ofYear, 1)).toISOString().slice(0, 10);
}
