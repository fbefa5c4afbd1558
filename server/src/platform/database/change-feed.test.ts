import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/database.ts';
import { until } from '../../../test/waiting.ts';
import { recordChange } from './record-change.ts';
import type { Database } from './database.ts';
import { openLocation } from '../../../test/open-location.ts';

async function change(database: Database, topic: string): Promise<void> {
  await database.transaction((tx) => recordChange(tx, 'demo', topic));
}

/** Waits for a version that another connection has committed. */
async function untilVersion(database: Database, topic: string, version: number): Promise<void> {
  const isSeen = async (): Promise<boolean> => (await database.changes.version('demo', topic)) === version;
  await until(`version ${version} of ${topic}`, isSeen);
}

test('a change is visible immediately in the process that made it, and only in its topic', async () => {
  const { database, close } = await openTestDatabase();
  try {
    assert.equal(await database.changes.version('demo', 'catalog'), 0);
    await change(database, 'catalog');
    assert.equal(await database.changes.version('demo', 'catalog'), 1);
    await change(database, 'catalog');
    assert.equal(await database.changes.version('demo', 'catalog'), 2);
    assert.equal(await database.changes.version('demo', 'keys'), 0);
    assert.equal(await database.changes.version('other', 'catalog'), 0);
  } finally {
    await close();
  }
});

test('a change that was rolled back is no change', async () => {
  const { database, close } = await openTestDatabase();
  try {
    const failed = database.transaction(async (tx) => {
      await recordChange(tx, 'demo', 'catalog');
      throw new Error('changed my mind');
    });
    await assert.rejects(failed, /changed my mind/);
    assert.equal(await database.changes.version('demo', 'catalog'), 0);
  } finally {
    await close();
  }
});

test('a change through another connection is visible, even right after a check', async () => {
  const { database, engine, location, close } = await openTestDatabase();
  const another = await openLocation(location);
  try {
    for (const version of [1, 2, 3]) {
      await database.changes.version('demo', 'catalog');
      await change(another, 'catalog');
      // PostgreSQL notifies a moment later; an SQLite file shows it at once.
      if (engine === 'postgres') await untilVersion(database, 'catalog', version);
      assert.equal(await database.changes.version('demo', 'catalog'), version);
    }
    await change(database, 'catalog');
    assert.equal(await database.changes.version('demo', 'catalog'), 4);
  } finally {
    await another.close();
    await close();
  }
});
