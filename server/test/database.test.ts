import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase, testEngine } from './database.ts';

interface Tables {
  rateCounters: { counterKey: string; hits: number; resetsAt: Date };
}

test('gives each test a migrated database that no other test sees', async () => {
  const [one, other] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  try {
    assert.equal(one.engine, testEngine());
    assert.equal(one.database.engine, testEngine());
    await one.database.ready();
    await one.database.transaction(async (tx) => {
      await tx
        .tables<Tables>()
        .insertInto('rateCounters')
        .values({ counterKey: 'a', hits: 1, resetsAt: new Date(0) })
        .execute();
    });
    const rows = (db: typeof one) =>
      db.database.reader.tables<Tables>().selectFrom('rateCounters').selectAll().execute();
    assert.deepEqual(await rows(one), [{ counterKey: 'a', hits: 1, resetsAt: new Date(0) }]);
    assert.deepEqual(await rows(other), []);
  } finally {
    await Promise.all([one.close(), other.close(), one.close()]);
  }
});
