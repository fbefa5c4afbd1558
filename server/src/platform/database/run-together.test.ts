import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompiledQuery } from 'kysely';
import { openTestDatabase } from '../../../test/database.ts';
import type { Database, Tx } from './database.ts';
import { runTogether } from './run-together.ts';

interface CounterTables {
  rateCounters: { counterKey: string; hits: number; resetsAt: Date };
}

test('queries run in their order, each after the one before', async (context) => {
  const { database, close } = await openTestDatabase();
  context.after(close);
  const steps = (tx: Tx): CompiledQuery[] => [
    insertion(tx, 'a'),
    renaming(tx, 'a', 'b'),
    insertion(tx, 'a'),
    deletion(tx, 'b'),
  ];
  await database.transaction((tx) => runTogether(tx, steps(tx)));
  assert.deepEqual(await keys(database), ['a']);
  // Again, with statements that the connection has prepared.
  await database.transaction((tx) => runTogether(tx, [deletion(tx, 'a'), ...steps(tx)]));
  assert.deepEqual(await keys(database), ['a']);
});

test('the first failure is raised, nothing is written, and the next transaction succeeds', async (context) => {
  const { database, close } = await openTestDatabase({ poolSize: 1 });
  context.after(close);
  await database.transaction((tx) => runTogether(tx, [insertion(tx, 'a')]));
  const failing = database.transaction((tx) =>
    runTogether(tx, [insertion(tx, 'b'), insertion(tx, 'a'), insertion(tx, 'c')]),
  );
  await assert.rejects(failing, /rate_counters/);
  assert.deepEqual(await keys(database), ['a']);
  await database.transaction((tx) => runTogether(tx, [insertion(tx, 'c')]));
  assert.deepEqual(await keys(database), ['a', 'c']);
});

test('a query that cannot be sent is raised, and nothing is written', async (context) => {
  const { database, close } = await openTestDatabase({ poolSize: 1 });
  context.after(close);
  for (const value of [undefined, { number: 1n }]) {
    const unsent = (tx: Tx): CompiledQuery => ({ ...insertion(tx, 'b'), parameters: ['b', value, 0] });
    await assert.rejects(
      database.transaction((tx) => runTogether(tx, [insertion(tx, 'a'), unsent(tx), insertion(tx, 'c')])),
      TypeError,
    );
    assert.deepEqual(await keys(database), []);
  }
  await database.transaction((tx) => runTogether(tx, [insertion(tx, 'c')]));
  assert.deepEqual(await keys(database), ['c']);
});

test('no query at all is nothing to do', async (context) => {
  const { database, close } = await openTestDatabase();
  context.after(close);
  await database.transaction((tx) => runTogether(tx, []));
  assert.deepEqual(await keys(database), []);
});

function insertion(tx: Tx, counterKey: string): CompiledQuery {
  const row = { counterKey, hits: 0, resetsAt: new Date(0) };
  return tx.tables<CounterTables>().insertInto('rateCounters').values(row).compile();
}

function renaming(tx: Tx, from: string, to: string): CompiledQuery {
  const db = tx.tables<CounterTables>();
  return db.updateTable('rateCounters').set({ counterKey: to }).where('counterKey', '=', from).compile();
}

function deletion(tx: Tx, counterKey: string): CompiledQuery {
  return tx.tables<CounterTables>().deleteFrom('rateCounters').where('counterKey', '=', counterKey).compile();
}

async function keys({ reader }: Database): Promise<string[]> {
  const rows = await reader
    .tables<CounterTables>()
    .selectFrom('rateCounters')
    .select('counterKey')
    .orderBy('counterKey')
    .execute();
  return rows.map((row) => row.counterKey);
}
