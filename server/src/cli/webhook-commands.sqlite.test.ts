import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import type { Ended } from '../../test/server-process.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-webhooks-'));
  await latchkey('migrate');
  await latchkey('account', 'create', 'acme', '--name', 'Acme', '--currency', 'EUR');
});
after(() => rm(dataDir, { recursive: true, force: true }));

const latchkey = (...parameters: string[]): Promise<Ended> =>
  runCommand({ LATCHKEY_DATA_DIR: dataDir }, ...parameters);

async function print(...parameters: string[]): Promise<string> {
  const { code, stdout, stderr } = await latchkey('webhooks', ...parameters);
  assert.equal(code, 0, stderr);
  return stdout;
}

test('an endpoint is made, listed, tested, replayed, disabled, enabled, rotated and deleted', async () => {
  assert.equal(await print('list'), 'There are no webhook endpoints.\n');
  const endpoint: { id: string; secret: string; secretSealed?: string } = JSON.parse(
    await print('create', '--url', 'https://example.com/hooks', '--type', 'order.*', '--json'),
  );
  assert.match(endpoint.secret, /^whsec_/);
  assert.equal(endpoint.secretSealed, undefined);
  const { id } = endpoint;
  assert.match(await print('list'), new RegExp(`${id} +Enabled +https://example.com/hooks +order`));
  assert.doesNotMatch(await print('list', '--json'), /whsec_|[sS]ealed/);
  assert.match(await print('test', id, '--type', 'license.issued'), /sends an example of license.issued/);
  assert.match(await print('deliveries', id), /license.issued \(test\) +Pending +0 +- /);
  assert.match(await print('replay', id, '--from', '2026-01-01'), /since 2026-01-01T00:00:00.000Z again/);
  assert.equal(await print('disable', id), `Webhook endpoint ${id} is disabled.\n`);
  assert.equal(await print('enable', id), `Webhook endpoint ${id} is enabled.\n`);
  const [delivery] = JSON.parse(await print('deliveries', id, '--json'));
  assert.match(await print('retry', id, '--delivery', delivery.id), /sends the delivery/);
  const rotated = (await print('rotate-secret', id)).trim();
  assert.ok(rotated.startsWith('whsec_') && rotated !== endpoint.secret);
  assert.equal(await print('delete', id), `Webhook endpoint ${id} was deleted.\n`);
  assert.equal(await print('list'), 'There are no webhook endpoints.\n');
});

test('what is wrong is said, all at once', async () => {
  const refused = await latchkey('webhooks', 'create', '--url', 'http://10.0.0.1/', '--type', 'shoe.*');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /must begin with https:\/\/[^]*private or reserved network[^]*shoe/);
  const form = await latchkey(
    'webhooks',
    'create',
    '--url',
    'https://a.example',
    '--type',
    '*',
    '--form',
    'teams',
  );
  assert.match(form.stderr, /standard, legacy, slack, discord/);
  assert.equal((await latchkey('webhooks', 'disable', 'unknown')).code, 1);
  assert.equal((await latchkey('webhooks', 'replay', 'x', '--from', 'yesterday')).code, 2);
});
