import type { CommandTxOf } from '../../platform/context/context.ts';
import { voucherJob } from './create-batch.ts';
import { voucherLicensesJob } from './revoke-batch.ts';
import { allBatches } from './store.ts';

/**
 * Lets the codes of batches be completed that moved here without the jobs that were creating them, and the licenses of each
 * batch be as it says, which may have been half done.
 */
export async function resumeVoucherBatches(tx: CommandTxOf<{ readonly id: string }>): Promise<void> {
  for (const { id: batchId, quantity, generated, revokedAt } of await allBatches(tx, tx.account.id)) {
    // Its generation stopped with a revocation.
    if (revokedAt === null && generated < quantity) await voucherJob.enqueue(tx, { batchId });
    await voucherLicensesJob.enqueue(tx, { batchId });
  }
}
