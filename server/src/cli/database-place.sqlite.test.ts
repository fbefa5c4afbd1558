import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import { readConfig } from '../platform/config.ts';
import { refuseSecondDatabase, requireDatabase } from './database-place.ts';

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

test('with a service on the machine, nothing starts a second database that was not asked for', () => {
  const place = { dataDir: join(folder, 'data'), databaseLocation: join(folder, 'data', 'latchkey.db') };
  for (const guard of [refuseSecondDatabase, requireDatabase])
    assert.throws(() => guard(place, {}, unit), /latchkey\.service configures .*use "latchkey <command>"/);
  const elsewhere = join(folder, 'no.service');
  for (const [env, path] of [
    [{}, elsewhere],
    [{ LATCHKEY_DATA_DIR: place.dataDir }, unit],
    [{ DATABASE_URL: 'postgres://localhost/latchkey' }, unit],
  ] as const)
    assert.doesNotThrow(() => refuseSecondDatabase(place, env, path));
});

test('a database server needs the data folder with the files of releases', () => {
  const environment = { DATABASE_URL: 'postgres://localhost/latchkey', LATCHKEY_DATA_DIR: folder };
  assert.doesNotThrow(() => requireDatabase(readConfig(environment), environment, unit));
  const other = { ...environment, LATCHKEY_DATA_DIR: join(folder, 'none') };
  assert.throws(() => requireDatabase(readConfig(other), other, unit), /there is no database in .*none/);
});
