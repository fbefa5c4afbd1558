import type { System } from '../../../platform/system.ts';
import { isAnyDue } from '../../../platform/jobs/operate-jobs.ts';
import { findDue } from '../store.ts';
import { stepJob } from './step-job.ts';

const LATE_MS = 3_600_000;
const AT_ONCE = 500;

/**
 * Housekeeping: enqueues the steps of every account that have been due for an hour, because the last attempt of their
 * job failed, and not because many others are before them. They stay due until they succeed, so it does as much as it may
 * at once, and returns 0.
 */
export async function wakeSteps(system: System): Promise<number> {
  const { database, clock } = system;
  if (await isAnyDue(database.reader, [stepJob.kind], clock.now())) return 0;
  const before = new Date(clock.now().getTime() - LATE_MS);
  const late = await findDue(database.reader, before, AT_ONCE);
  if (late.length === 0) return 0;
  await database.transaction(async (tx) => {
    for (const { accountId, id } of late)
      await stepJob.enqueueFor(system, tx, accountId, { subscriptionId: id });
  });
  return 0;
}
