import { regionOf, taxCountryOf } from './regions.ts';

/** A buyer's place, as far as it is stated. */
export interface TaxPlace {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly region: string | null;
  readonly postCode: string | null;
}

/** A place in the sense of tax law. */
export interface LocatedPlace {
  readonly country: string;
  /** The region with its own rule, or else the one that the buyer stated. */
  readonly region: string | null;
  /** Whether the value added tax of the country does not apply there. */
  readonly isOutside: boolean;
}

/** The country and region whose taxes apply in a place. */
export function locate({ country, region, postCode }: TaxPlace): LocatedPlace {
  const special = regionOf(country, postCode);
  return special === undefined
    ? { country: taxCountryOf(country), region, isOutside: false }
    : { country: special.taxedAs ?? country, region: special.name, isOutside: special.isOutside };
}
