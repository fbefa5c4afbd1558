import type { CheckoutLink } from '../rights/checkout-links.ts';
import type { ShownOrder } from './refuse-purchase.ts';
import type { BillingDetails } from '../tables.ts';

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
   * The other billing details on the page. A guest's are only these, whatever the cart has; those of a customer
   * complete the customer's own where taxes need them; a stranger's replace the owner's there.
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
  readonly consentWording?: string | undefined;
  /** The network of the client; absent where it is unknown. */
  readonly network?: string | undefined;
  /** The page's input for the provider; its adapter reads it. */
  readonly input?: Readonly<Record<string, unknown>>;
}
