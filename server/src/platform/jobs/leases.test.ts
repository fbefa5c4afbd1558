import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { blocking, LEASE_SECONDS, noting, openJobBench } from '../../../test/job-bench.ts';
import { until, within } from '../../../test/waiting.ts';
import { randomIds } from '../../kernel/ids.ts';
import { listDeadJobs } from './operate-jobs.ts';
import { enqueueJob } from './enqueue-job.ts';
import { type JobHandler, JobLeaseError } from './start-job-worker.ts';
import { claimJobs } from './store.ts';

const bench = openJobBench();
const { clock, enqueue, rows, worker } = bench;

describe('a lease', () => {
  const claimAsCrashed = () =>
    bench.database.transaction((tx) =>
      claimJobs(tx, {
        kinds: ['test'],
        now: clock.now(),
        leaseToken: 'gone',
        leasedUntil: new Date(clock.now().getTime() + LEASE_SECONDS * 1000),
        limit: 1,
      }),
    );

  const claimed = async (attempts: number): Promise<void> => {
    await until(`attempt ${attempts}`, async () => (await rows())[0]?.attempts === attempts);
  };

  test('keeps a job of a crashed worker from others until it ends, and no longer', async () => {
    clock.hold('it looks for the job in the last millisecond of the lease');
    const id = await enqueue();
    assert.equal((await claimAsCrashed())[0]?.id, id);
    const { seen: runs, handler } = noting();
    const jobs = worker({ test: handler });
    clock.advance(LEASE_SECONDS * 1000 - 1);
    await jobs.drain();
    assert.equal(runs.length, 0);
    clock.advance(1);
    await jobs.drain();
    await jobs.stop();
    assert.equal(runs[0]?.attempt, 2);
    assert.deepEqual(await rows(), []);
  });

  test('that ended with the last attempt makes the job dead, without another start', async () => {
    await enqueue();
    const { seen: runs, handler } = noting();
    const jobs = worker({ test: handler }, { maxAttempts: 2 });
    for (let crash = 0; crash < 2; crash += 1) {
      await claimAsCrashed();
      clock.advance(LEASE_SECONDS * 1000);
    }
    await jobs.drain();
    await jobs.stop();
    assert.equal(runs.length, 0);
    assert.match((await listDeadJobs(bench.database.reader))[0]?.lastError ?? '', /lost/);
  });

  test('that is lost completes nothing: the job belongs to the worker that has it now', async () => {
    await enqueue();
    const [slow, next] = [blocking(), blocking()];
    const first = worker({ test: slow.handler }, { concurrency: 1 });
    const second = worker({ test: next.handler });
    first.wake();
    await slow.started;
    clock.advance(LEASE_SECONDS * 1000);
    second.wake();
    assert.equal((await next.started).attempt, 2);

    slow.release.resolve();
    await first.stop();
    assert.equal((await rows()).length, 1, 'the first worker has completed a job that was not its own');
    next.release.resolve();
    await second.stop();
    assert.deepEqual(await rows(), []);
  });

  test('that is lost and taken again by the same worker does not start the job beside itself', async () => {
    await enqueue();
    const { handler, started, release } = blocking();
    let starts = 0;
    const jobs = worker({
      test: (job) => {
        starts += 1;
        return handler(job);
      },
    });
    jobs.wake();
    await started;
    clock.advance(LEASE_SECONDS * 1000);
    const drained = jobs.drain();
    await claimed(2);
    release.resolve();
    await drained;
    await jobs.stop();
    assert.equal(starts, 1);
    assert.deepEqual(await rows(), [], 'what ended under the second lease is complete');
  });

  test('that is lost lets no failure be written down either', async () => {
    await enqueue();
    const [slow, next] = [blocking(), blocking()];
    const first = worker({ test: slow.handler }, { concurrency: 1 });
    const second = worker({ test: next.handler });
    first.wake();
    await slow.started;
    clock.advance(LEASE_SECONDS * 1000);
    second.wake();
    await next.started;
    slow.release.reject(new Error('too late'));
    await first.stop();
    assert.equal((await rows())[0]?.lastError, null);
    next.release.resolve();
    await second.stop();
    assert.deepEqual(await rows(), []);
  });
});

describe('finish', () => {
  test('completes the job in the transaction of the handler: both are committed or neither', async () => {
    await enqueue();
    let isBroken = true;
    const jobs = worker({
      test: (job) =>
        bench.database.transaction(async (tx) => {
          await enqueueJob({ ids: randomIds, clock }, tx, { kind: 'effect', payload: {} });
          await job.finish(tx);
          if (isBroken) throw new Error('rolled back');
        }),
    });
    await jobs.drain();
    assert.deepEqual(
      (await rows()).map(({ kind }) => kind),
      ['test'],
    );
    isBroken = false;
    clock.advance(5000);
    await jobs.drain();
    await jobs.stop();
    assert.deepEqual(
      (await rows()).map(({ kind }) => kind),
      ['effect'],
    );
  });

  test('rolls the handler back when another worker has the job', async () => {
    await enqueue();
    const [slow, next] = [blocking(), blocking()];
    const refusal = Promise.withResolvers<unknown>();
    const finishingLate: JobHandler = async (job) => {
      await slow.handler(job);
      const late = bench.database.transaction(async (tx) => {
        await enqueueJob({ ids: randomIds, clock }, tx, { kind: 'effect', payload: {} });
        await job.finish(tx);
      });
      await late.catch(refusal.resolve);
    };
    const first = worker({ test: finishingLate }, { concurrency: 1 });
    const second = worker({ test: next.handler });
    first.wake();
    await slow.started;
    clock.advance(LEASE_SECONDS * 1000);
    second.wake();
    await next.started;
    slow.release.resolve();
    assert.ok((await within('the refusal', refusal.promise)) instanceof JobLeaseError);
    next.release.resolve();
    await Promise.all([first.stop(), second.stop()]);
    assert.deepEqual(await rows(), []);
  });
});
