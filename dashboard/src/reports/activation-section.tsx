import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { CountChart } from './charts.tsx';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { Section } from '../parts/section.tsx';
import { activationBars, type ActivationsOfDay, activationTotals, type ActivationTotal } from './counts.ts';
import type { Span } from '../parts/days.ts';
import { activationQuery } from './report-queries.ts';
import { CsvButton, type ReportColumn, ReportTable } from './report-table.tsx';
import { useReportTexts } from './report-texts.ts';
import { WaitingSection } from './waiting-section.tsx';

/** New activations of a period, day by day, and by product beside the period before. */
export function ActivationSection({ span, before }: { readonly span: Span; readonly before: Span }) {
  const texts = useReportTexts();
  const query = useQuery(activationQuery(span));
  const earlier = useQuery(activationQuery(before));
  if (query.data === undefined) return <WaitingSection title={texts.activations} query={query} />;
  const { items } = query.data;
  const totals = activationTotals(items, earlier.data?.items ?? []);
  const count = (
    label: string,
    countOf: (total: ActivationTotal) => number,
  ): ReportColumn<ActivationTotal> => ({
    label,
    isNumber: true,
    show: (total) => String(countOf(total)),
    raw: countOf,
  });
  const columns: readonly ReportColumn<ActivationTotal>[] = [
    { label: texts.item, show: ({ productId }) => productId },
    count(texts.activations, ({ activations }) => activations),
    count(texts.periodBefore, (total) => total.before),
  ];
  const days: readonly ReportColumn<ActivationsOfDay>[] = [
    { label: texts.day, show: ({ day }) => day },
    { label: texts.item, show: ({ productId }) => productId },
    {
      label: texts.activations,
      isNumber: true,
      show: ({ activations }) => String(activations),
      raw: ({ activations }) => activations,
    },
  ];
  const name = `activations-${span.from}-${span.to}`;
  return (
    <Section
      title={texts.activations}
      aside={<CsvButton name={name} label={texts.activations} rows={items} columns={days} />}
    >
      {totals.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noActivations}
        </Text>
      ) : (
        <>
          <ActivationChart items={items} span={span} />
          <ReportTable
            label={texts.activations}
            rows={totals}
            columns={columns}
            keyOf={({ productId }) => productId}
          />
        </>
      )}
    </Section>
  );
}

function ActivationChart({
  items,
  span,
}: {
  readonly items: readonly ActivationsOfDay[];
  readonly span: Span;
}) {
  const texts = useReportTexts();
  const { locale } = use(LanguageOfPage);
  const data = activationBars(items, span).map(({ key, activations }) => {
    const isDay = key.length === 'YYYY-MM-DD'.length;
    const labels = new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      month: 'short',
      ...(isDay && { day: 'numeric' }),
    });
    return { name: labels.format(new Date(isDay ? key : `${key}-01`)), activations };
  });
  return (
    <CountChart
      label={texts.activationChart(span.from, span.to)}
      data={data}
      series={[{ name: 'activations', label: texts.activations, color: 'blue.6' }]}
    />
  );
}
