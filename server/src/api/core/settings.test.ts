import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { after, before, test } from 'node:test';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { isRecord } from '../../kernel/json.ts';
import { SettingsPatch } from '../wire/settings.ts';

/** An instance whose operator delegates everything to its accounts. */
let app: TestApp;
let owner: Merchant;
let other: Merchant;
before(async () => {
  app = await startTestApp({ LATCHKEY_TRUSTED_ACCOUNTS: 'true' });
  owner = await merchantOf(app);
  other = await merchantOf(app, app.other);
});
after(() => app.close());

interface Settings {
  readonly name: string;
  readonly isDefault: boolean;
  readonly domains: readonly string[];
  readonly url: string;
  readonly websiteUrl?: string;
  readonly currencies: readonly string[];
  readonly defaultCurrency: string;
  readonly limits: Readonly<Record<string, number>>;
  readonly seller: object;
}

const read = (merchant = owner) => merchant.call<Settings>('GET', '/api/settings');
const eventsOf = async (type: string) =>
  (await owner.call<{ items: { data: object }[] }>('GET', `/api/audit?type=${type}`)).items;

test('the settings have every default, and the ETag of their revision', async () => {
  const answer = await owner.send('GET', '/api/settings');
  assert.equal(answer.headers.etag, '"r1"');
  const settings = answer.json<Settings>();
  assert.deepEqual([settings.name, settings.isDefault, settings.domains], ['Demo Audio', true, []]);
  assert.deepEqual([settings.defaultCurrency, settings.limits['signInPerMinute']], ['EUR', 10]);
  assert.equal('websiteUrl' in settings, false);
});

test('a change takes effect immediately, null restores the default, and the journal contains no personal data', async () => {
  const { etag: before = '' } = (await owner.send('GET', '/api/settings')).headers;
  const change = {
    name: 'Demo Sound',
    websiteUrl: 'https://demo.example',
    currencies: ['USD', 'EUR'],
    limits: { signInPerMinute: 3 },
    seller: { name: 'Demo GmbH', email: 'jo@demo.example' },
  };
  const answer = await owner.send('PATCH', '/api/settings', change, { 'if-match': before });
  assert.equal(answer.statusCode, 200, answer.body);
  const { limits } = answer.json<Settings>();
  assert.deepEqual([limits['signInPerMinute'], limits['cartsPerMinute']], [3, 0]);
  const vendor = await app.inject({ url: '/api/public/vendors/current' });
  assert.equal(vendor.json().name, 'Demo Sound');
  const late = await owner.send('PATCH', '/api/settings', { name: 'Late' }, { 'if-match': before });
  assert.deepEqual([late.statusCode, late.json().errorType], [412, 'StaleRevision']);
  const events = JSON.stringify(await eventsOf('settings.changed'));
  assert.match(events, /"signInPerMinute":3/);
  assert.doesNotMatch(events, /jo@demo|Demo GmbH/);
  const reset = { websiteUrl: null, currencies: null, limits: { signInPerMinute: null }, seller: null };
  const back = await owner.call<Settings>('PATCH', '/api/settings', { ...reset, name: 'Demo Audio' });
  assert.deepEqual(
    [back.currencies, back.limits['signInPerMinute'], back.seller],
    [['EUR'], 10, { address: [] }],
  );
  assert.equal('websiteUrl' in back, false);
  await owner.call('PATCH', '/api/settings', { currencies: ['EUR', 'USD'] });
});

test('every issue is reported together, first of the shape and then of the rules, and nothing changes', async () => {
  const before = await read();
  const shape = await owner.send('PATCH', '/api/settings', {
    name: 7,
    limits: { signInPerMinute: -1, flights: 1 },
    color: 'red',
  });
  assert.deepEqual(Object.keys(shape.json().errors).toSorted(), [
    'color',
    'limits.flights',
    'limits.signInPerMinute',
    'name',
  ]);
  const rules = await owner.send('PATCH', '/api/settings', {
    name: ' ',
    websiteUrl: 'demo.example',
    defaultCurrency: 'JPY',
    paymentProvider: 'unknown',
  });
  assert.deepEqual(Object.keys(rules.json().errors).toSorted(), [
    'defaultCurrency',
    'name',
    'paymentProvider',
    'websiteUrl',
  ]);
  const away = await owner.send('PATCH', '/api/settings', { name: ' ', paymentProvider: 'stripe' });
  assert.deepEqual(Object.keys(away.json().errors).toSorted(), ['name', 'paymentProvider']);
  assert.match(away.json().errors.paymentProvider[0], /latchkey payments connect stripe/);
  assert.deepEqual(await read(), before);
});

test('the sender and the pages of mails, and origins, need a scope of their own, and pages are on origins of the vendor', async () => {
  const helper = await merchantOf(app, app.demo, 'settings:write');
  for (const changes of [
    { mailFrom: 'evil@evil.example' },
    { mailPageUrl: `${TEST_ORIGIN}/account` },
    { origins: [TEST_ORIGIN, 'https://evil.example'] },
    { activationPageUrl: `${TEST_ORIGIN}/activate` },
  ]) {
    const refused = await helper.send('PATCH', '/api/settings', { ...changes, locale: 'de' });
    assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'Forbidden']);
  }
  const pages = { mailPageUrl: 'https://evil.example/', activationPageUrl: 'https://evil.example/' };
  const away = await owner.send('PATCH', '/api/settings', pages);
  assert.deepEqual(Object.keys(away.json().errors), ['mailPageUrl', 'activationPageUrl']);
  const own = await owner.send('PATCH', '/api/settings', { mailPageUrl: `${TEST_ORIGIN}/account` });
  assert.equal(own.statusCode, 200, own.body);
  const back = {
    mailPageUrl: `${TEST_ORIGIN}/account`,
    origins: [TEST_ORIGIN],
    mailFrom: null,
    locale: 'en',
  };
  assert.equal((await helper.send('PATCH', '/api/settings', back)).statusCode, 200, 'unchanged');
  const without = await owner.send('PATCH', '/api/settings', { origins: [] });
  assert.deepEqual(Object.keys(without.json().errors), ['mailPageUrl']);
  await owner.call('PATCH', '/api/settings', { mailPageUrl: null, locale: null });
});

test('a VAT number of the seller has the form of the country that it names; other tax numbers are not checked', async () => {
  const send = (seller: object, more: object = {}) =>
    owner.send('PATCH', '/api/settings', { seller: { country: 'DE', ...seller }, ...more });
  const both = await send({ taxId: 'DE123456789' }, { name: ' ', tax: { collectsIn: ['US'] } });
  assert.deepEqual(both.json().errors, {
    name: both.json().errors.name,
    'tax.collectsIn[0]': both.json().errors['tax.collectsIn[0]'],
    'seller.taxId': ['The tax id of the seller must be a valid tax ID of Germany.'],
  });
  for (const taxId of ['FR 40 303 265 04', 'ATU1', 'che-116.281.711'])
    assert.deepEqual(Object.keys((await send({ taxId })).json().errors), ['seller.taxId'], taxId);
  for (const taxId of ['de 136 695 976', '12/345/67890', 'FR40303265045', 'EU372000001', 'DELRSS80A01F205X'])
    assert.equal((await send({ taxId })).statusCode, 200, taxId);
  assert.equal((await send({ taxId: 'DE123456789', country: 'US' })).statusCode, 200);
  assert.deepEqual(Object.keys((await send({})).json().errors), ['seller.taxId'], 'with another country');
  // Stored by an earlier version.
  await updateSettings(app.ctx, { seller: { country: 'DE', taxId: 'DE123456789' } });
  assert.equal((await owner.send('PATCH', '/api/settings', { locale: 'de' })).statusCode, 200);
  await owner.call('PATCH', '/api/settings', { seller: null, locale: null });
});

test('settings that are sent back unchanged are accepted, also a provider that has no connection any more', async () => {
  const { paymentProvider } = app.ctx.account.settings;
  await updateSettings(app.ctx, { paymentProvider: 'stripe' });
  const answer = await owner.send('PATCH', '/api/settings', { paymentProvider: 'stripe', locale: 'en' });
  assert.equal(answer.statusCode, 200, answer.body);
  await updateSettings(app.ctx, { paymentProvider });
});

test('the document describes every setting, with its default', () => {
  const leaves = (schema: unknown, path: string): [string, string][] => {
    const change = isRecord(schema) && Array.isArray(schema['anyOf']) ? schema['anyOf'][0] : schema;
    const fields = isRecord(change) ? change['properties'] : undefined;
    const description = isRecord(schema) ? schema['description'] : undefined;
    if (!isRecord(fields)) return [[path, typeof description === 'string' ? description : '']];
    return Object.entries(fields).flatMap(([name, field]) =>
      leaves(field, path === '' ? name : `${path}.${name}`),
    );
  };
  const described = new Map(leaves(SettingsPatch, ''));
  assert.ok(described.size > 40);
  for (const [path, description] of described) assert.match(description, /^.{10,}\.$/s, path);
  assert.match(described.get('accessTokenSeconds') ?? '', /in seconds\. Default 900\.$/);
  assert.match(described.get('limits.cartsPerDay') ?? '', /Default 10000\.$/);
});

test('domains are added, ordered and removed, and requests of their hosts find the account', async () => {
  const add = (domain: string, more: object = {}) =>
    owner.send('POST', '/api/settings/domains', { domain, ...more });
  const added = await add('Licenses.Demo.example');
  assert.deepEqual(
    [added.statusCode, added.json()],
    [201, { domains: ['licenses.demo.example'], url: 'http://licenses.demo.example' }],
  );
  assert.equal((await add('shop.demo.example', { first: true })).json().url, 'http://shop.demo.example');
  const conflict = await other.send('POST', '/api/settings/domains', { domain: 'shop.demo.example' });
  assert.deepEqual([conflict.statusCode, conflict.json().errorType], [409, 'DomainInUse']);
  const vendor = await app.app.inject({
    url: '/api/public/vendors/current',
    headers: { host: 'shop.demo.example' },
  });
  assert.equal(vendor.json().id, 'demo');
  const etag = (await owner.send('GET', '/api/settings/domains')).headers.etag ?? '';
  const domains = ['licenses.demo.example', 'new.demo.example'];
  const replace = () => owner.send('PUT', '/api/settings/domains', { domains }, { 'if-match': etag });
  assert.deepEqual((await replace()).json().domains, domains);
  assert.equal((await replace()).json().errorType, 'StaleRevision');
  const wrong = await add('not a host');
  assert.deepEqual(Object.keys(wrong.json().errors), ['domains[0]']);
  for (const domain of domains) await owner.call('DELETE', `/api/settings/domains/${domain}`);
  assert.deepEqual((await read()).domains, []);
  const again = await owner.send('DELETE', `/api/settings/domains/${domains[0]}`);
  assert.equal(again.statusCode, 404);
  assert.equal((await eventsOf('account.domains-changed')).length, 5);
});

test('a change that moves devices in use to another account has to be confirmed with their number', async () => {
  await owner.call('POST', '/api/products', { id: 'synth', name: 'Synth', trialsAllowed: true });
  await owner.call('POST', '/api/trials/import', {
    productId: 'synth',
    deviceName: 'A device',
    deviceSignature: 'one',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  const requests = [
    ['POST', '/api/settings/domains', { domain: 'apps.example' }],
    ['PUT', '/api/settings/domains', { domains: ['apps.example'] }],
    ['POST', '/api/settings/set-default', {}],
  ] as const;
  for (const [method, url, body] of requests) {
    for (const confirm of [undefined, 2]) {
      const refusal = await other.send(method, url, { ...body, ...(confirm !== undefined && { confirm }) });
      assert.deepEqual([refusal.statusCode, refusal.json().errorType], [409, 'DevicesAffected'], url);
      assert.match(refusal.json().detail, /Devices affected: 1\. Send confirm=1/);
    }
  }
  assert.deepEqual([(await read(other)).isDefault, (await read(other)).domains], [false, []]);
  await other.call('POST', '/api/settings/domains', { domain: 'apps.example', confirm: 1 });
  const changed = await other.call<Settings>('POST', '/api/settings/set-default', { confirm: 1 });
  assert.equal(changed.isDefault, true);
  assert.equal((await read()).isDefault, false);
  await owner.call('POST', '/api/settings/set-default', {});
  await other.call('DELETE', '/api/settings/domains/apps.example');
});

test('a key without the scope changes nothing', async () => {
  const reader = await merchantOf(app, app.demo, 'settings:read');
  const before = await read(reader);
  for (const [method, url, body] of [
    ['PATCH', '/api/settings', { name: 'Mine' }],
    ['PUT', '/api/settings/domains', { domains: [] }],
    ['POST', '/api/settings/set-default', {}],
  ] as const)
    assert.equal((await reader.send(method, url, body)).statusCode, 403);
  assert.deepEqual(await read(), before);
});

test('the DNS is asked about domains of the account alone', async (t) => {
  t.mock.method(Resolver.prototype, 'resolve4', () => Promise.resolve(['192.0.2.1']));
  t.mock.method(Resolver.prototype, 'resolve6', () => Promise.resolve([]));
  const { domains } = await owner.call<{ domains: string[] }>('POST', '/api/settings/domains', {
    domain: 'localhost',
  });
  assert.ok(domains.includes('localhost'));
  const check = await owner.call<{ domain: string; addresses: string[]; target: string }>(
    'GET',
    '/api/settings/domains/LOCALHOST/check',
  );
  assert.deepEqual([check.domain, check.target], ['localhost', 'latchkey.test']);
  assert.deepEqual(check.addresses, ['192.0.2.1']);
  const foreign = await owner.send('GET', '/api/settings/domains/foreign.example/check');
  assert.equal(foreign.statusCode, 404);
  await owner.call('DELETE', '/api/settings/domains/localhost');
});
