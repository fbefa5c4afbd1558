import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { type JobPool, createJobPool } from './job-pool.ts';
import type { JobHandler, PeriodicJob } from './job-run.ts';
import type { Pace } from '../pace.ts';
import { MAX_ATTEMPTS } from './retry-delay.ts';

export type { Job, JobHandler, PeriodicJob } from './job-run.ts';
export { JobInterrupted, JobLeaseError } from './job-run.ts';

interface JobWorkerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly ids: Ids;
  /** From 0 to below 1, for the jitter of retries. Default `Math.random`. */
  readonly random?: () => number;
}

export interface JobWorkerOptions {
  /**
   * The interval at which an idle worker polls for due jobs. Default 250 on SQLite, where a poll costs microseconds,
   * and 1000 on PostgreSQL; with 0 it only polls when woken or drained.
   */
  readonly pollIntervalMs?: number;
  /** Jobs that run at the same time in this process. Default 4. */
  readonly concurrency?: number;
  /** The time for which a job is reserved for its worker without a sign of life. Renewed while it runs. Default 20. */
  readonly leaseSeconds?: number;
  /** The time that `stop` gives handlers before it aborts their signal; those of periodic jobs have none. Default 10. */
  readonly stopGraceSeconds?: number;
  /** A job is dead after this many failed attempts, if its kind has no number of its own. Default 12. */
  readonly maxAttempts?: number;
  /** Handles only these kinds. */
  readonly onlyKinds?: readonly string[];
  /** Says when a job may start, of those that come in thousands. Default: whenever there is room; `drain` asks nobody. */
  readonly pace?: Pace;
}

interface JobWorker {
  /** Polls for due jobs now. Never throws, never waits. */
  wake(): void;
  /**
   * Runs everything that is due, including jobs that become due meanwhile; rejects when the database cannot be used.
   */
  drain(): Promise<void>;
  /** Takes no more jobs and resolves when the running handlers have ended. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Runs the jobs of the outbox in this process, alongside any number of other processes.
 *
 * - A job is leased to one worker at a time. The lease is renewed while its handler runs; if a worker dies, another
 *   takes over when its lease ends, and one that lost its lease cannot complete the job.
 * - A job whose handler rejects is tried again after a growing, random delay, and is dead after `maxAttempts`.
 * - A periodic job is leased, renewed and tried again as any other, and runs again after its interval; this process
 *   runs one of them at a time.
 * - Jobs of kinds without a handler here wait untouched for a process that has one.
 * - An unavailable database only delays the jobs; it never ends the process.
 *
 * Machines must agree on the time to within a fraction of the lease.
 */
export function startJobWorker(
  deps: JobWorkerDeps,
  handlers: Readonly<Record<string, JobHandler | PeriodicJob>>,
  options: JobWorkerOptions = {},
): JobWorker {
  const { concurrency = 4, leaseSeconds = 20, maxAttempts = MAX_ATTEMPTS, onlyKinds } = options;
  const { pollIntervalMs = deps.database.engine === 'sqlite' ? 250 : 1000, stopGraceSeconds = 10 } = options;
  const kinds = Object.entries(handlers).filter(([kind]) => onlyKinds?.includes(kind) ?? true);
  const run = { ...deps, random: deps.random ?? Math.random, maxAttempts };
  const pool = createJobPool({ ...deps, run }, { handlers: new Map(kinds), concurrency, leaseSeconds });
  const ending = new AbortController();
  const polling = poll(pool, deps, { intervalMs: pollIntervalMs, pace: options.pace, ending: ending.signal });
  const renewal = setInterval(() => void pool.renew(), (leaseSeconds * 1000) / 3);

  const stop = async (): Promise<void> => {
    ending.abort();
    pool.gate.open();
    await polling;
    pool.interrupt('Periodic');
    const grace = setTimeout(() => pool.interrupt('All'), stopGraceSeconds * 1000);
    await pool.whenAllEnd();
    clearTimeout(grace);
    clearInterval(renewal);
  };

  let stopped: Promise<void> | undefined;
  return {
    wake: () => pool.gate.open(),
    async drain() {
      for (;;) {
        // A job that ran during a claim may have enqueued another one after the claim had looked.
        const [starts, wasBusy] = [pool.countStarts(), pool.isBusy()];
        await pool.claim();
        if (!wasBusy && pool.countStarts() === starts) return;
        await pool.whenOneEnds();
      }
    },
    stop: () => (stopped ??= stop()),
  };
}

const FIRST_OUTAGE_MS = 250;
const LONGEST_OUTAGE_MS = 5000;
/** After an outage of this duration, and after each further such period, the log warns the operator. */
const LONG_OUTAGE_MS = 60_000;

interface PollOptions {
  readonly intervalMs: number;
  readonly pace: Pace | undefined;
  readonly ending: AbortSignal;
}

async function poll(
  pool: JobPool,
  { log, clock }: Pick<JobWorkerDeps, 'log' | 'clock'>,
  { intervalMs, pace, ending }: PollOptions,
): Promise<void> {
  let pauseMs = 0;
  let reportAt = 0;
  if (intervalMs > 0) pool.gate.open();
  await pool.gate.wait(intervalMs);
  while (!ending.aborted) {
    if (pace?.isTurn() === false) {
      await pool.gate.wait(pace.lookMs);
      continue;
    }
    const startedAt = clock.now().getTime();
    try {
      const claimed = await pool.claim(pace && 1);
      pauseMs = 0;
      if (claimed > 0) {
        pace?.start();
        continue;
      }
    } catch (err) {
      if (pauseMs === 0) {
        log.warn({ err }, 'jobs cannot be claimed; trying again');
        reportAt = startedAt + LONG_OUTAGE_MS;
      }
      if (clock.now().getTime() >= reportAt) {
        log.error({ err }, 'no job could be claimed for a minute: mails, deliveries and payments wait');
        reportAt = clock.now().getTime() + LONG_OUTAGE_MS;
      }
      pauseMs = Math.min(LONGEST_OUTAGE_MS, Math.max(FIRST_OUTAGE_MS, pauseMs * 2));
    }
    await pool.gate.wait(pauseMs > 0 ? pauseMs : intervalMs);
  }
}
