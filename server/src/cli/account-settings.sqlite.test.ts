import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import type { Ended } from '../../test/server-process.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-settings-'));
  await latchkey('migrate');
  await latchkey('account', 'create', 'acme', '--name', 'Acme Audio', '--origin', 'https://acme.example');
});
after(() => rm(dataDir, { recursive: true, force: true }));

const latchkey = (...parameters: string[]): Promise<Ended> =>
  runCommand({ LATCHKEY_DATA_DIR: dataDir }, ...parameters);

interface Settings {
  readonly origins: string[];
  readonly limits: { readonly signInPerMinute: number; readonly signUpPerMinute: number };
}

async function settings(...parameters: string[]): Promise<Settings> {
  const { code, stdout, stderr } = await latchkey('account', 'settings', 'acme', ...parameters);
  assert.equal(code, 0, stderr);
  const current: Settings = JSON.parse(stdout);
  return current;
}

test('the settings of an account are shown with their defaults, and changed one by one', async () => {
  const before = await settings();
  assert.deepEqual([before.origins, before.limits.signInPerMinute], [['https://acme.example'], 10]);
  const changes = { origins: ['https://shop.acme.example'], limits: { signInPerMinute: 20 } };
  const changed = await settings('--set', JSON.stringify(changes));
  assert.deepEqual(
    [changed.origins, changed.limits],
    [changes.origins, { ...before.limits, signInPerMinute: 20 }],
  );
  assert.deepEqual(await settings(), changed);
  const reset = await settings('--set', '{"origins": null, "limits": {"signInPerMinute": null}}');
  assert.deepEqual([reset.origins, reset.limits], [[], before.limits]);
});

test('every mistake of the settings is named, and nothing is changed', async () => {
  const wrong = '{"origins": ["shop.example"], "currencies": ["XXX"], "colour": "red"}';
  const { code, stdout, stderr } = await latchkey('account', 'settings', 'acme', '--set', wrong);
  assert.deepEqual([code, stdout], [1, '']);
  for (const path of ['origins[0]', 'currencies[0]', 'colour'])
    assert.ok(stderr.includes(`\n  - ${path} `), stderr);
  assert.deepEqual((await settings()).origins, []);
});

test('input that is not a JSON object, and an unknown account, are reported', async () => {
  for (const text of ['origins', '[]', 'null']) {
    const { code, stderr } = await latchkey('account', 'settings', 'acme', '--set', text);
    assert.equal(code, 1);
    assert.match(stderr, /--set takes a JSON object/);
  }
  const unknown = await latchkey('account', 'settings', 'nobody');
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /no account "nobody"/);
});
