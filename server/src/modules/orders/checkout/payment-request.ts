import type { CommandTx } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { NewPayment, PaymentOrder } from '../../payments/index.ts';
import { consentText, type ConsentWording } from '../domain/delivery-consent.ts';
import type { RecurringWording } from '../domain/recurring-consent.ts';
import { orderSubject } from '../purchase/purchases.ts';
import { taxCodeOf } from '../quote/tax-code.ts';
import type { CheckoutLink } from '../rights/checkout-links.ts';
import type { BillingDetails, Buyer, Order, Purchase } from '../tables.ts';
import type { ShownOrder } from './refuse-purchase.ts';

/** The buyer's input at the checkout. */
export interface PaymentRequest {
  readonly orderId: string;
  /** The link used to pay: it names the buyer. */
  readonly link: CheckoutLink;
  /**
   * The buyer as entered. With a customer's own link only the name counts; with a stranger's link it is the payer, who
   * is copied to neither the order nor the receipt.
   */
  readonly buyer: { readonly name: string; readonly email: string };
  /**
   * The other billing details on the page. A guest's are only these, whatever the cart has; a customer's replace those
   * of the account and of the order, field by field; a stranger's replace the owner's where taxes need them.
   */
  readonly details?: BillingDetails | undefined;
  /** Whether the buyer confirmed the billing country although the connection indicates another one. */
  readonly isCountryConfirmed?: boolean | undefined;
  /** The summary that the buyer saw: the payment is refused when the order has changed since. */
  readonly summary?: ShownOrder | undefined;
  /** The page to which a provider with its own page returns the buyer. */
  readonly returnUrl: string;
  /** The language of the page, as a tag such as `de-AT`. */
  readonly locale?: string | undefined;
  /** The version of the sentence in which the buyer consented to immediate delivery. */
  readonly consentWording?: ConsentWording | undefined;
  /** The version of the sentence in which the buyer consented to later charges. */
  readonly recurringWording?: RecurringWording | undefined;
  /** Whether the buyer confirmed another subscription to something that they subscribe to. */
  readonly isAnotherSubscription?: boolean | undefined;
  /** The network of the client; absent where it is unknown. */
  readonly network?: string | undefined;
  /** The page's input for the provider; its adapter reads it. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Which details of a payer the provider may learn. */
export type DisclosedDetails = (details: Pick<PaymentOrder, 'billing'>) => Pick<PaymentOrder, 'billing'>;

/** The payment of an order that its buyer requests. */
export function newPayment(
  catalog: Catalog,
  {
    order,
    content,
    buyer,
    disclose,
  }: {
    readonly order: Pick<Order, 'id' | 'lines'>;
    readonly content: Purchase;
    readonly buyer: Buyer;
    readonly disclose: DisclosedDetails;
  },
  request: PaymentRequest,
): NewPayment {
  const { currency, total } = content.quote;
  const instruction = {
    ...instructionOf(catalog, content, request),
    ...disclose(payerBilling(buyer, request.details)),
    ...(comesAgain(order, content) && { saveMethod: true }),
  };
  const subject = orderSubject(order);
  return {
    subject,
    amountMinor: total.dueMinor,
    currency,
    instruction,
    savesIfPossible: continuesSubscription(order),
  };
}

/** Whether what is paid for will have to be paid again, with the same method: what was agreed says when it is not. */
function comesAgain(order: Pick<Order, 'lines'>, { grants }: Purchase): boolean {
  return continuesSubscription(order) || grants.some(({ recurrence }) => recurrence !== 'OneOff');
}

/** Whether a subscription that runs goes on with it: its buyer can pay each time, even where nothing can be saved. */
function continuesSubscription({ lines }: Pick<Order, 'lines'>): boolean {
  return lines.some(({ agreed }) => agreed !== undefined && agreed.isLast !== true);
}

/** The facts about the buyer's agreement on the page, for the purchase. */
export function termsOf(
  { clock }: Pick<CommandTx, 'clock'>,
  { locale, consentWording }: PaymentRequest,
): Pick<Purchase, 'locale' | 'consent'> {
  return {
    ...(locale !== undefined && { locale }),
    ...(consentWording !== undefined && {
      consent: {
        wording: consentWording,
        text: consentText(consentWording, locale),
        at: clock.now().toISOString(),
      },
    }),
  };
}

/** The details that the provider may learn: a stranger who pays sees them on its page, and the owner's are private. */
export function payerBilling(
  { billing, payer }: Buyer,
  details: BillingDetails = {},
): Pick<PaymentOrder, 'billing'> {
  const { businessName, taxId, address } = payer === undefined ? billing : details;
  if (!businessName && !taxId && !address) return {};
  return {
    billing: { ...(businessName && { businessName }), ...(taxId && { taxId }), ...(address && { address }) },
  };
}

/** The request to the provider: the content of the buyer's page, and the payer. */
function instructionOf(
  catalog: Catalog,
  content: Purchase,
  { buyer, returnUrl, locale, input = {} }: PaymentRequest,
): PaymentOrder {
  const visit = { returnUrl, ...(locale !== undefined && { locale }), input };
  return { items: paymentItems(catalog, content), payer: buyer, visit };
}

/** The items of a payment of this content. */
export function paymentItems(
  catalog: Catalog,
  { quote, titles }: Pick<Purchase, 'quote' | 'titles'>,
): PaymentOrder['items'] {
  return quote.lines.map(({ id, item, quantity, dueMinor }) => ({
    title: titles.find(({ lineId }) => lineId === id)?.title ?? item.id,
    quantity,
    dueMinor,
    ...taxCodeOf(catalog, item),
  }));
}
