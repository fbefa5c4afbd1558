import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { CountChart } from './charts.tsx';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Section } from '../parts/section.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { Figures } from './figures.tsx';
import type { Span } from '../parts/days.ts';
import { lastYear, monthsOf, type RecurringMonth, type RecurringReport, totalsOf } from './recurring.ts';
import { type ReportFilters, recurringQuery } from './report-queries.ts';
import { CsvButton, type ReportColumn, ReportTable } from './report-table.tsx';
import { useReportTexts } from './report-texts.ts';

interface RecurringSectionProps {
  readonly span: Span;
  readonly before: Span;
  readonly filters: ReportFilters;
}

/** What subscriptions bring each month, what that gained and lost in a period beside the one before, and a year of it. */
export function RecurringSection({ span, before, filters }: RecurringSectionProps) {
  const { list } = useTexts();
  const texts = useReportTexts();
  const query = useQuery(recurringQuery(monthsOf(span, before), filters.payments));
  const currencies = query.data?.currencies ?? [];
  const own = currencies.find(({ currency }) => currency === filters.currency) ?? currencies[0];
  if (own !== undefined) return <Recurring own={own} span={span} before={before} />;
  return (
    <Section title={texts.recurring}>
      {query.error !== null ? (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <output aria-label={list.loading}>
          <Skeleton height={96} />
        </output>
      ) : (
        <Text size="sm" c="dimmed">
          {texts.noRecurring}
        </Text>
      )}
    </Section>
  );
}

interface RecurringProps extends Pick<RecurringSectionProps, 'span' | 'before'> {
  readonly own: RecurringReport['currencies'][number];
}

function Recurring({ own: { currency, months, items }, span, before }: RecurringProps) {
  const texts = useReportTexts();
  const money = useMoney();
  const columns = useColumns(currency);
  const { locale } = use(LanguageOfPage);
  const labels = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', year: '2-digit' });
  const year = lastYear(months);
  const name = `recurring-${currency}-${span.to}`;
  const itemColumns: readonly ReportColumn<(typeof items)[number]>[] = [
    { label: texts.item, show: ({ itemId }) => itemId },
    {
      label: texts.recurring,
      isNumber: true,
      show: ({ revenue }) => money(revenue.amount, currency),
      raw: ({ revenue }) => revenue.amount,
    },
    {
      label: texts.subscribers,
      isNumber: true,
      show: ({ subscribers }) => String(subscribers),
      raw: ({ subscribers }) => subscribers,
    },
  ];
  return (
    <Section
      title={texts.recurring}
      aside={<CsvButton name={name} label={texts.recurring} rows={months} columns={columns} />}
    >
      <RecurringFigures months={months} currency={currency} span={span} before={before} />
      <CountChart
        label={texts.recurringChart}
        data={year.map(({ month, end }) => ({
          name: labels.format(new Date(`${month}-01`)),
          end: end.amount,
        }))}
        series={[{ name: 'end', label: texts.recurring, color: 'blue.6' }]}
        format={(amount) => money(amount, currency)}
      />
      <details>
        <summary>{texts.asTable}</summary>
        <ReportTable label={texts.byMonth} rows={year} columns={columns} keyOf={({ month }) => month} />
      </details>
      <ReportTable
        label={texts.recurringItems}
        rows={items}
        columns={itemColumns}
        keyOf={({ itemId }) => itemId}
      />
      <Text size="sm" c="dimmed">
        {texts.recurringText}
      </Text>
    </Section>
  );
}

function RecurringFigures({
  months,
  currency,
  span,
  before,
}: Pick<RecurringProps, 'span' | 'before'> & {
  readonly months: readonly RecurringMonth[];
  readonly currency: string;
}) {
  const texts = useReportTexts();
  const money = useMoney();
  const percent = usePercent();
  const values = (each: Span) => {
    const { end, gain, loss, subscribers, churn } = totalsOf(months, each);
    return [
      money(end, currency),
      money(gain, currency),
      money(loss, currency),
      String(subscribers),
      churn === undefined ? '–' : percent(churn),
    ];
  };
  const [now, then] = [values(span), values(before)];
  const names = [texts.recurringEnd, texts.gained, texts.lost, texts.subscribers, texts.subscriberChurn];
  return (
    <Figures
      rows={names.map((name, index) => ({
        name,
        value: now[index] ?? '',
        before: texts.before(then[index] ?? ''),
      }))}
    />
  );
}

function usePercent(): (share: number) => string {
  const { locale } = use(LanguageOfPage);
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (share) => format.format(share);
}

function useColumns(currency: string): readonly ReportColumn<RecurringMonth>[] {
  const texts = useReportTexts();
  const money = useMoney();
  const percent = usePercent();
  const amount = (
    label: string,
    amountOf: (month: RecurringMonth) => number,
  ): ReportColumn<RecurringMonth> => ({
    label,
    isNumber: true,
    show: (month) => money(amountOf(month), currency),
    raw: amountOf,
  });
  const share = (
    label: string,
    shareOf: (month: RecurringMonth) => number | undefined,
  ): ReportColumn<RecurringMonth> => ({
    label,
    isNumber: true,
    show: (month) => {
      const value = shareOf(month);
      return value === undefined ? '–' : percent(value);
    },
    raw: (month) => shareOf(month) ?? '',
  });
  return [
    { label: texts.month, show: ({ month }) => month },
    amount(texts.recurringNew, (month) => month.new.amount),
    amount(texts.expansion, ({ expansion }) => expansion.amount),
    amount(texts.reactivation, ({ reactivation }) => reactivation.amount),
    amount(texts.contraction, ({ contraction }) => contraction.amount),
    amount(texts.churn, ({ churn }) => churn.amount),
    amount(texts.recurringEnd, ({ end }) => end.amount),
    {
      label: texts.subscribers,
      isNumber: true,
      show: ({ subscribers }) => String(subscribers.end),
      raw: ({ subscribers }) => subscribers.end,
    },
    share(texts.subscriberChurn, ({ subscriberChurn }) => subscriberChurn),
    share(texts.revenueChurn, ({ revenueChurn }) => revenueChurn),
  ];
}
