import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Tx } from '../database/database.ts';
import type { JobTables } from './tables.ts';

/** The topic of commits that made jobs due. @see Database.listen */
export const JOBS = 'jobs';

/** Work to do once the transaction that requests it is committed. */
export interface NewJob {
  /** The account the work is for; absent when it is the instance's own. */
  readonly accountId?: string;
  /** Names the handler, such as `mail.send`. */
  readonly kind: string;
  /** The data for the handler: plain JSON, ids rather than copies of rows. */
  readonly payload: object;
  /** Not before this moment; absent: immediately. */
  readonly runAt?: Date;
}

/**
 * Writes a job into the outbox and returns its id. It exists only if `tx` is committed, and then runs at least once, so
 * the handler must be idempotent.
 */
export async function enqueueJob(
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  tx: Tx,
  { accountId, kind, payload, runAt }: NewJob,
): Promise<string> {
  const id = ids.guid();
  const now = clock.now();
  await tx
    .tables<JobTables>()
    .insertInto('jobs')
    .values({
      id,
      accountId: accountId ?? null,
      kind,
      payload: { ...payload },
      status: 'Waiting',
      runAt: runAt ?? now,
      attempts: 0,
      createdAt: now,
    })
    .execute();
  tx.changed.add(JOBS);
  return id;
}

/**
 * Lets there be one job with this id, due at `runAt` or earlier. A job that runs now is left alone: its handler has to
 * look once more for work in the transaction that finishes it, and ask for another job if it finds some. A dead job
 * lives again.
 */
export async function ensureJob(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  { id, accountId, kind, payload, runAt }: NewJob & { readonly id: string },
): Promise<void> {
  const now = clock.now();
  const dueAt = runAt ?? now;
  await tx
    .tables<JobTables>()
    .insertInto('jobs')
    .values({
      id,
      accountId: accountId ?? null,
      kind,
      payload: { ...payload },
      status: 'Waiting',
      runAt: dueAt,
      attempts: 0,
      createdAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ runAt: dueAt, status: 'Waiting', attempts: 0 })
        .where('jobs.leaseToken', 'is', null)
        .where((eb) => eb.or([eb('jobs.runAt', '>', dueAt), eb('jobs.status', '=', 'Dead')])),
    )
    .execute();
  tx.changed.add(JOBS);
}
