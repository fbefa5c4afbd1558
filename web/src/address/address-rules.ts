import { Refusal } from '@latchkey/sdk';
import type { Address } from '../api/profile.ts';
import { addressFormat } from './address-formats.ts';
import type { AddressTexts } from './address-en.ts';
import type { AddressValues, BillingValues } from './address-values.ts';

/** The message of each field that cannot be sent as entered: all of an address, and the name of a business. */
export function checkBilling(
  values: BillingValues,
  texts: AddressTexts,
): Partial<Record<keyof BillingValues, string>> {
  const isNameMissing = values.isBusiness && values.businessName.trim() === '';
  return {
    ...checkAddress(values, texts),
    ...(values.countryCode !== '' && isNameMissing && { businessName: texts.enterBusinessName }),
  };
}

/** The billing details to send; empty texts for what there is none of. */
export function billingOf(values: BillingValues) {
  const { phone, isBusiness, businessName, taxId } = values;
  return {
    address: addressOf(values),
    phone: phone.trim(),
    businessName: isBusiness ? businessName.trim() : '',
    taxId: isBusiness ? taxId.trim() : '',
  };
}

/** The message beside the tax id, in the language of the page, if a form was refused for nothing else. */
export function wrongTaxId(
  failure: Error,
  country: string,
  texts: Pick<AddressTexts, 'wrongTaxId'>,
): { readonly taxId: string } | undefined {
  if (!(failure instanceof Refusal)) return undefined;
  const fields = Object.keys(failure.errors);
  return fields.length === 1 && fields[0]?.endsWith('taxId')
    ? { taxId: texts.wrongTaxId(country) }
    : undefined;
}

/** The message of each field that cannot be sent as entered, by the customs of the country. */
function checkAddress(
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
function addressOf(values: AddressValues): Address {
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
