import type { CommandTxOf } from '../../platform/context/context.ts';
import { settleJob } from './payment/settle-job.ts';
import { refundJob } from './reversals/refund-job.ts';
import { pendingRefundIds } from './reversals/store-refunds.ts';
import { pendingPaymentIds } from './store.ts';

/**
 * Enqueues the jobs of the account's pending payments and refunds, which moved here without them: a refund that its
 * provider has not answered is found there by its id, or made under the same key.
 */
export async function resumePending(tx: CommandTxOf<{ readonly id: string }>): Promise<void> {
  for (const paymentId of await pendingPaymentIds(tx, tx.account.id))
    await settleJob.enqueue(tx, { paymentId });
  for (const refundId of await pendingRefundIds(tx, tx.account.id)) await refundJob.enqueue(tx, { refundId });
}
