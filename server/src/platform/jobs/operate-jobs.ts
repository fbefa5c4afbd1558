import type { Reader, Tx } from '../database/database.ts';
import type { System } from '../system.ts';
import { JOBS } from './enqueue-job.ts';
import {
  type DeadJob,
  type DeadJobKey,
  deleteDeadJob,
  findDeadJobs,
  oldestDueAt,
  reviveJob,
} from './store.ts';

export { type DeadJob, findNewestDeadJobs, hastenJobs, isAnyDue, waitingJobIds } from './store.ts';

const DEFAULT_LIMIT = 100;

/** The jobs that failed too often, in the order of their ids, at most `limit` (default 100). */
export function listDeadJobs(
  reader: Reader,
  filter: {
    readonly accountId?: string;
    readonly afterId?: string;
    readonly limit?: number;
  } = {},
): Promise<DeadJob[]> {
  return findDeadJobs(reader, { ...filter, limit: filter.limit ?? DEFAULT_LIMIT });
}

/**
 * Runs a dead job, of this account if one is named, again immediately, with all its attempts, and returns its
 * kind. Undefined when there is no such job.
 */
export async function retryDeadJob(tx: Tx, key: DeadJobKey): Promise<Pick<DeadJob, 'kind'> | undefined> {
  const job = await reviveJob(tx, key);
  if (job !== undefined) tx.changed.add(JOBS);
  return job;
}

/** Deletes a dead job, of this account if one is named, and returns its kind. Undefined when there is no such job. */
export function discardDeadJob(tx: Tx, key: DeadJobKey): Promise<Pick<DeadJob, 'kind'> | undefined> {
  return deleteDeadJob(tx, key);
}

/** Seconds for which the oldest job has been due; 0 if none is. Reads the waiting jobs: for operators. */
export async function oldestDueSeconds({
  database,
  clock,
}: Pick<System, 'database' | 'clock'>): Promise<number> {
  const now = clock.now();
  const dueAt = await oldestDueAt(database.reader, now);
  return dueAt === undefined ? 0 : (now.getTime() - dueAt.getTime()) / 1_000;
}
