import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import type { Ended } from '../../test/server-process.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-operators-'));
  await run('migrate');
  await run('account', 'create', 'acme', '--name', 'Acme', '--currency', 'EUR');
});
after(() => rm(dataDir, { recursive: true, force: true }));

const run = (...parameters: string[]): Promise<Ended> =>
  runCommand({ LATCHKEY_DATA_DIR: dataDir }, ...parameters);

async function print(...parameters: string[]): Promise<string> {
  const { code, stdout, stderr } = await run('operator', ...parameters);
  assert.equal(code, 0, stderr);
  return stdout;
}

const LINK = /^http:\/\/localhost:4242\/dashboard\/welcome#[\w-]{43}\n$/;

test('an operator is created once, listed, reset and removed, and each command can be repeated', async () => {
  assert.equal(await print('list'), 'Account acme has no operators.\n');
  assert.match(await print('link'), LINK);
  assert.match(await print('create', 'olga@acme.example', '--name', 'Olga'), LINK);
  const again = await run('operator', 'create', 'Olga@acme.example', '--name', 'Olga', '--role', 'Admin');
  assert.deepEqual([again.code, again.stdout], [0, '']);
  assert.match(again.stderr, /There is an operator .* already, with the role Owner/);
  assert.match(await print('list'), /olga@acme.example +Olga +Owner +Invited/);
  const file = join(dataDir, 'password');
  await writeFile(file, 'Amber-77-canoe\n');
  assert.equal(
    await print('create', 'bo@acme.example', '--name', 'Bo', '--role', 'Support', '--password-file', file),
    'Created operator "Bo" (bo@acme.example).\n',
  );
  assert.match(await print('list'), /bo@acme.example +Bo +Support +Active/);
  assert.match(await print('reset', 'bo@acme.example'), LINK);
  assert.equal(await print('remove', 'bo@acme.example'), 'Removed operator "Bo" (bo@acme.example).\n');
  assert.equal(await print('remove', 'bo@acme.example'), '');
  assert.doesNotMatch(await print('list', '--json'), /bo@acme|password|totp/);
});

test('what is wrong is said, and nothing is created', async () => {
  const weak = join(dataDir, 'weak');
  await writeFile(weak, 'short');
  const refused = await run('operator', 'create', 'nobody', '--name', 'N', '--password-file', weak);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /email[^]*password/i);
  const role = await run('operator', 'create', 'a@acme.example', '--name', 'A', '--role', 'King');
  assert.equal(role.code, 2);
  const unknown = await run('operator', 'reset', 'nobody@acme.example');
  assert.match(unknown.stderr, /has no operator nobody@acme.example/);
});
