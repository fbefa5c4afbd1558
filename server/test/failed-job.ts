import { enqueueJob } from '../src/platform/jobs/enqueue-job.ts';
import type { JobTables } from '../src/platform/jobs/tables.ts';
import type { System } from '../src/platform/system.ts';

/** A job of an account, or of the instance, that failed too often; returns its id. */
export function addFailedJob(
  system: Pick<System, 'database' | 'clock' | 'ids'>,
  {
    accountId,
    payload = {},
  }: { readonly accountId?: string | undefined; readonly payload?: object | undefined },
): Promise<string> {
  return system.database.transaction(async (tx) => {
    const job = { kind: 'orders.fulfil', payload, ...(accountId !== undefined && { accountId }) };
    const id = await enqueueJob(system, tx, job);
    await tx
      .tables<JobTables>()
      .updateTable('jobs')
      .set({ status: 'Dead', attempts: 12, lastError: 'Error: the disk is full' })
      .where('id', '=', id)
      .execute();
    return id;
  });
}
