import type { components } from '@latchkey/sdk';
import type { Span } from '../parts/days.ts';

export type RecurringReport = components['schemas']['RecurringReport'];
export type RecurringMonth = RecurringReport['currencies'][number]['months'][number];

/** Months as in `2026-11`, both included. */
export interface MonthSpan {
  readonly fromMonth: string;
  readonly toMonth: string;
}

const MONTHS_OF_YEAR = 12;

/** The months of a period, of the one before, and so many before that a year is seen. */
export function monthsOf(span: Span, before: Span): MonthSpan {
  const toMonth = monthIn(span.to);
  const [year = 0, month = 1] = toMonth.split('-').map(Number);
  const yearAgo = new Date(Date.UTC(year, month - MONTHS_OF_YEAR, 1)).toISOString().slice(0, toMonth.length);
  const earliest = monthIn(before.from);
  return { fromMonth: earliest < yearAgo ? earliest : yearAgo, toMonth };
}

/** The last twelve months of a report. */
export function lastYear(months: readonly RecurringMonth[]): readonly RecurringMonth[] {
  return months.slice(-MONTHS_OF_YEAR);
}

/** What a period came to: amounts per month. */
export interface RecurringTotals {
  readonly end: number;
  /** New, expansion and reactivation. */
  readonly gain: number;
  /** Contraction and churn. */
  readonly loss: number;
  readonly subscribers: number;
  /** The share of the subscriptions at its start that ended in it; `undefined`: there were none. */
  readonly churn: number | undefined;
}

/** The sums of the months of a span. */
export function totalsOf(months: readonly RecurringMonth[], span: Span): RecurringTotals {
  const own = months.filter(({ month }) => month >= monthIn(span.from) && month <= monthIn(span.to));
  const sum = (amountOf: (month: RecurringMonth) => number) =>
    Number(own.reduce((total, month) => total + amountOf(month), 0).toFixed(4));
  const start = own[0]?.subscribers.start ?? 0;
  return {
    end: own.at(-1)?.end.amount ?? 0,
    gain: sum((month) => month.new.amount + month.expansion.amount + month.reactivation.amount),
    loss: sum((month) => month.contraction.amount + month.churn.amount),
    subscribers: own.at(-1)?.subscribers.end ?? 0,
    churn: start === 0 ? undefined : sum(({ subscribers }) => subscribers.lost) / start,
  };
}

function monthIn(day: string): string {
  return day.slice(0, 'YYYY-MM'.length);
}
