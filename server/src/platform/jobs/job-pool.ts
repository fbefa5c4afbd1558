import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { createGate, type Gate } from './gate.ts';
import {
  type JobHandler,
  JobInterrupted,
  JobLeaseError,
  type PeriodicJob,
  type Run,
  type RunDeps,
  runJob,
} from './job-run.ts';
import {
  type ClaimedJob,
  claimJobs,
  insertPeriodicJobs,
  isAnyDue,
  type Lease,
  renewLeases,
} from './store.ts';

interface JobPoolDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly run: RunDeps;
}

interface JobPoolOptions {
  readonly handlers: ReadonlyMap<string, JobHandler | PeriodicJob>;
  readonly concurrency: number;
  readonly leaseSeconds: number;
}

/** The jobs that run in this process: claims due ones, renews their leases and aborts them. */
export interface JobPool {
  /** Opens when a job has ended and when a check for jobs is requested. */
  readonly gate: Gate;
  /**
   * Starts due jobs while there is room, at most so many, and returns how many; rejects when the database cannot be used.
   */
  claim(most?: number): Promise<number>;
  /** Extends the leases of the running jobs, and aborts those that were lost. Never rejects. */
  renew(): Promise<void>;
  /** Aborts every running job, or every periodic one. */
  interrupt(which: 'All' | 'Periodic'): void;
  isBusy(): boolean;
  /** The number of jobs that it has started so far. */
  countStarts(): number;
  /** Resolves when one of the running jobs has ended, or none is running. */
  whenOneEnds(): Promise<void>;
  /** Resolves when no job runs. */
  whenAllEnd(): Promise<void>;
}

export function createJobPool(deps: JobPoolDeps, options: JobPoolOptions): JobPool {
  const running = new Map<Run, Promise<void>>();
  let starts = 0;
  const gate = createGate();
  let arePeriodicThere = false;
  const start = (job: ClaimedJob, leaseToken: string, leasedUntil: Date): void => {
    const handler = options.handlers.get(job.kind);
    if (handler === undefined) return;
    const current = running.keys().find(({ id }) => id === job.id);
    if (current !== undefined) {
      // The job's lease ended before the job, and we have the next lease as well: it must not run in parallel with
      // itself.
      current.leaseToken = leaseToken;
      current.leasedUntil = leasedUntil;
      return;
    }
    const abort = new AbortController();
    const { everySeconds, run: handle } = isPeriodic(handler)
      ? handler
      : { everySeconds: undefined, run: handler };
    const run: Run = { id: job.id, job, everySeconds, leaseToken, leasedUntil, abort, isFinished: false };
    const ended = runJob(deps.run, run, handle).finally(() => {
      running.delete(run);
      gate.open();
    });
    running.set(run, ended);
    starts += 1;
  };
  return {
    gate,
    claim: oneAtATime(async (most = options.concurrency) => {
      arePeriodicThere ||= await addPeriodicJobs(deps, options.handlers);
      const concurrency = Math.min(options.concurrency, running.size + most);
      return claim(deps, { ...options, concurrency }, running, start);
    }),
    renew: oneAtATime(() => renew(deps, [...running.keys()], options.leaseSeconds)),
    interrupt: (which) => interrupt(running.keys(), which),
    isBusy: () => running.size > 0,
    countStarts: () => starts,
    whenOneEnds: async () => {
      if (running.size > 0) await Promise.race(running.values());
    },
    whenAllEnd: async () => {
      await Promise.all(running.values());
    },
  };
}

function isPeriodic(handler: JobHandler | PeriodicJob): handler is PeriodicJob {
  return 'everySeconds' in handler;
}

/** A new job first runs after its interval: a start has enough to do. */
async function addPeriodicJobs(
  { database, clock }: JobPoolDeps,
  handlers: JobPoolOptions['handlers'],
): Promise<true> {
  const now = clock.now();
  const jobs = [...handlers].flatMap(([kind, handler]) =>
    isPeriodic(handler) ? [{ kind, runAt: new Date(now.getTime() + handler.everySeconds * 1000) }] : [],
  );
  if (jobs.length > 0) await database.transaction((tx) => insertPeriodicJobs(tx, now, jobs));
  return true;
}

/** Serializes calls: two concurrent claims would take on more jobs than there is room for. */
function oneAtATime<Result>(work: (most?: number) => Promise<Result>): (most?: number) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve();
  return (most) => {
    const mine = before.then(() => work(most));
    before = mine.catch(() => undefined);
    return mine;
  };
}

type Start = (job: ClaimedJob, leaseToken: string, leasedUntil: Date) => void;

/**
 * Claims a periodic job when none is running, and others for the rest of the room: many periodic jobs become due
 * together, and nobody waits for them as a buyer does for a receipt.
 */
async function claim(
  deps: JobPoolDeps,
  { handlers, concurrency, leaseSeconds }: JobPoolOptions,
  running: ReadonlyMap<Run, unknown>,
  start: Start,
): Promise<number> {
  const periodic = [...handlers].flatMap(([kind, handler]) => (isPeriodic(handler) ? kind : []));
  const others = [...handlers.keys()].filter((kind) => !periodic.includes(kind));
  const isOneRunning = running.keys().some(({ everySeconds }) => everySeconds !== undefined);
  const room = isOneRunning ? 0 : Math.min(1, concurrency - running.size);
  const claimed = await claimKinds(deps, { kinds: periodic, leaseSeconds, room }, start);
  const rest = concurrency - running.size;
  return claimed + (await claimKinds(deps, { kinds: others, leaseSeconds, room: rest }, start));
}

async function claimKinds(
  { database, clock, ids }: JobPoolDeps,
  {
    kinds,
    leaseSeconds,
    room,
  }: Pick<JobPoolOptions, 'leaseSeconds'> & { readonly kinds: readonly string[]; readonly room: number },
  start: Start,
): Promise<number> {
  if (room <= 0 || kinds.length === 0) return 0;
  if (!(await isAnyDue(database.reader, kinds, clock.now()))) return 0;
  const leaseToken = ids.secret();
  const { jobs, leasedUntil } = await database.transaction(async (tx) => {
    // Read here: on SQLite the transaction may have waited for another process.
    const now = clock.now();
    const until = leaseEnd(now, leaseSeconds);
    return {
      leasedUntil: until,
      jobs: await claimJobs(tx, { kinds, now, leaseToken, leasedUntil: until, limit: room }),
    };
  });
  for (const job of jobs) start(job, leaseToken, leasedUntil);
  return jobs.length;
}

async function renew(
  { database, clock, log }: JobPoolDeps,
  runs: readonly Run[],
  leaseSeconds: number,
): Promise<void> {
  const active = runs.filter(({ abort, isFinished }) => !abort.signal.aborted && !isFinished);
  if (active.length === 0) return;
  try {
    const leasedUntil = leaseEnd(clock.now(), leaseSeconds);
    const renewed = new Set(
      (await database.transaction((tx) => renewLeases(tx, active, leasedUntil))).map(leaseName),
    );
    for (const run of active) {
      if (renewed.has(leaseName(run))) run.leasedUntil = leasedUntil;
      else lose(run);
    }
  } catch (err) {
    log.warn({ err }, 'the leases of running jobs could not be renewed');
    for (const run of active) if (run.leasedUntil <= clock.now()) lose(run);
  }
}

function interrupt(runs: Iterable<Run>, which: 'All' | 'Periodic'): void {
  for (const { abort, everySeconds } of runs)
    if (which === 'All' || everySeconds !== undefined) abort.abort(new JobInterrupted('the worker stops'));
}

function lose(run: Run): void {
  // A job that has ended meanwhile no longer has a lease, and needs none.
  if (!run.isFinished) run.abort.abort(new JobLeaseError('another worker may have this job'));
}

function leaseEnd(now: Date, leaseSeconds: number): Date {
  return new Date(now.getTime() + leaseSeconds * 1000);
}

function leaseName({ id, leaseToken }: Lease): string {
  return `${id}/${leaseToken}`;
}
