import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import type { Ended } from '../../test/server-process.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-customers-'));
  await run('migrate');
  await run('account', 'create', 'acme', '--name', 'Acme', '--currency', 'EUR');
  const [file, mapping] = [join(dataDir, 'customers.csv'), join(dataDir, 'mapping.json')];
  await writeFile(file, 'email,confirmed\none@acme.example,\ntwo@acme.example,\nthree@acme.example,true\n');
  await writeFile(mapping, JSON.stringify({ fields: { email: 'email', emailConfirmed: 'confirmed' } }));
  const source = ['--from', 'csv', '--kind', 'customers', '--map', mapping];
  const { code, stderr } = await run('import', ...source, '--apply', file);
  assert.equal(code, 0, stderr);
});
after(() => rm(dataDir, { recursive: true, force: true }));

const run = (...parameters: string[]): Promise<Ended> =>
  runCommand({ LATCHKEY_DATA_DIR: dataDir }, ...parameters);

const merge = (from: string, into: string, ...more: string[]) =>
  run('customers', 'merge', `${from}@acme.example`, `${into}@acme.example`, ...more);

const WHY = ['--reason', 'Wrote from both addresses'];

test('two customers are merged with --apply, after a look that changes nothing', async () => {
  for (let look = 0; look < 2; look += 1) {
    const { code, stdout, stderr } = await merge('one', 'three', ...WHY);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Would merge one@acme.example .* orders: 0, licenses: 0, .*\nNothing has changed/);
  }
  assert.match((await merge('one', 'three', ...WHY, '--apply')).stdout, /^Merged one@acme.example/);
  const again = await merge('one', 'three', ...WHY, '--apply');
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /There is no customer one@acme.example/);
});

test('who has proven their email is asked, and a reason is needed', async () => {
  const refused = await merge('three', 'two', ...WHY, '--apply');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /has not proven their email/);
  assert.equal((await merge('two', 'three', '--apply')).code, 2);
  assert.equal((await merge('two', 'three', '--reason', ' ', '--apply')).code, 2);
});
