import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { testClock } from '../../../test/clock.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { within } from '../../../test/waiting.ts';
import { randomIds } from '../../kernel/ids.ts';
import type { Database } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/errors.ts';
import { createLog } from '../log.ts';
import { createJobPool } from './job-pool.ts';
import { enqueueJob } from './enqueue-job.ts';
import { type JobHandler, JobLeaseError } from './job-run.ts';
import type { JobTables } from './tables.ts';

const LEASE_SECONDS = 60;
const clock = testClock(new Date('2026-03-01T12:00:00.000Z'));
const log = createLog('silent');

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase({ clock });
});
after(() => db.close());
beforeEach(() => db.database.transaction((tx) => tx.tables<JobTables>().deleteFrom('jobs').execute()));

function poolOf(handler: JobHandler, database: Database = db.database) {
  const deps = { database, clock, ids: randomIds, log };
  const run = { ...deps, random: () => 0.5, maxAttempts: 12 };
  const handlers = new Map([['test', handler]]);
  return createJobPool({ ...deps, run }, { handlers, concurrency: 1, leaseSeconds: LEASE_SECONDS });
}

const enqueue = () =>
  db.database.transaction((tx) => enqueueJob({ ids: randomIds, clock }, tx, { kind: 'test', payload: {} }));

/** A handler that ends when its signal is aborted, and reports the reason. */
function patient() {
  const signal = Promise.withResolvers<AbortSignal>();
  const handler: JobHandler = async (job) => {
    signal.resolve(job.signal);
    await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
  };
  return { handler, signal: within('the job to start', signal.promise) };
}

test('a renewed lease keeps the job from others for as long again', async () => {
  await enqueue();
  const { handler, signal } = patient();
  const [pool, other] = [poolOf(handler), poolOf(async () => undefined)];
  assert.equal(await pool.claim(), 1);
  for (let turn = 0; turn < 5; turn += 1) {
    clock.advance(40_000);
    await pool.renew();
    assert.equal(await other.claim(), 0);
  }
  assert.equal((await signal).aborted, false);
  pool.interrupt('All');
  await pool.whenAllEnd();
});

test('a handler whose lease somebody else holds is aborted at the next renewal', async () => {
  await enqueue();
  const [first, second] = [patient(), patient()];
  const [pool, other] = [poolOf(first.handler), poolOf(second.handler)];
  assert.equal(await pool.claim(), 1);
  clock.advance(LEASE_SECONDS * 1000);
  assert.equal(await other.claim(), 1);
  await pool.renew();
  const { aborted, reason } = await first.signal;
  assert.equal(aborted, true);
  assert.ok(reason instanceof JobLeaseError);
  assert.equal((await second.signal).aborted, false);
  await pool.whenAllEnd();
  other.interrupt('All');
  await other.whenAllEnd();
});

test('while the database is unavailable a handler continues until its lease ends', async () => {
  clock.hold('it looks in the last millisecond of the lease');
  await enqueue();
  let isAway = false;
  const database: Database = {
    ...db.database,
    transaction: async (work) => {
      if (isAway) throw new DatabaseUnavailable('away');
      return db.database.transaction(work);
    },
  };
  const { handler, signal } = patient();
  const pool = poolOf(handler, database);
  await pool.claim();
  isAway = true;
  clock.advance(LEASE_SECONDS * 1000 - 1);
  await pool.renew();
  assert.equal((await signal).aborted, false);
  clock.advance(1);
  await pool.renew();
  assert.ok((await signal).reason instanceof JobLeaseError);
  await pool.whenAllEnd();
});

test('a renewed lease counts from its renewal when the database goes away', async () => {
  clock.hold('it looks in the last millisecond of the renewed lease');
  await enqueue();
  let isAway = false;
  const database: Database = {
    ...db.database,
    transaction: async (work) => {
      if (isAway) throw new DatabaseUnavailable('away');
      return db.database.transaction(work);
    },
  };
  const { handler, signal } = patient();
  const pool = poolOf(handler, database);
  await pool.claim();
  clock.advance(40_000);
  await pool.renew();
  isAway = true;
  clock.advance(LEASE_SECONDS * 1000 - 1);
  await pool.renew();
  assert.equal((await signal).aborted, false);
  pool.interrupt('All');
  await pool.whenAllEnd();
});

test('concurrent claims take no more jobs than there is room for', async () => {
  for (let count = 0; count < 3; count += 1) await enqueue();
  const { handler } = patient();
  const pool = poolOf(handler);
  const claimed = await Promise.all([pool.claim(), pool.claim(), pool.claim()]);
  assert.deepEqual(claimed.toSorted(), [0, 0, 1]);
  pool.interrupt('All');
  await pool.whenAllEnd();
});

test('a handler that has finished its job in its own transaction is not aborted', async () => {
  await enqueue();
  const finished = Promise.withResolvers<AbortSignal>();
  const release = Promise.withResolvers<void>();
  const pool = poolOf(async (job) => {
    await db.database.transaction((tx) => job.finish(tx));
    finished.resolve(job.signal);
    await release.promise;
  });
  await pool.claim();
  const signal = await within('the job to finish', finished.promise);
  await pool.renew();
  assert.equal(signal.aborted, false);
  release.resolve();
  await pool.whenAllEnd();
});

test('renewing does not disturb a job that has ended meanwhile', async () => {
  await enqueue();
  const pool = poolOf(async () => undefined);
  await pool.claim();
  await Promise.all([pool.renew(), pool.whenAllEnd()]);
  await pool.renew();
  assert.equal(pool.isBusy(), false);
});
