import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../../accounts/index.ts';
import { backoff } from '../backoff.ts';
import { getProvider } from '../find-provider.ts';
import { logProviderErrorOfJob, ProviderError } from '../provider-error.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { readPayment } from '../store.ts';
import { recordReversals } from './record-reversals.ts';
import type { ReversalsOutcome } from './record-disputes.ts';

/** Approvals and banks take days. */
const LONGEST_WAIT_MS = 6 * 3_600_000;

/**
 * Queries a provider for the reversals of a payment and records them: after an event of the provider, until it
 * responds, however long that takes, and again while something is not final. The event does not come again.
 */
export const reversalsJob = defineAccountJob(
  'payments.reversals',
  Type.Object({ paymentId: Type.String(), since: Type.Optional(Type.Integer()) }),
  async (ctx: Context, { paymentId, since = ctx.clock.now().getTime() }, job) => {
    const outcome = await outcomeOf(ctx, paymentId);
    if (outcome === 'Done') return;
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      await reversalsJob.enqueue(tx, { paymentId, since }, backoff(ctx, new Date(since), LONGEST_WAIT_MS));
    });
  },
);

/** A failure is logged, and the job repeats the work. */
async function outcomeOf(ctx: Context, paymentId: string): Promise<ReversalsOutcome> {
  try {
    return await pollReversals(ctx, paymentId);
  } catch (error) {
    if (error instanceof ProviderError) logProviderErrorOfJob(ctx, error, { paymentId });
    else ctx.log.error({ err: error, paymentId }, 'what went back of a payment could not be recorded');
    return 'Later';
  }
}

/** Queries the provider of a payment immediately. Rejects with `ProviderError` when it does not respond. */
export async function pollReversals(ctx: Context, paymentId: string): Promise<ReversalsOutcome> {
  // The event may be the first to arrive: refunded money must have arrived before.
  await settlePayment(ctx, paymentId);
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  if (payment === undefined || payment.providerReference === null) return 'Done';
  const provider = getProvider(ctx, payment.provider);
  return recordReversals(ctx, paymentId, await provider.fetchReversals(ctx, payment.providerReference));
}
