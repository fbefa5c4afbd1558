import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readBackupNotes } from '../src/platform/last-backup.ts';
import { runCommand } from './commands.ts';

const run = promisify(execFile);
const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));

let folder: string;
let dataDir: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-backup-'));
  dataDir = join(folder, 'data');
});
after(() => rm(folder, { recursive: true, force: true }));

function backup(to: string, PATH = process.env['PATH']) {
  const env = { PATH, LATCHKEY_DATA_DIR: dataDir };
  return run(join(DEPLOY, 'backup'), [to], { env });
}

test('a backup has the database and the files, for the service alone, and old ones go', async () => {
  const to = join(folder, 'backup');
  const refused = { code: 2, stderr: /there is no .*\/data\/latchkey\.db/ };
  await assert.rejects(backup(to), refused);
  await mkdir(dataDir);
  await assert.rejects(backup(to), refused);
  assert.ok((await readBackupNotes(dataDir)).failedAt instanceof Date);
  await runCommand({ LATCHKEY_DATA_DIR: dataDir }, 'migrate');
  await runCommand({ LATCHKEY_DATA_DIR: dataDir }, 'account', 'create', 'acme', '--name', 'Acme');
  await mkdir(join(dataDir, 'files/.incoming'), { recursive: true });
  await mkdir(join(dataDir, 'files/ab'));
  await writeFile(join(dataDir, 'files/ab/abc'), 'a file');
  await writeFile(join(dataDir, 'files/.incoming/part'), 'half a file');
  const old = join(to, '2020-01-31');
  await mkdir(old, { recursive: true });
  await utimes(old, new Date('2020-01-31'), new Date('2020-01-31'));
  await backup(to);
  await backup(to);
  const names = (await readdir(to)).toSorted();
  assert.match(names.join(), /^\d{4}-\d\d-\d\d,files$/);
  const copy = join(to, names[0] ?? '', 'latchkey.db');
  assert.equal((await stat(copy)).mode & 0o077, 0);
  const accounts = new DatabaseSync(copy, { readOnly: true }).prepare('select id from accounts').all();
  assert.deepEqual(
    accounts.map((row) => row['id']),
    ['acme'],
  );
  assert.deepEqual(await readdir(join(to, 'files')), ['ab']);
  const { last, failedAt } = await readBackupNotes(dataDir);
  assert.deepEqual([last?.folder, failedAt], [join(to, names[0] ?? ''), undefined]);
  assert.equal(await readFile(join(to, 'files/ab/abc'), 'utf8'), 'a file');
});

test('a backup that cannot be noted in the data folder is made, says so, and old ones go', async () => {
  const [to, programs] = [join(folder, 'unnoted'), join(folder, 'bin')];
  await mkdir(programs);
  await writeFile(join(programs, 'mktemp'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const old = join(to, '2020-01-31');
  await mkdir(old, { recursive: true });
  await utimes(old, new Date('2020-01-31'), new Date('2020-01-31'));
  const { stderr } = await backup(to, `${programs}:${process.env['PATH']}`);
  assert.match(stderr, /\/data\/last-backup could not be written/);
  assert.match((await readdir(to)).toSorted().join(), /^\d{4}-\d\d-\d\d,files$/);
});

test('the timer backs up the data folder and the settings of the service', async () => {
  const read = (name: string) => readFile(join(DEPLOY, name), 'utf8');
  const [service, copy] = await Promise.all([read('latchkey.service'), read('latchkey-backup.service')]);
  for (const setting of [/^User=.*$/m, /LATCHKEY_DATA_DIR=\S+/, /^EnvironmentFile=.*$/m])
    assert.equal(setting.exec(copy)?.[0], setting.exec(service)?.[0] ?? '');
  assert.match(await read('latchkey-backup.timer'), /^OnCalendar=/m);
});
