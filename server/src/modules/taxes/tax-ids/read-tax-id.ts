import { regionOf, taxCountryOf } from '../domain/regions.ts';
import type { TaxIdForm } from './tax-id-forms.ts';

/** A tax id that fits its country. */
export interface TaxId {
  /** In its full form: prefix and number, without spaces and punctuation, in upper case. */
  readonly text: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The name of the country in VIES: `EL` for Greece. */
  readonly prefix: string;
  readonly number: string;
}

/** A tax id of the country, the mistake in it, or neither for a country whose format is not in our list. */
type TaxIdReading =
  | { readonly kind: 'Valid'; readonly taxId: TaxId }
  | { readonly kind: 'Wrong'; readonly message: string }
  | { readonly kind: 'UnknownForm' };

/**
 * Reads a tax id as typed, with or without the letters of the country, for the billing country, by format and checksum:
 * that finds mistakes, and proves nothing. Messages are predicates, such as "belongs to France …". With `isUnattended`, a
 * number without its letters that individuals may have, too, passes: nobody is there to add them. A postal code of a place
 * that is taxed like another country allows the numbers of that one, too: Büsingen has Swiss ones.
 */
export async function readTaxId(
  text: string,
  billingCountry: string,
  { postCode = null, ...options }: ReadingOptions & { readonly postCode?: string | null | undefined } = {},
): Promise<TaxIdReading> {
  const reading = await readTaxIdOf(text, billingCountry, options);
  const other = regionOf(billingCountry, postCode)?.taxedAs;
  if (reading.kind !== 'Wrong' || other === undefined) return reading;
  const ofOther = await readTaxIdOf(text, other, options);
  return ofOther.kind === 'Valid' ? ofOther : reading;
}

interface ReadingOptions {
  readonly isUnattended?: boolean | undefined;
}

async function readTaxIdOf(
  text: string,
  billingCountry: string,
  { isUnattended = false }: ReadingOptions,
): Promise<TaxIdReading> {
  // 30 small files, which most servers never need.
  const { TAX_ID_FORMS } = await import('./tax-id-forms.ts');
  const country = taxCountryOf(billingCountry);
  const typed = canonical(text);
  const form = TAX_ID_FORMS.get(country);
  if (form !== undefined) {
    const taxId = taxIdOf(typed, country, form);
    const isBare = typed === taxId?.number;
    if (taxId !== undefined && isBare && !isUnattended && form.isPersonal(typed))
      return { kind: 'Wrong', message: personal(taxId) };
    if (taxId !== undefined) return { kind: 'Valid', taxId };
  }
  for (const [other, otherForm] of TAX_ID_FORMS) {
    const isOthers = other !== country && hasPrefix(typed, other, otherForm);
    if (!isOthers || taxIdOf(typed, other, otherForm) === undefined) continue;
    const message = `belongs to ${countryName(other)}, but the billing country is ${countryName(billingCountry)}`;
    return { kind: 'Wrong', message };
  }
  // Liechtenstein shares the tax of Switzerland, but has numbers of its own, too.
  if (form === undefined || billingCountry === 'LI') return { kind: 'UnknownForm' };
  return { kind: 'Wrong', message: `must be a valid tax ID of ${countryName(billingCountry)}` };
}

/** Sole traders are registered in VIES under the number that they have as a person, behind the prefix. */
function personal({ country, prefix }: TaxId): string {
  return `is a number that private individuals in ${countryName(country)} have, too; enter the VAT ID of the business, which begins with ${prefix}`;
}

/** The mistakes in a tax id for a billing country, as predicates; none where either is not stated. */
export async function taxIdIssues(
  text: string | null | undefined,
  billingCountry: string | undefined,
  postCode?: string | null,
): Promise<string[]> {
  if (!text?.trim() || billingCountry === undefined) return [];
  const reading = await readTaxId(text, billingCountry, { postCode });
  return reading.kind === 'Wrong' ? [reading.message] : [];
}

/** The first letters of a VAT number: those of its country, or others in some countries. */
const BEGINS_AS_VAT_NUMBER = /^[A-Z]{2,4}\d/;

/**
 * The mistakes in the tax id of a seller, as predicates. A VAT number with a country prefix must be one of that
 * country, which need not be the seller's. Other texts pass: a seller may have only a national tax number. So does
 * everything where the format of the seller's country is not in our list.
 */
export async function sellerTaxIdIssues(text: string, sellerCountry: string | undefined): Promise<string[]> {
  const { TAX_ID_FORMS } = await import('./tax-id-forms.ts');
  const typed = canonical(text);
  const isChecked = TAX_ID_FORMS.has(taxCountryOf(sellerCountry?.toUpperCase() ?? ''));
  if (!isChecked || !BEGINS_AS_VAT_NUMBER.test(typed)) return [];
  const candidates = [...TAX_ID_FORMS].filter(([country, form]) => hasPrefix(typed, country, form));
  const isValid = candidates.some(([country, form]) => taxIdOf(typed, country, form) !== undefined);
  const [[country] = []] = candidates;
  return isValid || country === undefined ? [] : [`must be a valid tax ID of ${countryName(country)}`];
}

function hasPrefix(typed: string, country: string, { prefix }: TaxIdForm): boolean {
  return typed.startsWith(prefix) || typed.startsWith(country);
}

/** Without spaces and punctuation, in upper case. */
function canonical(text: string): string {
  return text.toUpperCase().replace(/[\s.\-/·_]/g, '');
}

function taxIdOf(typed: string, country: string, { prefix, isNumber }: TaxIdForm): TaxId | undefined {
  const number = numberOf(typed, country, prefix);
  return isNumber(number) ? { text: `${prefix}${number}`, country, prefix, number } : undefined;
}

/**
 * Greek ones begin with GR or EL; Swiss ones may end with the name of the tax; those of Northern Ireland, which are
 * British where services are sold, may begin with XI.
 */
function numberOf(typed: string, country: string, prefix: string): string {
  if (country === 'GB' && typed.startsWith('XI')) return typed.slice(2);
  const bare = country === 'CH' ? typed.replace(/(MWST|TVA|IVA|HR)$/, '') : typed;
  if (bare.startsWith(prefix)) return bare.slice(prefix.length);
  return bare.startsWith(country) ? bare.slice(country.length) : bare;
}

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** The English name of a country. */
export function countryName(country: string): string {
  return NAMES.of(country) ?? country;
}
