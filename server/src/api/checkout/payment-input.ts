import { type Static, Type } from '../../kernel/schema.ts';
import { isLocale } from '../../kernel/locale.ts';
import { fromDecimal, isCurrency } from '../../kernel/money.ts';
import { checkEmail, checkLine } from '../../modules/customers/index.ts';
import { profileIssues } from '../../modules/identity/index.ts';
import type { ConsentWording, RecurringWording, ShownOrder } from '../../modules/orders/index.ts';
import { PROVIDER_INPUT } from '../../modules/payments/index.ts';
import { billingDetailsInput } from '../wire/billing.ts';

const WORDINGS = ['2026-11'] as const satisfies readonly ConsentWording[];
const RECURRING_WORDINGS = ['2026-12'] as const satisfies readonly RecurringWording[];

export const PaymentInput = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: String.raw`\S`,
      errorMessage: 'must not be blank',
    }),
    email: Type.String({ minLength: 1, maxLength: 320 }),
    billing: Type.Optional(
      Type.Object(billingDetailsInput, {
        description:
          'Other billing details, as the page shows them. For a customer, each one that is sent replaces that of the account or of the order, and null removes it.',
      }),
    ),
    countryConfirmed: Type.Optional(
      Type.Boolean({
        description:
          'The buyer confirmed the billing country. Send it to answer the refusal `TaxCountryUnclear`.',
      }),
    ),
    due: Type.Optional(
      Type.Number({ description: 'The amount that the buyer saw; refused if it has changed.' }),
    ),
    currency: Type.Optional(
      Type.String({ description: 'The currency of `due`; by default that of the order.' }),
    ),
    fingerprint: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Of the order that the buyer saw; the payment is refused with `OrderChanged` if the order has changed. Always send it.',
      }),
    ),
    locale: Type.Optional(
      Type.String({
        maxLength: 35,
        description: 'The language of the page, such as `de-AT`: that of the receipt and of mails.',
      }),
    ),
    consent: Type.Optional(
      Type.Object(
        { wording: Type.Enum([...WORDINGS]) },
        {
          description:
            'The buyer agreed to immediate delivery, and that the right of withdrawal ends with it. Required of consumers whose billing address, or else connection, is in the European Economic Area, the United Kingdom or Gibraltar, unless nothing is due; an order for a business needs none. `wording` is the version of the sentence that they saw: the refusal of a payment without it names the sentence. The purchase keeps the sentence and the time.',
        },
      ),
    ),
    recurringConsent: Type.Optional(
      Type.Object(
        { wording: Type.Enum([...RECURRING_WORDINGS]) },
        {
          description:
            'The buyer agreed to later charges, in the sentence of `subscription.consent`. Required wherever the checkout has that. The purchase keeps the sentence and the time.',
        },
      ),
    ),
    anotherSubscription: Type.Optional(
      Type.Boolean({
        description:
          'The buyer confirmed another subscription to something that they subscribe to already: see `subscription.subscribed`.',
      }),
    ),
    ...PROVIDER_INPUT,
  },
  { title: 'Payment' },
);

type PaymentInput = Static<typeof PaymentInput>;

/** The summary that the page showed; an amount without a currency is in the order's. */
export function orderSummary(
  { due, currency, fingerprint }: PaymentInput,
  currencyOfOrder: string,
): ShownOrder {
  if (due === undefined) return { fingerprint, currency };
  const currencyOfDue = currency ?? currencyOfOrder;
  const dueMinor = isCurrency(currencyOfDue) ? fromDecimal(due, currencyOfDue) : undefined;
  return { fingerprint, currency: currencyOfDue, dueMinor };
}

/** The issues with the fields of a payment, by path. */
export function paymentIssues(
  { name, email, billing, due, locale }: PaymentInput,
  { currency = '', dueMinor }: ShownOrder,
): Record<string, string[]> {
  const issues = Object.entries(profileIssues(billing ?? {}));
  const isUnreadable = due !== undefined && dueMinor === undefined;
  return {
    name: checkLine(name),
    email: checkEmail(email.trim()),
    ...(locale !== undefined &&
      !isLocale(locale) && { locale: ['must be a language tag such as de or en-GB'] }),
    ...Object.fromEntries(issues.map(([path, messages]) => [`billing.${path}`, messages])),
    ...(isUnreadable &&
      (isCurrency(currency)
        ? { due: [`must be an amount of ${currency}`] }
        : { currency: ['must be a currency code of ISO 4217'] })),
  };
}
