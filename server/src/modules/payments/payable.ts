import type { CommandTx } from '../accounts/index.ts';
import type { PaymentProvider } from './provider.ts';
import type { Payment } from './tables.ts';

/** Something that can be paid for: its owner defines how it reacts to its payments. */
export interface Payable {
  /**
   * Locks what is paid until the transaction ends, as everybody does who opens, ends or deletes a payment of it.
   * `undefined` when it is not there any more.
   */
  lock(tx: CommandTx, id: string): Promise<LockedPayable | undefined>;
}

/** What a payment pays, under its lock. What it does happens in the transaction that records how the payment ended. */
export interface LockedPayable {
  /** This payment pays it; no other has, and none will. */
  paid(payment: Payment): Promise<void>;
  /** This payment, the one on its way, pays nothing, for a reason in a sentence for the buyer. */
  failed(payment: Payment, reason: string): Promise<void>;
}

/** Who takes part when a payment moves. */
export interface PaymentParties {
  /** What can be paid, by its kind. */
  readonly payables: Readonly<Record<string, Payable>>;
  /** Default: all there are. */
  readonly providers?: readonly PaymentProvider[];
}
