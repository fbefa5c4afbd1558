import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDomains } from '../../src/modules/accounts/index.ts';
import { testContext } from '../context.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { merchantOf } from '../merchant.ts';

/** A vendor attacks the others of the instance with an API key that has every scope in their own account. */
const apps: TestApp[] = [];
before(async () => {
  apps.push(await startTestApp());
  apps.push(await startTestApp({ LATCHKEY_TRUSTED_ACCOUNTS: 'true' }));
});
after(async () => {
  for (const app of apps) await app.close();
});

const HOSTS = [
  ['a host of a third party', 'licenses.victim.example'],
  ['the host of the default account', 'latchkey.test'],
  ['the host of an account under the platform domain', 'demo.latchkey.test'],
  ['the host of an account that is to come', 'future.latchkey.test'],
  ['the same in other letters', 'DEMO.Latchkey.Test.:80'],
] as const;

test('a vendor of a shared instance takes no host, no default account, no sender and no limit', async () => {
  const [app] = apps;
  assert.ok(app);
  await addDomains(testContext(app.system, app.other), ['own.example']);
  const eve = await merchantOf(app, app.other);
  const refusals = [
    await eve.send('POST', '/api/settings/set-default', { confirm: 0 }),
    await eve.send('PATCH', '/api/settings', { mailFrom: 'Demo Audio <shop@demo.example>' }),
    await eve.send('PATCH', '/api/settings', { name: 'Eve', limits: { cartsPerDay: 0 } }),
    await eve.send('DELETE', '/api/settings/domains/own.example'),
    await eve.send('PUT', '/api/settings/domains', { domains: [] }),
  ];
  for (const [, domain] of HOSTS) {
    refusals.push(await eve.send('POST', '/api/settings/domains', { domain }));
    refusals.push(await eve.send('PUT', '/api/settings/domains', { domains: [domain, 'own.example'] }));
  }
  for (const refusal of refusals)
    assert.deepEqual([refusal.statusCode, refusal.json().errorType], [403, 'OperatorOnly'], refusal.body);
  const settings = await eve.call<object>('GET', '/api/settings');
  assert.partialDeepStrictEqual(settings, {
    name: 'Other Vendor',
    isDefault: false,
    domains: ['own.example'],
  });
  // A vendor may change their own account.
  await eve.call('PATCH', '/api/settings', { name: 'Eve', websiteUrl: 'https://eve.example' });
});

test('even where accounts are trusted, none takes a host of the platform', async () => {
  const [, app] = apps;
  assert.ok(app);
  const eve = await merchantOf(app, app.other);
  for (const [title, domain] of HOSTS.slice(1)) {
    const refusal = await eve.send('POST', '/api/settings/domains', { domain, confirm: 0 });
    assert.deepEqual([refusal.statusCode, refusal.json().errorType], [403, 'OperatorOnly'], title);
  }
  await eve.call('POST', '/api/settings/domains', { domain: 'other.latchkey.test' });
  const demo = await app.app.inject({
    url: '/api/public/vendors/current',
    headers: { host: 'demo.latchkey.test' },
  });
  assert.equal(demo.json().id, 'demo');
});
