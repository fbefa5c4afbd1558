import type { Problem } from '../../../kernel/problem.ts';
import type { Context } from '../../accounts/index.ts';
import type { PaymentState } from '../domain/payment-state.ts';
import { getProvider } from '../find-provider.ts';
import { paymentsRefused, providerUnavailable } from '../problems.ts';
import { logProviderError, ProviderError } from '../provider-error.ts';
import { readPayment } from '../store.ts';
import type { Payment } from '../tables.ts';
import { recordReport } from './settle-payment.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Cancels a pending payment at its provider and records the outcome: it may have been paid in the meantime. Does
 * nothing for one that is unknown, has ended, or has no reference of the provider yet. Raises 503 `ProviderUnavailable`
 * with `Retry-After` when the provider does not respond, and 409 `PaymentsRefused` when it does not accept the
 * account's key, or refuses the request permanently: the payment is then unchanged here, whatever the provider did, and
 * another call, or the job of the payment, finds out.
 */
export async function cancelPayment(ctx: Context, paymentId: string): Promise<void> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  const { providerReference: reference = null } = payment ?? {};
  if (payment?.status !== 'Pending' || reference === null) return;
  await recordReport(ctx, payment, await cancelAtProvider(ctx, payment, reference));
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
