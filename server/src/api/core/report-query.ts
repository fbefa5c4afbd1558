import { invalidInput } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';

/** Whose payments a report counts. */
export const PaymentsOfReport = Type.Optional(
  Type.Enum(['Live', 'Test'], {
    description: 'Payments that moved money, or those with test keys. Default: what the account takes now.',
  }),
);

/** The days of a report. */
export const DaysOfReport = Type.Object({
  from: Type.String({ format: 'date', description: 'The first day, in the time zone of the account.' }),
  to: Type.String({ format: 'date', description: 'The last day; up to a year after the first.' }),
});

const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

/** Raises `InvalidInput` for days that end before they begin, or are more than a year. */
export function refuseLongSpan({ from, to }: Static<typeof DaysOfReport>): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0) throw invalidInput({ errors: { to: ['must not be before from'] } });
  if (days > MOST_DAYS)
    throw invalidInput({ errors: { to: [`must be at most ${MOST_DAYS} days after from`] } });
}

const MOST_MONTHS = 60;

const monthText = (description: string) =>
  Type.String({
    pattern: '^20\\d\\d-(0[1-9]|1[0-2])$',
    errorMessage: 'must be a month, such as 2026-11',
    description,
  });

const monthsOfReport = (most: number) =>
  Type.Object({
    fromMonth: monthText('The first month, in the time zone of the account, such as `2026-01`.'),
    toMonth: monthText(`The last month; at most ${most} months.`),
  });

/** The months of a report. */
export const MonthsOfReport = monthsOfReport(MOST_MONTHS);

/** The most months of a report of trials, which reads every trial of them. */
export const MOST_TRIAL_MONTHS = 24;

/** The months of a report of trials. */
export const MonthsOfTrials = monthsOfReport(MOST_TRIAL_MONTHS);

/** Raises `InvalidInput` for months that end before they begin, or are more than `most`: five years unless told. */
export function refuseLongMonths(
  { fromMonth, toMonth }: Static<typeof MonthsOfReport>,
  most = MOST_MONTHS,
): void {
  if (toMonth < fromMonth) throw invalidInput({ errors: { toMonth: ['must not be before fromMonth'] } });
  const [first = 0, last = 0] = [fromMonth, toMonth].map((month) => {
    const [year = 0, number = 0] = month.split('-').map(Number);
    return year * 12 + number;
  });
  if (last - first >= most)
    throw invalidInput({
      errors: { toMonth: [`must be at most ${most - 1} months after fromMonth`] },
    });
}
