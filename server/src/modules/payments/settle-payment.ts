import type { Context } from '../accounts/index.ts';
import { providerByName } from './find-provider.ts';
import type { PaymentParties } from './payable.ts';
import { PROVIDERS } from './providers/index.ts';
import { recordPaymentState } from './record-payment-state.ts';
import { readPayment } from './store.ts';

/**
 * Fetches the state of a payment from the provider and records it, and nothing else. It may be called at any time, any
 * number of times: by an event, by the buyer's return, by the job of the payment.
 *
 * Does nothing for a payment that is unknown, that is already final, or that has no reference of the provider yet.
 * Rejects when the provider does not respond.
 */
export async function settlePayment(
  ctx: Context,
  paymentId: string,
  { providers = PROVIDERS, ...parties }: PaymentParties,
): Promise<void> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  if (payment === undefined || payment.providerReference === null) return;
  if (payment.status !== 'Pending' && payment.status !== 'Failed') return;
  const provider = providerByName(payment.provider, providers);
  if (provider === undefined) throw new Error(`there is no payment provider ${payment.provider}`);
  const word = await provider.fetch(ctx, payment.providerReference);
  if (word.kind !== 'Pending') await recordPaymentState(ctx, payment.id, word, parties);
}
