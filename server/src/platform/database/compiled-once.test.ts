import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { CounterTables } from '../counters/tables.ts';
import { compiledOnce } from './compiled-once.ts';
import { inList } from './lists.ts';

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
  const rows = ['a', 'b', 'c'].map((counterKey, hits) => ({ counterKey, hits, resetsAt: new Date(hits) }));
  await db.database.transaction((tx) =>
    tx.tables<CounterTables>().insertInto('rateCounters').values(rows).execute(),
  );
});
after(() => db.close());

interface Input {
  readonly keys: readonly string[];
  readonly window: { readonly before: Date; readonly notKey?: string | undefined };
  readonly limit: number;
}

function countersQuery() {
  let built = 0;
  const find = compiledOnce((reader, { keys, window, limit }: Input) => {
    built += 1;
    const query = reader.tables<CounterTables>().selectFrom('rateCounters').select('counterKey');
    const among = query.where(inList(reader, 'counterKey', keys)).where('resetsAt', '<', window.before);
    const others = window.notKey === undefined ? among : among.where('counterKey', '<>', window.notKey);
    return others.orderBy('counterKey').limit(limit);
  });
  const keysOf = async (input: Input) =>
    (await find(db.database.reader, input)).map(({ counterKey }) => counterKey);
  return { keysOf, find, built: () => built };
}

test('every call has its own values, and the text is put together once for each shape', async () => {
  const { keysOf, built } = countersQuery();
  assert.deepEqual(await keysOf({ keys: ['a', 'b'], window: { before: new Date(9) }, limit: 9 }), ['a', 'b']);
  const timesPerShape = built();
  assert.deepEqual(await keysOf({ keys: ['b', 'c', 'x'], window: { before: new Date(2) }, limit: 9 }), ['b']);
  assert.equal(built(), timesPerShape);
  const narrower = { before: new Date(9), notKey: 'a' };
  assert.deepEqual(await keysOf({ keys: ['a', 'b', 'c'], window: narrower, limit: 9 }), ['b', 'c']);
  assert.deepEqual(await keysOf({ keys: ['a', 'b', 'c'], window: narrower, limit: 1 }), ['b']);
  assert.equal(built(), 3 * timesPerShape);
  assert.deepEqual(await keysOf({ keys: [], window: { before: new Date(9) }, limit: 9 }), []);
});

test('a thousand shapes are remembered, those that ran last', async () => {
  const { keysOf, built } = countersQuery();
  const input = (limit: number) => ({ keys: ['a'], window: { before: new Date(9) }, limit });
  for (let limit = 1; limit <= 1_000; limit += 1) await keysOf(input(limit));
  const builtForAll = built();
  await keysOf(input(1));
  assert.equal(built(), builtForAll, 'the first shape of a thousand is still known');
  await keysOf(input(1_001));
  await keysOf(input(1));
  assert.equal(built(), builtForAll + 2, 'a new shape takes the place of another than the one that just ran');
  await keysOf(input(2));
  assert.equal(built(), builtForAll + 4, 'the one that ran longest ago had to go');
});

test('calls of several shapes at the same time do not mix', async () => {
  const { keysOf } = countersQuery();
  const results = await Promise.all(
    ['a', 'b', 'c'].map((key, index) =>
      keysOf({ keys: [key], window: { before: new Date(9) }, limit: index + 1 }),
    ),
  );
  assert.deepEqual(results, [['a'], ['b'], ['c']]);
});

test('in a transaction it sees what the transaction has written', async () => {
  const { find } = countersQuery();
  const input = { keys: ['new'], window: { before: new Date(9) }, limit: 1 };
  const undo = new Error('undo');
  const write = db.database.transaction(async (tx) => {
    const row = { counterKey: 'new', hits: 0, resetsAt: new Date(0) };
    await tx.tables<CounterTables>().insertInto('rateCounters').values(row).execute();
    assert.deepEqual(await find(tx, input), [{ counterKey: 'new' }]);
    throw undo;
  });
  await assert.rejects(write, undo);
  assert.deepEqual(await find(db.database.reader, input), []);
});

test('a bigint is a parameter, and another number a part of the text', async () => {
  let built = 0;
  const find = compiledOnce((reader, { hits }: { readonly hits: bigint | number }) => {
    built += 1;
    const query = reader.tables<CounterTables>().selectFrom('rateCounters').select('counterKey');
    return query.where('hits', '=', sql<number>`${hits}`);
  });
  const keysOf = async (hits: bigint | number) =>
    (await find(db.database.reader, { hits })).map(({ counterKey }) => counterKey);
  assert.deepEqual(await keysOf(0n), ['a']);
  const timesPerShape = built;
  assert.deepEqual(await keysOf(2n), ['c']);
  assert.equal(built, timesPerShape);
  assert.deepEqual(await keysOf(1), ['b']);
  assert.equal(built, 2 * timesPerShape);
});

test('a query keeps as many shapes as it says', async () => {
  let built = 0;
  const find = compiledOnce(
    (reader, { limit }: { readonly limit: number }) => {
      built += 1;
      return reader.tables<CounterTables>().selectFrom('rateCounters').select('hits').limit(limit);
    },
    { mostShapes: 2 },
  );
  for (const limit of [1, 2, 3]) await find(db.database.reader, { limit });
  const builtForAll = built;
  await find(db.database.reader, { limit: 3 });
  assert.equal(built, builtForAll);
  await find(db.database.reader, { limit: 1 });
  assert.ok(built > builtForAll, 'the shape that ran longest ago was dropped');
});

test('empty texts and lists are never taken for others', async () => {
  const find = compiledOnce(
    (reader, { key, keys }: { readonly key: string; readonly keys: readonly string[] }) => {
      const query = reader.tables<CounterTables>().selectFrom('rateCounters').select('counterKey');
      const among = keys.length === 0 ? query : query.where(inList(reader, 'counterKey', keys));
      return (key === '' ? among : among.where('counterKey', '<>', key)).orderBy('counterKey');
    },
  );
  const keysOf = async (key: string, keys: string[]) => {
    const rows = await find(db.database.reader, { key, keys });
    return rows.map(({ counterKey }) => counterKey);
  };
  assert.deepEqual(await keysOf('', []), ['a', 'b', 'c']);
  await assert.rejects(keysOf('', ['a', 'b']), /looks at its parameters: length/);
  assert.deepEqual(await keysOf('a', []), ['b', 'c']);
  assert.deepEqual(await keysOf('', []), ['a', 'b', 'c']);
});

test('a query that looks at a parameter is refused before it runs', async () => {
  const comparing = compiledOnce((reader, { key }: { readonly key: string }) => {
    const query = reader.tables<CounterTables>().selectFrom('rateCounters').select('hits');
    return key === 'a' ? query.where('counterKey', '=', key) : query;
  });
  await assert.rejects(comparing(db.database.reader, { key: 'a' }), /looks at its parameters/);
  const looking = compiledOnce((reader, { at }: { readonly at: Date }) => {
    const query = reader.tables<CounterTables>().selectFrom('rateCounters').select('hits');
    return at.getTime() > 0 ? query.where('resetsAt', '>', at) : query;
  });
  await assert.rejects(looking(db.database.reader, { at: new Date(1) }), /looks at its parameters: getTime/);
});
