import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { systemClock } from '../../src/kernel/clock.ts';
import { randomIds } from '../../src/kernel/ids.ts';
import { databaseFailure } from '../../src/platform/database/errors.ts';
import { recordChange } from '../../src/platform/database/record-change.ts';
import { enqueueJob } from '../../src/platform/jobs/enqueue-job.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import { createLog } from '../../src/platform/log.ts';
import { startRelay } from '../postgres-relay.ts';
import { until } from '../waiting.ts';

const CONNECTIONS = 4;

test('a leader that freezes hangs nothing: requests fail in time, jobs and caches go on with its successor', async (context) => {
  const relay = await startRelay();
  context.after(relay.close);
  const database = await relay.open({ statementTimeoutMs: 200, poolSize: CONNECTIONS });
  const deps = { database, clock: systemClock, ids: randomIds, log: createLog('silent') };
  const ran: string[] = [];
  const worker = startJobWorker(
    deps,
    { test: async ({ id }) => void ran.push(id) },
    { pollIntervalMs: 50, leaseSeconds: 5 },
  );
  context.after(() => worker.stop());
  const enqueue = () =>
    database.transaction((tx) => enqueueJob(deps, tx, { kind: 'test', payload: { of: randomUUID() } }));
  const change = () => database.transaction((tx) => recordChange(tx, 'demo', 'catalog'));
  await database.ready();
  await enqueue();
  await until('a job', () => ran.length === 1);
  // Every connection of the pool is open when the leader freezes.
  await Promise.all(Array.from({ length: CONNECTIONS }, change));

  relay.freeze();
  const outcomes = await Promise.allSettled(Array.from({ length: CONNECTIONS * 2 }, change));
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  assert.ok(failures.length > 0, 'nothing was frozen');
  for (const { reason } of failures) assert.equal(databaseFailure(reason), 'unavailable');

  await database.ready();
  await enqueue();
  await until('a job after the freeze', () => ran.length === 2);
  // The feed hears again, so that versions are cached.
  await until('the change feed', async () => {
    await database.changes.version('demo', 'catalog');
    return database.changes.peek('demo', 'catalog') !== undefined;
  });
  await change();
  await until('the notification', () => database.changes.peek('demo', 'catalog') === undefined);
});
