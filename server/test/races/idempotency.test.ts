import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../database.ts';
import { runTogether } from '../processes.ts';

const SCRIPT = new URL('idempotency-process.ts', import.meta.url);
const KEYS = 100;

/** How often the request of each key was started, by two processes that send all of them at once. */
async function race(variant: string): Promise<Map<unknown, number>> {
  const { location, close } = await openTestDatabase();
  try {
    const list = [location, variant, String(KEYS)];
    const starts = new Map<unknown, number>();
    for (const key of (await runTogether(SCRIPT, [list, list])).flat())
      starts.set(key, (starts.get(key) ?? 0) + 1);
    return starts;
  } finally {
    await close();
  }
}

test('of equal requests sent at once to two processes one is started', async () => {
  const starts = await race('guaranteed');
  assert.equal(starts.size, KEYS);
  assert.deepEqual(new Set(starts.values()), new Set([1]));
});

test('looking for the key before taking it starts a request twice in the same race', async () => {
  const twice = [...(await race('naive')).values()].filter((count) => count > 1);
  assert.ok(twice.length > 0, 'the race was not exercised: no request was started twice');
});
