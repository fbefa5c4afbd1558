import type { CommandTx } from '../accounts/index.ts';
import type { PaymentProvider } from './provider.ts';
import type { Payment, Refund } from './tables.ts';

/** Something that can be paid for: its owner defines how it reacts to its payments. */
export interface Payable {
  /**
   * Locks the subject until the transaction ends, as every caller that opens, ends or deletes a payment of it does.
   * `undefined` when the content of this payment no longer exists.
   */
  lock(tx: CommandTx, id: string, paymentId: string): Promise<LockedPayable | undefined>;
}

/**
 * The subject of a payment, under its lock. Its effects happen in the transaction that records the payment's outcome.
 */
export interface LockedPayable {
  /** This payment pays for it; no other payment has, and none will. */
  paid(payment: Payment): Promise<void>;
  /** This pending payment pays nothing, for a reason in a sentence for the buyer. */
  failed(payment: Payment, reason: string): Promise<void>;
  /** It is paid, but not delivered yet: nothing is taken back before the delivery. */
  readonly isFulfilling: boolean;
  /** A refund of this payment began without us: at the provider, or through a lost dispute. */
  refundOpened(refund: Refund, payment: Payment): Promise<void>;
  /** The money of this refund has been returned. */
  refunded(refund: Refund): Promise<void>;
  /** The money of this refund was not returned, or the bank sent it back. */
  refundFailed(refund: Refund): Promise<void>;
  /** This payment is disputed: its purchase is suspended. */
  suspended(payment: Payment): Promise<void>;
  /** All disputes of this payment were won: its purchase is restored. */
  restored(payment: Payment): Promise<void>;
}

/** The parties of a payment's state change. */
export interface PaymentParties {
  /** The payable subjects, by kind. */
  readonly payables: Readonly<Record<string, Payable>>;
  /** Default: all of them. */
  readonly providers?: readonly PaymentProvider[];
}
