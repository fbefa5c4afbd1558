import { createLicensedProduct } from '../../modules/licensing/index.ts';
import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
let headers: Record<string, string>;
let foreign: Record<string, string>;
before(async () => {
  app = await startTestApp();
  for (const account of [app.demo, app.other]) {
    await createLicensedProduct(testContext(app.system, account), {
      id: 'app',
      name: 'App',
      maxActivations: 2,
      allowsOffline: true,
    });
    await createLicensedProduct(testContext(app.system, account), { id: 'synth', name: 'Synth' });
  }
  headers = await app.apiKey(app.demo, 'licenses:read', 'licenses:write', 'customers:read');
  foreign = await app.apiKey(app.other);
});
after(() => app.close());

function call(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  more: Partial<InjectOptions> = {},
): Promise<Response> {
  return app.inject({ method, url, headers, ...more });
}

function provision(payload: object, more: Record<string, string> = {}): Promise<Response> {
  return call('POST', '/api/licenses/provision', { payload, headers: { ...headers, ...more } });
}

async function provisioned(email: string, productId = 'app', quantity = 1) {
  const answer = await provision({ customer: { email }, requests: [{ productId, quantity }] });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

test('licenses are provisioned, looked up and revoked', async () => {
  app.system.clock.hold('it compares the times of the license with the clock');
  const [license] = await provisioned('one@example.com');
  const { id, ownerId, createdAt, ...rest } = license;
  assert.deepEqual(rest, {
    productId: 'app',
    status: 'Active',
    activeNumberOfActivations: 0,
    maxNumberOfActivations: 2,
    offlineActivationsAllowed: true,
  });
  assert.equal(createdAt, app.system.clock.now().toISOString());
  assert.deepEqual((await call('GET', `/api/licenses/${String(id).toUpperCase()}`)).json(), license);
  const customer = (await call('GET', `/api/customers/${ownerId}`)).json();
  assert.deepEqual(customer.ownedProducts, ['app']);
  const revoked = await call('POST', `/api/licenses/${id}/revoke`, {
    payload: { ownerId: 'ignored', productId: 7 },
  });
  assert.deepEqual([revoked.statusCode, revoked.json().status], [200, 'Revoked']);
  const again = await call('POST', `/api/licenses/${id}/revoke`);
  assert.deepEqual([again.statusCode, again.json().status], [200, 'Revoked']);
  assert.deepEqual((await call('GET', `/api/customers/${ownerId}`)).json().ownedProducts, []);
});

test('a list is filtered by product and time, and its pages are stable while licenses are added', async () => {
  app.system.clock.hold('it filters by the very moment at which a license was created');
  const { clock } = app.system;
  clock.advance(60_000);
  const from = clock.now().toISOString();
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    clock.advance(1_000);
    const [license] = await provisioned('pages@example.com', index === 2 ? 'synth' : 'app');
    ids.unshift(license.id);
  }
  const first = (await call('GET', `/api/licenses?after=${from}&pageSize=2`)).json();
  assert.deepEqual([first.items.map(({ id }: { id: string }) => id), first.hasMore], [ids.slice(0, 2), true]);
  clock.advance(1_000);
  await provisioned('pages@example.com');
  const second = (await call('GET', first.next)).json();
  assert.deepEqual(
    second.items.map(({ id }: { id: string }) => id),
    ids.slice(2, 4),
  );
  const third = (await call('GET', second.next)).json();
  assert.deepEqual([third.items.length, third.hasMore, third.next], [1, false, null]);
  const synth = (await call('GET', `/api/licenses?after=${from}&productFilter=synth`)).json();
  assert.deepEqual(
    synth.items.map(({ id }: { id: string }) => id),
    [ids[2]],
  );
  const end = new Date(clock.now().getTime() - 3_000).toISOString();
  const early = (await call('GET', `/api/licenses?after=${from}&before=${end}`)).json();
  assert.deepEqual(
    early.items.map(({ id }: { id: string }) => id),
    ids.slice(3),
  );
});

test('a page token that was altered, or of another account or filter, is refused', async () => {
  await provisioned('tokens@example.com', 'app', 3);
  const { next } = (await call('GET', '/api/licenses?pageSize=1')).json();
  const altered = await call('GET', `${next}x`);
  const filtered = await call('GET', `${next}&productFilter=app`);
  const elsewhere = await app.injectAs(app.other, { url: next, headers: foreign });
  for (const answer of [altered, filtered, elsewhere]) {
    assert.deepEqual([answer.statusCode, Object.keys(answer.json().errors)], [400, ['paginationToken']]);
  }
  for (const query of ['pageSize=0', 'pageSize=101', 'pageSize=x', 'before=yesterday', 'after=2026-01-01']) {
    assert.equal((await call('GET', `/api/licenses?${query}`)).statusCode, 400, query);
  }
});

test('a repeated provision with the same idempotency key gives nothing more', async () => {
  const payload = { customer: { email: 'twice@example.com' }, requests: [{ productId: 'app' }] };
  const first = await provision(payload, { 'idempotency-key': 'key-1' });
  const second = await provision(payload, { 'idempotency-key': 'key-1' });
  assert.deepEqual(second.json(), first.json());
  const other = await provision({ ...payload, requests: [] }, { 'idempotency-key': 'key-2' });
  assert.equal(other.statusCode, 400);
  const reused = await provision(
    { ...payload, requests: [{ productId: 'synth' }] },
    { 'idempotency-key': 'key-1' },
  );
  assert.equal(reused.statusCode, 422);
  const all = (await call('GET', '/api/licenses?pageSize=100')).json().items;
  const [{ ownerId }] = first.json();
  assert.equal(all.filter((license: { ownerId: string }) => license.ownerId === ownerId).length, 1);
});

test('a name of a customer that nobody could read is refused, and surrounding spaces are dropped', async () => {
  const requests = [{ productId: 'app' }];
  const email = 'named@example.com';
  for (const name of [' ', '\u00A0\n', 'a\u0007b', 'x'.repeat(201)]) {
    const answer = await provision({ customer: { email, name }, requests });
    assert.deepEqual([answer.statusCode, Object.keys(answer.json().errors)], [400, ['customer.name']], name);
  }
  assert.equal((await provision({ customer: { email, name: ' Ada ' }, requests })).statusCode, 200);
  assert.equal((await call('GET', `/api/customers/${email}`)).json().name, 'Ada');
});

test('unknown properties are named, and all issues are reported together', async () => {
  const answer = await provision({
    customer: { email: 'x', phone: '1' },
    owner: 'typo',
    requests: [{ productId: 7, quantity: 0, limit: 1 }, {}],
  });
  assert.equal(answer.statusCode, 400);
  assert.deepEqual(Object.keys(answer.json().errors).toSorted(), [
    'customer.phone',
    'owner',
    'requests[0].limit',
    'requests[0].productId',
    'requests[0].quantity',
    'requests[1].productId',
  ]);
  const unknown = await provision({
    customer: { email: 'x@example.com' },
    requests: [{ productId: 'nothing' }],
  });
  assert.deepEqual(Object.keys(unknown.json().errors), ['requests[0].productId']);
});

test('custom properties are replaced as a whole, checked, and shown', async () => {
  const [{ id }] = await provisioned('props@example.com');
  const url = `/api/licenses/${id}/custom-properties`;
  const payload = { tier: { type: 'text', value: 'pro', public: true, includeInToken: true } };
  const replaced = await call('PUT', url, { payload });
  assert.deepEqual([replaced.statusCode, replaced.json().properties], [200, payload]);
  assert.deepEqual((await call('GET', `/api/licenses/${id}`)).json().properties, payload);
  const bad = await call('PUT', url, { payload: { '1x': { type: 'number', value: 'y' }, b: 7 } });
  assert.equal(bad.statusCode, 400);
  assert.ok(Object.keys(bad.json().errors).length >= 4, bad.body);
  const emptied = await call('PUT', url, { payload: {} });
  assert.equal(Object.hasOwn(emptied.json(), 'properties'), false);
});

test('without a key, without the scope, and with a key of another account nothing is accessible', async () => {
  const [{ id, ownerId }] = await provisioned('private@example.com');
  const reader = await app.apiKey(app.demo, 'products:read');
  const calls: [method: 'GET' | 'POST' | 'PUT', url: string][] = [
    ['GET', '/api/licenses'],
    ['GET', `/api/licenses/${id}`],
    ['POST', `/api/licenses/${id}/revoke`],
    ['PUT', `/api/licenses/${id}/custom-properties`],
    ['GET', '/api/customers'],
    ['GET', `/api/customers/${ownerId}`],
  ];
  for (const [method, url] of calls) {
    assert.equal((await call(method, url, { headers: {} })).statusCode, 401, url);
    assert.equal((await call(method, url, { headers: foreign })).statusCode, 401, url);
    assert.equal((await call(method, url, { headers: reader })).statusCode, 403, url);
    const elsewhere = await app.injectAs(app.other, {
      method,
      url,
      headers: foreign,
      ...(method === 'PUT' && { payload: {} }),
    });
    if (url.includes(id) || url.includes(ownerId)) assert.equal(elsewhere.statusCode, 404, url);
    else assert.deepEqual([elsewhere.statusCode, elsewhere.json().items], [200, []], url);
  }
  assert.equal((await call('GET', '/api/licenses/not-a-guid')).statusCode, 404);
  assert.equal((await call('GET', `/api/licenses/${app.system.ids.guid()}`)).statusCode, 404);
});

test('a customer is found by id and by email, in any spelling', async () => {
  app.system.clock.hold('it compares when the customer was created with the clock');
  const [{ ownerId }] = await provisioned('Find.Me@example.com');
  const byId = (await call('GET', `/api/customers/${ownerId}`)).json();
  assert.deepEqual((await call('GET', '/api/customers/find.me%40EXAMPLE.com')).json(), byId);
  assert.deepEqual(byId, {
    id: ownerId,
    name: null,
    businessName: null,
    taxId: null,
    email: 'Find.Me@example.com',
    emailConfirmed: false,
    hasPassword: false,
    isDeleted: false,
    ownedProducts: ['app'],
    subscribedProducts: [],
    address: null,
    communicationPreferences: { newsletterOptIn: false, productUpdatesOptIn: false },
    createdAt: app.system.clock.now().toISOString(),
  });
  const { items } = (await call('GET', '/api/customers?pageSize=100')).json();
  assert.deepEqual(
    items.find(({ id }: { id: string }) => id === ownerId),
    byId,
  );
  assert.equal((await call('GET', '/api/customers/nobody@example.com')).statusCode, 404);
});

test('a list has the names of the owners, each once, for those who may read customers, and never in its file', async () => {
  const name = 'Nora Named';
  const requests = [{ productId: 'app', quantity: 2 }];
  const response = await provision({ customer: { name, email: 'nora@example.com' }, requests });
  assert.equal(response.statusCode, 200, response.body);
  const { ownerId } = response.json()[0];
  const url = `/api/licenses?ownerId=${ownerId}`;
  assert.deepEqual((await call('GET', url)).json().owners, [
    { id: ownerId, name, email: 'nora@example.com' },
  ]);
  const few = await app.apiKey(app.demo, 'licenses:read');
  const { owners, items } = (await call('GET', url, { headers: few })).json();
  assert.deepEqual([owners, items.length], [undefined, 2]);
  const file = await call('GET', `/api/export/licenses?format=csv&ownerId=${ownerId}`);
  assert.equal(file.statusCode, 200, file.body);
  assert.doesNotMatch(file.body, /Nora|nora/);
});
