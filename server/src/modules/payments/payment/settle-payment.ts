import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { askProvider, logNoAnswer, NoAnswer } from '../ask-provider.ts';
import { providerByName } from '../find-provider.ts';
import type { PaymentState } from '../domain/payment-state.ts';
import type { PaymentParties } from '../payable.ts';
import { PROVIDERS } from '../providers/index.ts';
import { recordPaymentState } from './record-payment-state.ts';
import { readPayment, writeDeadline } from '../store.ts';
import type { Payment } from '../tables.ts';

/** A provider's report about a payment. */
export interface PaymentReport {
  readonly payment: Payment;
  readonly word: PaymentState;
}

/**
 * Fetches the state of a payment from the provider and records it, and nothing else. It may be called at any time, any
 * number of times: by an event, by the buyer's return, by the job of the payment.
 *
 * Does nothing for a payment that is unknown, final, or without a reference of the provider yet. Rejects with
 * `NoAnswer` when the provider does not respond.
 */
export async function settlePayment(ctx: Context, paymentId: string, parties: PaymentParties): Promise<void> {
  const report = await fetchReport(ctx, paymentId, parties);
  if (report !== undefined) await recordReport(ctx, report, parties);
}

/**
 * Like `settlePayment`, for a waiting buyer: failures are logged, and the job of the payment tries again. The buyer may
 * have paid, and sees that the payment is being processed.
 */
export async function settleIfAnswered(
  ctx: Context,
  paymentId: string,
  parties: PaymentParties,
): Promise<void> {
  try {
    await settlePayment(ctx, paymentId, parties);
  } catch (error) {
    if (error instanceof NoAnswer) logNoAnswer(ctx, error, { paymentId });
    else ctx.log.error({ err: error, paymentId }, 'the state of a payment could not be recorded');
  }
}

/** The provider's half of `settlePayment`. `undefined` when there is nothing to query. */
export async function fetchReport(
  ctx: Context,
  paymentId: string,
  { providers = PROVIDERS }: PaymentParties,
): Promise<PaymentReport | undefined> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  if (payment === undefined || payment.providerReference === null) return undefined;
  if (payment.status !== 'Pending' && payment.status !== 'Failed') return undefined;
  const provider = providerByName(payment.provider, providers);
  if (provider === undefined) throw new Error(`there is no payment provider ${payment.provider}`);
  const { providerReference: reference } = payment;
  return { payment, word: await askProvider(() => provider.fetch(ctx, reference)) };
}

/** Our half of `settlePayment`. */
export async function recordReport(
  ctx: Context,
  { payment, word }: PaymentReport,
  parties: PaymentParties,
): Promise<void> {
  if (word.kind === 'Pending') return extend(ctx, payment, word.until);
  await recordPaymentState(ctx, payment.id, word, parties);
}

/** Extends the deadline if the provider says so. */
async function extend(ctx: Context, payment: Payment, until: Date | undefined): Promise<void> {
  if (until === undefined || payment.expiresAt >= until) return;
  await transaction(ctx, (tx) => writeDeadline(tx, payment, until));
}
