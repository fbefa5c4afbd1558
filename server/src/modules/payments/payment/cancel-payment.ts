import type { Problem } from '../../../kernel/problem.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import type { PaymentState } from '../domain/payment-state.ts';
import { getProvider } from '../find-provider.ts';
import { paymentsRefused, providerUnavailable } from '../problems.ts';
import { logProviderError, ProviderError } from '../provider-error.ts';
import { readPayment, readPending } from '../store.ts';
import type { Payment, PaymentSubject } from '../tables.ts';
import { recordPaymentState } from './record-payment-state.ts';
import { recordReport } from './settle-payment.ts';
import { callProvider, findCharge, isAttempted, isCharge } from './call-provider.ts';
import { recordStart } from './start-payment.ts';

const RETRY_AFTER_SECONDS = 5;
const CANCELLED = 'The payment was cancelled. Nothing was charged.';

/**
 * Cancels a pending payment at its provider and records the outcome: it may have been paid in the meantime. Does
 * nothing for one that is unknown or has ended. One whose start has not been answered yet, perhaps because its process
 * died, is started again under the same key, so that what the provider may have is cancelled, too; if the provider does
 * not respond to that, the payment ends here, because no buyer was sent there. Raises 503 `ProviderUnavailable`
 * with `Retry-After` when the provider does not respond, and 409 `PaymentsRefused` when it does not accept the
 * account's key, or refuses the request permanently: the payment is then unchanged here, whatever the provider did, and
 * another call, or the job of the payment, finds out.
 *
 * A charge of a saved method that was not attempted yet ends here, and never is. One that was attempted and is not
 * found may be on its way: that is 503, too.
 */
export async function cancelPayment(ctx: Context, paymentId: string): Promise<void> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  if (payment?.status !== 'Pending') return;
  const start = isCharge(payment) ? referenceOfCharge : referenceOfStart;
  const reference = payment.providerReference ?? (await start(ctx, payment));
  if (reference === undefined) return;
  await recordReport(ctx, payment, await cancelAtProvider(ctx, payment, reference));
}

/**
 * Ends the pending charge of a subject that was not attempted yet: it never is. One that was attempted, and a payment
 * by a buyer, stay as they are. Calls no provider. The caller holds the lock of the subject.
 */
export async function dropCharge(tx: CommandTx, subject: PaymentSubject): Promise<void> {
  const pending = await readPending(tx, tx.account.id, subject);
  if (pending === undefined) return;
  const payment = await readPayment(tx, tx.account.id, pending.id);
  if (payment === undefined || !isCharge(payment)) return;
  await recordPaymentState(tx, payment.id, { kind: 'Failed', reason: CANCELLED }, isAttempted);
}

/** The reference of a payment whose start has no answer yet; `undefined` when that ended the payment. */
async function referenceOfStart(ctx: Context, payment: Payment): Promise<string | undefined> {
  try {
    const answer = await callProvider(ctx, payment);
    await recordStart(ctx, payment, answer);
    return answer.kind === 'Started' ? answer.reference : undefined;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logProviderError(ctx, error, { paymentId: payment.id });
    await recordPaymentState(ctx, payment.id, { kind: 'Failed', reason: CANCELLED });
    return undefined;
  }
}

/** The reference of a charge whose answer was lost; `undefined` when it was not attempted, and has ended. */
async function referenceOfCharge(ctx: Context, payment: Payment): Promise<string | undefined> {
  await recordPaymentState(ctx, payment.id, { kind: 'Failed', reason: CANCELLED }, isAttempted);
  const rest = await readPayment(ctx.database.reader, ctx.account.id, payment.id);
  if (rest?.status !== 'Pending') return undefined;
  try {
    const reference = rest.providerReference ?? (await findCharge(ctx, rest));
    if (reference === undefined) throw new ProviderError('Unavailable', 'the charge is on its way');
    await recordStart(ctx, rest, { kind: 'Started', reference, continuation: null, expiresAt: null });
    return reference;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logProviderError(ctx, error, { paymentId: payment.id });
    throw notCancelled(error);
  }
}

/** The state of the payment after its cancellation. */
async function cancelAtProvider(ctx: Context, payment: Payment, reference: string): Promise<PaymentState> {
  const provider = getProvider(ctx, payment.provider);
  try {
    await provider.cancel(ctx, reference);
    return await provider.fetch(ctx, reference);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logProviderError(ctx, error, { paymentId: payment.id });
    throw notCancelled(error);
  }
}

function notCancelled({ isLasting }: ProviderError): Problem {
  if (isLasting)
    return paymentsRefused({
      detail:
        'The payment service does not accept this shop at present, so the payment could not be stopped. It stays as it is. Please contact the vendor.',
    });
  return providerUnavailable({
    detail:
      'The payment provider does not respond, so the payment could not be stopped. Try again in a moment.',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
