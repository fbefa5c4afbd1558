import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { BarChart } from '@mantine/charts';
import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { daysOf, type Span } from '../parts/days.ts';
import type { SalesOfCurrency } from './report-queries.ts';
import { useReportTexts } from './report-texts.ts';
import classes from './sales-chart.module.css';

interface SalesChartProps {
  readonly sales: SalesOfCurrency;
  readonly span: Span;
}

const MOST_BARS = 62;

/** Sales upwards and refunds downwards, for each day, or for each month of a long period. */
export function SalesChart({ sales, span }: SalesChartProps) {
  const texts = useReportTexts();
  const money = useMoney();
  const { locale } = use(LanguageOfPage);
  const days = daysOf(span);
  const length = days.length > MOST_BARS ? 'YYYY-MM'.length : 'YYYY-MM-DD'.length;
  const groups = Map.groupBy(sales.days, ({ day }) => day.slice(0, length));
  const labels = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    month: 'short',
    ...(days.length > MOST_BARS ? {} : { day: 'numeric' }),
  });
  const data = [...new Set(days.map((day) => day.slice(0, length)))].map((key) => {
    const rows = groups.get(key) ?? [];
    return {
      label: labels.format(new Date(key.padEnd('YYYY-MM-DD'.length, '-01'))),
      gross: rows.reduce((sum, { gross }) => sum + gross.amount, 0),
      refunded: -rows.reduce((sum, { refunded }) => sum + refunded.amount, 0),
    };
  });
  return (
    <figure className={classes.chart} aria-label={texts.chart(span.from, span.to)}>
      <BarChart
        h={220}
        data={data}
        dataKey="label"
        type="stacked"
        // Otherwise refunds would begin where sales end.
        barChartProps={{ stackOffset: 'sign' }}
        series={[
          { name: 'gross', label: texts.gross, color: 'blue.6' },
          { name: 'refunded', label: texts.refunded, color: 'red.6' },
        ]}
        valueFormatter={(amount) => money(amount, sales.currency)}
        yAxisProps={{ width: 84 }}
        xAxisProps={{ minTickGap: 24 }}
        barProps={{ isAnimationActive: false }}
        withLegend
      />
    </figure>
  );
}
