import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import type { Ended } from '../../test/server-process.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-accounts-'));
  await runCommand({ LATCHKEY_DATA_DIR: dataDir }, 'migrate');
  for (const id of ['acme', 'beta']) {
    const { code, stderr } = await latchkey('create', id, '--name', id.toUpperCase());
    assert.equal(code, 0, stderr);
  }
});
after(() => rm(dataDir, { recursive: true, force: true }));

const latchkey = (...parameters: string[]): Promise<Ended> =>
  runCommand({ LATCHKEY_DATA_DIR: dataDir }, 'account', ...parameters);

test('an account is renamed, and says what it was called before', async () => {
  const { code, stdout } = await latchkey('rename', 'acme', 'Acme Audio');
  assert.deepEqual([code, stdout], [0, 'Renamed account acme from ACME to Acme Audio.\n']);
});

test('domains are added, listed in the order that counts, and removed', async () => {
  const none = await latchkey('domains', 'list', 'beta');
  assert.equal(none.stdout, 'No custom domain leads to account beta.\n');
  const added = await latchkey('domains', 'add', 'beta', 'keys.beta.example', 'beta.example');
  const links = 'Links use http://keys.beta.example:4242.';
  assert.equal(added.stdout, `keys.beta.example\nbeta.example\n${links}\n`);
  const first = await latchkey('domains', 'add', 'beta', 'shop.beta.example', '--first', '--json');
  assert.deepEqual(JSON.parse(first.stdout), {
    id: 'beta',
    domains: ['shop.beta.example', 'keys.beta.example', 'beta.example'],
    url: 'http://shop.beta.example:4242',
  });
  const result = await latchkey('domains', 'remove', 'beta', 'shop.beta.example', 'beta.example');
  assert.equal(result.stdout, `keys.beta.example\n${links}\n`);
  const conflict = await latchkey('domains', 'add', 'acme', 'keys.beta.example');
  assert.deepEqual(
    [conflict.code, conflict.stderr],
    [1, 'latchkey: An account of this instance already has keys.beta.example.\n'],
  );
});

test('a store is closed with the id of its account, and opened again', async () => {
  const noMode = await latchkey('close', 'beta', '--confirm', 'beta');
  assert.match(noMode.stderr, /required option '--mode <mode>'/);
  const silent = await latchkey('close', 'beta', '--mode', 'Released');
  assert.match(
    silent.stderr,
    /^Account beta \(BETA\) has 0 customers and 0 licenses\..*\n.*nobody is there to ask/,
  );
  const wrong = await latchkey('close', 'beta', '--mode', 'Released', '--confirm', 'acme');
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /\nlatchkey: "acme" is not beta: nothing was changed\n$/);
  const closed = await latchkey('close', 'beta', '--mode', 'Released', '--confirm', 'beta');
  assert.equal(closed.stdout, 'The store of account beta (BETA) is closed: Released.\n');
  const open = await latchkey('reopen', 'beta');
  assert.equal(open.stdout, 'The store of account beta (BETA) is open.\n');
});

test('nothing is deleted without a confirmation of the right id', async () => {
  const silent = await latchkey('delete', 'beta');
  assert.equal(silent.code, 1);
  assert.match(silent.stdout, /^Account beta \(BETA\) has 0 customers, 0 licenses and 0 orders\./);
  assert.match(silent.stderr, /nobody is there to ask: repeat the id with --confirm/);
  const wrong = await latchkey('delete', 'beta', '--confirm', 'acme');
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /"acme" is not beta: nothing was deleted/);
  assert.match((await latchkey('list')).stdout, /^beta /m);
});

test('the default account is deleted when another has become the default one', async () => {
  const refused = await latchkey('delete', 'acme', '--confirm', 'acme');
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /This is the default account, and there are other accounts\. Make another account the default first\./,
  );
  const changed = await latchkey('set-default', 'beta');
  assert.equal(changed.stdout, 'Hosts that belong to no account now lead to beta (BETA).\n');
  const deleted = await latchkey('delete', 'acme', '--confirm', 'acme');
  assert.equal(deleted.code, 0, deleted.stderr);
  assert.match(deleted.stdout, /\nDeleted account acme: \d+ rows and 0 files\.\n$/);
  const { stdout } = await latchkey('list');
  assert.match(stdout, /^beta +BETA +yes /m);
  assert.doesNotMatch(stdout, /acme/);
});
