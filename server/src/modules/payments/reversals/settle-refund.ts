import type { CommandTx } from '../../accounts/index.ts';
import { refundStatusAfter, type RefundStatus, suspendsPurchase } from '../domain/refund-state.ts';
import { recordRefundEvent } from '../events.ts';
import type { LockedPayable } from '../payable.ts';
import type { Payment, Refund } from '../tables.ts';
import { blankRefund, type Refundable, reserveRefund } from './reserve-refund.ts';
import { disputesOfPayment } from './store-disputes.ts';
import { writeRefund, writeRefundedAmount } from './store-refunds.ts';

/** A refund under the lock of its payment. */
interface LockedRefund {
  readonly refund: Refund;
  readonly payment: Payment;
  /** The subject of the payment; absent when it was deleted. */
  readonly locked: LockedPayable | undefined;
}

/** A provider's report about a refund. */
export interface RefundReport {
  readonly reference: string | null;
  readonly status: RefundStatus;
  readonly failure?: string;
}

/**
 * Records a provider's report about a refund, in any order and any number of times; the subject reacts in the same
 * transaction. Returns the payment with its refunded amount.
 */
export async function settleRefund(
  tx: CommandTx,
  { refund, payment, locked }: LockedRefund,
  { reference, status: report, failure }: RefundReport,
): Promise<Payment> {
  const status = refundStatusAfter(refund.status, report);
  const providerReference = refund.providerReference ?? reference;
  if (status === refund.status) {
    if (providerReference !== refund.providerReference) await writeRefund(tx, refund, { providerReference });
    return payment;
  }
  const outcome = {
    status,
    providerReference,
    failure: status === 'Failed' ? (failure ?? null) : null,
    settledAt: tx.clock.now(),
  };
  await writeRefund(tx, refund, outcome);
  return react(tx, { refund: { ...refund, ...outcome }, payment, locked });
}

/**
 * Records a refund made without us, with its effects on the subject; its tax is `reportedTaxMinor`, or else a share in
 * proportion.
 */
export async function bookRefund(
  tx: CommandTx,
  place: Refundable & { readonly locked: LockedPayable | undefined },
  facts: Parameters<typeof blankRefund>[2],
  reportedTaxMinor?: number,
): Promise<Payment> {
  const { locked } = place;
  const refund = await reserveRefund(tx, place, blankRefund(tx, place, facts), reportedTaxMinor);
  const payment = { ...place.payment, refundedMinor: place.payment.refundedMinor + refund.amountMinor };
  await locked?.refundOpened(refund, payment);
  if (refund.status === 'Succeeded') await react(tx, { refund, payment, locked });
  return payment;
}

/** The effects of a refund's new status, on its payment and on the subject. */
async function react(tx: CommandTx, { refund, payment, locked }: LockedRefund): Promise<Payment> {
  if (refund.status === 'Succeeded') {
    recordRefundEvent(tx, 'refund.succeeded', refund);
    await locked?.refunded(refund);
    return payment;
  }
  const refundedMinor = payment.refundedMinor - refund.amountMinor;
  await writeRefundedAmount(tx, payment, refundedMinor);
  recordRefundEvent(tx, 'refund.failed', refund);
  await locked?.refundFailed(refund);
  // Money that was sent back is disputed like the rest.
  if (suspendsPurchase(await disputesOfPayment(tx, payment))) await locked?.suspended(payment);
  const { id: refundId, origin, failure } = refund;
  const about = { refundId, paymentId: payment.id, subjectId: payment.subjectId, failure };
  if (origin === 'Dispute') tx.log.warn(about, 'a lost dispute was won on appeal: the money is here again');
  else tx.log.error(about, 'a refund has failed: the buyer does not have the money');
  return { ...payment, refundedMinor };
}
