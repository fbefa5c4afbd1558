import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/database.ts';
import { migrations } from '../../../migrations/index.ts';

test('a process waits for another one that migrates, for longer than a command would', async (context) => {
  const { database, close } = await openTestDatabase({ isEmpty: true, lockTimeoutMs: 1 });
  context.after(close);
  const runs = await Promise.all([database.migrate(), database.migrate(), database.migrate()]);
  assert.deepEqual(
    runs.flat(),
    migrations.map(({ name }) => name),
  );
  await database.ready();
});
