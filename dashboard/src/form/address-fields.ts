import type { components } from '@latchkey/sdk';

/** The fields of an address, in the order of a form. */
export const ADDRESS_FIELDS = [
  'streetAddress1',
  'streetAddress2',
  'postCode',
  'locality',
  'region',
  'countryCode',
] as const;

export type AddressValues = Record<(typeof ADDRESS_FIELDS)[number], string>;

const REQUIRED: ReadonlySet<string> = new Set(['streetAddress1', 'postCode', 'countryCode']);

/** An address as the API takes it; null when every field is empty: there is none. */
export function addressIn(values: AddressValues): components['schemas']['AddressInput'] | null {
  const texts = ADDRESS_FIELDS.map((name) => [name, values[name].trim()] as const);
  if (texts.every(([, text]) => text === '')) return null;
  const optional = texts.filter(([name, text]) => text !== '' && !REQUIRED.has(name));
  return {
    streetAddress1: values.streetAddress1.trim(),
    postCode: values.postCode.trim(),
    countryCode: values.countryCode.trim().toUpperCase(),
    ...Object.fromEntries(optional),
  };
}

/** An address in one line. */
export function addressText(address: components['schemas']['Address']): string {
  const { streetAddress1, streetAddress2, postCode, locality, region, countryCode } = address;
  const place = [postCode, locality].filter(Boolean).join(' ');
  return [streetAddress1, streetAddress2, place, region, countryCode].filter(Boolean).join(', ');
}
