import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../kernel/clock.ts';
import { createLog } from '../log.ts';
import { openDatabase } from './database.ts';

const isWindows = process.platform === 'win32';

test('nobody but its owner reads a new database, nor what SQLite keeps beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-mode-'));
  try {
    const location = join(folder, 'latchkey.db');
    const database = await openDatabase({
      location,
      poolSize: 1,
      log: createLog('silent'),
      clock: systemClock,
    });
    try {
      await database.migrate();
      const names = await readdir(folder);
      assert.deepEqual(names.toSorted(), ['latchkey.db', 'latchkey.db-shm', 'latchkey.db-wal']);
      for (const name of names) {
        const { mode } = await stat(join(folder, name));
        if (!isWindows) assert.equal((mode & 0o777).toString(8), '600', name);
      }
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
