import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/database.ts';
import { newestFirst, type RowPage } from './newest-first.ts';

interface Tables {
  jobs: {
    id: string;
    kind: string;
    payload: Record<string, unknown>;
    status: string;
    runAt: Date;
    attempts: number;
    createdAt: Date;
  };
}

const AT = new Date('2026-01-02T03:04:05.678Z');

function job(id: string, later = 0): Tables['jobs'] {
  const createdAt = new Date(AT.getTime() + later);
  return { id, kind: 'k', payload: {}, status: 'Waiting', runAt: AT, attempts: 0, createdAt };
}

async function withJobs(
  jobs: readonly Tables['jobs'][],
  work: (page: (page: RowPage, joined?: boolean) => Promise<string[]>) => Promise<void>,
): Promise<void> {
  const { database, close } = await openTestDatabase();
  try {
    await database.transaction(async (tx) => {
      await tx.tables<Tables>().insertInto('jobs').values(jobs).execute();
    });
    await work(async (page, joined = false) => {
      const db = database.reader.tables<Tables>();
      const alone = db.selectFrom('jobs').select('jobs.id');
      const twice = db.selectFrom('jobs').innerJoin('jobs as same', 'same.id', 'jobs.id').select('jobs.id');
      const rows = joined
        ? await newestFirst(twice, page, { table: 'jobs' }).execute()
        : await newestFirst(alone, page).execute();
      return rows.map(({ id }) => id);
    });
  } finally {
    await close();
  }
}

test('a page is newest first, by id within one moment, and one row longer than asked for', async () => {
  await withJobs([job('b'), job('d', -1), job('a', 1), job('c')], async (page) => {
    assert.deepEqual(await page({ limit: 2 }), ['a', 'c', 'b']);
    assert.deepEqual(await page({ limit: 4 }), ['a', 'c', 'b', 'd']);
  });
});

test('pages after one another show every row once, also those of one moment', async () => {
  const jobs = [job('b'), job('d', -1), job('a', 1), job('c'), job('e', -1), job('f', 2)];
  const byId = new Map(jobs.map((each) => [each.id, each]));
  await withJobs(jobs, async (page) => {
    for (const joined of [false, true]) {
      const ids: string[] = [];
      let after: RowPage['after'];
      do {
        const [id = ''] = await page({ limit: 1, after }, joined);
        ids.push(id);
        const last = byId.get(id);
        after = last && { at: last.createdAt, id };
      } while (after !== undefined && ids.length < jobs.length);
      assert.deepEqual(ids, ['f', 'a', 'c', 'b', 'e', 'd']);
      assert.deepEqual(await page({ limit: 1, after }, joined), []);
      const [isOldestFirst, from] = [true, byId.get('b')];
      const rest = { isOldestFirst, limit: 6, after: from && { at: from.createdAt, id: from.id } };
      assert.deepEqual(await page({ isOldestFirst, limit: 6 }, joined), ids.toReversed());
      assert.deepEqual(await page(rest, joined), ['c', 'a', 'f']);
    }
  });
});
