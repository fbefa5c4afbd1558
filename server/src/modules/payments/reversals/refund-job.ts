import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../../accounts/index.ts';
import { logNoAnswerOfJob, NoAnswer } from '../ask-provider.ts';
import type { PaymentParties } from '../payable.ts';
import { laterBy } from './later.ts';
import { performOrEndRefund } from './perform-refund.ts';
import { readRefund } from './store-refunds.ts';

/** Dependencies that the composition root adds. */
interface RefundPorts {
  readonly paymentParties: PaymentParties;
}

/**
 * The follow-up of a refund: enqueued with it, and again each time it is still pending. It performs the refund if a
 * process died before it could, queries its state, and repeats this until it is certain, or the payment is gone.
 */
export const refundJob = defineAccountJob(
  'payments.refund',
  Type.Object({ refundId: Type.String() }),
  async (ctx: Context & RefundPorts, { refundId }, job) => {
    try {
      await performOrEndRefund(ctx, refundId, ctx.paymentParties);
    } catch (error) {
      if (error instanceof NoAnswer) logNoAnswerOfJob(ctx, error, { refundId });
      else ctx.log.warn({ err: error, refundId }, 'a refund could not be performed');
    }
    const refund = await readRefund(ctx.database.reader, ctx.account.id, refundId);
    if (refund?.status !== 'Pending') return;
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      await refundJob.enqueue(tx, { refundId }, laterBy(ctx, refund.createdAt));
    });
  },
);
