import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { migrations } from '../../../migrations/index.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLog } from '../log.ts';
import type { DatabaseOptions } from './database.ts';
import { openDatabase } from './open-database.ts';

const isWindows = process.platform === 'win32';

test('nobody but its owner reads a new database, nor what SQLite keeps beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-mode-'));
  try {
    const location = join(folder, 'latchkey.db');
    const database = await openDatabase({
      location,
      migrations,
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

test('the locks on a database stay with the process, however many connections open it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-locks-'));
  const location = join(folder, 'latchkey.db');
  const options = { location, migrations, poolSize: 1, log: createLog('silent'), clock: systemClock };
  const database = await openDatabase(options);
  try {
    await database.migrate();
    const other = await openDatabase(options);
    try {
      // Without them another program would consider itself the last one and delete the log.
      assert.ok(await holdsLocks(location), 'no lock on the file is left');
    } finally {
      await other.close();
    }
    assert.ok(await holdsLocks(location), 'closing another connection drops the locks');
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
});

test('a commit is on the disk before it is one, unless a test does without', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-durable-'));
  const location = join(folder, 'latchkey.db');
  try {
    assert.equal(await synchronous({ location }), FULL);
    assert.equal(await synchronous({ location, isDurable: false }), OFF);
  } finally {
    await rm(folder, { recursive: true });
  }
});

const OFF = 0;
const FULL = 2;

async function synchronous(options: Pick<DatabaseOptions, 'location' | 'isDurable'>): Promise<unknown> {
  const database = await openDatabase({
    ...options,
    migrations,
    log: createLog('silent'),
    clock: systemClock,
  });
  try {
    const pragma = CompiledQuery.raw('pragma synchronous');
    const { rows } = await database.transaction((tx) => tx.tables().executeQuery<Pragma>(pragma));
    return rows[0]?.synchronous;
  } finally {
    await database.close();
  }
}

interface Pragma {
  readonly synchronous: number;
}

/** Whether this process has a POSIX lock on the file; only Linux can tell. */
async function holdsLocks(location: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const { ino } = await stat(location);
  const locks = (await readFile('/proc/locks', 'utf8')).split('\n');
  return locks.some((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `));
}
