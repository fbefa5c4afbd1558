import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Database, Tx } from '../database/database.ts';
import { databaseFailure } from '../database/errors.ts';
import type { Log } from '../log.ts';
import { retryDelayMs } from './retry-delay.ts';
import { type ClaimedJob, completeJob, releaseJob, repeatJob, type Lease, type JobRelease } from './store.ts';

/** The input of a handler. */
export interface Job {
  readonly id: string;
  readonly accountId: string | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
  /** 1 on the first start. */
  readonly attempt: number;
  /** Aborted when the lease is lost (another worker may have the job) or the worker must stop now. */
  readonly signal: AbortSignal;
  /**
   * Completes the job in the handler's own transaction, so that the handler's writes in it happen exactly once. Raises
   * `JobLeaseError`, which rolls the transaction back, when another worker may have the job. Without this call a job is
   * completed when its handler resolves.
   */
  finish(tx: Tx): Promise<void>;
}

/** Does one kind of work. A rejection means that the job is tried again later. */
export interface JobHandler {
  (job: Job): Promise<void>;
  /** A job of this kind is dead after this many failed attempts; absent: after as many as its worker allows. */
  readonly maxAttempts?: number | undefined;
}

/**
 * A job that nobody enqueues: it runs again `everySeconds` after it has ended, in one process of all. It is never dead;
 * if it fails, it is tried again after that time at the latest.
 */
export interface PeriodicJob {
  readonly everySeconds: number;
  readonly run: JobHandler;
}

/** The lease of a job ended before its handler did: another worker may run the job now. */
export class JobLeaseError extends Error {
  override readonly name = 'JobLeaseError';
}

/** The worker stops and waits no longer; the job runs again elsewhere and this attempt does not count. */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
}

export interface RunDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** For kinds that have no number of their own. */
  readonly maxAttempts: number;
}

/** A job that runs in this process. */
export interface Run extends Lease {
  readonly job: ClaimedJob;
  readonly abort: AbortController;
  /** Of a periodic job: the seconds from its end to its next start. */
  readonly everySeconds: number | undefined;
  leaseToken: string;
  leasedUntil: Date;
  isFinished: boolean;
}

/** Runs a claimed job to its end and records the outcome. Never rejects. */
export async function runJob(common: RunDeps, run: Run, handler: JobHandler): Promise<void> {
  const deps = { ...common, maxAttempts: handler.maxAttempts ?? common.maxAttempts };
  const failure = await attempt(deps, run, handler);
  if (failure === undefined && run.isFinished) return;
  await settle(deps, run, (tx) =>
    failure === undefined ? endJob(deps, tx, run) : releaseJob(tx, run, failure),
  );
}

async function attempt(deps: RunDeps, run: Run, handler: JobHandler): Promise<JobRelease | undefined> {
  if (run.everySeconds === undefined && run.job.attempts > deps.maxAttempts) {
    // The last attempt never returned: the process died, or lost the job permanently.
    return release(deps, run, new Error('the worker was lost while it ran this job'));
  }
  try {
    await handler(jobOf(deps, run));
    return undefined;
  } catch (error) {
    return release(deps, run, error);
  }
}

/** Records the success of a job; false, and nothing is changed, when its lease is no longer held. */
function endJob({ clock }: RunDeps, tx: Tx, run: Run): Promise<boolean> {
  if (run.everySeconds === undefined) return completeJob(tx, run);
  return repeatJob(tx, run, new Date(clock.now().getTime() + run.everySeconds * 1000));
}

function jobOf(deps: RunDeps, run: Run): Job {
  const { id, accountId, payload, attempts } = run.job;
  return {
    id,
    accountId: accountId ?? undefined,
    payload,
    attempt: attempts,
    signal: run.abort.signal,
    async finish(tx) {
      if (!(await endJob(deps, tx, run))) throw new JobLeaseError('another worker may have this job');
      run.isFinished = true;
    },
  };
}

function release({ clock, log, random, maxAttempts }: RunDeps, run: Run, error: unknown): JobRelease {
  const { id, kind, attempts } = run.job;
  const about = { err: error, jobId: id, kind, attempt: attempts };
  const now = clock.now();
  if (run.abort.signal.reason instanceof JobInterrupted) {
    log.warn(about, 'a job was interrupted and will run again');
    return { status: 'Released', runAt: now };
  }
  const lastError = describe(error);
  if (run.everySeconds === undefined && attempts >= maxAttempts) {
    log.error(about, 'a job failed for the last time');
    return { status: 'Dead', runAt: now, lastError };
  }
  const delayMs = Math.min(retryDelayMs(attempts, random()), (run.everySeconds ?? Infinity) * 1000);
  log.warn({ ...about, retryInSeconds: Math.round(delayMs / 1000) }, 'a job failed and will be retried');
  return { status: 'Waiting', runAt: new Date(now.getTime() + delayMs), lastError };
}

const LONGEST_ERROR = 1000;

function describe(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // PostgreSQL stores every character but this one.
  return text.replaceAll('\0', '').slice(0, LONGEST_ERROR);
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/**
 * Records the end of a job. While the database is unavailable it tries again for as long as the lease is certainly
 * ours, so that the handler's external effects, such as a mail, are not repeated.
 */
async function settle(deps: RunDeps, run: Run, write: (tx: Tx) => Promise<boolean>): Promise<void> {
  const { database, clock, log } = deps;
  const about = { jobId: run.id, kind: run.job.kind };
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      const isOurs = await database.transaction(write);
      if (!isOurs && !run.isFinished) log.warn(about, 'a job ended after its lease: it may have run twice');
      return;
    } catch (err) {
      const isOver = clock.now().getTime() + pauseMs >= run.leasedUntil.getTime();
      log.warn({ ...about, err }, 'the end of a job could not be recorded');
      if (databaseFailure(err) !== 'unavailable' || isOver || run.abort.signal.aborted) return;
      await delay(pauseMs, undefined, { signal: run.abort.signal }).catch(() => undefined);
    }
  }
}
