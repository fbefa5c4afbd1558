/*
 * Parts of countries that their value added tax treats differently, by postal code.
 *
 * Sources: Council Directive 2006/112/EC, Articles 6, 7, 104 and 105, with the accession treaties; Commission,
 * "Territorial status of EU countries and certain territories"; the postal code lists of the national postal services.
 *
 * Reviewed: 2026-11-22.
 */

/** A part of a country with its own rule. */
interface TaxRegion {
  /** ISO 3166-1 alpha-2 of the country in postal addresses. */
  readonly country: string;
  readonly name: string;
  /** Its postal codes, without spaces and hyphens, in upper case. */
  readonly postCodes: RegExp;
  /** Whether the country's value added tax does not apply there. */
  readonly isOutside: boolean;
  /** The country whose value added tax applies instead. */
  readonly taxedAs?: string;
  /** The beginning of the name of its only town, in lower case and without accents. */
  readonly town?: RegExp;
}

const outside = (country: string, name: string, postCodes: RegExp): TaxRegion => ({
  country,
  name,
  postCodes,
  isOutside: true,
});
const inside = (country: string, name: string, postCodes: RegExp): TaxRegion => ({
  ...outside(country, name, postCodes),
  isOutside: false,
});

/** The first match applies. */
const REGIONS: readonly TaxRegion[] = [
  outside('ES', 'Canary Islands', /^(35|38)\d{3}$/),
  { ...outside('ES', 'Ceuta', /^51\d{3}$/), town: /^ceuta/ },
  { ...outside('ES', 'Melilla', /^52\d{3}$/), town: /^melilla/ },
  outside('FI', 'Åland', /^22\d{3}$/),
  { ...outside('IT', 'Livigno', /^23041$/), town: /^livigno/ },
  { ...outside('IT', "Campione d'Italia", /^22061$/), town: /^campione/ },
  { ...inside('DE', 'Büsingen', /^78266$/), taxedAs: 'CH', town: /^b(u|ue)singen/ },
  { ...outside('DE', 'Heligoland', /^27498$/), town: /^hel[gi]/ },
  outside('DK', 'Greenland', /^39\d\d$/),
  outside('DK', 'Faroe Islands', /^\d{3}$/),
  outside('GR', 'Mount Athos', /^6308[67]$/),
  outside('FR', 'Guadeloupe', /^971\d\d$/),
  outside('FR', 'Martinique', /^972\d\d$/),
  outside('FR', 'French Guiana', /^973\d\d$/),
  outside('FR', 'Réunion', /^974\d\d$/),
  outside('FR', 'Mayotte', /^976\d\d$/),
  outside('FR', 'French overseas territories', /^(97[578]|98[4678])\d\d$/),
  outside('GB', 'Jersey', /^JE\d/),
  outside('GB', 'Guernsey', /^GY\d/),
  outside('NO', 'Svalbard and Jan Mayen', /^(917\d|8099)$/),
  inside('AT', 'Jungholz and Mittelberg', /^(6691|699[123])$/),
  inside('PT', 'Madeira', /^9[0-4]\d\d/),
  inside('PT', 'Azores', /^9[5-9]\d\d/),
];

/**
 * The largest cities of countries outside all those regions, as whole names in lower case and without accents. Regions of
 * many towns are told by them: a city on the mainland does not have a postal code of an island.
 */
const OTHER_CITIES: Readonly<Record<string, RegExp>> = {
  AT: /^(wien|vienna|graz|linz|salzburg|innsbruck|klagenfurt( am worthersee)?|villach|wels|bregenz|dornbirn)$/,
  DK: /^(k(o|ø|oe)benhavn( [a-zø]{1,2})?|copenhagen|(aarhus|arhus)( [cnv])?|odense|aalborg|esbjerg|randers|kolding|vejle)$/,
  ES: /^(madrid|barcelona|valencia|sevilla|zaragoza|malaga|murcia|palma( de mallorca)?|bilbao|alicante|cordoba|valladolid|vigo|gijon|granada)$/,
  FI: /^(helsinki|helsingfors|espoo|esbo|tampere|tammerfors|vantaa|vanda|oulu|uleaborg|turku|abo|jyvaskyla|lahti|kuopio)$/,
  FR: /^(paris|marseille|lyon|toulouse|nice|nantes|montpellier|strasbourg|bordeaux|lille|rennes|toulon|grenoble|dijon)$/,
  GB: /^(london|birmingham|manchester|leeds|liverpool|bristol|sheffield|edinburgh|glasgow|cardiff|belfast)$/,
  GR: /^(athina|athens|αθηνα|thessaloniki|θεσσαλονικη|patra|πατρα|piraeus|πειραιας|iraklio|ηρακλειο|larisa|λαρισα)$/,
  NO: /^(oslo|bergen|trondheim|stavanger|drammen|fredrikstad|kristiansand|troms(o|ø))$/,
  PT: /^(lisboa|lisbon|porto|braga|coimbra|setubal|amadora|aveiro|faro|leiria|guimaraes|vila nova de gaia)$/,
};

/** Territories with their own country code that belong to the value added tax of another country. */
const TAXED_AS: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB', LI: 'CH' };

/** Territories with their own country code that addresses also name by their country. */
const ADDRESSED_AS: Readonly<Record<string, string>> = {
  AX: 'FI',
  GP: 'FR',
  MQ: 'FR',
  GF: 'FR',
  RE: 'FR',
  YT: 'FR',
  PM: 'FR',
  BL: 'FR',
  MF: 'FR',
  WF: 'FR',
  PF: 'FR',
  NC: 'FR',
  FO: 'DK',
  GL: 'DK',
  JE: 'GB',
  GG: 'GB',
  SJ: 'NO',
};

/**
 * The country whose taxes apply: Monaco has those of France, the Isle of Man those of the United Kingdom, Liechtenstein
 * those of Switzerland.
 */
export function taxCountryOf(country: string): string {
  return TAXED_AS[country] ?? country;
}

/** The country of a country code, for comparing two sources: Åland belongs to Finland. */
function stateOf(country: string): string {
  return ADDRESSED_AS[country] ?? taxCountryOf(country);
}

/** Whether two country codes belong to one country. */
export function isSameCountry(one: string, other: string): boolean {
  return stateOf(one) === stateOf(other);
}

/** The region of an address; `undefined` where the rule of the whole country applies. */
export function regionOf(country: string, postCode: string | null): TaxRegion | undefined {
  if (postCode === null) return undefined;
  const bare = postCode.toUpperCase().replace(/[\s-]/g, '');
  // People put letters for the country before the digits, such as FI-22100 or D-27498; British codes begin with
  // letters.
  const code = country === 'GB' ? bare : bare.replace(/^[A-Z]{1,3}(\d)/, '$1');
  return REGIONS.find((region) => region.country === country && region.postCodes.test(code));
}

/**
 * The region that the postal code belongs to, if its taxes are not those of the country and the stated town is surely
 * not there: one of the two is a mistake.
 */
export function regionInDoubt(
  country: string,
  postCode: string | null,
  locality: string | null,
): string | undefined {
  const region = regionOf(country, postCode);
  if (region === undefined || locality === null) return undefined;
  const plain = locality.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
  const isElsewhere =
    region.town === undefined ? (OTHER_CITIES[country]?.test(plain) ?? false) : !region.town.test(plain);
  return isElsewhere ? region.name : undefined;
}

/** Whether the taxes of a country depend on the postal code. */
export function needsPostCode(country: string): boolean {
  return REGIONS.some((region) => region.country === country);
}
