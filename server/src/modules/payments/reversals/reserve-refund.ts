import type { CommandTx } from '../../accounts/index.ts';
import { type RemainingMoney, returnedTax } from '../domain/refundable.ts';
import { recordRefundEvent } from '../events.ts';
import { findProvider } from '../find-provider.ts';
import type { Payment, Refund } from '../tables.ts';
import { insertRefund, refundsOfPayment, writeRefundedAmount } from './store-refunds.ts';

/** A refundable payment, under its lock. */
export interface Refundable extends RemainingMoney {
  readonly payment: Payment;
}

type RefundFacts = Pick<Refund, 'origin' | 'status' | 'amountMinor'> &
  Partial<Pick<Refund, 'disputeId' | 'providerReference' | 'reason' | 'isElsewhere'>>;

/** A refund of this payment. */
export function blankRefund(
  { ids, clock }: CommandTx,
  { payment, currency }: Refundable,
  facts: RefundFacts,
): Refund {
  const { accountId, id: paymentId, subjectKind, subjectId } = payment;
  const now = clock.now();
  return {
    accountId,
    id: ids.guid(),
    paymentId,
    subjectKind,
    subjectId,
    currency,
    disputeId: null,
    providerReference: null,
    taxMinor: 0,
    reason: null,
    failure: null,
    createdAt: now,
    settledAt: facts.status === 'Pending' ? null : now,
    ...facts,
  };
}

/**
 * Stores a refund with its share of the tax, and counts it in its payment. The caller holds the lock of the payment,
 * whose rest suffices. `reportedTaxMinor` is the share for a refund that the provider made itself.
 */
export async function reserveRefund(
  tx: CommandTx,
  { payment }: Pick<Refundable, 'payment'>,
  refund: Refund,
  reportedTaxMinor?: number,
): Promise<Refund> {
  const taxMinor = reportedTaxMinor ?? (await taxShare(tx, payment, refund));
  const complete = { ...refund, taxMinor };
  await insertRefund(tx, complete);
  await writeRefundedAmount(tx, payment, payment.refundedMinor + refund.amountMinor);
  recordRefundEvent(tx, 'refund.created', complete);
  return complete;
}

async function taxShare(tx: CommandTx, payment: Payment, { amountMinor, currency }: Refund): Promise<number> {
  const returnedTaxMinor = (await refundsOfPayment(tx, payment))
    .filter(({ status }) => status !== 'Failed')
    .reduce((sum, { taxMinor }) => sum + taxMinor, 0);
  const capabilities = await findProvider(tx, payment.provider)?.capabilities(tx);
  const stepMinor = capabilities?.stepMinor?.(currency) ?? 1;
  return returnedTax(payment, { amountMinor, returnedTaxMinor, stepMinor });
}
