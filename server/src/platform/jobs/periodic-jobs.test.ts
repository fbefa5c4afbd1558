import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobHandler, PeriodicJob } from './start-job-worker.ts';
import { within } from '../../../test/waiting.ts';
import { blocking, LEASE_SECONDS, noting, openJobBench, START } from '../../../test/job-bench.ts';

const bench = openJobBench();
const { clock, rows, worker } = bench;

const EVERY_SECONDS = 600;
const atSecond = (seconds: number): Date => new Date(START.getTime() + seconds * 1000);

test('a periodic job first runs after its interval, and then again after each', async () => {
  clock.hold('it looks one millisecond before the job is due');
  const { seen: runs, handler } = noting();
  const jobs = worker({ test: { everySeconds: EVERY_SECONDS, run: handler } });
  await jobs.drain();
  clock.set(atSecond(EVERY_SECONDS - 1));
  await jobs.drain();
  assert.equal(runs.length, 0);
  for (const round of [1, 2, 3]) {
    clock.set(atSecond(round * EVERY_SECONDS));
    await jobs.drain();
    await jobs.drain();
    assert.equal(runs.length, round);
    assert.equal(runs.at(-1)?.attempt, 1);
  }
  await jobs.stop();
});

test('periodic jobs that are due together run one after the other, and leave room for what somebody waits for', async () => {
  clock.hold('it compares when the jobs of one moment ran');
  const { handler, started, release } = blocking();
  let [running, most] = [0, 0];
  const run: JobHandler = async (job) => {
    running += 1;
    most = Math.max(most, running);
    await handler(job);
    running -= 1;
  };
  const kinds = ['a', 'b', 'c', 'd', 'e'];
  const periodic = kinds.map((kind): [string, PeriodicJob] => [kind, { everySeconds: EVERY_SECONDS, run }]);
  const receipt = Promise.withResolvers<void>();
  const jobs = worker({ ...Object.fromEntries(periodic), test: async () => receipt.resolve() });
  await jobs.drain();
  clock.set(atSecond(EVERY_SECONDS));
  jobs.wake();
  await started;
  await bench.enqueue();
  jobs.wake();
  await within('the receipt', receipt.promise);
  release.resolve();
  await jobs.drain();
  await jobs.stop();
  assert.equal(most, 1);
  assert.deepEqual(
    (await rows()).map(({ runAt }) => runAt),
    kinds.map(() => atSecond(2 * EVERY_SECONDS)),
  );
});

test('workers that start later neither add nor move a periodic job, and one of them runs it', async () => {
  clock.hold('it compares when the job is next due with its interval');
  const { seen: runs, handler } = noting();
  const periodic = { test: { everySeconds: EVERY_SECONDS, run: handler } };
  const workers = [worker(periodic)];
  await workers[0]?.drain();
  clock.set(atSecond(EVERY_SECONDS - 1));
  workers.push(worker(periodic), worker(periodic));
  for (const jobs of workers) await jobs.drain();
  clock.set(atSecond(EVERY_SECONDS));
  await Promise.all(workers.map((jobs) => jobs.drain()));
  assert.equal(runs.length, 1);
  assert.deepEqual(
    (await rows()).map(({ id, kind, runAt }) => [id, kind, runAt]),
    [['test', 'test', atSecond(2 * EVERY_SECONDS)]],
  );
  for (const jobs of workers) await jobs.stop();
});

test('a periodic job that fails is tried again within its interval, as often as it takes, and is never dead', async () => {
  let isBroken = true;
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    if (isBroken) throw new Error('on purpose');
  };
  const jobs = worker({ test: { everySeconds: EVERY_SECONDS, run } }, { maxAttempts: 2 });
  await jobs.drain();
  clock.set(atSecond(EVERY_SECONDS));
  await jobs.drain();
  for (let failures = 1; failures < 20; failures += 1) {
    assert.equal(runs, failures);
    const [row] = await rows();
    assert.equal(row?.status, 'Waiting');
    assert.match(row?.lastError ?? '', /on purpose/);
    const delayMs = (row?.runAt.getTime() ?? Infinity) - clock.now().getTime();
    assert.ok(delayMs > 0 && delayMs <= EVERY_SECONDS * 1000, `retried after ${delayMs} ms`);
    clock.advance(delayMs);
    await jobs.drain();
  }
  isBroken = false;
  clock.advance(EVERY_SECONDS * 1000);
  await jobs.drain();
  await jobs.stop();
  const [row] = await rows();
  assert.deepEqual([row?.attempts, row?.lastError, row?.leaseToken], [0, null, null]);
});

test('a periodic job whose worker is lost runs elsewhere when its lease ends, and the lost worker cannot end it', async () => {
  const { handler, started, release } = blocking();
  const first = worker({ test: { everySeconds: EVERY_SECONDS, run: handler } });
  await first.drain();
  clock.set(atSecond(EVERY_SECONDS));
  first.wake();
  await started;
  const { seen: runs, handler: other } = noting();
  const second = worker({ test: { everySeconds: EVERY_SECONDS, run: other } });
  await second.drain();
  assert.equal(runs.length, 0, 'two workers ran it at once');
  clock.advance(LEASE_SECONDS * 1000);
  await second.drain();
  assert.equal(runs.length, 1);
  const [before] = await rows();
  clock.advance(1000);
  release.resolve();
  await first.stop();
  await second.stop();
  assert.deepEqual(await rows(), [before]);
});

test('the writes of a periodic job and its end are one commit', async () => {
  clock.hold('it compares when the job is next due with its interval');
  const jobs = worker({
    test: {
      everySeconds: EVERY_SECONDS,
      run: (job) =>
        bench.database.transaction(async (tx) => {
          await job.finish(tx);
        }),
    },
  });
  await jobs.drain();
  clock.set(atSecond(EVERY_SECONDS));
  await jobs.drain();
  await jobs.stop();
  assert.deepEqual(
    (await rows()).map(({ runAt, attempts }) => [runAt, attempts]),
    [[atSecond(2 * EVERY_SECONDS), 0]],
  );
});
