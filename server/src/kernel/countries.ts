import countries from 'country-list/data.json' with { type: 'json' };

const countryCodes: ReadonlySet<string> = new Set(countries.map(({ code }) => code));

/** Whether this is a code that ISO 3166-1 alpha-2 assigns to a country, in either case. */
export function isCountryCode(code: string): boolean {
  return /^[A-Za-z]{2}$/.test(code) && countryCodes.has(code.toUpperCase());
}
