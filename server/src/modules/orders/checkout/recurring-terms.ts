import type { QueryContext } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import { productsOfCustomers } from '../../licensing/index.ts';
import { canSaveMethods } from '../../payments/index.ts';
import type { OrderQuote } from '../../pricing/index.ts';
import { languageOfPage, RECURRING_WORDING, recurringConsent } from '../domain/recurring-consent.ts';
import { titleOf } from '../quote/order-quote.ts';
import type { CheckoutLink } from '../rights/checkout-links.ts';
import type { Order, Purchase } from '../tables.ts';
import type { PaymentRequest } from './payment-request.ts';

/** What a buyer agrees to who buys something that is paid for again and again. */
export interface RecurringTerms {
  readonly consent: {
    readonly wording: typeof RECURRING_WORDING;
    /** The sentence, by language. */
    readonly texts: Readonly<Record<'en' | 'de', string>>;
  };
  /** The names of the products that the buyer subscribes to already: another subscription is confirmed. */
  readonly subscribed: readonly string[];
}

/** A priced order, and the link that pays it. */
interface RecurringCheckout {
  readonly order: Pick<Order, 'subscriptionId'>;
  readonly catalog: Catalog;
  readonly quote: OrderQuote;
  readonly link: CheckoutLink;
}

/**
 * The terms of the recurring lines of an order; `undefined` without any. Only customers who use their own link are told
 * what they subscribe to: everybody else could type any address.
 */
export async function recurringTerms(
  ctx: QueryContext,
  { order, catalog, quote, link }: RecurringCheckout,
): Promise<RecurringTerms | undefined> {
  const { lines, currency } = quote;
  const titles = lines.map((line) => ({ lineId: line.id, title: titleOf(catalog, line) }));
  const textIn = (language: 'en' | 'de'): string | undefined =>
    recurringConsent({ lines, currency, titles }, language);
  const [en, de] = [textIn('en'), textIn('de')];
  if (en === undefined || de === undefined) return undefined;
  // Its buyer pays only this once.
  if (order.subscriptionId !== null && !(await canSaveMethods(ctx))) return undefined;
  const consent: RecurringTerms['consent'] = { wording: RECURRING_WORDING, texts: { en, de } };
  // What adds units to a subscription begins no other one.
  if (link.buyer.kind !== 'Customer' || order.subscriptionId !== null) return { consent, subscribed: [] };
  const { customerId } = link.buyer;
  const { subscribed = [] } = (await productsOfCustomers(ctx, [customerId])).get(customerId) ?? {};
  const again = lines.flatMap(({ renewal, grantedProductIds }) =>
    renewal === undefined ? [] : grantedProductIds.filter((id) => subscribed.includes(id)),
  );
  return { consent, subscribed: [...new Set(again)].map((id) => catalog.product(id)?.name ?? id) };
}

type Agreement = Pick<PaymentRequest, 'recurringWording' | 'isAnotherSubscription'>;

/** What the buyer has not agreed to yet, by the field of the payment. */
export function recurringIssues(
  terms: RecurringTerms | undefined,
  { recurringWording, isAnotherSubscription = false }: Agreement,
): Record<string, string[]> {
  if (terms === undefined) return {};
  const { consent, subscribed } = terms;
  return {
    ...(recurringWording === undefined && {
      recurringConsent: [
        `is required: show the buyer this sentence and send its version ${consent.wording}: “${consent.texts.en}”`,
      ],
    }),
    ...(subscribed.length > 0 &&
      !isAnotherSubscription && {
        anotherSubscription: [
          `You already subscribe to ${subscribed.join(', ')}. Confirm that you want another subscription`,
        ],
      }),
  };
}

/** The sentence that the buyer agreed to, for the purchase, which keeps it. */
export function recurringAgreement(
  terms: RecurringTerms | undefined,
  { recurringWording: wording, locale }: Pick<PaymentRequest, 'recurringWording' | 'locale'>,
  now: Date,
): Pick<Purchase, 'recurringConsent'> {
  if (terms === undefined || wording === undefined) return {};
  const text = terms.consent.texts[languageOfPage(locale)];
  return { recurringConsent: { wording, text, at: now.toISOString() } };
}
