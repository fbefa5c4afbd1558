import type { PaymentStatus } from './domain/payment-state.ts';
import type { Continuation, PaymentOrder } from './provider.ts';

/** The subject that a payment pays for, as its owner names it: the kind, such as `Order`, and the id. */
export interface PaymentSubject {
  readonly kind: string;
  readonly id: string;
}

/** One attempt to pay something. */
export interface Payment {
  readonly accountId: string;
  readonly id: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  /** Name of the payment provider; `none` if nothing was due. */
  readonly provider: string;
  /** The provider's own id of this payment; null until the provider has reported it. */
  readonly providerReference: string | null;
  readonly status: PaymentStatus;
  /** The amount due, in minor units of `currency`. */
  readonly amountMinor: number;
  readonly currency: string;
  /** The amount received, if the amount or its currency differs from what is due. */
  readonly receivedMinor: number | null;
  readonly receivedCurrency: string | null;
  /**
   * The request to the provider, so that an interrupted start can be repeated exactly. Null once the payment has ended,
   * because it names people and links.
   */
  readonly instruction: PaymentOrder | null;
  /** The buyer's next step; null when there is none, and once the payment has ended. */
  readonly continuation: Continuation | null;
  /** The reason of the failure, for the buyer. */
  readonly failure: string | null;
  readonly createdAt: Date;
  /** Until when its provider is waited for. */
  readonly expiresAt: Date;
  readonly settledAt: Date | null;
}

/** One event of a provider, stored so that its repetition does nothing. */
export interface PaymentEvent {
  readonly accountId: string;
  readonly provider: string;
  readonly eventId: string;
  readonly paymentId: string;
  readonly kind: string;
  readonly receivedAt: Date;
}

export interface PaymentTables {
  payments: Payment;
  paymentEvents: PaymentEvent;
}
