/** The countries whose German names take an article; the others stand alone. */
const FEMININE =
  /^(Schweiz|Slowakei|Türkei|Ukraine|Mongolei|Republik Moldau|Dominikanische |Zentralafrikanische |Sonderverwaltungsregion |Isle of Man)/;
const PLURAL =
  /^(Vereinigte |Niederlande|Karibische |Philippinen|Bahamas|Malediven|Seychellen|Komoren|Färöer|Salomonen|Nördliche )|[a-z]inseln$|gebiete$/;
const MASCULINE_OR_NEUTER =
  /^(Irak|Iran|Jemen|Libanon|Sudan|Südsudan|Tschad|Vereinigtes Königreich|Britisches )/;

/** A country in the dative, after `aus`: `Deutschland`, `der Schweiz`, `dem Irak`, `den Vereinigten Staaten`. */
export function dativeOf(country: string): string {
  if (PLURAL.test(country)) return `den ${inflected(country)}`;
  if (FEMININE.test(country)) return `der ${inflected(country)}`;
  return MASCULINE_OR_NEUTER.test(country) ? `dem ${inflected(country)}` : country;
}

/** A country after `in`: `in Deutschland`, `in der Schweiz`, `im Irak`, `in den Vereinigten Staaten`. */
export function inCountry(country: string): string {
  return `in ${dativeOf(country)}`.replace(/^in dem /, 'im ');
}

/** The adjective of a name takes `-en`, and a plural that ends in `-e` takes `-n`. */
function inflected(country: string): string {
  return country.replaceAll(/(ische|igte|liche)s? /g, '$1n ').replace(/(gebiet|Emirat|Niederland)e$/, '$1en');
}
