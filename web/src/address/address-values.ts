import type { Address } from '../api/profile.ts';
import { addressFormat } from './address-formats.ts';
import type { AddressTexts } from './address-en.ts';

/** An address as typed. */
export type AddressValues = Readonly<Record<AddressName, string>>;

/** The fields of an address, by the names of the API. */
type AddressName = 'countryCode' | 'streetAddress1' | 'streetAddress2' | 'postCode' | 'locality' | 'region';

/** An address in the API's form. */
export type StoredAddress = { readonly [Field in keyof AddressValues]?: string | null };

/** A stored address as values for the fields, in the order of the page; empty ones without it. */
export function addressValues(address: StoredAddress = {}): AddressValues {
  return {
    countryCode: address.countryCode ?? '',
    streetAddress1: address.streetAddress1 ?? '',
    streetAddress2: address.streetAddress2 ?? '',
    postCode: address.postCode ?? '',
    locality: address.locality ?? '',
    region: address.region ?? '',
  };
}

/** The message of each field that cannot be sent as entered, by the customs of the country. */
export function checkAddress(
  values: AddressValues,
  texts: AddressTexts,
): Partial<Record<keyof AddressValues, string>> {
  if (values.countryCode === '') return { countryCode: texts.enterCountry };
  const { postCode, city, region } = addressFormat(values.countryCode);
  const isEmpty = (name: keyof AddressValues) => values[name].trim() === '';
  const missing = (name: keyof AddressValues, label: string | undefined) =>
    label !== undefined && isEmpty(name) ? { [name]: texts.enter(label) } : {};
  const postLabel = postCode && texts.postCodes[postCode.label];
  const form = postCode?.form;
  const isWrong = form !== undefined && !isEmpty('postCode') && !form.pattern.test(values.postCode.trim());
  return {
    ...(isEmpty('streetAddress1') && { streetAddress1: texts.enterStreet }),
    ...missing('postCode', postLabel),
    ...(isWrong && postLabel !== undefined && { postCode: texts.check(postLabel, form.sample) }),
    ...missing('locality', city && texts.cities[city]),
    ...missing('region', region && texts.regions[region.label]),
  };
}

/** The address to send: only what letters have in its country. */
export function addressOf(values: AddressValues): Address {
  const { postCode, city, region } = addressFormat(values.countryCode);
  const [street, street2] = [values.streetAddress1.trim(), values.streetAddress2.trim()];
  return {
    countryCode: values.countryCode,
    streetAddress1: street,
    ...(street2 !== '' && { streetAddress2: street2 }),
    postCode: postCode === undefined ? '' : values.postCode.trim(),
    // A city state has one city: its own name.
    ...(city === undefined
      ? { locality: region === undefined ? values.countryCode : null }
      : { locality: values.locality.trim() }),
    ...(region !== undefined && { region: values.region.trim() }),
  };
}

/** An address as on a letter, without its country. */
export function addressLines(address: StoredAddress): readonly string[] {
  const { streetAddress1, streetAddress2, postCode, locality, region } = address;
  const place = [postCode, locality, region].filter(Boolean).join(' ');
  return [streetAddress1, streetAddress2, place].flatMap((line) => line || []);
}
