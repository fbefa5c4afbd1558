import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noting, openJobBench, START } from '../../../test/job-bench.ts';
import { until } from '../../../test/waiting.ts';
import { randomIds } from '../../kernel/ids.ts';
import type { Database } from '../database/database.ts';
import { discardDeadJob, listDeadJobs, retryDeadJob } from './operate-jobs.ts';
import { enqueueJob } from './enqueue-job.ts';
import type { Pace } from '../pace.ts';
import type { JobHandler } from './start-job-worker.ts';

const bench = openJobBench();
const { clock, enqueue, rows, worker } = bench;

describe('a job', () => {
  test('runs once, with what was enqueued, and is gone', async () => {
    const { seen: runs, handler } = noting();
    const id = await enqueue({ accountId: 'demo', payload: { list: [1, { two: null }], text: 'ä' } });
    const jobs = worker({ test: handler });
    await jobs.drain();
    await jobs.drain();
    await jobs.stop();
    assert.equal(runs.length, 1);
    const [job] = runs;
    assert.equal(job?.id, id);
    assert.equal(job?.accountId, 'demo');
    assert.equal(job?.attempt, 1);
    assert.equal(job?.signal.aborted, false);
    assert.deepEqual(job?.payload, { list: [1, { two: null }], text: 'ä' });
    assert.deepEqual(await rows(), []);
  });

  test('of a transaction that is rolled back does not exist', async () => {
    const abandoned = bench.database.transaction(async (tx) => {
      await enqueueJob({ ids: randomIds, clock }, tx, { kind: 'test', payload: {} });
      throw new Error('rolled back');
    });
    await assert.rejects(abandoned, /rolled back/);
    assert.deepEqual(await rows(), []);
  });

  test('that is due is taken without those that are to run later', async () => {
    clock.hold('a job must not become due while the worker looks for jobs');
    const { seen: runs, handler } = noting();
    const due = await enqueue();
    const later = await enqueue({ runAt: new Date(START.getTime() + 1) });
    const jobs = worker({ test: handler });
    await jobs.drain();
    await jobs.stop();
    assert.deepEqual([runs.map(({ id }) => id), (await rows()).map(({ id }) => id)], [[due], [later]]);
  });

  test('that is to run later costs no transaction until then', async () => {
    clock.hold('the job must not become due while the worker looks for jobs');
    await enqueue({ runAt: new Date(START.getTime() + 1) });
    let transactions = 0;
    const counting: Database = {
      ...bench.database,
      transaction: (work) => {
        transactions += 1;
        return bench.database.transaction(work);
      },
    };
    const jobs = worker({ test: noting().handler }, {}, counting);
    await jobs.drain();
    assert.equal(transactions, 0);
    clock.advance(1);
    await jobs.drain();
    await jobs.stop();
    assert.ok(transactions > 0);
  });

  test('that is to run later waits for its time', async () => {
    clock.hold('it looks one millisecond before the job is due');
    const { seen: runs, handler } = noting();
    await enqueue({ runAt: new Date(START.getTime() + 5000) });
    const jobs = worker({ test: handler });
    clock.advance(4999);
    await jobs.drain();
    assert.equal(runs.length, 0);
    clock.advance(1);
    await jobs.drain();
    await jobs.stop();
    assert.equal(runs.length, 1);
  });

  test('that another job enqueues is run by the same drain', async () => {
    const { seen: runs, handler } = noting();
    await enqueue({ kind: 'first' });
    const jobs = worker({ first: async () => void (await enqueue({ kind: 'second' })), second: handler });
    await jobs.drain();
    await jobs.stop();
    assert.equal(runs.length, 1);
  });

  test('starts after those that were due before it', async () => {
    const { seen: runs, handler } = noting();
    const ids: string[] = [];
    for (const afterMs of [30, 10, 20]) {
      ids.push(
        await enqueue({
          kind: afterMs === 10 ? 'other' : 'test',
          runAt: new Date(START.getTime() + afterMs),
        }),
      );
    }
    clock.advance(50);
    const jobs = worker({ test: handler, other: handler }, { concurrency: 1 });
    await jobs.drain();
    await jobs.stop();
    assert.deepEqual(
      runs.map(({ id }) => id),
      [ids[1], ids[2], ids[0]],
    );
  });
});

describe('concurrency', () => {
  test('is used to the full and never exceeded, even by concurrent polls', async () => {
    for (let count = 0; count < 10; count += 1) await enqueue();
    let running = 0;
    let most = 0;
    const full = Promise.withResolvers<void>();
    const jobs = worker(
      {
        test: async () => {
          running += 1;
          most = Math.max(most, running);
          if (running === 3) full.resolve();
          await full.promise;
          running -= 1;
        },
      },
      { concurrency: 3 },
    );
    jobs.wake();
    await Promise.all([jobs.drain(), jobs.drain()]);
    await jobs.stop();
    assert.equal(most, 3);
    assert.deepEqual(await rows(), []);
  });
});

describe('jobs of several kinds', () => {
  test('share one concurrency, and the one that was due first is first', async () => {
    const order: string[] = [];
    let running = 0;
    const noteIn =
      (kind: string): JobHandler =>
      async () => {
        order.push(`${kind} beside ${running}`);
        running += 1;
        await new Promise(setImmediate);
        running -= 1;
      };
    await enqueue({ kind: 'a', runAt: START });
    await enqueue({ kind: 'b', runAt: new Date(START.getTime() - 1) });
    const jobs = worker({ a: noteIn('a'), b: noteIn('b') }, { concurrency: 1 });
    await jobs.drain();
    await jobs.stop();
    assert.deepEqual(order, ['b beside 0', 'a beside 0']);
  });
});

describe('jobs with a pace', () => {
  /** A pace that lets a job start when the test says so. */
  function openPace() {
    const turn = { isThere: false };
    const pace: Pace = { isTurn: () => turn.isThere, start: () => (turn.isThere = false), lookMs: 1 };
    return { turn, pace };
  }

  test('start one at a time when it is their turn, by themselves', async () => {
    for (let count = 0; count < 3; count += 1) await enqueue();
    const { seen: runs, handler } = noting();
    const { turn, pace } = openPace();
    const jobs = worker({ test: handler }, { concurrency: 3, pace });
    jobs.wake();
    for (let count = 1; count <= 3; count += 1) {
      turn.isThere = true;
      await until('a job to run', () => runs.length >= count);
      await until('the job to be gone', async () => (await rows()).length === 3 - count);
      assert.equal(runs.length, count);
    }
    await jobs.stop();
  });

  test('are all run by a drain', async () => {
    for (let count = 0; count < 3; count += 1) await enqueue();
    const jobs = worker({ test: noting().handler }, { pace: openPace().pace });
    await jobs.drain();
    await jobs.stop();
    assert.deepEqual(await rows(), []);
  });
});

describe('a failing job', () => {
  const failing: JobHandler = async () => {
    throw new Error('no luck\0today');
  };

  test('is tried again after a delay that grows, and keeps its last error', async () => {
    clock.hold('it compares the time of the next attempt with the delay');
    await enqueue();
    const jobs = worker({ test: failing });
    for (const delayMs of [5000, 10_000, 20_000]) {
      await jobs.drain();
      const [row] = await rows();
      assert.equal(row?.runAt.getTime(), clock.now().getTime() + delayMs);
      assert.equal(row?.lastError, 'Error: no lucktoday');
      assert.equal(row?.leaseToken, null);
      clock.advance(delayMs);
    }
    assert.equal((await rows())[0]?.attempts, 3);
    await jobs.stop();
  });

  test('is dead after twelve attempts, and can be listed, retried and discarded', async () => {
    const id = await enqueue({ accountId: 'demo' });
    await enqueue({ kind: 'unknown' });
    const { seen: runs, handler } = noting();
    const jobs = worker({ test: failing });
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      assert.deepEqual(await listDeadJobs(bench.database.reader), []);
      await jobs.drain();
      clock.advance(3_600_000);
    }
    await jobs.drain();
    await jobs.stop();

    const [dead, ...others] = await listDeadJobs(bench.database.reader, { accountId: 'demo' });
    assert.deepEqual(others, []);
    assert.equal(dead?.id, id);
    assert.equal(dead?.attempts, 12);
    assert.equal(dead?.lastError, 'Error: no lucktoday');
    assert.deepEqual(dead?.createdAt, START);
    assert.deepEqual(await listDeadJobs(bench.database.reader, { accountId: 'other' }), []);
    assert.deepEqual(await listDeadJobs(bench.database.reader, { afterId: id }), []);

    assert.equal((await bench.database.transaction((tx) => retryDeadJob(tx, { id })))?.kind, 'test');
    assert.equal(
      await bench.database.transaction((tx) => retryDeadJob(tx, { id })),
      undefined,
      'it is dead no more',
    );
    assert.equal(await bench.database.transaction((tx) => discardDeadJob(tx, { id })), undefined);
    const repaired = worker({ test: handler });
    await repaired.drain();
    await repaired.stop();
    assert.equal(runs[0]?.attempt, 1);
    assert.equal((await rows()).length, 1);
  });

  test('of a kind that says after how many attempts is dead after as many, whatever its worker allows', async () => {
    await enqueue();
    const jobs = worker(
      { test: Object.assign(failing.bind(undefined), { maxAttempts: 2 }) },
      { maxAttempts: 1 },
    );
    await jobs.drain();
    assert.deepEqual(await listDeadJobs(bench.database.reader), []);
    clock.advance(3_600_000);
    await jobs.drain();
    assert.equal((await listDeadJobs(bench.database.reader)).length, 1);
    await jobs.stop();
  });

  test('that is dead is deleted when it is discarded', async () => {
    const id = await enqueue();
    const jobs = worker({ test: failing }, { maxAttempts: 1 });
    await jobs.drain();
    await jobs.stop();
    assert.equal((await listDeadJobs(bench.database.reader)).length, 1);
    assert.equal((await bench.database.transaction((tx) => discardDeadJob(tx, { id })))?.kind, 'test');
    assert.deepEqual(await rows(), []);
  });
});

describe('kinds without a handler', () => {
  test('wait untouched and cost no write', async () => {
    clock.hold('it compares when a waiting job was last written with the start of the test');
    await enqueue({ kind: 'of-another-version' });
    await enqueue({ kind: 'excluded' });
    let transactions = 0;
    const counting: Database = {
      ...bench.database,
      transaction: (work) => {
        transactions += 1;
        return bench.database.transaction(work);
      },
    };
    const { seen: runs, handler } = noting();
    const jobs = worker({ test: handler, excluded: handler }, { onlyKinds: ['test'] }, counting);
    await jobs.drain();
    await jobs.drain();
    const [idle] = [worker({}, {}, counting)];
    await idle.drain();
    await Promise.all([jobs.stop(), idle.stop()]);
    assert.equal(runs.length, 0);
    assert.equal(transactions, 0);
    for (const row of await rows()) {
      assert.equal(row.attempts, 0);
      assert.deepEqual(row.runAt, START);
    }
  });
});
