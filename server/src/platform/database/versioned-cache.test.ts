import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSystem } from '../../../test/harness.ts';
import { recordChange } from './record-change.ts';
import { versionedCache } from './versioned-cache.ts';

let opened: Awaited<ReturnType<typeof openTestSystem>>;
before(async () => {
  opened = await openTestSystem();
});
after(() => opened.close());

/** A cache that counts its loads and distinguishes them. */
function countingCache(topic: string, capacity?: number) {
  const loads: string[] = [];
  const cache = versionedCache<string>({
    topic,
    load: async (_system, accountId, key) => {
      loads.push(`${accountId}/${key}`);
      return `${accountId}/${key}#${loads.length}`;
    },
    ...(capacity !== undefined && { capacity }),
  });
  return { cache, loads };
}

const change = (accountId: string, topic: string): Promise<void> =>
  opened.system.database.transaction((tx) => recordChange(tx, accountId, topic));

test('loads once until a change of its topic is committed', async () => {
  const { cache, loads } = countingCache('a');
  assert.equal(await cache.get(opened.system, 'one'), 'one/#1');
  assert.equal(await cache.get(opened.system, 'one'), 'one/#1');
  await change('one', 'another topic');
  await change('two', 'a');
  assert.equal(await cache.get(opened.system, 'one'), 'one/#1');
  await change('one', 'a');
  assert.equal(await cache.get(opened.system, 'one'), 'one/#2');
  assert.equal(loads.length, 2);
});

test('keeps what two accounts have under one key apart', async () => {
  const { cache } = countingCache('apart');
  for (let round = 0; round < 2; round += 1) {
    assert.equal(await cache.get(opened.system, 'one', 'key'), 'one/key#1');
    assert.equal(await cache.get(opened.system, 'two', 'key'), 'two/key#2');
  }
});

test('a change that is rolled back loads nothing again', async () => {
  const { cache, loads } = countingCache('rolled back');
  await cache.get(opened.system, 'one');
  const failing = opened.system.database.transaction(async (tx) => {
    await recordChange(tx, 'one', 'rolled back');
    throw new Error('on purpose');
  });
  await assert.rejects(failing, /on purpose/);
  await cache.get(opened.system, 'one');
  assert.equal(loads.length, 1);
});

test('callers at the same time share one load', async () => {
  const { cache, loads } = countingCache('shared');
  const values = await Promise.all(Array.from({ length: 20 }, () => cache.get(opened.system, 'one', 'key')));
  assert.deepEqual(new Set(values), new Set(['one/key#1']));
  assert.equal(loads.length, 1);
});

test('keeps no failure', async () => {
  let attempts = 0;
  const cache = versionedCache<number>({
    topic: 'failing',
    load: async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('on purpose');
      return attempts;
    },
  });
  await assert.rejects(cache.get(opened.system, 'one'), /on purpose/);
  assert.equal(await cache.get(opened.system, 'one'), 2);
  assert.equal(await cache.get(opened.system, 'one'), 2);
});

test('evicts the least recently used value when it is full', async () => {
  const { cache, loads } = countingCache('full', 2);
  for (const key of ['a', 'b', 'a', 'c', 'a']) await cache.get(opened.system, 'one', key);
  assert.deepEqual(loads, ['one/a', 'one/b', 'one/c']);
  await cache.get(opened.system, 'one', 'b');
  assert.equal(loads.length, 4);
});
