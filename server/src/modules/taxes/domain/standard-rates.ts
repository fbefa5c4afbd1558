/*
 * Standard rates of value added tax, with the first day of each.
 *
 * Sources: European Commission, Taxes in Europe Database (https://ec.europa.eu/taxation_customs/tedb) and "VAT rates
 * applied in the Member States of the European Union"; HM Revenue & Customs, "VAT rates"
 * (https://www.gov.uk/vat-rates); Swiss Federal Tax Administration (https://www.estv.admin.ch); Norwegian Tax
 * Administration (https://www.skatteetaten.no).
 *
 * To enter a new rate, add its row above the older ones of the country, with its first day, and set `REVIEWED_ON`.
 * Nothing else has to change: paid orders keep their rate.
 */

/** When this table was last compared with its sources, YYYY-MM-DD. */
export const REVIEWED_ON = '2026-11-22';

/** A standard rate of a country, or of a region with its own. */
interface StandardRate {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The name in `REGIONS`; absent: the rest of the country. */
  readonly region?: string;
  /** 19 % is 1,900. */
  readonly basisPoints: number;
  /** The first day of the rate, YYYY-MM-DD. */
  readonly firstDay: string;
}

const rate = (country: string, percent: number, firstDay: string, region?: string): StandardRate => ({
  country,
  basisPoints: Math.round(percent * 100),
  firstDay,
  ...(region !== undefined && { region }),
});

/** For each country, the newest first. */
export const STANDARD_RATES: readonly StandardRate[] = [
  rate('AT', 20, '1984-01-01'),
  rate('AT', 19, '1995-01-01', 'Jungholz and Mittelberg'),
  rate('BE', 21, '1996-01-01'),
  rate('BG', 20, '1999-01-01'),
  rate('CY', 19, '2014-01-13'),
  rate('CZ', 21, '2013-01-01'),
  rate('DE', 19, '2021-01-01'),
  rate('DE', 16, '2020-07-01'),
  rate('DE', 19, '2007-01-01'),
  rate('DK', 25, '1992-01-01'),
  rate('EE', 24, '2025-07-01'),
  rate('EE', 22, '2024-01-01'),
  rate('EE', 20, '2009-07-01'),
  rate('ES', 21, '2012-09-01'),
  rate('FI', 25.5, '2024-09-01'),
  rate('FI', 24, '2013-01-01'),
  rate('FR', 20, '2014-01-01'),
  rate('GR', 24, '2016-06-01'),
  rate('HR', 25, '2012-03-01'),
  rate('HU', 27, '2012-01-01'),
  rate('IE', 23, '2021-03-01'),
  rate('IE', 21, '2020-09-01'),
  rate('IT', 22, '2013-10-01'),
  rate('LT', 21, '2009-09-01'),
  rate('LU', 17, '2024-01-01'),
  rate('LU', 16, '2023-01-01'),
  rate('LV', 21, '2012-07-01'),
  rate('MT', 18, '2004-01-01'),
  rate('NL', 21, '2012-10-01'),
  rate('PL', 23, '2011-01-01'),
  rate('PT', 23, '2011-01-01'),
  rate('PT', 22, '2012-04-01', 'Madeira'),
  rate('PT', 16, '2021-07-01', 'Azores'),
  rate('RO', 21, '2025-08-01'),
  rate('RO', 19, '2017-01-01'),
  rate('SE', 25, '1990-07-01'),
  rate('SI', 22, '2013-07-01'),
  rate('SK', 23, '2025-01-01'),
  rate('SK', 20, '2011-01-01'),
  rate('GB', 20, '2011-01-04'),
  rate('CH', 8.1, '2024-01-01'),
  rate('CH', 7.7, '2018-01-01'),
  rate('NO', 25, '2005-01-01'),
];

/** The member states of the European Union. */
export const EU_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);

/** The countries with rates in the table. */
export const COUNTRIES_WITH_RATES: ReadonlySet<string> = new Set(
  STANDARD_RATES.map(({ country }) => country),
);

/** The standard rate in a place on a day (YYYY-MM-DD); `undefined` where the table has none. */
export function standardRate(country: string, region: string | null, day: string): StandardRate | undefined {
  const holds = STANDARD_RATES.filter((row) => row.country === country && row.firstDay <= day);
  const ofRegion = region === null ? undefined : holds.find((row) => row.region === region);
  return ofRegion ?? holds.find((row) => row.region === undefined);
}

/** The first day after `day` on which a standard rate of the country changes; `undefined` if the table has none. */
export function nextStandardRateDay(country: string, day: string): string | undefined {
  return STANDARD_RATES.filter((row) => row.country === country && row.firstDay > day)
    .map(({ firstDay }) => firstDay)
    .toSorted()[0];
}
