import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testClock } from '../clock.ts';
import { randomIds } from '../../src/kernel/ids.ts';
import { openVault } from '../../src/platform/crypto/vault.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { beginIdempotent } from '../../src/platform/idempotency/idempotency.ts';
import { openTestDatabase } from '../database.ts';
import { runTogether } from '../processes.ts';
import { untilExercised } from './until-exercised.ts';

const SCRIPT = new URL('idempotency-process.ts', import.meta.url);
const KEYS = 100;

/** The number of times the request of each key was started, by two processes that send all of them concurrently. */
async function race(
  variant: string,
  prepare: (database: Database) => Promise<void> = async () => undefined,
): Promise<Map<unknown, number>> {
  const { database, location, close } = await openTestDatabase();
  try {
    await prepare(database);
    const list = [location, variant, String(KEYS)];
    const starts = new Map<unknown, number>();
    for (const key of (await runTogether(SCRIPT, [list, list])).flat())
      starts.set(key, (starts.get(key) ?? 0) + 1);
    return starts;
  } finally {
    await close();
  }
}

test('of equal requests sent concurrently to two processes one is started', async () => {
  const starts = await race('guaranteed');
  assert.equal(starts.size, KEYS);
  assert.deepEqual(new Set(starts.values()), new Set([1]));
});

test('of equal requests that follow one lost in a crash one is started', async () => {
  const clock = testClock(new Date(Date.now() - 3_600_000));
  const vault = openVault('a secret for tests that is long enough');
  const starts = await race('guaranteed', async (database) => {
    for (let index = 0; index < KEYS; index += 1) {
      const request = { accountId: 'demo', caller: 'key:1', key: `key-${index}`, fingerprint: 'same' };
      await beginIdempotent({ database, clock, ids: randomIds, vault }, request);
    }
  });
  assert.equal(starts.size, KEYS);
  assert.deepEqual(new Set(starts.values()), new Set([1]));
});

test('checking for the key before taking it starts a request twice in the same race', () =>
  untilExercised(async () => {
    const twice = [...(await race('naive')).values()].filter((count) => count > 1);
    assert.ok(twice.length > 0, 'the race was not exercised: no request was started twice');
  }));
