import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { BarChart } from '@mantine/charts';
import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import type { RecurringMonth } from './recurring.ts';
import { useReportTexts } from './report-texts.ts';
import classes from './sales-chart.module.css';

interface RecurringChartProps {
  readonly months: readonly RecurringMonth[];
  readonly currency: string;
}

/** The recurring revenue at the end of each month. */
export function RecurringChart({ months, currency }: RecurringChartProps) {
  const texts = useReportTexts();
  const money = useMoney();
  const { locale } = use(LanguageOfPage);
  const labels = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', year: '2-digit' });
  const data = months.map(({ month, end }) => ({
    label: labels.format(new Date(`${month}-01`)),
    end: end.amount,
  }));
  return (
    <figure className={classes.chart} aria-label={texts.recurringChart}>
      <BarChart
        h={220}
        data={data}
        dataKey="label"
        series={[{ name: 'end', label: texts.recurring, color: 'blue.6' }]}
        valueFormatter={(amount) => money(amount, currency)}
        yAxisProps={{ width: 84 }}
        xAxisProps={{ minTickGap: 24 }}
        barProps={{ isAnimationActive: false }}
      />
    </figure>
  );
}
