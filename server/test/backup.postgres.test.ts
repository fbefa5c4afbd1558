import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openTestDatabase } from './database.ts';
import { findPostgres } from './postgres-cluster.ts';

const run = promisify(execFile);
const BACKUP = fileURLToPath(new URL('../../deploy/backup', import.meta.url));
// The programs of the cluster that the tests use, wherever the system keeps them.
const PATH = [findPostgres() ?? '', process.env['PATH'] ?? ''].join(delimiter);

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-backup-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('a backup of a database server has its tables and the files, and a failed one keeps the one before', async () => {
  const database = await openTestDatabase();
  try {
    const [dataDir, to] = [join(folder, 'data'), join(folder, 'backup')];
    await mkdir(join(dataDir, 'files/ab'), { recursive: true });
    await writeFile(join(dataDir, 'files/ab/abc'), 'a file');
    const backup = (url: string) =>
      run(BACKUP, [to], { env: { PATH, LATCHKEY_DATA_DIR: dataDir, DATABASE_URL: url } });
    await backup(database.location);
    const [day = ''] = (await readdir(to)).toSorted();
    const dump = join(to, day, 'latchkey.dump');
    const { stdout } = await run('pg_restore', ['--list', dump], { env: { PATH } });
    for (const table of ['accounts', 'licenses', 'orders'])
      assert.match(stdout, new RegExp(`TABLE DATA .* ${table} `));
    assert.equal(await readFile(join(to, 'files/ab/abc'), 'utf8'), 'a file');
    await assert.rejects(backup(`${database.location}_none`), { code: 1 });
    assert.ok((await readFile(dump)).length > 0);
  } finally {
    await database.close();
  }
});
