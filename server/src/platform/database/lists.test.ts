import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/database.ts';
import { inList, rowsFrom } from './lists.ts';

interface Tables {
  jobs: {
    id: string;
    accountId: string | null;
    kind: string;
    payload: Record<string, unknown>;
    status: string;
    runAt: Date;
    attempts: number;
    createdAt: Date;
  };
  accounts: { id: string; isDefault: boolean };
}

const COLUMNS = {
  id: 'TEXT',
  accountId: 'TEXT',
  kind: 'TEXT',
  payload: 'JSON',
  status: 'TEXT',
  runAt: 'TIMESTAMP',
  attempts: 'INTEGER',
  createdAt: 'TIMESTAMP',
} as const;
const NAMES = ['id', 'accountId', 'kind', 'payload', 'status', 'runAt', 'attempts', 'createdAt'] as const;

function job(id: string, more: Partial<Tables['jobs']> = {}): Tables['jobs'] {
  return {
    id,
    accountId: null,
    kind: 'it\'s a "kind" with \\ and 漢字',
    payload: { nested: { list: [1, 'two', null] } },
    status: 'Waiting',
    runAt: new Date('2026-01-02T03:04:05.678Z'),
    attempts: 7,
    createdAt: new Date(0),
    ...more,
  };
}

test('rows given as one parameter arrive as they were, whatever their types and number', async () => {
  const { database, close } = await openTestDatabase();
  try {
    const expectedJobs = [job('a'), job('b', { accountId: 'demo', attempts: 0 }), job('c', { payload: {} })];
    for (const jobs of [expectedJobs, [], Array.from({ length: 5_000 }, (_, index) => job(`x${index}`))]) {
      await database.transaction(async (tx) => {
        const db = tx.tables<Tables>();
        const rows = db.selectFrom(rowsFrom(tx, COLUMNS, jobs).as('given')).select(NAMES);
        await db.insertInto('jobs').columns(NAMES).expression(rows).execute();
      });
    }
    const db = database.reader.tables<Tables>();
    const rows = await db
      .selectFrom('jobs')
      .select(NAMES)
      .where('id', 'in', ['a', 'b', 'c'])
      .orderBy('id')
      .execute();
    assert.deepEqual(rows, expectedJobs);
    const count = await db
      .selectFrom('jobs')
      .select(db.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    assert.equal(count.count, 5_003);
  } finally {
    await close();
  }
});

test('a list of any length is one statement, and an empty one matches nothing', async () => {
  const { database, close } = await openTestDatabase();
  try {
    await database.transaction(async (tx) => {
      await tx
        .tables<Tables>()
        .insertInto('jobs')
        .values([job('a'), job("quo'te"), job('c')])
        .execute();
    });
    const findIds = async (ids: readonly string[]): Promise<string[]> => {
      const query = database.reader.tables<Tables>().selectFrom('jobs').select('id');
      const rows = await query
        .where(inList(database.reader, 'id', ids))
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    };
    const textOf = (ids: readonly string[]): string =>
      database.reader
        .tables<Tables>()
        .selectFrom('jobs')
        .select('id')
        .where(inList(database.reader, 'id', ids))
        .compile().sql;
    assert.deepEqual(await findIds(["quo'te", 'a', 'unknown']), ['a', "quo'te"]);
    assert.deepEqual(await findIds([]), []);
    assert.deepEqual(await findIds(Array.from({ length: 100_000 }, (_, index) => `x${index}`).concat('c')), [
      'c',
    ]);
    assert.equal(textOf(['a']), textOf(['a', 'b', 'c']));
  } finally {
    await close();
  }
});

test('a list is looked up in the index of the column', async () => {
  const { database, close } = await openTestDatabase();
  try {
    const query = database.reader.tables<Tables>().selectFrom('jobs').select('id');
    const plan = await query.where(inList(database.reader, 'id', ['a'])).explain();
    assert.match(JSON.stringify(plan), database.engine === 'sqlite' ? /SeekGE/ : /Index.* on jobs|jobs_pkey/);
  } finally {
    await close();
  }
});
