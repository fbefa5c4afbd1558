import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { CountChart } from './charts.tsx';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { Section } from '../parts/section.tsx';
import { monthsBetween, trialTotals, type TrialsOfMonth } from './counts.ts';
import { Figures } from './figures.tsx';
import type { Span } from '../parts/days.ts';
import { monthsOf } from './recurring.ts';
import { trialQuery } from './report-queries.ts';
import { CsvButton, type ReportColumn, ReportTable } from './report-table.tsx';
import { useReportTexts } from './report-texts.ts';
import { WaitingSection } from './waiting-section.tsx';

interface TrialSectionProps {
  readonly span: Span;
  readonly before: Span;
}

/** How many trials began in a period, and after how many of them the product was bought, beside the period before. */
export function TrialSection({ span, before }: TrialSectionProps) {
  const texts = useReportTexts();
  const query = useQuery(trialQuery(monthsOf(span, before)));
  const columns = useColumns();
  if (query.data === undefined) return <WaitingSection title={texts.trials} query={query} />;
  const { items } = query.data;
  return (
    <Section
      title={texts.trials}
      aside={<CsvButton name={`trials-${span.to}`} label={texts.trials} rows={items} columns={columns} />}
    >
      {items.length === 0 ? null : (
        <>
          <TrialFigures items={items} span={span} before={before} />
          <TrialChart items={items} span={span} before={before} />
          <details>
            <summary>{texts.asTable}</summary>
            <ReportTable
              label={texts.trials}
              rows={items}
              columns={columns}
              keyOf={({ month, productId }) => `${month}/${productId}`}
            />
          </details>
        </>
      )}
      <Text size="sm" c="dimmed">
        {items.length === 0 ? texts.noTrials : texts.trialsText}
      </Text>
    </Section>
  );
}

interface TrialItemsProps extends TrialSectionProps {
  readonly items: readonly TrialsOfMonth[];
}

function TrialFigures({ items, span, before }: TrialItemsProps) {
  const texts = useReportTexts();
  const { locale } = use(LanguageOfPage);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const values = (each: Span) => {
    const { trials, soldWithin30Days, sold } = trialTotals(items, each);
    const share = trials === 0 ? '–' : percent.format(sold / trials);
    return [String(trials), String(soldWithin30Days), String(sold), share];
  };
  const [now, then] = [values(span), values(before)];
  const names = [texts.trialsBegun, texts.soldSoon, texts.soldEver, texts.trialShare];
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

function TrialChart({ items, span, before }: TrialItemsProps) {
  const texts = useReportTexts();
  const { locale } = use(LanguageOfPage);
  const labels = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', year: '2-digit' });
  const { fromMonth, toMonth } = monthsOf(span, before);
  const data = monthsBetween(fromMonth, toMonth)
    .slice(-12)
    .map((month) => {
      const { trials, sold } = trialTotals(items, { from: `${month}-01`, to: `${month}-28` });
      return { name: labels.format(new Date(`${month}-01`)), trials, sold };
    });
  return (
    <CountChart
      label={texts.trialChart}
      data={data}
      series={[
        { name: 'trials', label: texts.trialsBegun, color: 'gray.5' },
        { name: 'sold', label: texts.soldEver, color: 'blue.6' },
      ]}
    />
  );
}

function useColumns(): readonly ReportColumn<TrialsOfMonth>[] {
  const texts = useReportTexts();
  const count = (label: string, countOf: (item: TrialsOfMonth) => number): ReportColumn<TrialsOfMonth> => ({
    label,
    isNumber: true,
    show: (item) => String(countOf(item)),
    raw: countOf,
  });
  return [
    { label: texts.month, show: ({ month }) => month },
    { label: texts.item, show: ({ productId }) => productId },
    count(texts.trialsBegun, ({ trials }) => trials),
    count(texts.soldSoon, ({ soldWithin30Days }) => soldWithin30Days),
    count(texts.soldEver, ({ sold }) => sold),
  ];
}
