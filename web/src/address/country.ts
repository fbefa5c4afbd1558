/** The name of a country in a language. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
}

const WITHDRAWAL = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE AX GF GP MF MQ RE YT IS LI NO GB GI'.split(
    ' ',
  ),
);

const WITH_VAT = new Set([...WITHDRAWAL, 'CH', 'MC', 'IM']);

const WITH_TOTALS = new Set([...WITH_VAT, 'AU', 'NZ', 'JP']);

/** Whether shops have to tell consumers in a country the total with its tax, wherever they name a price to pay. */
export function needsTotals(country: string): boolean {
  return WITH_TOTALS.has(country);
}

/** Whether businesses in a country have a VAT number, and not just a tax number. */
export function hasVatNumbers(country: string): boolean {
  return WITH_VAT.has(country);
}

/** Whether consumers in a country may withdraw from a purchase unless they consent to immediate delivery. */
export function hasWithdrawal(country: string): boolean {
  return WITHDRAWAL.has(country);
}
