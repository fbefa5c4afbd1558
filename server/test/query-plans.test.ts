import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHORES } from '../src/housekeeping.ts';
import type { JobTables } from '../src/platform/jobs/tables.ts';
import { openTestSystem } from './harness.ts';
import { readsEverything, withGoodPlans } from './query-plans.ts';

const steps = (...details: string[]) => details.map((detail) => ({ detail }));

test('a plan that visits a whole table, or all of an account, is found', () => {
  const statement = 'select * from "licenses" where "account_id" = ?';
  const ofAccount = 'SEARCH licenses USING INDEX licenses_newest (account_id=?)';
  assert.ok(readsEverything(statement, steps('SCAN licenses')));
  assert.ok(readsEverything(statement, steps(ofAccount)));
  assert.ok(readsEverything(`${statement} limit 26`, steps(ofAccount, 'USE TEMP B-TREE FOR ORDER BY')));
});

test('a page in the order of an index, rows by their keys, and small or derived tables are not', () => {
  const statement = 'select * from "licenses" where "account_id" = ?';
  const ofAccount = 'SEARCH licenses USING INDEX licenses_newest (account_id=?)';
  assert.ok(!readsEverything(`${statement} limit 26`, steps(ofAccount)));
  assert.ok(
    !readsEverything(`${statement} limit 26`, steps(ofAccount, 'USE TEMP B-TREE FOR LAST TERM OF ORDER BY')),
  );
  assert.ok(
    !readsEverything(statement, steps('SEARCH licenses USING INDEX licenses_owner (account_id=? AND id=?)')),
  );
  assert.ok(!readsEverything(statement, steps('SEARCH products USING INDEX products_newest (account_id=?)')));
  assert.ok(!readsEverything(statement, steps('CO-ROUTINE held', 'SCAN held')));
  assert.ok(!readsEverything(statement, steps('SCAN json_each VIRTUAL TABLE INDEX 1:')));
});

test('no chore reads everything to find the little that has had its time', async () => {
  const { system, close } = await openTestSystem();
  try {
    for (const chore of Object.values(CHORES)) await withGoodPlans(() => chore(system));
  } finally {
    await close();
  }
});

test('a request that reads a whole table is refused by the harness', async (t) => {
  const { system, test: database, close } = await openTestSystem();
  t.after(close);
  const { reader } = system.database;
  const everyJob = () => reader.tables<JobTables>().selectFrom('jobs').select('id').execute();
  if (database.engine === 'postgres') return assert.deepEqual(await withGoodPlans(everyJob), []);
  await assert.rejects(withGoodPlans(everyJob), /get slower with every row/);
});
