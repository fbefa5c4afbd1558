import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../../accounts/index.ts';
import { askProvider, logNoAnswerOfJob, NoAnswer } from '../ask-provider.ts';
import { providerByName } from '../find-provider.ts';
import type { PaymentParties } from '../payable.ts';
import { PROVIDERS } from '../providers/index.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { readPayment } from '../store.ts';
import { laterBy } from './later.ts';
import { recordReversals } from './record-reversals.ts';
import type { ReversalsOutcome } from './reversals-outcome.ts';

/** Dependencies that the composition root adds. */
interface ReversalPorts {
  readonly paymentParties: PaymentParties;
}

/**
 * Queries a provider for the reversals of a payment and records them: after an event of the provider, until it
 * responds, however long that takes, and again while something is not final. The event does not come again.
 */
export const reversalsJob = defineAccountJob(
  'payments.reversals',
  Type.Object({ paymentId: Type.String(), since: Type.Optional(Type.Integer()) }),
  async (ctx: Context & ReversalPorts, { paymentId, since = ctx.clock.now().getTime() }, job) => {
    const outcome = await outcomeOf(ctx, paymentId, ctx.paymentParties);
    if (outcome === 'Done') return;
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      await reversalsJob.enqueue(tx, { paymentId, since }, laterBy(ctx, new Date(since)));
    });
  },
);

/** A failure is logged, and the job repeats the work. */
async function outcomeOf(
  ctx: Context,
  paymentId: string,
  parties: PaymentParties,
): Promise<ReversalsOutcome> {
  try {
    return await pollReversals(ctx, paymentId, parties);
  } catch (error) {
    if (error instanceof NoAnswer) logNoAnswerOfJob(ctx, error, { paymentId });
    else ctx.log.error({ err: error, paymentId }, 'what went back of a payment could not be recorded');
    return 'Later';
  }
}

/** Queries the provider of a payment immediately. Rejects with `NoAnswer` when it does not respond. */
export async function pollReversals(
  ctx: Context,
  paymentId: string,
  parties: PaymentParties,
): Promise<ReversalsOutcome> {
  // The event may be the first to arrive: refunded money must have arrived before.
  await settlePayment(ctx, paymentId, parties);
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  if (payment === undefined || payment.providerReference === null) return 'Done';
  const provider = providerByName(payment.provider, parties.providers ?? PROVIDERS);
  if (provider === undefined) throw new Error(`there is no payment provider ${payment.provider}`);
  const { providerReference: reference } = payment;
  const reversals = await askProvider(() => provider.fetchReversals(ctx, reference));
  return recordReversals(ctx, paymentId, reversals, parties);
}
