import type { LoadResult } from './load/load.ts';

/** One line of the report. */
export interface Figure {
  readonly bench: string;
  readonly engine: string;
  /** Licenses in the database. */
  readonly size: number;
  readonly what: string;
  /** A figure that can be compared between databases of several sizes. */
  readonly perSecond?: number | undefined;
  /** The result, with its unit. */
  readonly measured: string;
  /** The maximum of the machine, or a reference value. */
  readonly limit?: string | undefined;
  readonly aim?: string | undefined;
  /** Absent when quality.md has no target, or the figure could not be measured. */
  readonly isReached?: boolean | undefined;
  /**
   * The share of the CPU time that the host of a virtual machine took meanwhile: above a few percent, latencies are the
   * host's.
   */
  readonly stolen?: number | undefined;
}

/** Something that could not be measured, and why. */
export interface Gap {
  readonly bench: string;
  readonly engine: string;
  readonly why: string;
}

const HEADINGS = ['bench', 'engine', 'licenses', 'what', 'measured', 'limit', 'target', '', 'stolen'];

/** The figure with its ratio to the first one, from a database of another size. */
export function besideFirst(figure: Figure, earlier: readonly Figure[]): Figure {
  const first = earlier.find(
    ({ bench, engine, what }) => bench === figure.bench && engine === figure.engine && what === figure.what,
  );
  if (first?.perSecond === undefined || figure.perSecond === undefined || first.size === figure.size)
    return figure;
  const ratio = `${(figure.perSecond / first.perSecond).toFixed(2)} of ${first.size.toLocaleString('en')} licenses`;
  return { ...figure, limit: figure.limit === undefined ? ratio : `${figure.limit}; ${ratio}` };
}

/** The report as a Markdown table, or as columns for a terminal. */
export function printReport(figures: readonly Figure[], gaps: readonly Gap[], asMarkdown: boolean): void {
  const rows = [HEADINGS, ...figures.map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    console.log(asMarkdown ? `| ${cells.join(' | ')} |` : cells.join('  ').trimEnd());
    if (index === 0 && asMarkdown) console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  }
  if (gaps.length > 0) console.log('\nNot measured:');
  for (const { bench, engine, why } of gaps) console.log(`- ${bench}, ${engine}: ${why}`);
}

function rowOf(figure: Figure): string[] {
  const verdict = figure.isReached === undefined ? '' : figure.isReached ? 'reached' : 'NOT REACHED';
  return [
    figure.bench,
    figure.engine,
    figure.size.toLocaleString('en'),
    figure.what,
    figure.measured,
    figure.limit ?? '',
    figure.aim ?? '',
    verdict,
    figure.stolen === undefined ? '' : `${Math.round(figure.stolen * 100)} %`,
  ];
}

/** A rate and its latencies: `4,812/s (p50 12.1 ms, p90 15.0 ms, p99 22.3 ms)`. */
export function rateText({ perSecond, p50Ms, p90Ms, p99Ms }: LoadResult): string {
  return `${perSecondText(perSecond)} (p50 ${msText(p50Ms)}, p90 ${msText(p90Ms)}, p99 ${msText(p99Ms)})`;
}

export function perSecondText(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en')}/s`;
}

export function msText(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}
