import type { Reader, Tx } from '../database/database.ts';
import { JOBS } from './enqueue-job.ts';
import { type DeadJob, deleteDeadJob, findDeadJobs, reviveJob } from './store.ts';

export type { DeadJob } from './store.ts';

const DEFAULT_LIMIT = 100;

/** The jobs that failed too often, oldest first, at most `limit` (default 100). */
export function listDeadJobs(
  reader: Reader,
  filter: { readonly accountId?: string; readonly afterId?: string; readonly limit?: number } = {},
): Promise<DeadJob[]> {
  return findDeadJobs(reader, { ...filter, limit: filter.limit ?? DEFAULT_LIMIT });
}

/** Runs a dead job again at once, with all its attempts. False when there is no dead job with this id. */
export async function retryDeadJob(tx: Tx, id: string): Promise<boolean> {
  const isRevived = await reviveJob(tx, id);
  if (isRevived) tx.changed.add(JOBS);
  return isRevived;
}

/** Deletes a dead job. False when there is no dead job with this id. */
export function discardDeadJob(tx: Tx, id: string): Promise<boolean> {
  return deleteDeadJob(tx, id);
}
