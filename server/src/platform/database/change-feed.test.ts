import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/database.ts';
import { until } from '../../../test/waiting.ts';
import { type ChangeTables, recordChange } from './record-change.ts';
import type { Database } from './database.ts';
import { openLocation } from '../../../test/open-location.ts';

async function change(database: Database, topic: string): Promise<void> {
  await database.transaction((tx) => recordChange(tx, 'demo', topic));
}

/** Waits for a version that another connection has committed. */
async function untilOtherVersion(database: Database, before: number): Promise<void> {
  await until('another version', async () => (await database.changes.version('demo', 'catalog')) !== before);
}

test('a change is visible immediately in the process that made it, and only in its topic', async () => {
  const { database, close } = await openTestDatabase();
  try {
    assert.equal(await database.changes.version('demo', 'catalog'), 0);
    await change(database, 'catalog');
    const first = await database.changes.version('demo', 'catalog');
    assert.notEqual(first, 0);
    await change(database, 'catalog');
    assert.notEqual(await database.changes.version('demo', 'catalog'), first);
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
    for (let turn = 0; turn < 3; turn += 1) {
      const before = await database.changes.version('demo', 'catalog');
      await change(another, 'catalog');
      // PostgreSQL notifies a moment later; an SQLite file shows it at once.
      if (engine === 'postgres') await untilOtherVersion(database, before);
      assert.equal(
        await database.changes.version('demo', 'catalog'),
        await another.changes.version('demo', 'catalog'),
      );
    }
    const before = await database.changes.version('demo', 'catalog');
    await change(database, 'catalog');
    assert.notEqual(await database.changes.version('demo', 'catalog'), before);
  } finally {
    await another.close();
    await close();
  }
});

test('a change after one that was lost has a version of its own', async () => {
  const { database, close } = await openTestDatabase();
  try {
    await change(database, 'catalog');
    const acknowledged = await database.changes.version('demo', 'catalog');
    // As a failover to a replica that had not received it.
    await database.transaction((tx) => tx.tables<ChangeTables>().deleteFrom('changeVersions').execute());
    await change(database, 'catalog');
    const { version } = await database.reader
      .tables<ChangeTables>()
      .selectFrom('changeVersions')
      .select('version')
      .executeTakeFirstOrThrow();
    assert.notEqual(version, acknowledged);
  } finally {
    await close();
  }
});
