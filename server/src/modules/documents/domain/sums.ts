import type { DocumentLine, LineTax } from './facts.ts';

interface DocumentAmounts {
  readonly netMinor: number;
  readonly taxMinor: number;
  readonly grossMinor: number;
}

/** The sums of one rate. */
interface RateSum extends DocumentAmounts {
  readonly tax: LineTax;
}

/** The sum of all lines: `net + tax = gross`, to the minor unit. */
export function sumOf(lines: readonly DocumentLine[]): DocumentAmounts {
  return lines.reduce(
    (sum, { netMinor, taxMinor, grossMinor }) => ({
      netMinor: sum.netMinor + netMinor,
      taxMinor: sum.taxMinor + taxMinor,
      grossMinor: sum.grossMinor + grossMinor,
    }),
    { netMinor: 0, taxMinor: 0, grossMinor: 0 },
  );
}

/** The sums of each rate, the highest first; lines without a rate are in none. */
export function sumsByRate(lines: readonly DocumentLine[]): RateSum[] {
  const taxed = lines.flatMap((line) => (line.tax === null ? [] : [{ ...line, tax: line.tax }]));
  const keyOf = ({ basisPoints, country, region, reason }: LineTax): string =>
    [basisPoints, country, region, reason].join('/');
  const groups = Map.groupBy(taxed, ({ tax }) => keyOf(tax));
  return [...groups.values()]
    .flatMap((group) => {
      const tax = group[0]?.tax;
      return tax === undefined ? [] : [{ tax, ...sumOf(group) }];
    })
    .toSorted((a, b) => (b.tax.basisPoints ?? 0) - (a.tax.basisPoints ?? 0));
}
