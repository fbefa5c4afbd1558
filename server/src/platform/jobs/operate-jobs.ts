import type { Reader, Tx } from '../database/database.ts';
import type { System } from '../system.ts';
import { JOBS } from './enqueue-job.ts';
import { type DeadJob, deleteDeadJob, findDeadJobs, oldestDueAt, reviveJob } from './store.ts';

export { type DeadJob, hastenJobs } from './store.ts';

const DEFAULT_LIMIT = 100;

/** The jobs that failed too often, oldest first, at most `limit` (default 100). */
export function listDeadJobs(
  reader: Reader,
  filter: { readonly accountId?: string; readonly afterId?: string; readonly limit?: number } = {},
): Promise<DeadJob[]> {
  return findDeadJobs(reader, { ...filter, limit: filter.limit ?? DEFAULT_LIMIT });
}

/** Runs a dead job again immediately, with all its attempts. False when there is no dead job with this id. */
export async function retryDeadJob(tx: Tx, id: string): Promise<boolean> {
  const isRevived = await reviveJob(tx, id);
  if (isRevived) tx.changed.add(JOBS);
  return isRevived;
}

/** Deletes a dead job. False when there is no dead job with this id. */
export function discardDeadJob(tx: Tx, id: string): Promise<boolean> {
  return deleteDeadJob(tx, id);
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
