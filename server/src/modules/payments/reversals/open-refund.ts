import type { CommandTx } from '../../accounts/index.ts';
import { type RemainingMoney, remainingMoney } from '../domain/refundable.ts';
import { NO_PROVIDER } from '../find-provider.ts';
import { nothingPaid, paymentDisputed, refundTooLarge, unknownPayment } from '../problems.ts';
import { listPayments, lockPayment } from '../store.ts';
import type { Payment, PaymentSubject, Refund } from '../tables.ts';
import { refundJob } from './refund-job.ts';
import { blankRefund, type Refundable, reserveRefund } from './reserve-refund.ts';
import { disputesOfPayment } from './store-disputes.ts';

/**
 * Locks a payment of a subject whose money can be refunded: the named one, or else the one that paid. For a payment of
 * nothing the rest is 0: only free units can be refunded. The caller holds the lock of the subject.
 *
 * Raises `NotFound` for a payment that is not the subject's, `NothingPaid` when money was due and none arrived, and
 * `PaymentDisputed` while a bank holds the money.
 */
export async function lockRefundable(
  tx: CommandTx,
  subject: PaymentSubject,
  paymentId: string | undefined,
): Promise<Refundable> {
  const payments = await listPayments(tx, tx.account.id, subject);
  const payment = payments.find(({ id, status }) =>
    paymentId === undefined ? status === 'Succeeded' : id === paymentId,
  );
  if (payment === undefined && paymentId !== undefined) throw unknownPayment(paymentId);
  const locked = payment && (await lockPayment(tx, tx.account.id, payment.id));
  const money = locked && moneyOf(locked);
  if (locked === undefined || money === undefined) throw nothingPaid();
  const disputes = await disputesOfPayment(tx, locked);
  if (disputes.some(({ status }) => status === 'Open')) throw paymentDisputed();
  return { payment: locked, ...money };
}

function moneyOf(payment: Payment): RemainingMoney | undefined {
  if (payment.provider !== NO_PROVIDER) return remainingMoney(payment);
  return { receivedMinor: 0, leftMinor: 0, currency: payment.currency };
}

interface NewRefund {
  /** Minor units of the payment's currency; 0 for free units. */
  readonly amountMinor: number;
  /** The vendor's note. */
  readonly reason: string | null;
  /** The money has been returned in another way: it has no job, and is completed in this transaction. */
  readonly isElsewhere?: boolean;
}

/** The time that the process which opened a refund has, before the job of the refund performs it. */
const FIRST_ATTEMPT_MS = 60_000;

/**
 * The first of two phases: reserves the money of a refund, and writes the job that completes it even if this process
 * ends. The second is `performRefund`, once this transaction is committed, or `completeElsewhere`, within it.
 *
 * Raises `RefundTooLarge` when the rest is smaller.
 */
export async function openRefund(
  tx: CommandTx,
  refundable: Refundable,
  { amountMinor, reason, isElsewhere = false }: NewRefund,
): Promise<Refund> {
  if (amountMinor > refundable.leftMinor) throw refundTooLarge(refundable);
  const refund = blankRefund(tx, refundable, {
    origin: 'Vendor',
    status: 'Pending',
    amountMinor,
    reason,
    isElsewhere,
  });
  if (isElsewhere) return reserveRefund(tx, refundable, refund);
  const firstAttempt = new Date(tx.clock.now().getTime() + FIRST_ATTEMPT_MS);
  await refundJob.enqueue(tx, { refundId: refund.id }, firstAttempt);
  return reserveRefund(tx, refundable, refund);
}
