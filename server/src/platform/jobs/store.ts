import { sql } from 'kysely';
import type { Reader, Tx } from '../database/database.ts';
import { inList } from '../database/lists.ts';
import { newestFirst, type RowPage } from '../database/newest-first.ts';
import type { JobTables } from './tables.ts';

/** A job in the form that a worker claims. */
export interface ClaimedJob {
  readonly id: string;
  readonly accountId: string | null;
  readonly kind: string;
  readonly payload: Record<string, unknown>;
  readonly attempts: number;
}

interface Claim {
  readonly kinds: readonly string[];
  readonly now: Date;
  readonly leaseToken: string;
  readonly leasedUntil: Date;
  readonly limit: number;
}

// A literal and not a parameter: both engines use a partial index only if they see its condition.
const WAITING = sql.lit('Waiting' as const);
const DEAD = sql.lit('Dead' as const);

/** Whether there is anything to claim. Costs one index lookup, so that idle polling takes no write lock. */
export async function isAnyDue(reader: Reader, kinds: readonly string[], now: Date): Promise<boolean> {
  const dueJob = await reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', WAITING)
    .where('kind', 'in', kinds)
    .where('runAt', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return dueJob !== undefined;
}

/** The waiting job of some kinds that a worker has, or else the one that is due next. */
export function nextJob(
  reader: Reader,
  kinds: readonly string[],
): Promise<Pick<JobTables['jobs'], 'runAt' | 'leaseToken'> | undefined> {
  return reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select(['runAt', 'leaseToken'])
    .where('status', '=', WAITING)
    .where('kind', 'in', kinds)
    .orderBy((eb) => eb.case().when('leaseToken', 'is', null).then(1).else(0).end())
    .orderBy('runAt')
    .limit(1)
    .executeTakeFirst();
}

/** The jobs of an account of some kinds, oldest first: those that wait, run or failed. */
export function jobsOfKinds(
  reader: Reader,
  accountId: string,
  kinds: readonly string[],
): Promise<Pick<JobTables['jobs'], 'kind' | 'payload'>[]> {
  return reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select(['kind', 'payload'])
    .where('accountId', '=', accountId)
    .where('kind', 'in', kinds)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Those of these jobs that wait, or run. */
export async function waitingJobIds(reader: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select('id')
    .where(inList(reader, 'id', ids))
    .where('status', '=', WAITING)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** When the job that has been due for the longest time became due. Reads the waiting jobs: for operators. */
export async function oldestDueAt(reader: Reader, now: Date): Promise<Date | undefined> {
  const row = await reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select('runAt')
    .where('status', '=', WAITING)
    .where('runAt', '<=', now)
    .orderBy('runAt')
    .limit(1)
    .executeTakeFirst();
  return row?.runAt;
}

/**
 * Claims the jobs that have been due the longest, each for one worker only, in one statement. Claiming a job moves
 * `runAt` to the end of the lease: until then no worker sees it as due, afterwards all do.
 *
 * Each kind is looked up separately, so that jobs of kinds without a handler here are not even read.
 */
export function claimJobs(
  tx: Tx,
  { kinds, now, leaseToken, leasedUntil, limit }: Claim,
): Promise<ClaimedJob[]> {
  const db = tx.tables<JobTables>();
  const dueOfKind = (kind: string) => {
    const due = db
      .selectFrom('jobs')
      .select(['id', 'runAt'])
      .where('status', '=', WAITING)
      .where('kind', '=', kind)
      .where('runAt', '<=', now)
      .orderBy('runAt')
      .orderBy('id')
      .limit(limit);
    const locked = tx.engine === 'postgres' ? due.forUpdate().skipLocked() : due;
    return db.selectFrom(locked.as('dueOfKind')).select(['id', 'runAt']);
  };
  const [first, ...others] = kinds;
  if (first === undefined) return Promise.resolve([]);
  return db
    .with(
      // Materialized, so that the rows are chosen, and locked, once.
      (cte) => cte('due').materialized(),
      () => others.reduce((union, kind) => union.unionAll(dueOfKind(kind)), dueOfKind(first)),
    )
    .updateTable('jobs')
    .set((eb) => ({ leaseToken, runAt: leasedUntil, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb.selectFrom('due').select('due.id').orderBy('due.runAt').orderBy('due.id').limit(limit),
    )
    .returning(['id', 'accountId', 'kind', 'payload', 'attempts'])
    .execute();
}

export interface Lease {
  readonly id: string;
  readonly leaseToken: string;
}

/** Extends the leases that are still held and returns those. */
export async function renewLeases(tx: Tx, leases: readonly Lease[], leasedUntil: Date): Promise<Lease[]> {
  const rows = await tx
    .tables<JobTables>()
    .updateTable('jobs')
    .set({ runAt: leasedUntil })
    .where((eb) => eb.or(leases.map(({ id, leaseToken }) => eb.and({ id, leaseToken }))))
    .returning(['id', 'leaseToken'])
    .execute();
  return rows.flatMap(({ id, leaseToken }) => (leaseToken === null ? [] : [{ id, leaseToken }]));
}

/** Deletes a finished job; false, and nothing is changed, when the lease is no longer held. */
export async function completeJob(tx: Tx, { id, leaseToken }: Lease): Promise<boolean> {
  const { numDeletedRows } = await tx
    .tables<JobTables>()
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('leaseToken', '=', leaseToken)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Lets a periodic job run again at `runAt`; false, and nothing is changed, when the lease is no longer held. */
export async function repeatJob(tx: Tx, { id, leaseToken }: Lease, runAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .tables<JobTables>()
    .updateTable('jobs')
    .set({ leaseToken: null, attempts: 0, lastError: null, runAt })
    .where('id', '=', id)
    .where('leaseToken', '=', leaseToken)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes waiting jobs of a kind that are due by a time due now, but for those that a worker has. */
export async function hastenJobs(
  tx: Tx,
  kind: string,
  { now, dueBy }: { readonly now: Date; readonly dueBy: Date },
): Promise<void> {
  await tx
    .tables<JobTables>()
    .updateTable('jobs')
    .set({ runAt: now })
    .where('status', '=', WAITING)
    .where('kind', '=', kind)
    .where('runAt', '>', now)
    .where('runAt', '<=', dueBy)
    .where('leaseToken', 'is', null)
    .execute();
}

/** Adds the periodic jobs that are missing. Their kind is their id, so that there is only one of each. */
export async function insertPeriodicJobs(
  tx: Tx,
  now: Date,
  jobs: readonly { readonly kind: string; readonly runAt: Date }[],
): Promise<void> {
  const rows = jobs.map(({ kind, runAt }) => ({
    id: kind,
    accountId: null,
    kind,
    payload: {},
    status: 'Waiting' as const,
    runAt,
    attempts: 0,
    createdAt: now,
  }));
  await tx
    .tables<JobTables>()
    .insertInto('jobs')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The next state of a job that did not succeed. */
export type JobRelease =
  | { readonly status: 'Waiting' | 'Dead'; readonly runAt: Date; readonly lastError: string }
  /**
   * The job was interrupted through no fault of its own: it is due again immediately, and the attempt does not count.
   */
  | { readonly status: 'Released'; readonly runAt: Date };

/** Releases a job; false, and nothing is changed, when the lease is no longer held. */
export async function releaseJob(tx: Tx, { id, leaseToken }: Lease, release: JobRelease): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .tables<JobTables>()
    .updateTable('jobs')
    .set((eb) => ({
      leaseToken: null,
      runAt: release.runAt,
      ...(release.status === 'Released'
        ? { attempts: eb('attempts', '-', 1) }
        : { status: release.status, lastError: release.lastError }),
    }))
    .where('id', '=', id)
    .where('leaseToken', '=', leaseToken)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A job that failed too often and waits for an operator to retry or discard it. */
export interface DeadJob {
  readonly id: string;
  readonly accountId: string | undefined;
  readonly kind: string;
  readonly payload: Record<string, unknown>;
  readonly attempts: number;
  readonly lastError: string;
  /** When it failed for the last time. */
  readonly diedAt: Date;
  readonly createdAt: Date;
}

interface DeadJobFilter {
  /** Only those of this account; absent: all, those of the instance included. */
  readonly accountId?: string;
  /** Continues after the job with this id. */
  readonly afterId?: string;
  readonly limit: number;
}

/** In the order of their ids. */
export async function findDeadJobs(
  reader: Reader,
  { accountId, afterId, limit }: DeadJobFilter,
): Promise<DeadJob[]> {
  let query = deadJobs(reader);
  if (accountId !== undefined) query = query.where('accountId', '=', accountId);
  if (afterId !== undefined) query = query.where('id', '>', afterId);
  const rows = await query.orderBy('id').limit(limit).execute();
  return rows.map(deadJobOf);
}

/** Those of an account, the newest first; up to one more than the page has. */
export async function findNewestDeadJobs(
  reader: Reader,
  accountId: string,
  page: RowPage,
): Promise<DeadJob[]> {
  const query = deadJobs(reader).where('accountId', '=', accountId);
  return (await newestFirst(query, page).execute()).map(deadJobOf);
}

function deadJobs(reader: Reader) {
  return reader.tables<JobTables>().selectFrom('jobs').selectAll().where('status', '=', DEAD);
}

function deadJobOf(row: JobTables['jobs']): DeadJob {
  return {
    id: row.id,
    accountId: row.accountId ?? undefined,
    kind: row.kind,
    payload: row.payload,
    attempts: row.attempts,
    lastError: row.lastError ?? '',
    diedAt: row.runAt,
    createdAt: row.createdAt,
  };
}

/** A dead job with its account; absent: of any account, or of the instance. */
export interface DeadJobKey {
  readonly id: string;
  readonly accountId?: string;
}

/** Makes a dead job due again with all its attempts, and returns its kind; undefined when it does not exist. */
export function reviveJob(tx: Tx, { id, accountId }: DeadJobKey): Promise<Pick<DeadJob, 'kind'> | undefined> {
  let update = tx
    .tables<JobTables>()
    .updateTable('jobs')
    .set({ status: 'Waiting', attempts: 0 })
    .where('status', '=', DEAD)
    .where('id', '=', id);
  if (accountId !== undefined) update = update.where('accountId', '=', accountId);
  return update.returning('kind').executeTakeFirst();
}

/** Deletes a dead job, and returns its kind; undefined when it does not exist. */
export function deleteDeadJob(
  tx: Tx,
  { id, accountId }: DeadJobKey,
): Promise<Pick<DeadJob, 'kind'> | undefined> {
  let removal = tx.tables<JobTables>().deleteFrom('jobs').where('status', '=', DEAD).where('id', '=', id);
  if (accountId !== undefined) removal = removal.where('accountId', '=', accountId);
  return removal.returning('kind').executeTakeFirst();
}
