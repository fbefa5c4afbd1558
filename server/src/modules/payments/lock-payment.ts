import type { CommandTx } from '../accounts/index.ts';
import type { LockedPayable, PaymentParties } from './payable.ts';
import { lockPayment, readPayment } from './store.ts';
import type { Payment } from './tables.ts';

/** A payment and its subject under their locks. */
export interface LockedPayment {
  readonly payment: Payment;
  /** Absent when the subject, or the content of this payment, was deleted. */
  readonly locked: LockedPayable | undefined;
}

/** Locks a payment, after its subject, as every caller that changes a payment does; `undefined` when there is none. */
export async function lockWithSubject(
  tx: CommandTx,
  paymentId: string,
  { payables }: PaymentParties,
): Promise<LockedPayment | undefined> {
  const subject = await readPayment(tx, tx.account.id, paymentId);
  if (subject === undefined) return undefined;
  const payable = payables[subject.subjectKind];
  if (payable === undefined) throw new Error(`nobody knows what a payment of ${subject.subjectKind} pays`);
  const locked = await payable.lock(tx, subject.subjectId, paymentId);
  // Read again under the lock of its subject.
  const payment = await lockPayment(tx, tx.account.id, paymentId);
  return payment && { payment, locked };
}
