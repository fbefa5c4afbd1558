import type { CommandTxOf } from '../../platform/context/context.ts';
import { couponCodesJob } from './manage-codes.ts';
import { unfinishedBatchIds } from './store-codes.ts';

/** Lets the codes of batches be completed that moved here without the jobs that were creating them. */
export async function resumeCodeBatches(tx: CommandTxOf<{ readonly id: string }>): Promise<void> {
  for (const batchId of await unfinishedBatchIds(tx, tx.account.id))
    await couponCodesJob.enqueue(tx, { batchId });
}
