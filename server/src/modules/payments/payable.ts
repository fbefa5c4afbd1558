import type { CommandTx } from '../accounts/index.ts';
import type { DeclineAdvice } from './domain/payment-state.ts';
import type { PaymentProvider } from './provider.ts';
import { lockPayment, readPayment } from './store.ts';
import type { Payment, Refund } from './tables.ts';

/** What a process needs to take part in payments. */
export interface PaymentPorts {
  /** The payment providers; the first one is that of accounts whose settings name none. */
  readonly providers: readonly PaymentProvider[];
  /** What can be paid for, by kind. */
  readonly payables: Readonly<Record<string, Payable>>;
  /** What methods are saved for without a payment, by kind. */
  readonly methodOwners?: Readonly<Record<string, MethodOwner>>;
}

/** Something that a payment method is saved for without a payment, such as a subscription. */
export interface MethodOwner {
  /** Locks it until the transaction ends; `undefined` when it no longer exists: the method is then deleted again. */
  lock(tx: CommandTx, id: string): Promise<LockedMethodOwner | undefined>;
  /** The account is connected to a provider, or has another key of one: what could not be charged may be now. */
  connected?(tx: CommandTx): Promise<void>;
}

export interface LockedMethodOwner {
  /** This method was saved for it, by our id. */
  saved(methodId: string): Promise<void>;
}

declare module '../../platform/system.ts' {
  interface System {
    /** Put there by the composition root, so that every context has it. */
    readonly payments: PaymentPorts;
  }
}

/** Why a payment pays nothing. */
export interface PaymentFailure {
  /** A sentence for the buyer. */
  readonly reason: string;
  /** The buyer had finished, and left the page. */
  readonly wasSubmitted: boolean;
  /** What the provider advises about the saved method that was charged without the buyer. */
  readonly advice?: DeclineAdvice | undefined;
  /** No bank was asked: the provider, or the connection of the shop to it, is to blame, and the buyer can do nothing. */
  readonly isShopFault?: boolean | undefined;
}

/** Something that can be paid for: its owner defines how it reacts to its payments. */
export interface Payable {
  /**
   * Locks the subject until the transaction ends, as every caller that opens, ends or deletes a payment of it does.
   * `undefined` when the content of this payment no longer exists.
   */
  lock(tx: CommandTx, id: string, paymentId: string): Promise<LockedPayable | undefined>;
  /**
   * Money arrived for content that no longer exists (`Surplus`): the vendor has to refund it, or it is refunded now
   * (`returnsUndueMoney`). Absent for content that is never deleted.
   */
  orphaned?(tx: CommandTx, payment: Payment): Promise<void>;
}

/**
 * The subject of a payment, under its lock. Its effects happen in the transaction that records the payment's outcome.
 */
export interface LockedPayable {
  /** This payment pays for it; no other payment has, and none will. */
  paid(payment: Payment): Promise<void>;
  /** This pending payment pays nothing. */
  failed(payment: Payment, failure: PaymentFailure): Promise<void>;
  /** The payment is `Surplus` or `Short`: the vendor has to refund it, or it is refunded now (`returnsUndueMoney`). */
  undue(payment: Payment): Promise<void>;
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

/** A payment and its subject under their locks. */
export interface LockedPayment {
  readonly payment: Payment;
  /** Absent when the subject, or the content of this payment, was deleted. */
  readonly locked: LockedPayable | undefined;
}

/** Locks a payment, after its subject, as every caller that changes a payment does; `undefined` when there is none. */
export async function lockWithSubject(tx: CommandTx, paymentId: string): Promise<LockedPayment | undefined> {
  const { subjectKind, subjectId } = (await readPayment(tx, tx.account.id, paymentId)) ?? {};
  if (subjectKind === undefined || subjectId === undefined) return undefined;
  const payable = tx.payments.payables[subjectKind];
  if (payable === undefined) throw new Error(`nobody knows what a payment of ${subjectKind} pays`);
  const locked = await payable.lock(tx, subjectId, paymentId);
  // Read again under the lock of its subject.
  const payment = await lockPayment(tx, tx.account.id, paymentId);
  return payment && { payment, locked };
}
