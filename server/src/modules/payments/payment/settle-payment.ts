import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import type { PaymentState } from '../domain/payment-state.ts';
import { findProvider, getProvider } from '../find-provider.ts';
import { logProviderError, ProviderError } from '../provider-error.ts';
import { readPayment, writeDeadline } from '../store.ts';
import type { Payment } from '../tables.ts';
import { isCharge } from './call-provider.ts';
import { recordPaymentState } from './record-payment-state.ts';

/** The time for which a provider is asked again for a payment that it does not have. */
const MISSING_MS = 24 * 3_600_000;
const TIMEOUT_MESSAGE = 'The payment was not completed in time. Please try again.';

/**
 * Fetches the state of a payment from the provider and records it, and nothing else. It may be called at any time, any
 * number of times: by an event, by the buyer's return, by the job of the payment.
 *
 * Does nothing for a payment that is unknown, final, or without a reference of the provider yet. Rejects with
 * `ProviderError` when the provider does not respond.
 */
export async function settlePayment(ctx: Context, paymentId: string): Promise<void> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  if (payment === undefined || payment.providerReference === null) return;
  if (payment.status !== 'Pending' && payment.status !== 'Failed') return;
  const report = await getProvider(ctx, payment.provider).fetch(ctx, payment.providerReference);
  await recordReport(ctx, payment, report);
}

/** Records a provider's report about a payment, or how much longer the provider waits for the bank. */
export async function recordReport(ctx: Context, payment: Payment, report: PaymentState): Promise<void> {
  if (report.kind !== 'Pending') return recordPaymentState(ctx, payment.id, report);
  const { until } = report;
  if (until === undefined || payment.expiresAt >= until) return;
  await transaction(ctx, (tx) => writeDeadline(tx, payment, until));
}

/**
 * `settlePayment` for a waiting buyer: failures are logged, and the job of the payment tries again. The buyer may have
 * paid, and sees that the payment is being processed.
 */
export async function trySettlePayment(ctx: Context, paymentId: string): Promise<void> {
  try {
    await settlePayment(ctx, paymentId);
  } catch (error) {
    if (error instanceof ProviderError) logProviderError(ctx, error, { paymentId });
    else ctx.log.error({ err: error, paymentId }, 'the state of a payment could not be recorded');
  }
}

/**
 * `settlePayment` for a job. A payment that its provider still does not have a day after its deadline fails, if the
 * account is certainly connected to the provider account in which the payment began: no money can arrive. If it is
 * connected to another one, the payment may have been paid in the first, and stays unchanged.
 */
export async function settleOrFail(ctx: Context, paymentId: string): Promise<void> {
  try {
    await settlePayment(ctx, paymentId);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'Missing') throw error;
    const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
    if (payment === undefined || !(await isGone(ctx, payment, payment.expiresAt))) throw error;
    const { providerReference } = payment;
    ctx.log.warn(
      { err: error, paymentId, providerReference },
      'a payment provider does not have a payment any more: it has failed, and what it was for can be paid again',
    );
    const isShopFault = isCharge(payment);
    await recordPaymentState(ctx, paymentId, { kind: 'Failed', reason: TIMEOUT_MESSAGE, isShopFault });
  }
}

/**
 * Whether a payment that its provider does not have will never be there again: it is still missing a day after `since`,
 * and the account is certainly connected to the provider account in which the payment began.
 */
export async function isGone(
  ctx: Context,
  { provider, terms }: Pick<Payment, 'provider' | 'terms'>,
  since: Date,
): Promise<boolean> {
  if (ctx.clock.now().getTime() < since.getTime() + MISSING_MS) return false;
  const capabilities = await findProvider(ctx, provider)?.capabilities(ctx);
  const connectionId = terms?.connectionId;
  return connectionId !== undefined && connectionId === capabilities?.connectionId;
}
