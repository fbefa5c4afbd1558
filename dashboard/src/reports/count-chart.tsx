import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { BarChart } from '@mantine/charts';
import classes from './sales-chart.module.css';

const COUNT_WIDTH = 48;
const AMOUNT_WIDTH = 84;

interface CountChartProps {
  readonly label: string;
  /** A bar for each: its name, and a count for each of `series`. */
  readonly data: readonly Readonly<Record<string, string | number>>[];
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  /** How an amount is written; absent: they are counts. */
  readonly format?: ((amount: number) => string) | undefined;
}

/** Counts, or amounts, beside each other, for each day or month; `data` names each by its `name`. */
export function CountChart({ label, data, series, format = String }: CountChartProps) {
  return (
    <figure className={classes.chart} aria-label={label}>
      <BarChart
        h={220}
        data={[...data]}
        dataKey="name"
        series={[...series]}
        valueFormatter={format}
        yAxisProps={{
          width: format === String ? COUNT_WIDTH : AMOUNT_WIDTH,
          allowDecimals: format !== String,
        }}
        xAxisProps={{ minTickGap: 24 }}
        barProps={{ isAnimationActive: false }}
        withLegend={series.length > 1}
      />
    </figure>
  );
}
