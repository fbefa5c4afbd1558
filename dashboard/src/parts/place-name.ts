import { use } from 'react';
import { REGION_CHOICES, type RegionChoice } from '@latchkey/ui/places/region-names.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';

interface Place {
  /** ISO 3166-1 alpha-2, or `EU`. */
  readonly country: string;
  /** The code of a state or province, a name, or `null` for the whole country. */
  readonly region?: string | null | undefined;
}

/** The regions that the API names in English and that Germans know by another name. */
const GERMAN: Readonly<Record<string, string>> = {
  Azores: 'Azoren',
  'Canary Islands': 'Kanarische Inseln',
  'Faroe Islands': 'Färöer',
  'French Guiana': 'Französisch-Guayana',
  'French overseas territories': 'Französische Überseegebiete',
  Greenland: 'Grönland',
  Heligoland: 'Helgoland',
  'Jungholz and Mittelberg': 'Jungholz und Mittelberg',
  'Mount Athos': 'Athos',
  'Svalbard and Jan Mayen': 'Svalbard und Jan Mayen',
};

/** The states and provinces of a country whose addresses have their codes; `undefined` for other countries. */
export function regionsOf(country: string): readonly RegionChoice[] | undefined {
  return new Map<string, readonly RegionChoice[]>(Object.entries(REGION_CHOICES)).get(country);
}

/** Names places in a language: `Portugal, Azoren`, `Kanada, Ontario`. */
export function placeNames(locale: string): (place: Place) => string {
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const isGerman = locale.startsWith('de');
  return ({ country, region }) => {
    const own = region ?? undefined;
    const choice = regionsOf(country)?.find(({ code }) => code === own?.toUpperCase());
    const name = choice?.name ?? (isGerman && own !== undefined ? (GERMAN[own] ?? own) : own);
    return [countries.of(country) ?? country, name].filter(Boolean).join(', ');
  };
}

/** The same in the reader's language. */
export function usePlaceName(): (place: Place) => string {
  const { locale } = use(LanguageOfPage);
  return placeNames(locale);
}
