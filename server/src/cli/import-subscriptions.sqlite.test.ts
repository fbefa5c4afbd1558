import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import { testContext } from '../../test/context.ts';
import type { Ended } from '../../test/server-process.ts';
import { type Context, createAccount, findAccount } from '../modules/accounts/index.ts';
import { createVariation } from '../modules/catalog/index.ts';
import { createLicensedProduct, listLicenses } from '../modules/licensing/index.ts';
import { listSubscriptions } from '../modules/subscriptions/index.ts';
import { openSystem } from '../open-system.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';

const opened = new AsyncDisposableStack();
let ctx: Context;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-import-subscriptions-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const started = await openSystem(readConfig({ LATCHKEY_DATA_DIR: folder }), createLog('silent'));
  opened.defer(started.close);
  await createAccount(started.system, { id: 'acme', name: 'Acme', isDefault: true });
  const account = await findAccount(started.system, 'acme');
  assert.ok(account);
  ctx = testContext(started.system, account);
  await createLicensedProduct(ctx, { id: 'pro', name: 'Pro', maxActivations: 2 });
});
after(() => opened.disposeAsync());

const latchkey = (...parameters: string[]): Promise<Ended> =>
  runCommand({ LATCHKEY_DATA_DIR: folder }, 'import', ...parameters);

async function file(name: string, content: string | object): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('a list of subscriptions comes in by a mapping, with the licenses that were imported before', async () => {
  const monthly = {
    id: 'pro-monthly',
    name: 'Monthly',
    recurrence: 'Monthly',
    prices: { EUR: 900 },
  } as const;
  await createVariation(ctx, { type: 'Product', id: 'pro' }, monthly);
  const end = new Date(ctx.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const owned = await file('licenses.csv', `Key,Owner,End\nK-2,ada@example.com,${end}\n`);
  const people = await file('people.csv', 'Owner\nada@example.com\n');
  const peopleMap = await file('people.json', { fields: { email: 'Owner' } });
  const keys = {
    externalId: 'Key',
    ownerEmail: 'Owner',
    productId: { value: 'pro' },
    expiresAt: { column: 'End', format: 'YYYY-MM-DD' },
  };
  const licenseMap = await file('licenses.json', { fields: keys });
  await latchkey('--from', 'csv', '--kind', 'customers', '--map', peopleMap, '--apply', people);
  await latchkey('--from', 'csv', '--kind', 'licenses', '--map', licenseMap, '--apply', owned);
  const list = await file(
    'subscriptions.csv',
    'Id,Owner,Plan,Price,End,Licenses\n' +
      `S-1,ada@example.com,Monthly,7.50,${end},K-2\n` +
      'S-2,ada@example.com,Monthly,7.50,2020-01-01,\n',
  );
  const map = await file('subscriptions.json', {
    fields: {
      externalId: 'Id',
      ownerEmail: 'Owner',
      'content.type': { value: 'Product' },
      'content.id': { value: 'pro' },
      'content.variationId': { column: 'Plan', values: { Monthly: 'pro-monthly' } },
      cycleLength: 'Plan',
      'price.currency': { value: 'EUR' },
      'price.amount': 'Price',
      paidThrough: { column: 'End', format: 'YYYY-MM-DD' },
      licenseExternalIds: 'Licenses',
    },
  });
  const result = await latchkey('--from', 'csv', '--kind', 'subscriptions', '--map', map, '--apply', list);
  assert.equal(result.code, 3, result.stderr);
  assert.match(result.stdout, /subscriptions +2 +1 +0 +0 +1\n/);
  assert.match(result.stdout, /paidThrough is in the past/);
  const [subscription] = await listSubscriptions(ctx, { limit: 9 });
  const [license] = await listLicenses(ctx, { limit: 9 });
  assert.deepEqual(
    [subscription?.externalId, license?.subscriptionId, license?.expiresAt],
    ['S-1', subscription?.id, subscription?.expiresAt],
  );
});
