import type { Context } from '../accounts/index.ts';
import { providerByName } from './find-provider.ts';
import type { PaymentParties } from './payable.ts';
import { PROVIDERS } from './providers/index.ts';
import { settlePayment } from './settle-payment.ts';
import { readPayment } from './store.ts';

/**
 * Cancels a pending payment at its provider and records the outcome: it may have been paid in the meantime. Does nothing
 * for one that is unknown, has ended, or has no reference of the provider yet. Rejects when the provider does not respond.
 */
export async function cancelPayment(ctx: Context, paymentId: string, parties: PaymentParties): Promise<void> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  if (payment?.status !== 'Pending' || payment.providerReference === null) return;
  const provider = providerByName(payment.provider, parties.providers ?? PROVIDERS);
  if (provider === undefined) throw new Error(`there is no payment provider ${payment.provider}`);
  await provider.cancel(ctx, payment.providerReference);
  await settlePayment(ctx, paymentId, parties);
}
