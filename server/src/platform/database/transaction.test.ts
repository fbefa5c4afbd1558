import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { Tx } from './database.ts';
import { databaseFailure } from './errors.ts';

interface CounterTables {
  rateCounters: { counterKey: string; hits: number; resetsAt: Date };
}

const MOST_ATTEMPTS = 5;

let opened: TestDatabase;
before(async () => {
  opened = await openTestDatabase();
});
after(() => opened.close());

test('work is run again after a serialization failure or a deadlock, and its first try leaves nothing', async () => {
  for (const code of ['40001', '40P01']) {
    let tries = 0;
    const result = await opened.database.transaction(async (tx) => {
      tries += 1;
      await insert(tx, `${code}/${tries}`);
      if (tries === 1) throw failureOf(code);
      return 'done';
    });
    assert.deepEqual([result, tries], ['done', 2]);
    assert.deepEqual(await keysOf(code), [`${code}/2`]);
  }
});

test('work that fails every time is given up, with the failure of the last try', async () => {
  let tries = 0;
  const work = opened.database.transaction(async (tx) => {
    tries += 1;
    await insert(tx, `hopeless/${tries}`);
    throw failureOf('40001');
  });
  await assert.rejects(work, (error) => databaseFailure(error) === 'retry');
  assert.equal(tries, MOST_ATTEMPTS);
  assert.deepEqual(await keysOf('hopeless'), []);
});

test('any other failure is reported at once, and leaves nothing', async () => {
  for (const failure of [new Error('a mistake of ours'), failureOf('57P01'), failureOf('23505')]) {
    let tries = 0;
    const work = opened.database.transaction(async (tx) => {
      tries += 1;
      await insert(tx, `other/${tries}`);
      throw failure;
    });
    await assert.rejects(work, failure);
    assert.equal(tries, 1);
  }
  assert.deepEqual(await keysOf('other'), []);
});

test('a row that a constraint refuses is reported as that constraint, on either engine', async () => {
  const twice = opened.database.transaction(async (tx) => {
    await insert(tx, 'twice');
    await insert(tx, 'twice');
  });
  await assert.rejects(twice, (error) => databaseFailure(error) === 'unique');
  const nobodys = opened.database.transaction(async (tx) => {
    const row = { accountId: 'nobody', domain: 'shop.example.com' };
    await tx.tables<{ accountDomains: typeof row }>().insertInto('accountDomains').values(row).execute();
  });
  await assert.rejects(nobodys, (error) => databaseFailure(error) === 'reference');
});

function failureOf(code: string): Error {
  return Object.assign(new Error(`failed with ${code}`), { code });
}

async function insert(tx: Tx, counterKey: string): Promise<void> {
  const row = { counterKey, hits: 1, resetsAt: new Date(0) };
  await tx.tables<CounterTables>().insertInto('rateCounters').values(row).execute();
}

async function keysOf(prefix: string): Promise<string[]> {
  const rows = await opened.database.reader
    .tables<CounterTables>()
    .selectFrom('rateCounters')
    .select('counterKey')
    .where('counterKey', 'like', `${prefix}%`)
    .execute();
  return rows.map(({ counterKey }) => counterKey);
}
