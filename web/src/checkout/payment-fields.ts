import type { Checkout, Payment } from '../api/checkout.ts';
import type { Texts } from './checkout-en.ts';
import { emailMessage, messagesByField } from '@latchkey/ui/fields/form-messages.ts';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { billingValues, type BillingValues } from '../address/address-values.ts';
import { hasWithdrawal } from '../address/country.ts';
import type { BillingRules } from './billing.ts';

/** The values of the payment form, in the order of the page, by the names of the API. */
export type PaymentFields = BillingValues & {
  readonly name: string;
  readonly email: string;
  /** The buyer confirmed the country, although the connection indicates another one. */
  readonly confirmsCountry: boolean;
  /** The buyer agreed to immediate delivery. */
  readonly consents: boolean;
  /** The buyer agreed to later charges, … */
  readonly recurringConsent: boolean;
  /** … and confirmed another subscription to the same product. */
  readonly anotherSubscription: boolean;
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
  'recurringConsent',
  'anotherSubscription',
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
    ...billingValues({
      address: addressNeeded === true ? { countryCode: suggestedCountry ?? '' } : {},
      ...billing,
    }),
    confirmsCountry: false,
    recurringConsent: false,
    anotherSubscription: false,
    consents: false,
  };
}

/** The requested details, in addition to name and email. */
export interface Requirements {
  /** The rules of the billing details; absent where the page shows none. */
  readonly billing: BillingRules | undefined;
  readonly confirmation: boolean;
  readonly consent: boolean;
  readonly recurringConsent: boolean;
  readonly anotherSubscription: boolean;
}

/** The name and email to send: without the spaces that autofill and phones like to add. */
export function trimmed({ name, email }: Pick<PaymentFields, 'name' | 'email'>) {
  return { name: name.trim(), email: email.trim() };
}

/** The billing details to send; without the fields, there are none, not even stored ones. */
export function billingOfBuyer(
  fields: PaymentFields,
  { billing: rules }: Pick<Requirements, 'billing'>,
  { billing }: Pick<Checkout['buyer'], 'billing'>,
): Payment['billing'] {
  if (rules !== undefined) return rules.of(fields);
  return billing && { address: null, phone: null, businessName: null, taxId: null };
}

/** Whether a private buyer there may withdraw unless they consent to immediate delivery; so in an unclear country. */
export function needsConsent(
  { countryCode, isBusiness }: Pick<PaymentFields, 'countryCode' | 'isBusiness'>,
  { total, suggestedCountry = '' }: Pick<Checkout, 'total' | 'suggestedCountry'>,
): boolean {
  const place = countryCode === '' ? suggestedCountry : countryCode;
  const isDue = (total?.due.amount ?? 0) > 0;
  return isDue && !isBusiness && (place === '' || hasWithdrawal(place));
}

/** The message for each field that cannot be sent as entered, in the order of the page; all of them together. */
export function checkFields(
  fields: PaymentFields,
  requirements: Requirements,
  texts: Pick<Texts, 'form' | 'address' | 'consent'>,
): Readonly<Record<string, string>> {
  return messagesByField({
    name: fields.name.trim() === '' ? texts.form.enterName : undefined,
    email: emailMessage(fields.email, texts.form),
    ...requirements.billing?.check(fields),
    confirmsCountry:
      requirements.confirmation && !fields.confirmsCountry ? texts.address.confirmMissing : undefined,
    recurringConsent:
      requirements.recurringConsent && !fields.recurringConsent ? texts.consent.laterMissing : undefined,
    anotherSubscription:
      requirements.anotherSubscription && !fields.anotherSubscription
        ? texts.consent.anotherMissing
        : undefined,
    consents: requirements.consent && !fields.consents ? texts.consent.missing : undefined,
  });
}
