import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHORES } from '../src/jobs.ts';
import type { JobTables } from '../src/platform/jobs/tables.ts';
import { openTestSystem, startTestApp } from './harness.ts';
import {
  boundConditions,
  namesNoAccount,
  readsEverything,
  statementsLookedAt,
  withGoodPlans,
  withOwnRows,
} from './query-plans.ts';

const steps = (...details: string[]) => details.map((detail) => ({ detail }));
const ALL = 'select * from "licenses" where "account_id" = ?';
const PAGE = `${ALL} order by "created_at" desc, "id" desc limit 26`;
const OF_ACCOUNT = 'SEARCH licenses USING INDEX licenses_newest (account_id=?)';

const bad: [what: string, statement: string, ...details: string[]][] = [
  ['a whole table', ALL, 'SCAN licenses'],
  ['a whole table up to the first hit', `${ALL} limit 1`, 'SCAN licenses'],
  ['a whole table of which each account has few rows', ALL, 'SCAN api_keys'],
  ['all of an account', ALL, OF_ACCOUNT],
  ['all of an account since a moment', ALL, 'SEARCH licenses USING INDEX x (account_id=? AND created_at>?)'],
  ['all of an account, to sort it', PAGE, OF_ACCOUNT, 'USE TEMP B-TREE FOR ORDER BY'],
  ['all of an account up to the first hit', `${ALL} and "order_id" = ? limit 1`, OF_ACCOUNT],
  [
    'all of an account in its order, up to the first that fits a join',
    'select * from "a" inner join "licenses" on 1 where "a"."b" = ? order by "created_at" limit 1',
    OF_ACCOUNT,
  ],
  ['all of one status', ALL, 'SEARCH orders USING INDEX x (status=?)'],
  ['everybody who was not deleted', ALL, 'SEARCH customers USING INDEX x (account_id=? AND is_deleted=?)'],
  ['a whole table, to index it', ALL, 'SEARCH licenses USING AUTOMATIC COVERING INDEX (order_id=?)'],
];
for (const [what, statement, ...details] of bad) {
  test(`a plan that visits ${what} is found`, () => {
    assert.ok(readsEverything(statement, steps(...details)));
  });
}

const good: [what: string, statement: string, ...details: string[]][] = [
  ['a page in the order of an index', PAGE, OF_ACCOUNT],
  ['a page sorted within one moment', PAGE, OF_ACCOUNT, 'USE TEMP B-TREE FOR LAST TERM OF ORDER BY'],
  ['rows by their keys', ALL, 'SEARCH licenses USING INDEX licenses_owner (account_id=? AND id=?)'],
  ['days of an account', ALL, 'SEARCH usage_counts USING INDEX x (account_id=? AND day>? AND day<?)'],
  ['the products of an account', ALL, 'SEARCH products USING INDEX products_newest (account_id=?)'],
  ['derived rows', ALL, 'CO-ROUTINE held', 'SCAN held'],
  ['a list that was given', ALL, 'SCAN json_each VIRTUAL TABLE INDEX 1:'],
];
for (const [what, statement, ...details] of good) {
  test(`a plan that visits ${what} is not`, () => {
    assert.ok(!readsEverything(statement, steps(...details)));
  });
}

const PARTIAL = [{ table: 'licenses', column: 'status' }];

test('a value that decides on a partial index is found where it is bound', () => {
  const bound = (statement: string) => boundConditions(statement, PARTIAL);
  assert.deepEqual(bound('select * from "licenses" where "status" = ?'), ['"status" = ?']);
  assert.deepEqual(bound('select * from "licenses" as "l" where "l"."status" = ?'), ['"l"."status" = ?']);
  assert.deepEqual(bound(`select * from "licenses" where "status" = 'Active'`), []);
  assert.deepEqual(bound('update "licenses" set "status" = ? where "id" = ?'), []);
  assert.deepEqual(bound('select * from "licenses", "orders" where "orders"."status" = ?'), []);
});

test('no chore reads everything to find a few expired rows', async () => {
  const { system, close } = await openTestSystem();
  try {
    for (const [name, [, chore]] of Object.entries(CHORES)) {
      // Once a night, it reads all periods to find those that break a rule.
      if (name !== 'subscriptions.check') await withGoodPlans(() => chore(system));
    }
  } finally {
    await close();
  }
});

test('a statement of a request that names no account is found', async (t) => {
  for (const statement of [
    'select "id" from "payments" where "id" = ?',
    'update "licenses" set "note" = ? where "id" = ?',
    'delete from "orders" where "id" in (?, ?)',
    'select 1 from "accounts" inner join "orders" on "orders"."id" = "accounts"."name"',
  ])
    assert.ok(namesNoAccount(statement), statement);
  for (const statement of [
    'select "id" from "payments" where "account_id" = ? and "id" = ?',
    'select * from "accounts" where "id" = ?',
    'select 1',
  ])
    assert.ok(!namesNoAccount(statement), statement);
  const { system, close } = await openTestSystem();
  t.after(close);
  const { reader } = system.database;
  const job = () =>
    reader.tables<JobTables>().selectFrom('jobs').select('id').where('id', '=', 'a').execute();
  await assert.rejects(withOwnRows(job), /name no account/);
});

test('a read of a whole table is reported, with the statement', async (t) => {
  const { system, close } = await openTestSystem();
  t.after(close);
  const { reader } = system.database;
  const everyJob = () => reader.tables<JobTables>().selectFrom('jobs').select('id').execute();
  await assert.rejects(withGoodPlans(everyJob), /select "id" from "jobs"/);
});

test('requests of the harness are checked', async (t) => {
  const app = await startTestApp();
  t.after(app.close);
  const before = statementsLookedAt();
  const headers = await app.apiKey(app.demo);
  assert.equal((await app.inject({ url: '/api/licenses', headers })).statusCode, 200);
  assert.ok(statementsLookedAt() > before);
});
