import { decideTaxes, nextTaxDay, type TaxBasis } from './decide-taxes.ts';
import { locate } from './tax-place.ts';

/** The tax that a visitor from a country would pay on most items, if the country alone determines it. */
export interface TaxEstimate {
  /** Absent where no tax is collected, or where it depends on more than the country. */
  readonly tax?: {
    /** 19 % is 1,900. */
    readonly basisPoints: number;
    readonly mode: 'Exclusive' | 'Inclusive';
    readonly country: string;
    /** Some items have another rate there. */
    readonly varies: boolean;
  };
  /** When the estimate changes by itself; null: never. */
  readonly changesAt: Date | null;
}

/** The estimate for a private visitor from the country. */
export function estimateTax(basis: TaxBasis, country: string): TaxEstimate {
  const place = { country, region: null, postCode: null };
  const { mode, rates } = decideTaxes(basis, { place, isBusiness: false });
  const general = rates.find(({ targets }) => targets.length === 0);
  const day = nextTaxDay(basis, general?.country ?? locate(place).country);
  return {
    ...(general !== undefined &&
      general.reason !== 'NotCollecting' && {
        tax: {
          basisPoints: general.basisPoints,
          mode,
          country: general.country,
          varies: rates.some(({ basisPoints }) => basisPoints !== general.basisPoints),
        },
      }),
    changesAt: day === undefined ? null : new Date(`${day}T00:00:00Z`),
  };
}
