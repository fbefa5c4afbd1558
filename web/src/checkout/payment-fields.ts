import type { BillingDetails, Checkout } from '../api/checkout.ts';
import type { Texts } from './checkout-en.ts';
import { emailMessage, messagesByField } from '@latchkey/ui/fields/form-messages.ts';
import type { FormFields } from '@latchkey/ui/fields/use-form-fields.ts';
import { addressFormat } from '../address/address-formats.ts';
import { hasWithdrawal } from '../address/countries.ts';

/** The fields of text, in the order of the page. */
const TEXTS = [
  'name',
  'email',
  'country',
  'street',
  'street2',
  'postCode',
  'city',
  'region',
  'phone',
  'businessName',
  'taxId',
] as const;

type TextName = (typeof TEXTS)[number];

export interface PaymentFields extends Record<TextName, string> {
  isBusiness: boolean;
  /** The buyer confirmed the country, although the connection indicates another one. */
  confirmsCountry: boolean;
  /** The buyer agreed to immediate delivery. */
  consents: boolean;
}

/** The fields of the payment form. */
export type PaymentFormFields = FormFields<PaymentFields>;

/** In the order of the page. */
export const FIELD_NAMES = [...TEXTS, 'confirmsCountry', 'consents'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** The names under which the server reports issues of a field. */
const SERVER_NAMES: Readonly<Record<string, FieldName>> = {
  name: 'name',
  email: 'email',
  country: 'country',
  taxId: 'taxId',
  postCode: 'postCode',
  'billing.address.countryCode': 'country',
  'billing.address.streetAddress1': 'street',
  'billing.address.streetAddress2': 'street2',
  'billing.address.postCode': 'postCode',
  'billing.address.locality': 'city',
  'billing.address.region': 'region',
  'billing.phone': 'phone',
  'billing.businessName': 'businessName',
  'billing.taxId': 'taxId',
};

/** The messages of the server under the names of the page's fields; others keep their path. */
export function errorsByField(
  errors: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => [SERVER_NAMES[path] ?? path, messages]),
  );
}

/** The initial values of the form. */
export function fieldsOfBuyer(
  { name, email, billing, addressNeeded }: Checkout['buyer'],
  suggestedCountry?: string,
): PaymentFields {
  const address = billing?.address;
  return {
    name: name ?? '',
    email: email ?? '',
    country: address?.countryCode ?? (addressNeeded === true ? (suggestedCountry ?? '') : ''),
    street: address?.streetAddress1 ?? '',
    street2: address?.streetAddress2 ?? '',
    postCode: address?.postCode ?? '',
    city: address?.locality ?? '',
    region: address?.region ?? '',
    phone: billing?.phone ?? '',
    businessName: billing?.businessName ?? '',
    taxId: billing?.taxId ?? '',
    isBusiness: Boolean(billing?.businessName ?? billing?.taxId),
    confirmsCountry: false,
    consents: false,
  };
}

/** The requested details, in addition to name and email. */
export interface Requirements {
  readonly address: boolean;
  readonly confirmation: boolean;
  readonly consent: boolean;
}

/** The name and email to send: without the spaces that autofill and phones like to add. */
export function trimmed({ name, email }: Pick<PaymentFields, 'name' | 'email'>) {
  return { name: name.trim(), email: email.trim() };
}

/** The billing details to send, if the page asks for an address; fields that the country does not have are omitted. */
export function billingOf(
  fields: PaymentFields,
  { address }: Pick<Requirements, 'address'>,
): BillingInput | undefined {
  if (!address) return undefined;
  const format = addressFormat(fields.country);
  const { businessName, taxId } = fields;
  return {
    address: {
      countryCode: fields.country,
      streetAddress1: fields.street.trim(),
      ...(fields.street2.trim() !== '' && { streetAddress2: fields.street2.trim() }),
      postCode: format.postCode === undefined ? '' : fields.postCode.trim(),
      // A city state has one city: its own name.
      ...(format.city === undefined
        ? { locality: format.region === undefined ? fields.country : null }
        : { locality: fields.city.trim() }),
      ...(format.region !== undefined && { region: fields.region.trim() }),
    },
    ...(fields.phone.trim() !== '' && { phone: fields.phone.trim() }),
    ...(fields.isBusiness && { businessName: businessName.trim() }),
    ...(fields.isBusiness && taxId.trim() !== '' && { taxId: taxId.trim() }),
  };
}

type BillingInput = Omit<BillingDetails, 'address'> & {
  readonly address: {
    countryCode: string;
    streetAddress1: string;
    streetAddress2?: string;
    postCode: string;
    locality?: string | null;
    region?: string;
  };
};

/** Whether a private buyer there may withdraw unless they consent to immediate delivery; so in an unclear country. */
export function needsConsent(
  { country, isBusiness }: Pick<PaymentFields, 'country' | 'isBusiness'>,
  { total, suggestedCountry = '' }: Pick<Checkout, 'total' | 'suggestedCountry'>,
): boolean {
  const place = country === '' ? suggestedCountry : country;
  const isDue = (total?.due.amount ?? 0) > 0;
  return isDue && !isBusiness && (place === '' || hasWithdrawal(place));
}

/** The message for each field that cannot be sent as entered; all of them together. */
export function checkFields(
  fields: PaymentFields,
  requirements: Requirements,
  texts: Texts,
): Partial<Record<FieldName, string>> {
  return {
    ...messagesByField({
      name: fields.name.trim() === '' ? texts.form.enterName : undefined,
      email: emailMessage(fields.email, texts.form),
    }),
    ...(requirements.address && checkAddress(fields, texts.address)),
    ...messagesByField({
      confirmsCountry:
        requirements.confirmation && !fields.confirmsCountry ? texts.address.confirmMissing : undefined,
      consents: requirements.consent && !fields.consents ? texts.consent.missing : undefined,
    }),
  };
}

function checkAddress(fields: PaymentFields, texts: Texts['address']): Partial<Record<FieldName, string>> {
  const { country, isBusiness } = fields;
  if (country === '') return { country: texts.enterCountry };
  const { postCode, city, region } = addressFormat(country);
  const isMissing = (name: TextName) => fields[name].trim() === '';
  return messagesByField({
    street: isMissing('street') ? texts.enterStreet : undefined,
    postCode: postCode === undefined ? undefined : postCodeMessage(fields.postCode.trim(), postCode, texts),
    city: city !== undefined && isMissing('city') ? texts.enter(texts.cities[city]) : undefined,
    region:
      region !== undefined && isMissing('region') ? texts.enter(texts.regions[region.label]) : undefined,
    businessName: isBusiness && isMissing('businessName') ? texts.enterBusinessName : undefined,
  });
}

type PostCode = NonNullable<ReturnType<typeof addressFormat>['postCode']>;

function postCodeMessage(
  code: string,
  { label, form }: PostCode,
  texts: Texts['address'],
): string | undefined {
  const name = texts.postCodes[label];
  if (code === '') return texts.enter(name);
  if (form === undefined || form.pattern.test(code)) return undefined;
  return texts.check(name, form.sample);
}
