import { ensureJob } from '../../../platform/jobs/enqueue-job.ts';
import { discardDeadJob } from '../../../platform/jobs/operate-jobs.ts';
import type { CommandTx } from '../../accounts/index.ts';

/** The kind of `fulfilJob`. */
const FULFIL = 'orders.fulfil';

/** Lets a paid order be delivered by its job: there is one at most. The caller holds the lock of the order. */
export function requestFulfilment(tx: CommandTx, orderId: string): Promise<void> {
  return ensureJob(tx, tx, {
    id: jobId(tx, orderId),
    accountId: tx.account.id,
    kind: FULFIL,
    payload: { orderId },
  });
}

/**
 * Removes the job of an order if it failed for the last time, because somebody else has done its work, or nobody has to
 * any more. The caller holds the lock of the order.
 */
export async function dropFailedFulfilment(tx: CommandTx, orderId: string): Promise<void> {
  await discardDeadJob(tx, { id: jobId(tx, orderId), accountId: tx.account.id });
}

function jobId({ account }: CommandTx, orderId: string): string {
  return `${FULFIL}/${account.id}/${orderId}`;
}
