import type { MoneyLine, Movement, PaymentMode } from './figures.ts';

/** A quarter of a year, such as `2026-Q3`. */
export type Quarter = `${number}-Q${number}`;

/** A paid order, a refund, or a failure of one, with the quarter in which its order was paid. */
export interface QuarterMovement extends Movement {
  readonly soldIn: Quarter;
  readonly isDeclaredByProvider: boolean;
}

/** What was sold to consumers of a member state at a rate, less what went back in the same quarter; in minor units. */
export interface OssSupply {
  readonly country: string;
  /** 19 % is 1,900. */
  readonly basisPoints: number;
  readonly netMinor: number;
  readonly taxMinor: number;
}

/**
 * What went back of the sales of an earlier quarter, per member state, in minor units: less than 0, or more where the money
 * of a refund that was made in another quarter returned.
 */
export interface OssCorrection {
  readonly quarter: Quarter;
  readonly country: string;
  readonly netMinor: number;
  readonly taxMinor: number;
}

/** What the one-stop-shop return of a quarter has in one currency. */
export interface OssCurrency {
  readonly currency: string;
  readonly supplies: readonly OssSupply[];
  readonly corrections: readonly OssCorrection[];
}

interface OssTerms {
  readonly quarter: Quarter;
  readonly mode: PaymentMode;
  /** The seller's own member state, whose sales are in the national return. */
  readonly home: string;
  /** Whether the taxes of a member state apply in a place. */
  readonly isInUnion: (country: string, region: string | null) => boolean;
}

/**
 * The one-stop-shop return of a quarter: sales to consumers in other member states by country and rate, each less its refunds
 * of the same quarter, and refunds of earlier quarters as corrections of these. A refund that failed in a later quarter than
 * that in which it was made stays in the return of the latter, and is taken back in that of the former. Sales that were not taxed, such as those under
 * reverse charge, and those whose taxes a payment provider calculated or declares, are not in it.
 */
export function ossReturnOf(movements: readonly QuarterMovement[], terms: OssTerms): OssCurrency[] {
  const own = movements.filter(
    ({ mode, isDeclaredByProvider }) => mode === terms.mode && !isDeclaredByProvider,
  );
  return [...Map.groupBy(own, ({ currency }) => currency)]
    .map(([currency, each]) => ({
      currency,
      supplies: suppliesOf(
        each.filter(({ soldIn }) => soldIn === terms.quarter),
        terms,
      ),
      corrections: correctionsOf(
        each.filter(({ soldIn }) => soldIn !== terms.quarter),
        terms,
      ),
    }))
    .filter(({ supplies, corrections }) => supplies.length > 0 || corrections.length > 0)
    .toSorted((one, other) => byText(one.currency, other.currency));
}

interface TaxedAmount {
  readonly country: string;
  readonly basisPoints: number;
  readonly netMinor: number;
  readonly taxMinor: number;
  readonly soldIn: Quarter;
}

function suppliesOf(movements: readonly QuarterMovement[], terms: OssTerms): OssSupply[] {
  const groups = Map.groupBy(amountsOf(movements, terms), keyOfRate);
  return [...groups.values()]
    .flatMap((amounts) => {
      const [{ country, basisPoints } = { country: '', basisPoints: 0 }] = amounts;
      const { netMinor, taxMinor } = sumOf(amounts);
      return netMinor === 0 && taxMinor === 0 ? [] : [{ country, basisPoints, netMinor, taxMinor }];
    })
    .toSorted((one, other) => byText(keyOfRate(one), keyOfRate(other)));
}

function correctionsOf(movements: readonly QuarterMovement[], terms: OssTerms): OssCorrection[] {
  const groups = Map.groupBy(amountsOf(movements, terms), keyOfCorrection);
  return [...groups]
    .toSorted(([one], [other]) => byText(one, other))
    .flatMap(([, amounts]) => {
      const [first] = amounts;
      const sum = sumOf(amounts);
      if (first === undefined || (sum.netMinor === 0 && sum.taxMinor === 0)) return [];
      return [{ quarter: first.soldIn, country: first.country, ...sum }];
    });
}

function keyOfRate({ country, basisPoints }: Pick<TaxedAmount, 'country' | 'basisPoints'>): string {
  return `${country} ${String(basisPoints).padStart(5, '0')}`;
}

function keyOfCorrection({ soldIn, country }: TaxedAmount): string {
  return `${soldIn} ${country}`;
}

function amountsOf(movements: readonly QuarterMovement[], terms: OssTerms): TaxedAmount[] {
  return movements.flatMap(({ kind, lines, soldIn }) =>
    lines.flatMap((line) => {
      const taxed = taxedAbroad(line, terms);
      if (taxed === undefined) return [];
      const sign = kind === 'Refund' ? -1 : 1;
      const netMinor = sign * (line.grossMinor - line.taxMinor);
      return [{ ...taxed, netMinor, taxMinor: sign * line.taxMinor, soldIn }];
    }),
  );
}

/** The member state and the rate of a line that belongs in the return. */
function taxedAbroad(
  { tax }: MoneyLine,
  { home, isInUnion }: OssTerms,
): Pick<TaxedAmount, 'country' | 'basisPoints'> | undefined {
  const { country = null, region = null, basisPoints = null } = tax ?? {};
  if (country === null || basisPoints === null || basisPoints === 0) return undefined;
  return isInUnion(country, region) && country !== home ? { country, basisPoints } : undefined;
}

function sumOf(amounts: readonly Pick<TaxedAmount, 'netMinor' | 'taxMinor'>[]) {
  return {
    netMinor: amounts.reduce((sum, { netMinor }) => sum + netMinor, 0),
    taxMinor: amounts.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
  };
}

/** The order of codes, which no language changes. */
function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
