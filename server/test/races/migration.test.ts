import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { migrations } from '../../migrations/index.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { runTogether } from '../processes.ts';

const PROCESS = new URL('migration-process.ts', import.meta.url);
const PROCESSES = 4;

test('of several processes that start on an empty database one migrates it, and all go on', async (context) => {
  const { location, database } = await openEmpty(context);
  const outcomes = await migrateTogether(location, 'safe');
  const all = migrations.map(({ name }) => name);
  const nothing = Array.from({ length: PROCESSES - 1 }, () => ({ ran: [] }));
  assert.deepEqual(outcomes.toSorted(byLength), [...nothing, { ran: all }]);
  await database.ready();
});

test('checking the schema before taking its lock creates tables twice, and fails, in the same race', async (context) => {
  const { location } = await openEmpty(context);
  const outcomes = await migrateTogether(location, 'naive');
  const failed = outcomes.filter((outcome) => JSON.stringify(outcome) === '{"failed":true}');
  assert.equal(failed.length, PROCESSES - 1);
});

async function openEmpty(context: TestContext): Promise<TestDatabase> {
  const opened = await openTestDatabase({ isEmpty: true });
  context.after(opened.close);
  return opened;
}

function migrateTogether(location: string, variant: string): Promise<unknown[]> {
  return runTogether(
    PROCESS,
    Array.from({ length: PROCESSES }, () => [location, variant]),
  );
}

function byLength(one: unknown, other: unknown): number {
  return JSON.stringify(one).length - JSON.stringify(other).length;
}
