import { collectsByTable, holds, type TaxBasis } from './decide-taxes.ts';
import { REVIEWED_ON, STANDARD_RATES, standardRate } from './standard-rates.ts';

/** A standard rate of a place where the vendor collects. */
export interface CollectedRate {
  readonly country: string;
  /** A part of the country with a rate of its own; null: the rest of it. */
  readonly region: string | null;
  /** 19 % is 1,900. */
  readonly basisPoints: number;
  /** YYYY-MM-DD. */
  readonly firstDay: string;
  /** Whether a rate of the vendor's own for everything is charged in place of it. */
  readonly isReplaced: boolean;
  /** The rate that follows, if the table has it already. */
  readonly next: { readonly basisPoints: number; readonly firstDay: string } | undefined;
}

/** The standard rates in force where the vendor collects, by country, those of whole countries before their parts. */
export function collectedRates({ collectsIn, ownRates, day }: TaxBasis): CollectedRate[] {
  const places = new Map(
    STANDARD_RATES.filter(({ country }) => collectsByTable(collectsIn, country)).map(
      ({ country, region = null }) => [`${country}/${region ?? ''}`, { country, region }],
    ),
  );
  return [...places]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, { country, region }]) => {
      const row = standardRate(country, region, day);
      if (row === undefined || (row.region ?? null) !== region) return [];
      const isReplaced = ownRates.some(
        (own) =>
          own.country === country &&
          (own.region === null || own.region.toLowerCase() === region?.toLowerCase()) &&
          own.targets.length === 0 &&
          holds(own, day),
      );
      const { basisPoints, firstDay } = row;
      return [{ country, region, basisPoints, firstDay, isReplaced, next: nextRate(country, region, day) }];
    });
}

function nextRate(country: string, region: string | null, day: string): CollectedRate['next'] {
  const later = STANDARD_RATES.filter(
    (row) => row.country === country && (row.region ?? null) === region && row.firstDay > day,
  );
  return later.toSorted((one, other) => (one.firstDay < other.firstDay ? -1 : 1))[0];
}

/** The last day on which somebody checked the standard rates: Latchkey's authors, or the vendor since. */
export function lastCheck(ownCheck: string | undefined): string {
  return ownCheck !== undefined && ownCheck > REVIEWED_ON ? ownCheck : REVIEWED_ON;
}

/** Rates change in January and July, above all. */
const CHECK_LASTS = { months: 6 };

/** Whether a check of the standard rates is more than half a year old. Both days are YYYY-MM-DD. */
export function isCheckOld(checkedOn: string, today: string): boolean {
  return Temporal.PlainDate.from(checkedOn).add(CHECK_LASTS).toString() < today;
}
