import type { BillingDetails, Checkout } from '../api/checkout.ts';
import type { Address } from '../api/profile.ts';
import type { Texts } from './checkout-en.ts';
import { emailMessage, messagesByField } from '@latchkey/ui/fields/form-messages.ts';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import type { AddressTexts } from '../address/address-en.ts';
import { addressOf, addressValues, type AddressValues, checkAddress } from '../address/address-values.ts';
import { hasWithdrawal } from '../address/countries.ts';

/** The values of the payment form, in the order of the page, by the names of the API. */
export type PaymentFields = AddressValues & {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly businessName: string;
  readonly taxId: string;

  readonly isBusiness: boolean;
  /** The buyer confirmed the country, although the connection indicates another one. */
  readonly confirmsCountry: boolean;
  /** The buyer agreed to immediate delivery. */
  readonly consents: boolean;
};

/** The fields of the payment form. */
export type PaymentFormFields = PageForm<PaymentFields>;

/** The fields that may have a message, in the order of the page. */
export const FIELD_NAMES = [
  'name',
  'email',
  'countryCode',
  'streetAddress1',
  'streetAddress2',
  'postCode',
  'locality',
  'region',
  'phone',
  'businessName',
  'taxId',
  'confirmsCountry',
  'consents',
] as const;

/** The initial values of the form. */
export function fieldsOfBuyer(
  { name, email, billing, addressNeeded }: Checkout['buyer'],
  suggestedCountry?: string,
): PaymentFields {
  return {
    name: name ?? '',
    email: email ?? '',
    ...addressValues(
      billing?.address ?? (addressNeeded === true ? { countryCode: suggestedCountry ?? '' } : {}),
    ),
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
  const { businessName, taxId } = fields;
  return {
    address: addressOf(fields),
    ...(fields.phone.trim() !== '' && { phone: fields.phone.trim() }),
    ...(fields.isBusiness && { businessName: businessName.trim() }),
    ...(fields.isBusiness && taxId.trim() !== '' && { taxId: taxId.trim() }),
  };
}

type BillingInput = Omit<BillingDetails, 'address'> & { readonly address: Address };

/** Whether a private buyer there may withdraw unless they consent to immediate delivery; so in an unclear country. */
export function needsConsent(
  { countryCode, isBusiness }: Pick<PaymentFields, 'countryCode' | 'isBusiness'>,
  { total, suggestedCountry = '' }: Pick<Checkout, 'total' | 'suggestedCountry'>,
): boolean {
  const place = countryCode === '' ? suggestedCountry : countryCode;
  const isDue = (total?.due.amount ?? 0) > 0;
  return isDue && !isBusiness && (place === '' || hasWithdrawal(place));
}

type CheckTexts = Pick<Texts, 'form' | 'address' | 'consent'> & { readonly fields: AddressTexts };

/** The message for each field that cannot be sent as entered, in the order of the page; all of them together. */
export function checkFields(
  fields: PaymentFields,
  requirements: Requirements,
  texts: CheckTexts,
): Readonly<Record<string, string>> {
  const asksName = requirements.address && fields.countryCode !== '' && fields.isBusiness;
  return messagesByField({
    name: fields.name.trim() === '' ? texts.form.enterName : undefined,
    email: emailMessage(fields.email, texts.form),
    ...(requirements.address && checkAddress(fields, texts.fields)),
    businessName: asksName && fields.businessName.trim() === '' ? texts.address.enterBusinessName : undefined,
    confirmsCountry:
      requirements.confirmation && !fields.confirmsCountry ? texts.address.confirmMissing : undefined,
    consents: requirements.consent && !fields.consents ? texts.consent.missing : undefined,
  });
}
