import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CounterTables } from '../../src/platform/counters/tables.ts';
import { openTestDatabase } from '../database.ts';
import { runTogether } from '../processes.ts';
import { untilExercised } from './until-exercised.ts';

const SCRIPT = new URL('counter-process.ts', import.meta.url);
const LIMIT = 100;
const HITS_PER_LANE = 50;
const PROCESSES = 2;
const TOTAL = HITS_PER_LANE * 4 * PROCESSES;

async function race(variant: string): Promise<{ allowed: number; count: number }> {
  const { database, location, close } = await openTestDatabase();
  try {
    const list = [location, variant, String(HITS_PER_LANE)];
    const outcomes = await runTogether(
      SCRIPT,
      Array.from({ length: PROCESSES }, () => list),
    );
    const row = await database.reader
      .tables<CounterTables>()
      .selectFrom('rateCounters')
      .select('hits')
      .executeTakeFirstOrThrow();
    return { allowed: outcomes.reduce<number>((sum, part) => sum + Number(part), 0), count: row.hits };
  } finally {
    await close();
  }
}

test('two processes together are allowed exactly the limit, and no hit is lost', async () => {
  assert.deepEqual(await race('guaranteed'), { allowed: LIMIT, count: TOTAL });
});

test('a counter that reads before it writes loses hits in the same race', () =>
  untilExercised(async () => {
    const { allowed, count } = await race('naive');
    assert.ok(count < TOTAL, `the race was not exercised: ${count} of ${TOTAL} hits were counted`);
    assert.ok(allowed > LIMIT, `the race was not exercised: ${allowed} hits were allowed`);
  }));
