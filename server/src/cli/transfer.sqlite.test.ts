import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import type { Ended } from '../../test/server-process.ts';

const LATCHKEY_EXPORT_PASSPHRASE = 'correct horse battery staple';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-transfer-'));
  for (const instance of ['old', 'new'] as const) await latchkey(instance, {}, 'migrate');
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a command on one of two instances, each with its own data folder and secret. */
function latchkey(instance: 'old' | 'new', environment: Record<string, string>, ...parameters: string[]) {
  const dataDir = { LATCHKEY_DATA_DIR: join(folder, instance) };
  return runCommand({ ...dataDir, ...environment }, ...parameters);
}

function sentenceOf({ code, stderr }: Ended): string {
  return `${code} ${stderr}`;
}

test('an account is exported and imported on the command line, and the folder is for its owner alone', async () => {
  const place = join(folder, 'acme');
  await latchkey('old', {}, 'account', 'create', 'acme', '--name', 'Acme');
  const unasked = await latchkey('old', {}, 'export', '--to', place);
  assert.match(sentenceOf(unasked), /^1 .*set LATCHKEY_EXPORT_PASSPHRASE, or leave the keys out/);
  const short = await latchkey('old', { LATCHKEY_EXPORT_PASSPHRASE: 'short' }, 'export', '--to', place);
  assert.match(sentenceOf(short), /^1 .*the passphrase needs at least 12 characters/);

  const exported = await latchkey('old', { LATCHKEY_EXPORT_PASSPHRASE }, 'export', '--to', place);
  assert.equal(exported.code, 0, exported.stderr);
  assert.match(
    exported.stdout,
    /^Exported account acme to .*: \d+ rows and 0 files\.\nNext, on the new instance: /,
  );
  assert.equal((await stat(place)).mode & 0o777, 0o700);
  for (const name of await readdir(place))
    assert.equal((await stat(join(place, name))).mode & 0o777, 0o600, name);
  const again = await latchkey('old', { LATCHKEY_EXPORT_PASSPHRASE }, 'export', '--to', place);
  assert.match(sentenceOf(again), /^1 .*already exists: choose another folder/);

  const imported = await latchkey('new', { LATCHKEY_EXPORT_PASSPHRASE }, 'import-account', place);
  assert.equal(imported.code, 0, imported.stderr);
  assert.match(
    imported.stdout,
    /^Imported account acme: \d+ rows and 0 files\.\nIt is the default account\.\n$/,
  );
  const list = await latchkey('new', {}, 'account', 'list');
  assert.match(list.stdout, /^acme +Acme +yes/m);
  const audit = await latchkey('new', {}, 'audit', 'verify');
  assert.match(audit.stdout, /^acme: intact/);
  const repeated = await latchkey('new', { LATCHKEY_EXPORT_PASSPHRASE }, 'import-account', place);
  assert.match(sentenceOf(repeated), /^1 latchkey: This instance already has an account acme: /);
});
