import { after, before, beforeEach } from 'node:test';
import { testClock } from './clock.ts';
import { randomIds } from '../src/kernel/ids.ts';
import type { Database } from '../src/platform/database/database.ts';
import { enqueueJob, type NewJob } from '../src/platform/jobs/enqueue-job.ts';
import {
  type Job,
  type JobHandler,
  type JobWorkerOptions,
  type PeriodicJob,
  startJobWorker,
} from '../src/platform/jobs/start-job-worker.ts';
import type { JobTables } from '../src/platform/jobs/tables.ts';
import { createLog } from '../src/platform/log.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { within } from './waiting.ts';

export const START = new Date('2026-03-01T12:00:00.000Z');
export const LEASE_SECONDS = 60;

/** A database for the tests of a file about jobs, emptied before each, and a clock that starts again with it. */
export function openJobBench() {
  const clock = testClock(START);
  const log = createLog('silent');
  let opened: TestDatabase | undefined;
  const database = (): Database => {
    if (opened === undefined) throw new Error('the database is open while tests run');
    return opened.database;
  };
  before(async () => {
    opened = await openTestDatabase({ clock });
  });
  after(() => opened?.close());
  beforeEach(async () => {
    clock.set(START);
    await database().transaction((tx) => tx.tables<JobTables>().deleteFrom('jobs').execute());
  });
  return {
    clock,
    get database() {
      return database();
    },
    enqueue: (job: Partial<NewJob> = {}, into = database()): Promise<string> =>
      into.transaction((tx) =>
        enqueueJob({ ids: randomIds, clock }, tx, { kind: 'test', payload: {}, ...job }),
      ),
    rows: () => database().reader.tables<JobTables>().selectFrom('jobs').selectAll().orderBy('id').execute(),
    /** A worker that only runs on request. */
    worker(
      handlers: Record<string, JobHandler | PeriodicJob>,
      options: JobWorkerOptions = {},
      of = database(),
    ) {
      const deps = { database: of, clock, log, ids: randomIds, random: () => 0.5 };
      return startJobWorker(deps, handlers, { pollIntervalMs: 0, leaseSeconds: LEASE_SECONDS, ...options });
    },
  };
}

/** A handler that waits to be released, and reports when it was started. */
export function blocking() {
  const started = Promise.withResolvers<Job>();
  const release = Promise.withResolvers<void>();
  const handler: JobHandler = async (job) => {
    started.resolve(job);
    await release.promise;
  };
  return { handler, started: within('a job to start', started.promise), release };
}

/** A handler that records its input. */
export function noting() {
  const runs: Job[] = [];
  const handler: JobHandler = async (job) => void runs.push(job);
  return { seen: runs, handler };
}
