import type { Checkout } from '../api/checkout.ts';
import { emailMessage, messagesByField } from '../ui/form-messages.ts';

export interface PaymentFields {
  name: string;
  email: string;
}

/** In the order of the page. */
export const FIELD_NAMES = ['name', 'email'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** The initial values of the form. */
export function fieldsOfBuyer(buyer: Checkout['buyer']): PaymentFields {
  return { name: buyer.name ?? '', email: buyer.email ?? '' };
}

/** The values to send: without the spaces that autofill and phones like to add. */
export function trimmed(fields: PaymentFields): PaymentFields {
  return { name: fields.name.trim(), email: fields.email.trim() };
}

/** The message for each field that cannot be sent as it is; all of them at once. */
export function checkFields(fields: PaymentFields): Partial<Record<FieldName, string>> {
  return messagesByField({
    name: fields.name.trim() === '' ? 'Enter your name.' : undefined,
    email: emailMessage(fields.email),
  });
}
