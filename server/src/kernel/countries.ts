import countries from 'country-list/data.json' with { type: 'json' };

const countryCodes: ReadonlySet<string> = new Set(countries.map(({ code }) => code));

/** Whether this is a code that ISO 3166-1 alpha-2 assigns to a country, in either case. */
export function isCountryCode(code: string): boolean {
  return /^[A-Za-z]{2}$/.test(code) && countryCodes.has(code.toUpperCase());
}

const withoutPostCodes: ReadonlySet<string> = new Set(
  (
    'AE AG AN AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK JM KI KM KN KP LC ML MO ' +
    'MR MW NR NU QA RW SB SC SL SR ST SX SY TD TF TG TK TL TO TT TV UG VU YE ZW'
  ).split(' '),
);

/** Whether addresses in the country have a postal code. */
export function hasPostCodes(code: string): boolean {
  return !withoutPostCodes.has(code.toUpperCase());
}
