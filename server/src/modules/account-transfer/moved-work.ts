import type { CommandTxOf } from '../../platform/context/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts';
import { jobsOfKinds } from '../../platform/jobs/store.ts';
import { deleteMethodJob, eraseBuyerJob } from '../payments/index.ts';
import { announcePriceJob } from '../subscriptions/index.ts';
import { grantJob } from '../withdrawals/index.ts';
import type { Manifest } from './manifest.ts';

type Work = NonNullable<Manifest['work']>;

/** They need the payment provider, to which the account is connected only after the import. */
const AT_PROVIDER: readonly string[] = [deleteMethodJob.kind, eraseBuyerJob.kind];
/** Jobs whose work no row tells, so that they move: of others, rows tell what to resume. */
const MOVED_JOBS: readonly string[] = [announcePriceJob.kind, grantJob.kind, ...AT_PROVIDER];

/** The work of an account that moves with it; failed jobs, too. */
export async function movedWork(reader: Reader, accountId: string): Promise<Work> {
  return jobsOfKinds(reader, accountId, MOVED_JOBS);
}

/** Enqueues the work that moved with an account, in its import. Throws for work of another kind. */
export async function resumeMovedWork(
  tx: CommandTxOf<{ readonly id: string }>,
  work: Work = [],
): Promise<void> {
  for (const { kind, payload } of work) {
    if (!MOVED_JOBS.includes(kind)) throw new Error(`the export has a job ${kind}, which does not move`);
    const isMoved = AT_PROVIDER.includes(kind) && { isMoved: true };
    await enqueueJob(tx, tx, { accountId: tx.account.id, kind, payload: { ...payload, ...isMoved } });
  }
}
