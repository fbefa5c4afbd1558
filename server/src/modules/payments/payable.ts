import type { CommandTx } from '../accounts/index.ts';
import type { PaymentProvider } from './provider.ts';
import type { Payment } from './tables.ts';

/** Something that can be paid for: its owner defines how it reacts to its payments. */
export interface Payable {
  /**
   * Locks the subject until the transaction ends, as every caller that opens, ends or deletes a payment of it does.
   * `undefined` when it no longer exists.
   */
  lock(tx: CommandTx, id: string): Promise<LockedPayable | undefined>;
}

/**
 * The subject of a payment, under its lock. Its effects happen in the transaction that records the payment's outcome.
 */
export interface LockedPayable {
  /** This payment pays for it; no other payment has, and none will. */
  paid(payment: Payment): Promise<void>;
  /** This pending payment pays nothing, for a reason in a sentence for the buyer. */
  failed(payment: Payment, reason: string): Promise<void>;
}

/** The parties of a payment's state change. */
export interface PaymentParties {
  /** The payable subjects, by kind. */
  readonly payables: Readonly<Record<string, Payable>>;
  /** Default: all of them. */
  readonly providers?: readonly PaymentProvider[];
}
