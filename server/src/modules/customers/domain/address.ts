import { hasPostCodes, isCountryCode } from '../../../kernel/countries.ts';
import { checkLine } from './name.ts';

/** A complete postal address, with a locality or a region (customer API, Address object). */
export interface Address {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string;
  readonly streetAddress1: string;
  readonly streetAddress2: string | null;
  /** Empty in countries that have none. */
  readonly postCode: string;
  readonly locality: string | null;
  readonly region: string | null;
}

/** An address as clients send it. They send back the nulls of earlier responses. */
export interface AddressInput {
  readonly countryCode?: string | null | undefined;
  readonly streetAddress1?: string | null | undefined;
  readonly streetAddress2?: string | null | undefined;
  readonly postCode?: string | null | undefined;
  readonly locality?: string | null | undefined;
  readonly region?: string | null | undefined;
}

type UncheckedAddress = { readonly [Field in keyof AddressInput]: unknown };

const MAX_CHARACTERS = 200;
const FIELDS = ['countryCode', 'streetAddress1', 'streetAddress2', 'postCode', 'locality', 'region'] as const;
const REQUIRED = ['countryCode', 'streetAddress1', 'postCode'] as const;

/**
 * Every issue of an address: path (`address.postCode`) → messages; `{}` when it is complete and valid. The input may be
 * unchecked: a value that is not text counts as missing.
 */
export function checkAddress(input: UncheckedAddress, path = 'address'): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const add = (field: string, message: string): void => {
    (errors[`${path}.${field}`] ??= []).push(message);
  };
  const code = text(input.countryCode);
  for (const field of REQUIRED) {
    const isMissing = text(input[field]) === null;
    if (isMissing && (field !== 'postCode' || hasPostCodes(code ?? ''))) add(field, 'is required');
  }
  if (text(input.locality) === null && text(input.region) === null) {
    add('locality', 'is required when no region is given');
    add('region', 'is required when no locality is given');
  }
  for (const field of FIELDS) for (const message of checkText(text(input[field]))) add(field, message);
  if (code !== null && !isCountryCode(code)) add('countryCode', 'must be an ISO 3166-1 alpha-2 country code');
  return errors;
}

/** The address to store. Throws a `RangeError` on input that `checkAddress` refuses. */
export function toAddress(input: AddressInput): Address {
  if (Object.keys(checkAddress(input)).length > 0) throw new RangeError('the address was not checked');
  return {
    countryCode: (text(input.countryCode) ?? '').toUpperCase(),
    streetAddress1: text(input.streetAddress1) ?? '',
    streetAddress2: text(input.streetAddress2),
    postCode: text(input.postCode) ?? '',
    locality: text(input.locality),
    region: text(input.region),
  };
}

/** Blank means absent. */
function text(value: unknown): string | null {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed === '' ? null : trimmed;
}

function checkText(value: string | null): string[] {
  if (value === null) return [];
  const messages: string[] = [];
  if (value.length > MAX_CHARACTERS) messages.push(`must have at most ${MAX_CHARACTERS} characters`);
  return [...messages, ...checkLine(value)];
}
