import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runCommand } from '../../test/commands.ts';
import { environmentOf } from '../../test/server-process.ts';
import { readConfig } from '../platform/config.ts';
import { refuseSecondDatabase, requireDatabase } from './database-place.ts';

const PROGRAM = fileURLToPath(new URL('latchkey.js', import.meta.url));

let folder: string;
let unit: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-place-'));
  unit = join(folder, 'latchkey.service');
  await writeFile(unit, '[Service]\n');
});
after(() => rm(folder, { recursive: true, force: true }));

test('a command creates no data folder and says what does; migrate creates one', async () => {
  const environment = { LATCHKEY_DATA_DIR: join(folder, 'new') };
  for (const parameters of [
    ['account', 'list'],
    ['account', 'create', 'acme', '--name', 'Acme'],
    ['job', 'list'],
    ['import-account', folder],
  ]) {
    const { code, stdout, stderr } = await runCommand(environment, ...parameters);
    assert.deepEqual([code, stdout], [2, ''], parameters.join(' '));
    assert.match(stderr, /there is no database in .*\/new: .*"latchkey serve" or "latchkey migrate"\n$/);
  }
  assert.equal(existsSync(environment.LATCHKEY_DATA_DIR), false);
  const { code, stdout } = await runCommand(environment, 'migrate');
  assert.deepEqual([code, /up to date/.test(stdout)], [0, true]);
  assert.equal((await runCommand(environment, 'account', 'list')).code, 0);
});

test('with a service on the machine, nothing starts a second database that was not asked for', async () => {
  const cwd = join(folder, 'elsewhere');
  await mkdir(cwd);
  const start = (env: Record<string, string>, ...parameters: string[]) =>
    promisify(execFile)(process.execPath, [PROGRAM, ...parameters], { cwd, env: environmentOf(env) });
  for (const command of [['serve'], ['migrate'], ['demo'], ['account', 'list']])
    await assert.rejects(start({ LATCHKEY_UNIT: unit, PORT: '0' }, ...command), {
      code: 2,
      stderr: /there is no database in .*latchkey\.service configures .*use "latchkey <command>"/,
    });
  assert.deepEqual(await readdir(cwd), []);
  const place = { dataDir: join(folder, 'data'), databaseLocation: join(folder, 'data', 'latchkey.db') };
  for (const env of [
    { LATCHKEY_UNIT: join(folder, 'no.service') },
    { LATCHKEY_UNIT: unit, LATCHKEY_DATA_DIR: place.dataDir },
    { LATCHKEY_UNIT: unit, DATABASE_URL: 'postgres://localhost/latchkey' },
  ])
    assert.doesNotThrow(() => refuseSecondDatabase(place, env));
});

test('a database server needs the data folder with the files of releases', () => {
  const environment = { DATABASE_URL: 'postgres://localhost/latchkey', LATCHKEY_DATA_DIR: folder };
  assert.doesNotThrow(() => requireDatabase(readConfig(environment), environment));
  const other = { ...environment, LATCHKEY_DATA_DIR: join(folder, 'none') };
  assert.throws(() => requireDatabase(readConfig(other), other), /there is no database in .*none/);
});
