import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/database.ts';
import type { Database, Tx } from './database.ts';

interface CounterTables {
  rateCounters: { counterKey: string; hits: number; resetsAt: Date };
}

test('two transactions that wait for each other both end well, at their second try at the latest', async (context) => {
  const { database, close } = await openTestDatabase();
  context.after(close);
  await database.transaction(async (tx) => {
    const rows = ['a', 'b'].map((counterKey) => ({ counterKey, hits: 0, resetsAt: new Date(0) }));
    await tx.tables<CounterTables>().insertInto('rateCounters').values(rows).execute();
  });
  const bothHaveOne = meeting(2);
  let tries = 0;
  const crossing = ([first, second]: readonly [string, string]): Promise<void> =>
    database.transaction(async (tx) => {
      tries += 1;
      await hit(tx, first);
      await bothHaveOne();
      await hit(tx, second);
    });
  await Promise.all([crossing(['a', 'b']), crossing(['b', 'a'])]);
  // The database may end both of them when each finds the other one at the same moment.
  assert.ok(tries === 3 || tries === 4, `${tries} tries`);
  assert.deepEqual(await hits(database), { a: 2, b: 2 });
});

/** A barrier at which callers wait until the expected number has arrived; open from then on. */
function meeting(expected: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let present = 0;
  return async () => {
    present += 1;
    if (present >= expected) resolve();
    await promise;
  };
}

async function hit(tx: Tx, counterKey: string): Promise<void> {
  await tx
    .tables<CounterTables>()
    .updateTable('rateCounters')
    .set((eb) => ({ hits: eb('hits', '+', 1) }))
    .where('counterKey', '=', counterKey)
    .execute();
}

async function hits({ reader }: Database): Promise<Record<string, number>> {
  const rows = await reader.tables<CounterTables>().selectFrom('rateCounters').selectAll().execute();
  return Object.fromEntries(rows.map((row) => [row.counterKey, row.hits]));
}
