/** Days as in `2026-11-26`, both included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

export const PERIODS = [
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
] as const;
export type Period = (typeof PERIODS)[number];

const MONTHS: Readonly<Record<Period, { readonly length: number; readonly ago: number }>> = {
  thisMonth: { length: 1, ago: 0 },
  lastMonth: { length: 1, ago: 1 },
  thisQuarter: { length: 3, ago: 0 },
  lastQuarter: { length: 3, ago: 1 },
  thisYear: { length: 12, ago: 0 },
  lastYear: { length: 12, ago: 1 },
};

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
 * The days of a period that contains, or precedes, `today`, and those to compare it with: the period before, and of one
 * that still runs as many days.
 */
export function spanOf(period: Period, today: string): { readonly span: Span; readonly before: Span } {
  const { length, ago } = MONTHS[period];
  const [year = 0, month = 1] = today.split('-').map(Number);
  const first = Math.floor((month - 1) / length) * length - ago * length;
  const span = { from: dayOf(year, first), to: dayOf(year, first + length, 0) };
  const before = { from: dayOf(year, first - length), to: dayOf(year, first, 0) };
  if (span.to <= today) return { span, before };
  const sameDay = addDays(before.from, daysBetween(span.from, today));
  return {
    span: { from: span.from, to: today },
    before: { from: before.from, to: sameDay < before.to ? sameDay : before.to },
  };
}

/** The quarter that a period is, such as `2026-Q3`; `undefined` for one of another length. */
export function quarterOf(period: Period, { from }: Span): string | undefined {
  const [year = '', month = ''] = from.split('-');
  return MONTHS[period].length === 3 ? `${year}-Q${Math.ceil(Number(month) / 3)}` : undefined;
}

/** A day, of a month that is counted from January of this year, from 0 on; day 0 is the last one of the month before. */
function dayOf(year: number, month: number, day = 1): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Every day of a span. */
export function daysOf({ from, to }: Span): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}
