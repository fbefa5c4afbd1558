import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { blocking, openJobBench, START } from '../../../test/job-bench.ts';
import { until, within } from '../../../test/waiting.ts';
import { randomIds } from '../../kernel/ids.ts';
import type { Database } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/errors.ts';
import { oldestDueSeconds, retryDeadJob } from './operate-jobs.ts';
import { enqueueJob, JOBS } from './enqueue-job.ts';
import { createLog } from '../log.ts';
import { JobInterrupted, startJobWorker } from './start-job-worker.ts';
import type { JobTables } from './tables.ts';

const bench = openJobBench();
const { clock, enqueue, rows, worker } = bench;

describe('stop', () => {
  test('waits for running handlers and takes no more jobs', async () => {
    await enqueue();
    const { handler, started, release } = blocking();
    const jobs = worker({ test: handler }, { concurrency: 1 });
    jobs.wake();
    await started;
    await enqueue();
    let isStopped = false;
    const stopped = jobs.stop().then(() => (isStopped = true));
    await new Promise(setImmediate);
    assert.equal(isStopped, false);
    release.resolve();
    await stopped;
    assert.equal((await rows()).length, 1, 'the job that came late stays for another worker');
    await jobs.stop();
  });

  test('aborts handlers after the grace period and releases their jobs immediately, without counting the attempt', async () => {
    clock.hold('it compares when the released job is due with the start of the test');
    await enqueue();
    const started = Promise.withResolvers<void>();
    const jobs = worker(
      {
        test: async ({ signal }) => {
          started.resolve();
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        },
      },
      { stopGraceSeconds: 0 },
    );
    jobs.wake();
    await within('the job to start', started.promise);
    await jobs.stop();
    const [row] = await rows();
    assert.equal(row?.attempts, 0);
    assert.equal(row?.leaseToken, null);
    assert.deepEqual(row?.runAt, START);
  });

  test('names the reason to the handler', async () => {
    await enqueue();
    const started = Promise.withResolvers<AbortSignal>();
    const jobs = worker(
      {
        test: async ({ signal }) => {
          started.resolve(signal);
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      },
      { stopGraceSeconds: 0 },
    );
    jobs.wake();
    const signal = await within('the job to start', started.promise);
    await jobs.stop();
    assert.ok(signal.reason instanceof JobInterrupted);
    assert.deepEqual(await rows(), [], 'a handler that resolved has done its job');
  });
});

describe('waking', () => {
  test('happens after the commit that enqueued a job, and after no other', async () => {
    const wakes: number[] = [];
    const { database } = bench;
    const ignore = database.listen(JOBS, () => wakes.push(wakes.length));
    await database.transaction(async (tx) => {
      await enqueueJob({ ids: randomIds, clock }, tx, { kind: 'test', payload: {} });
      assert.equal(wakes.length, 0);
    });
    assert.equal(wakes.length, 1);
    await database.transaction(async () => undefined);
    const abandoned = database.transaction(async (tx) => {
      await enqueueJob({ ids: randomIds, clock }, tx, { kind: 'test', payload: {} });
      throw new Error('rolled back');
    });
    await assert.rejects(abandoned, /rolled back/);
    assert.equal(wakes.length, 1);
    ignore();
    await enqueue();
    assert.equal(wakes.length, 1, 'nobody listens any more');
  });

  test('happens when a dead job is to run again, and not when there was none', async () => {
    let wakes = 0;
    const id = await enqueue();
    const ignore = bench.database.listen(JOBS, () => (wakes += 1));
    await bench.database.transaction((tx) =>
      tx.tables<JobTables>().updateTable('jobs').set({ status: 'Dead' }).execute(),
    );
    assert.equal(
      await bench.database.transaction((tx) => retryDeadJob(tx, { id: randomIds.guid() })),
      undefined,
    );
    assert.equal(wakes, 0);
    assert.equal((await bench.database.transaction((tx) => retryDeadJob(tx, { id })))?.kind, 'test');
    assert.equal(wakes, 1);
    ignore();
  });

  test('is enough to have a job run, without polling', async () => {
    const ran = Promise.withResolvers<void>();
    const jobs = worker({ test: async () => ran.resolve() });
    const ignore = bench.database.listen(JOBS, () => jobs.wake());
    await enqueue();
    await within('the job to run', ran.promise);
    ignore();
    await jobs.stop();
  });

  test('is not needed by a worker that polls', async () => {
    const ran = Promise.withResolvers<void>();
    const jobs = worker({ test: async () => ran.resolve() }, { pollIntervalMs: 1 });
    await enqueue();
    await within('the job to run', ran.promise);
    await jobs.stop();
  });
});

test('operators see for how long the oldest job has been due', async () => {
  clock.hold('it compares the age of a job with whole seconds');
  const { database } = bench;
  assert.equal(await oldestDueSeconds({ database, clock }), 0);
  await enqueue();
  clock.advance(90_000);
  await enqueue();
  assert.equal(await oldestDueSeconds({ database, clock }), 90);
});

describe('an unavailable database', () => {
  function failingDatabase(failures: { reads: number; writes: number }): Database {
    return {
      ...bench.database,
      get reader() {
        failures.reads -= 1;
        if (failures.reads >= 0) throw new DatabaseUnavailable('away');
        return bench.database.reader;
      },
      transaction: async (work) => {
        failures.writes -= 1;
        if (failures.writes >= 0) throw new DatabaseUnavailable('away');
        return bench.database.transaction(work);
      },
    };
  }

  test('is waited for by the worker, which then goes on by itself', async () => {
    await enqueue();
    const ran = Promise.withResolvers<void>();
    const database = failingDatabase({ reads: 1, writes: 1 });
    const jobs = worker({ test: async () => ran.resolve() }, { pollIntervalMs: 1 }, database);
    await within('the job to run', ran.promise);
    await jobs.stop();
    assert.deepEqual(await rows(), []);
  });

  test('of more than a minute is reported again and again', async () => {
    await enqueue();
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const database = failingDatabase({ reads: Infinity, writes: Infinity });
    const jobs = startJobWorker(
      { database, clock, ids: randomIds, log },
      { test: async () => undefined },
      { pollIntervalMs: 1 },
    );
    await until('the first warning', () => lines.some((line) => line.includes('jobs cannot be claimed')));
    assert.ok(!lines.some((line) => line.includes('for a minute')));
    clock.advance(61_000);
    jobs.wake();
    await until('the report', () => lines.some((line) => line.includes('for a minute')));
    await jobs.stop();
  });

  test('while a job ends does not make it run again', async () => {
    await enqueue();
    const failures = { reads: 0, writes: 0 };
    let runs = 0;
    const jobs = worker(
      {
        test: async () => {
          runs += 1;
          failures.writes = 1;
        },
      },
      {},
      failingDatabase(failures),
    );
    await jobs.drain();
    await jobs.stop();
    assert.equal(runs, 1);
    assert.deepEqual(await rows(), []);
  });

  test('is reported by drain', async () => {
    const jobs = worker({ test: async () => undefined }, {}, failingDatabase({ reads: 1, writes: 0 }));
    await assert.rejects(jobs.drain(), DatabaseUnavailable);
    await jobs.stop();
  });
});
