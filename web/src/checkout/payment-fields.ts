import type { Buyer } from '../api/checkout.ts';

export interface PaymentFields {
  name: string;
  email: string;
}

/** In the order in which they stand on the page. */
export const FIELD_NAMES = ['name', 'email'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export interface RefusedFields {
  /** Messages to show beside a field. */
  readonly beside: Partial<Record<FieldName, string>>;
  /** Messages about something that has no field on the page. */
  readonly apart: readonly string[];
}

// Deliberately loose: the server decides, and the mail that arrives is the proof.
const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What the form starts with. */
export function fieldsOfBuyer(buyer: Buyer): PaymentFields {
  return { name: buyer.name ?? '', email: buyer.email ?? '' };
}

/** What is sent: without the spaces that autofill and phones like to add. */
export function trimmed(fields: PaymentFields): PaymentFields {
  return { name: fields.name.trim(), email: fields.email.trim() };
}

/** The message for each field that cannot be sent as it is; all of them at once. */
export function checkFields(fields: PaymentFields): Partial<Record<FieldName, string>> {
  const { name, email } = trimmed(fields);
  return {
    ...(name === '' ? { name: 'Enter your name.' } : {}),
    ...(email === '' ? { email: 'Enter your email address.' } : {}),
    ...(email !== '' && !EMAIL_SHAPE.test(email)
      ? { email: 'Enter an email address like name@example.com.' }
      : {}),
  };
}

/** Sorts the server's messages (field path → messages) by where the page can show them. */
export function sortRefusal(errors: Readonly<Record<string, readonly string[]>>): RefusedFields {
  const beside = FIELD_NAMES.flatMap((name): [FieldName, string][] => {
    const messages = errors[name];
    return messages === undefined ? [] : [[name, messages.join(' ')]];
  });
  const apart = Object.entries(errors)
    .filter(([path]) => !FIELD_NAMES.some((name) => name === path))
    .flatMap(([, messages]) => messages);
  return { beside: Object.fromEntries(beside), apart };
}
