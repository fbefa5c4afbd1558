import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { BarChart } from '@mantine/charts';
import classes from './sales-chart.module.css';

interface CountChartProps {
  readonly label: string;
  /** A bar for each: its name, and a count for each of `series`. */
  readonly data: readonly Readonly<Record<string, string | number>>[];
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
}

/** Counts beside each other, for each day or month; `data` names each by its `name`. */
export function CountChart({ label, data, series }: CountChartProps) {
  return (
    <figure className={classes.chart} aria-label={label}>
      <BarChart
        h={220}
        data={[...data]}
        dataKey="name"
        series={[...series]}
        yAxisProps={{ width: 48, allowDecimals: false }}
        xAxisProps={{ minTickGap: 24 }}
        barProps={{ isAnimationActive: false }}
        withLegend={series.length > 1}
      />
    </figure>
  );
}
