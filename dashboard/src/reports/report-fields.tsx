import { getRouteApi } from '@tanstack/react-router';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { periodOfDays } from './chosen-days.ts';
import { DayFields } from './day-fields.tsx';
import { COMPARISONS, KINDS, kindOf, lastingName, PERIODS, periodOf, spanOf } from './periods.ts';
import { PeriodFields } from './period-fields.tsx';
import { comparisonIn, type ReportFilters, type SalesReport } from './report-queries.ts';
import { useReportTexts } from './report-texts.ts';
import classes from './reports-page.module.css';

const route = getRouteApi('/frame/reports');

interface ReportFieldsProps {
  readonly filters: ReportFilters;
  readonly today: string;
  readonly data: SalesReport | undefined;
}

/** The period of the reports, what it is compared with, and what is counted; the address has all of it. */
export function ReportFields({ filters, today, data }: ReportFieldsProps) {
  const texts = useReportTexts();
  const navigate = route.useNavigate();
  const change = (next: ReportFilters) => void navigate({ search: { ...filters, ...next }, replace: true });
  const currencies = data?.currencies.map(({ currency }) => currency) ?? [];
  const period = periodOf(filters.period, today);
  const kind = kindOf(period, today);
  const isMoving = PERIODS.some((each) => each === period);
  return (
    <div className={classes.filters}>
      <SelectField
        size="xs"
        label={texts.period}
        value={isMoving ? period : kind}
        options={[
          ...PERIODS.map((value) => ({ value, label: texts.periods[value] })),
          ...KINDS.map((value) => ({ value, label: texts.kinds[value] })),
          { value: DAYS, label: texts.kinds.days },
        ]}
        onChange={({ currentTarget: { value } }) => {
          // Days begin with those that are shown: a month, quarter or year is the short way to them.
          const days = spanOf(period, today).span;
          change({ period: value === DAYS ? periodOfDays(days) : startOf(value, today) });
        }}
      />
      {kind === DAYS ? (
        <DayFields
          span={spanOf(period, today).span}
          today={today}
          onChange={(next) => {
            change({ period: next });
          }}
        />
      ) : null}
      {isMoving || kind === DAYS ? null : (
        <PeriodFields
          period={period}
          today={today}
          onChange={(next) => {
            change({ period: next });
          }}
        />
      )}
      {/* The year before is the period before. */}
      {kind === 'year' ? null : (
        <SelectField
          size="xs"
          label={texts.comparedWith}
          value={comparisonIn(filters)}
          options={COMPARISONS.map((value) => ({ value, label: texts.comparisons[value] }))}
          onChange={({ currentTarget }) => {
            change({ compare: currentTarget.value });
          }}
        />
      )}
      {currencies.length < 2 ? null : (
        <SelectField
          size="xs"
          label={texts.currency}
          value={filters.currency ?? currencies[0] ?? ''}
          options={currencies}
          onChange={({ currentTarget }) => {
            change({ currency: currentTarget.value });
          }}
        />
      )}
      {data === undefined ? null : (
        <SelectField
          size="xs"
          label={texts.payments}
          value={data.payments}
          options={(['Live', 'Test'] as const).map((value) => ({ value, label: texts.modes[value] }))}
          onChange={({ currentTarget }) => {
            change({ payments: currentTarget.value });
          }}
        />
      )}
    </div>
  );
}

const DAYS = 'days';

const LATEST = { month: 'lastMonth', quarter: 'lastQuarter', year: 'lastYear' } as const;

/** A kind begins with its latest period that is over. */
function startOf(choice: string, today: string): string {
  const kind = KINDS.find((each) => each === choice);
  return kind === undefined ? choice : lastingName(LATEST[kind], today);
}
