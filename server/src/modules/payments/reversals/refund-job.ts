import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../../accounts/index.ts';
import { backoff } from '../backoff.ts';
import { logProviderErrorOfJob, ProviderError } from '../provider-error.ts';
import { performOrFailRefund } from './perform-refund.ts';
import { readRefund } from './store-refunds.ts';

/** Approvals take days. */
const LONGEST_WAIT_MS = 6 * 3_600_000;

/**
 * The follow-up of a refund: enqueued with it, and again each time it is still pending. It performs the refund if a
 * process died before it could, queries its state, and repeats this until it is certain, or the payment is gone.
 */
export const refundJob = defineAccountJob(
  'payments.refund',
  Type.Object({ refundId: Type.String() }),
  async (ctx: Context, { refundId }, job) => {
    try {
      await performOrFailRefund(ctx, refundId);
    } catch (error) {
      if (error instanceof ProviderError) logProviderErrorOfJob(ctx, error, { refundId });
      else ctx.log.warn({ err: error, refundId }, 'a refund could not be performed');
    }
    const refund = await readRefund(ctx.database.reader, ctx.account.id, refundId);
    if (refund?.status !== 'Pending') return;
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      await refundJob.enqueue(tx, { refundId }, backoff(ctx, refund.createdAt, LONGEST_WAIT_MS));
    });
  },
);
