import type { Recurrence } from '../catalog/index.ts';
import type { Address } from '../customers/index.ts';
import type { OrderQuote } from '../pricing/index.ts';

/**
 * How a payment stands. `Surplus` is money that arrived for an order that another payment had already paid: it is
 * kept on record for the merchant to give back, and fulfils nothing.
 */
export type PaymentStatus = 'Pending' | 'Succeeded' | 'Failed' | 'Surplus';

/** What a payment buys, as agreed when it began. */
export interface Purchase {
  readonly lines: readonly PurchaseLine[];
  /** The prices of the lines, and what was taken off and why. */
  readonly quote: OrderQuote;
  readonly grants: readonly LicenseGrant[];
  /** What each line was called when it was bought, for receipts. */
  readonly titles: readonly { readonly lineId: string; readonly title: string }[];
}

/** A line item. Exactly one of `productId` and `bundleId` is set. */
export interface PurchaseLine {
  /** The client's own id, echoed. */
  readonly id: string;
  readonly productId: string | null;
  readonly bundleId: string | null;
  readonly variationId: string;
  readonly quantity: number;
  readonly offerId: string | null;
  /** What the client notes for itself, echoed: whether it took a bundle for a partial one, … */
  readonly partial?: boolean | null | undefined;
  /** … and the lines that a bundle took the place of. */
  readonly replaced?: readonly unknown[] | null | undefined;
}

/** Licenses that a line item gives. */
export interface LicenseGrant {
  readonly lineId: string;
  readonly productId: string;
  readonly quantity: number;
  /** How long they are good for: for ever, or until the end of a billing cycle. */
  readonly recurrence: Recurrence;
}

/**
 * Who buys, as stated in the cart or at the checkout; a snapshot that outlives the customer's own data. An absent field
 * was not stated; null states that there is none.
 */
export interface Billing {
  readonly name?: string;
  readonly businessName?: string | null;
  readonly taxId?: string | null;
  readonly email?: string;
  readonly phone?: string | null;
  readonly address?: Address | null;
}

/** What a bill says besides name and email. */
export type BillingDetails = Omit<Billing, 'name' | 'email'>;

/** For whom a payment was begun: fulfilment and receipt follow it, whoever the order belongs to later. */
export interface PaymentBuyer {
  /** Null for a guest, who is known by the email alone. */
  readonly customerId: string | null;
  readonly billing: Billing;
  /** Who pays for the customer without being signed in as them; for the provider alone. */
  readonly payer?: { readonly name: string; readonly email: string };
  /** The checkout link that began the payment. */
  readonly linkId: string;
}

/** One attempt to pay an order. */
export interface Payment {
  readonly accountId: string;
  readonly id: string;
  readonly orderId: string;
  /** Name of the provider that moves the money. */
  readonly provider: string;
  /** The provider's own name for this payment; its reports carry it. */
  readonly providerReference: string;
  readonly status: PaymentStatus;
  /** In minor units of `currency`. */
  readonly amountMinor: number;
  readonly currency: string;
  /** Fulfilment follows this and nothing newer. */
  readonly content: Purchase;
  /** Null on payments that were begun before buyers were kept: theirs is the order's. */
  readonly buyer: PaymentBuyer | null;
  /** Why it failed, for the buyer. */
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

/** One report of a provider, kept so that its repetition does nothing. */
export interface PaymentEvent {
  readonly accountId: string;
  readonly provider: string;
  readonly eventId: string;
  readonly paymentId: string;
  readonly kind: string;
  readonly receivedAt: Date;
}

/**
 * A failed payment whose cart was abandoned and deleted. It is kept for ever, without a word about the buyer, so that money
 * that its provider reports after all is noticed and can be given back.
 */
export interface ForgottenPayment extends Pick<
  Payment,
  | 'accountId'
  | 'id'
  | 'orderId'
  | 'provider'
  | 'providerReference'
  | 'amountMinor'
  | 'currency'
  | 'createdAt'
  | 'settledAt'
> {
  /** `Surplus` once the provider has reported that it was paid: there is no order to fulfil any more. */
  readonly status: 'Failed' | 'Surplus';
}

export interface PaymentTables {
  payments: Payment;
  forgottenPayments: ForgottenPayment;
  paymentEvents: PaymentEvent;
}
