import type { Problem } from '../../../kernel/problem.ts';
import type { Context } from '../../accounts/index.ts';
import { askProvider, logNoAnswer, NoAnswer } from '../ask-provider.ts';
import { providerByName } from '../find-provider.ts';
import type { PaymentParties } from '../payable.ts';
import { paymentsRefused, providerUnavailable } from '../problems.ts';
import { PROVIDERS } from '../providers/index.ts';
import { recordReport } from './settle-payment.ts';
import { readPayment } from '../store.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Cancels a pending payment at its provider and records the outcome: it may have been paid in the meantime. Does
 * nothing for one that is unknown, has ended, or has no reference of the provider yet. Raises 503 `ProviderUnavailable`
 * with `Retry-After` when the provider does not respond, and 409 `PaymentsRefused` when it does not accept the
 * account's key, or refuses the request permanently: the payment is then unchanged here, whatever the provider did, and
 * another call, or the job of the payment, finds out.
 */
export async function cancelPayment(ctx: Context, paymentId: string, parties: PaymentParties): Promise<void> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  const { providerReference: reference = null } = payment ?? {};
  if (payment?.status !== 'Pending' || reference === null) return;
  const provider = providerByName(payment.provider, parties.providers ?? PROVIDERS);
  if (provider === undefined) throw new Error(`there is no payment provider ${payment.provider}`);
  const word = await responseOf(ctx, paymentId, async () => {
    await provider.cancel(ctx, reference);
    return provider.fetch(ctx, reference);
  });
  await recordReport(ctx, { payment, word }, parties);
}

async function responseOf<Response>(
  ctx: Context,
  paymentId: string,
  call: () => Promise<Response>,
): Promise<Response> {
  try {
    return await askProvider(call);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    logNoAnswer(ctx, error, { paymentId });
    throw notStopped(error);
  }
}

function notStopped({ isLasting }: NoAnswer): Problem {
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
