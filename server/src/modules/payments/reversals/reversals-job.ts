import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../../accounts/index.ts';
import { providerByName } from '../find-provider.ts';
import type { PaymentParties } from '../payable.ts';
import { PROVIDERS } from '../providers/index.ts';
import { settlePayment } from '../settle-payment.ts';
import { readPayment } from '../store.ts';
import { laterBy } from './later.ts';
import { recordReversals } from './record-reversals.ts';
import type { ReversalsOutcome } from './reversals-outcome.ts';

/** Dependencies that the composition root adds. */
interface ReversalPorts {
  readonly paymentParties: PaymentParties;
}

/**
 * Asks a provider what went back of a payment and records it: after an event of the provider, until it responds, and
 * again while something is not final.
 */
export const reversalsJob = defineAccountJob(
  'payments.reversals',
  Type.Object({ paymentId: Type.String(), since: Type.Optional(Type.Integer()) }),
  async (ctx: Context & ReversalPorts, { paymentId, since = ctx.clock.now().getTime() }, job) => {
    const outcome = await lookAtReversals(ctx, paymentId, ctx.paymentParties);
    if (outcome === 'Done') return;
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      await reversalsJob.enqueue(tx, { paymentId, since }, laterBy(ctx, new Date(since)));
    });
  },
);

/** Asks the provider of a payment at once. Rejects when it does not respond. */
export async function lookAtReversals(
  ctx: Context,
  paymentId: string,
  parties: PaymentParties,
): Promise<ReversalsOutcome> {
  // The event may be the first to arrive: what went back has arrived before.
  await settlePayment(ctx, paymentId, parties);
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  if (payment === undefined || payment.providerReference === null) return 'Done';
  const provider = providerByName(payment.provider, parties.providers ?? PROVIDERS);
  if (provider === undefined) throw new Error(`there is no payment provider ${payment.provider}`);
  const reversals = await provider.fetchReversals(ctx, payment.providerReference);
  return recordReversals(ctx, paymentId, reversals, parties);
}
