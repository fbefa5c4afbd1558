import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OpenTestSystem, openTestSystem } from '../../test/harness.ts';
import { DatabaseTooNew, DatabaseUnavailable } from './database/errors.ts';
import { createDatabaseCheck } from './readiness.ts';

let opened: OpenTestSystem;
before(async () => {
  opened = await openTestSystem();
});
after(() => opened.close());

/** A check of a database whose readiness is that of `ready`. */
function checkOf(ready: () => Promise<void>): () => Promise<string | undefined> {
  const { system } = opened;
  return createDatabaseCheck({ ...system, database: { ...system.database, ready } });
}

test('the reason why a database cannot be used is one sentence, without what only its driver knows', async () => {
  const readOnly = 'The database is read-only: it is a replica, or was made so.';
  const reasons = [
    [() => Promise.resolve(), undefined],
    [() => Promise.reject(new DatabaseUnavailable(readOnly)), readOnly],
    [() => Promise.reject(new DatabaseTooNew('it has 0099-colors')), /is that of a newer version/],
    [() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432')), 'The database does not respond.'],
  ] as const;
  for (const [ready, expected] of reasons) {
    const reason = await checkOf(ready)();
    if (expected instanceof RegExp) assert.match(reason ?? '', expected);
    else assert.equal(reason, expected);
  }
});

test('probes that come while a database is silent are answered in time, and share one check', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const silence = Promise.withResolvers<void>();
  let checks = 0;
  const check = checkOf(() => {
    checks += 1;
    return silence.promise;
  });
  const probes = [check(), check()];
  context.mock.timers.tick(3_000);
  assert.deepEqual(await Promise.all(probes), Array(2).fill('The database does not respond.'));
  assert.equal(checks, 1);
  silence.resolve();
  await silence.promise;
});
