import type { AddressTexts } from './address-en.ts';
import { REGION_CHOICES, type RegionChoice } from '@latchkey/ui/places/region-names.ts';

/** The parts of an address that differ between countries, in the order of a letter there. */
export interface AddressFormat {
  /** Absent where letters have no postal code. */
  readonly postCode?: PostCode;
  /** Absent in city states. */
  readonly city?: keyof AddressTexts['cities'];
  readonly region?: Region;
  /** Whether the postal code follows city and region. */
  readonly postCodeLast: boolean;
}

interface PostCode {
  readonly label: keyof AddressTexts['postCodes'];
  /** The format of a code, and an example. Without it every code passes. */
  readonly form?: { readonly pattern: RegExp; readonly sample: string };
}

interface Region {
  readonly label: keyof AddressTexts['regions'];
  /** The regions to choose from, by name; a text field without them. */
  readonly choices?: readonly RegionChoice[];
}

type PostCodeRow = readonly [digits: string, sample: string, label?: PostCode['label']];

const words = (text: string): string[] => text.split(' ');

/** Countries whose letters have no postal code, or rarely one; the server requires none there, either. */
const WITHOUT_POST_CODE = new Set(
  words(
    'AE AG AN AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK JM KI KM KN KP LC ML MO MR MW NR NU QA RW SB SC SL SR ST SX SY TD TF TG TK TL TO TT TV UG VU YE ZW',
  ),
);

/** Postal codes by their format, where the format is certain. */
const POST_CODES: Readonly<Record<string, PostCodeRow>> = {
  AT: ['\\d{4}', '1010'],
  AU: ['\\d{4}', '2060', 'postcode'],
  BE: ['\\d{4}', '1000'],
  BG: ['\\d{4}', '1000'],
  BR: ['\\d{5}-?\\d{3}', '40301-110'],
  CA: ['[A-Z]\\d[A-Z] ?\\d[A-Z]\\d', 'K1A 0B1'],
  CH: ['\\d{4}', '8001'],
  CY: ['\\d{4}', '1010'],
  CZ: ['\\d{3} ?\\d{2}', '110 00'],
  DE: ['\\d{5}', '10115'],
  DK: ['\\d{4}', '1050'],
  EE: ['\\d{5}', '10111'],
  ES: ['\\d{5}', '28001'],
  FI: ['\\d{5}', '00100'],
  FR: ['\\d{5}', '75001'],
  GB: ['[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}', 'EC1Y 8SY', 'postcode'],
  GR: ['\\d{3} ?\\d{2}', '105 57'],
  HR: ['\\d{5}', '10000'],
  HU: ['\\d{4}', '1051'],
  IE: ['[A-Z\\d]{3} ?[A-Z\\d]{4}', 'A65 F4E2', 'eircode'],
  IN: ['\\d{6}', '110034', 'pin'],
  IT: ['\\d{5}', '00144'],
  JP: ['\\d{3}-?\\d{4}', '154-0023'],
  KR: ['\\d{5}', '03051'],
  LT: ['(LT-)?\\d{5}', '04340'],
  LU: ['(L-)?\\d{4}', '4750'],
  LV: ['(LV-)?\\d{4}', 'LV-1073'],
  MX: ['\\d{5}', '02860'],
  NL: ['\\d{4} ?[A-Z]{2}', '1234 AB'],
  NO: ['\\d{4}', '0025'],
  NZ: ['\\d{4}', '6001', 'postcode'],
  PL: ['\\d{2}-\\d{3}', '00-950'],
  PT: ['\\d{4}(-\\d{3})?', '2725-079'],
  RO: ['\\d{6}', '060274'],
  SE: ['\\d{3} ?\\d{2}', '114 55'],
  SG: ['\\d{6}', '546080'],
  SI: ['\\d{4}', '4000'],
  SK: ['\\d{3} ?\\d{2}', '010 01'],
  US: ['\\d{5}(-\\d{4})?', '95014', 'zip'],
};

/** Countries whose letters name a region; the others have none. */
const REGIONS: Readonly<Record<string, Region>> = {
  AE: { label: 'emirate' },
  AR: { label: 'province' },
  AU: { label: 'state', choices: REGION_CHOICES.AU },
  BR: { label: 'state', choices: REGION_CHOICES.BR },
  BS: { label: 'island' },
  CA: { label: 'province', choices: REGION_CHOICES.CA },
  CN: { label: 'province' },
  HK: { label: 'area' },
  ID: { label: 'province' },
  IN: { label: 'state' },
  JP: { label: 'prefecture' },
  KR: { label: 'province' },
  MX: { label: 'state' },
  MY: { label: 'state' },
  NG: { label: 'state' },
  PH: { label: 'province' },
  TH: { label: 'province' },
  TR: { label: 'province' },
  TW: { label: 'county' },
  UA: { label: 'region' },
  US: { label: 'state', choices: REGION_CHOICES.US },
};

/** Countries whose letters have the postal code after the city. */
const POST_CODE_LAST = new Set(
  words('AU BD BR CA CN CO GB GG IE IM IN ID JE JP KR LV NZ PK SA SG TH TW UA US VN ZA'),
);

const SUBURBS = new Set(['AU', 'NZ']);
const CITY_STATES = new Set(['HK', 'SG']);

/** The fields of an address in a country. Unknown countries have a postal code of any format, and a city. */
export function addressFormat(country: string): AddressFormat {
  const region = REGIONS[country];
  return {
    ...(!WITHOUT_POST_CODE.has(country) && { postCode: postCodeOf(country) }),
    ...(!CITY_STATES.has(country) && { city: cityOf(country) }),
    ...(region !== undefined && { region }),
    postCodeLast: POST_CODE_LAST.has(country),
  };
}

function cityOf(country: string): keyof AddressTexts['cities'] {
  if (SUBURBS.has(country)) return 'suburb';
  return country === 'GB' || country === 'IE' ? 'town' : 'city';
}

function postCodeOf(country: string): PostCode {
  const row = POST_CODES[country];
  if (row === undefined) return { label: 'post' };
  const [digits, sample, label = 'post'] = row;
  return { label, form: { pattern: new RegExp(`^${digits}$`, 'i'), sample } };
}
