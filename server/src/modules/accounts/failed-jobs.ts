import { notFound } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import {
  type DeadJob,
  discardDeadJob,
  findNewestDeadJobs,
  retryDeadJob,
} from '../../platform/jobs/operate-jobs.ts';
import type { CommandTx, QueryContext } from './context.ts';
import { recordAccountEvent } from './events.ts';

/** The background work of the account that failed too often, newest first; up to one more than the limit. */
export function listFailedJobs(ctx: QueryContext, page: RowPage): Promise<DeadJob[]> {
  return findNewestDeadJobs(readerOf(ctx), ctx.account.id, page);
}

/** Runs a failed job of the account again, now and with all its attempts. Raises `NotFound`. */
export async function retryFailedJob(tx: CommandTx, id: string): Promise<void> {
  const job = await retryDeadJob(tx, { id, accountId: tx.account.id });
  if (job === undefined) throw noSuchJob();
  recordAccountEvent(tx, { type: 'job.retried', subjects: { job: id }, data: { kind: job.kind } });
}

/** Deletes a failed job of the account: its work will not be done. Raises `NotFound`. */
export async function discardFailedJob(tx: CommandTx, id: string): Promise<void> {
  const job = await discardDeadJob(tx, { id, accountId: tx.account.id });
  if (job === undefined) throw noSuchJob();
  recordAccountEvent(tx, { type: 'job.discarded', subjects: { job: id }, data: { kind: job.kind } });
}

function noSuchJob() {
  return notFound({
    detail: 'There is no failed job with this id: it may have been run again, or discarded.',
  });
}
