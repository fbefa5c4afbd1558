import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { groupCalls } from './grouping.ts';

test('calls of one turn are one group, answered in their order', async () => {
  const groups: number[][] = [];
  const double = groupCalls(
    async (items: readonly number[]) => {
      groups.push([...items]);
      return items.map((item) => item * 2);
    },
    { maxItems: 100 },
  );
  assert.deepEqual(await Promise.all([double(1), double(2), double(3)]), [2, 4, 6]);
  assert.deepEqual(await double(4), 8);
  assert.deepEqual(groups, [[1, 2, 3], [4]]);
});

test('calls that arrive while a group runs form the next one, and one group runs at a time', async () => {
  const gate = Promise.withResolvers<void>();
  const groups: string[][] = [];
  const call = groupCalls(
    async (items: readonly string[]) => {
      groups.push([...items]);
      if (groups.length === 1) await gate.promise;
      return items;
    },
    { maxItems: 100 },
  );
  const first = call('a');
  await turn();
  await turn();
  const later = [call('b'), call('c')];
  await turn();
  assert.deepEqual(groups, [['a']]);
  gate.resolve();
  assert.deepEqual(await Promise.all([first, ...later]), ['a', 'b', 'c']);
  assert.deepEqual(groups, [['a'], ['b', 'c']]);
});

test('a group has at most the items it is allowed to have', async () => {
  const sizes: number[] = [];
  const call = groupCalls(
    async (items: readonly number[]) => {
      sizes.push(items.length);
      return items;
    },
    { maxItems: 4 },
  );
  await Promise.all(Array.from({ length: 10 }, (_, index) => call(index)));
  assert.deepEqual(sizes, [4, 4, 2]);
});

test('a group that fails fails for each of its items, and the next one runs', async () => {
  let calls = 0;
  const call = groupCalls(
    async (items: readonly number[]) => {
      calls += 1;
      if (calls === 1) throw new Error('the database is away');
      return items;
    },
    { maxItems: 100 },
  );
  const outcomes = await Promise.allSettled([call(1), call(2)]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await call(3), 3);
});

test('an answer for each item is required', async () => {
  const call = groupCalls(async (items: readonly number[]) => items.slice(1), { maxItems: 100 });
  await assert.rejects(Promise.all([call(1), call(2)]), /2 items got 1 answers/);
});

test('as many groups run at the same time as are allowed, and what comes then waits', async () => {
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const groups: string[][] = [];
  const call = groupCalls(
    async (items: readonly string[]) => {
      groups.push([...items]);
      await gates[groups.length - 1]?.promise;
      return items;
    },
    { maxItems: 100, maxGroups: 2 },
  );
  const calls: Promise<string>[] = [];
  for (const item of ['a', 'b', 'c', 'd']) {
    calls.push(call(item));
    await turn();
    await turn();
  }
  assert.deepEqual(groups, [['a'], ['b']]);
  gates[1]?.resolve();
  await calls[1];
  await turn();
  assert.deepEqual(groups, [['a'], ['b'], ['c', 'd']]);
  for (const { resolve } of gates) resolve();
  assert.deepEqual(await Promise.all(calls), ['a', 'b', 'c', 'd']);
});

test('a group grows until another one is useful', async () => {
  const gate = Promise.withResolvers<void>();
  const groups: number[][] = [];
  const call = groupCalls(
    async (items: readonly number[]) => {
      groups.push([...items]);
      return items;
    },
    { maxItems: 100, untilUseful: () => gate.promise },
  );
  const first = call(1);
  await turn();
  await turn();
  const second = call(2);
  assert.deepEqual(groups, []);
  gate.resolve();
  assert.deepEqual(await Promise.all([first, second]), [1, 2]);
  assert.deepEqual(groups, [[1, 2]]);
});
