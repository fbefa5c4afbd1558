import type { RowPage } from '../../platform/database/newest-first.ts';
import type { PaymentDetails, PaymentStatus } from './domain/payment-state.ts';
import type { DisputeStatus, RefundStatus } from './domain/refund-state.ts';
import type { ProviderMode, ProviderSettings } from './connections/provider-connection.ts';
import type { Capabilities, ChargeOrder, Continuation, PaymentOrder } from './provider.ts';

/** The subject of a payment, in its owner's terms: the kind, such as `Order`, and the id. */
export interface PaymentSubject {
  readonly kind: string;
  readonly id: string;
}

/** The provider's terms when a payment began: they apply to that payment, whatever is switched later. */
type PaymentTerms = Pick<Capabilities, 'merchantOfRecord' | 'invoices' | 'connectionId' | 'isTest'>;

/** One attempt to pay something. */
export interface Payment {
  readonly accountId: string;
  readonly id: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  /** Name of the payment provider; `none` if no payment was due. */
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
  /** Null if no payment was due. */
  readonly terms: PaymentTerms | null;
  /** Null until money has arrived, and when the provider reports nothing about it. */
  readonly details: PaymentDetails | null;
  /**
   * The refunded amount, including pending refunds, in minor units. The database holds it between 0 and the amount
   * received.
   */
  readonly refundedMinor: number;
  /**
   * The request to the provider, so that an interrupted start can be repeated exactly. Null once the payment has ended,
   * because it names people and links.
   */
  readonly instruction: PaymentOrder | ChargeOrder | null;
  /** The buyer's next step; null when there is none, and once the payment has ended. */
  readonly continuation: Continuation | null;
  /** The reason of the failure, for the buyer. */
  readonly failure: string | null;
  readonly createdAt: Date;
  /** The deadline for its provider. */
  readonly expiresAt: Date;
  readonly settledAt: Date | null;
}

/** An event of a provider, stored so that its repetition does nothing. */
export interface PaymentEvent {
  readonly accountId: string;
  readonly provider: string;
  readonly eventId: string;
  readonly paymentId: string;
  readonly kind: string;
  readonly receivedAt: Date;
}

/** A refund of a payment. */
export interface Refund {
  readonly accountId: string;
  readonly id: string;
  readonly paymentId: string;
  /** The subject of the payment. */
  readonly subjectKind: string;
  readonly subjectId: string;
  /** The vendor requested it from us, or made it at the provider, or a dispute was lost. */
  readonly origin: 'Vendor' | 'Provider' | 'Dispute';
  /** The lost dispute. */
  readonly disputeId: string | null;
  /** The provider's own id of it; null until the provider has reported it, and for disputes. */
  readonly providerReference: string | null;
  readonly status: RefundStatus;
  /** In minor units of `currency`, which is that of the received money; 0 for free units. */
  readonly amountMinor: number;
  readonly currency: string;
  /** The tax that the provider charged on top of the payment, and returns with this amount. */
  readonly taxMinor: number;
  /** The vendor has returned it in another way, such as by a bank transfer: no provider is called. */
  readonly isElsewhere?: boolean | undefined;
  /** The vendor's note. */
  readonly reason: string | null;
  /** The reason of the failure, if the provider reports one. */
  readonly failure: string | null;
  readonly createdAt: Date;
  /** When it last succeeded or failed. */
  readonly settledAt: Date | null;
}

/** A buyer, through their bank, claims the money of a payment back. */
export interface Dispute {
  readonly accountId: string;
  readonly id: string;
  readonly paymentId: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly providerReference: string;
  readonly status: DisputeStatus;
  /** A merchant of record handles disputes itself: then nothing of the subject changes. */
  readonly handledBy: 'Vendor' | 'Provider';
  readonly amountMinor: number;
  readonly currency: string;
  /** The reason in the provider's terms. */
  readonly reason: string;
  /** Until when the vendor can answer it at the provider; null: the provider does not say, or no answer is due. */
  readonly answerBy: Date | null;
  /** Where the provider shows it to the vendor. */
  readonly providerUrl: string | null;
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
}

/** The issuer of a card suspects that a payment is fraud. */
export interface FraudWarning {
  readonly accountId: string;
  readonly paymentId: string;
  readonly providerReference: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  /** The reason in the provider's terms. */
  readonly reason: string;
  readonly createdAt: Date;
}

/** A payment method that a provider keeps, and that can be charged without the buyer. */
export interface SavedMethod {
  readonly accountId: string;
  readonly id: string;
  readonly provider: string;
  /** `Capabilities.connectionId` of the connection at which it was saved. */
  readonly connectionId: string | null;
  /** The payment that saved it. */
  readonly paymentId: string | null;
  /** The provider's id; null once the provider has deleted a removed method. */
  readonly reference: string | null;
  /** The provider's id of the person whom it belongs to. */
  readonly customerReference: string | null;
  /** The label, as in a `MethodLabel`; null once the method is removed. */
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expires: string | null;
  readonly status: 'Usable' | 'Removed';
  readonly createdAt: Date;
  readonly removedAt: Date | null;
}

/** An account's access to a payment provider. */
export interface CredentialRow {
  readonly accountId: string;
  readonly provider: string;
  readonly mode: ProviderMode;
  /** A JSON object of texts, sealed for this account and provider. */
  readonly secretsSealed: string;
  readonly settings: ProviderSettings;
  /** All events before this time in the provider's list have been processed; null before the list was first read. */
  readonly eventsUntil: Date | null;
  /** When that list was last read. */
  readonly eventsAskedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The filter and the page of a list of disputes. */
export interface DisputeFilter extends RowPage {
  readonly status?: DisputeStatus | undefined;
  readonly subject?: PaymentSubject | undefined;
  readonly createdBefore?: Date | undefined;
  readonly createdAfter?: Date | undefined;
}

/** The filter and the page of a list of disputes that the vendor has to answer. */
export type DisputeToAnswerFilter = Pick<RowPage, 'limit' | 'after'> & Pick<DisputeFilter, 'subject'>;

export interface PaymentTables {
  paymentCredentials: CredentialRow;
  payments: Payment;
  paymentEvents: PaymentEvent;
  savedPaymentMethods: SavedMethod;
  refunds: Refund;
  disputes: Dispute;
  fraudWarnings: FraudWarning;
}
