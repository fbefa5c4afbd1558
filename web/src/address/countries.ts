// The codes of ISO 3166-1 alpha-2, concatenated.
const CODES =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW';

export interface Country {
  readonly code: string;
  readonly name: string;
}

/** All countries with their names in a language, in its order. */
export function countriesIn(locale: string): readonly Country[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  const countries = (CODES.match(/../g) ?? []).map((code) => ({ code, name: names.of(code) ?? code }));
  const order = new Intl.Collator(locale);
  return countries.toSorted((one, other) => order.compare(one.name, other.name));
}

/** The name of a country in a language. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
}

const WITHDRAWAL = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO GB GI'.split(
    ' ',
  ),
);

const WITH_VAT = new Set([...WITHDRAWAL, 'CH', 'MC', 'IM']);

/** Whether businesses in a country have a VAT number, and not just a tax number. */
export function hasVatNumbers(country: string): boolean {
  return WITH_VAT.has(country);
}

/** Whether consumers in a country may withdraw from a purchase unless they consent to immediate delivery. */
export function hasWithdrawal(country: string): boolean {
  return WITHDRAWAL.has(country);
}
