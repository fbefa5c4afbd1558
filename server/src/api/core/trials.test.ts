import { createLicensedProduct } from '../../modules/licensing/index.ts';
import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { claimsOf } from '../../../test/licensing.ts';

let app: TestApp;
let headers: Record<string, string>;
let foreign: Record<string, string>;
before(async () => {
  app = await startTestApp();
  const trials = { allowsTrials: true, trialDays: 14 };
  await createLicensedProduct(app.ctx, { id: 'app', name: 'App', ...trials });
  await createLicensedProduct(app.ctx, {
    id: 'strict',
    name: 'Strict',
    ...trials,
    trialNeedsAccount: true,
  });
  await createLicensedProduct(app.ctx, { id: 'none', name: 'None' });
  headers = await app.apiKey(app.demo, 'trials:read', 'trials:write');
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

function start(productId: string, signature: string, more: Partial<InjectOptions> = {}): Promise<Response> {
  const payload = { deviceName: `Device ${signature}`, deviceSignature: signature };
  return app.inject({ method: 'POST', url: `/api/client/trials/${productId}/request`, payload, ...more });
}

test('a trial that an application starts is seen by the merchant', async () => {
  app.system.clock.hold('it compares the times of the trial with the clock');
  const started = await start('app', 'one');
  assert.equal(started.statusCode, 200, started.body);
  const { id, exp } = claimsOf(started.body);
  const trial = (await call('GET', `/api/trials/${String(id)}`)).json();
  const now = app.system.clock.now().toISOString();
  assert.deepEqual(trial, {
    id,
    productId: 'app',
    deviceName: 'Device one',
    deviceSignature: 'one',
    lastValidatedAt: now,
    createdAt: now,
    expiresAt: new Date(Number(exp) * 1_000).toISOString(),
    status: 'Active',
  });
  const page = (await call('GET', '/api/trials?productFilter=app&pageSize=1')).json();
  assert.deepEqual([page.items, page.hasMore, page.next], [[trial], false, null]);
});

test('trials are refused where the product says so', async () => {
  const strict = await start('strict', 'x');
  assert.deepEqual([strict.statusCode, strict.headers['www-authenticate']], [401, 'Bearer']);
  const unusable = { headers: { authorization: 'Bearer nonsense' } };
  assert.equal((await start('strict', 'x', unusable)).statusCode, 401);
  const anonymous = await start('app', 'unusable', unusable);
  assert.equal(anonymous.statusCode, 200, 'a token that cannot be used counts as none');
  assert.match(String(anonymous.headers['www-authenticate']), /error="invalid_token"/);
  assert.deepEqual(
    [(await start('none', 'x')).statusCode, (await start('unknown', 'x')).statusCode],
    [403, 404],
  );
  const blank = await start('app', '  ');
  assert.deepEqual([blank.statusCode, Object.keys(blank.json().errors)], [400, ['deviceSignature']]);
});

test('a trial is no seat that could be released', async () => {
  const { body } = await start('app', 'two');
  const answer = await app.inject({
    method: 'POST',
    url: '/api/client/licenses/app/revoke',
    headers: { 'content-type': 'text/plain' },
    payload: body,
  });
  assert.deepEqual([answer.statusCode, answer.json().errorType], [400, 'TrialsCannotBeRevoked']);
});

test('trials are imported once, strictly, and with every issue reported', async () => {
  const payload = {
    productId: 'app',
    deviceName: 'Old',
    deviceSignature: 'imported',
    expiresAt: '2020-01-01T00:00:00Z',
    lastValidation: '2019-12-20T00:00:00+01:00',
    createdAt: '2019-12-18T00:00:00Z',
  };
  const imported = await call('POST', '/api/trials/import', { payload });
  assert.equal(imported.statusCode, 200, imported.body);
  const { status, lastValidatedAt, createdAt } = imported.json();
  assert.deepEqual(
    [status, lastValidatedAt, createdAt],
    ['Expired', '2019-12-19T23:00:00.000Z', '2019-12-18T00:00:00.000Z'],
  );
  const again = await call('POST', '/api/trials/import', { payload });
  assert.deepEqual([again.statusCode, again.json().instance], [409, imported.json().id]);
  const started = await start('app', 'imported');
  assert.deepEqual([started.statusCode, started.json().errorType], [409, 'TrialExpired']);
  const bad = await call('POST', '/api/trials/import', {
    payload: { productId: 7, expiresAt: 'soon', extra: 1 },
  });
  assert.deepEqual(Object.keys(bad.json().errors).toSorted(), [
    'deviceName',
    'deviceSignature',
    'expiresAt',
    'extra',
    'productId',
  ]);
});

test('trials are filtered by customer, product, status, device and time, and by all of them together', async () => {
  const DAY_MS = 86_400_000;
  const { clock } = app.system;
  const since = clock.now().toISOString();
  const payload = { customer: { email: 'tess@example.com' }, requests: [{ productId: 'none' }] };
  const licenses = await app.apiKey(app.demo, 'licenses:write');
  const provisioned = await call('POST', '/api/licenses/provision', { payload, headers: licenses });
  const [{ ownerId }] = provisioned.json();
  const add = async (deviceSignature: string, days: number, more: object = {}): Promise<string> => {
    clock.advance(1_000);
    const expiresAt = new Date(clock.now().getTime() + days * DAY_MS).toISOString();
    const trial = { productId: 'app', deviceName: 'D', deviceSignature, expiresAt, ...more };
    const answer = await call('POST', '/api/trials/import', { payload: trial });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().id;
  };
  const over = await add('filter-a', -1, { ownerId });
  const longOver = await add('filter-b', -2);
  const later = await add('filter-c', 20, { ownerId });
  const soon = await add('filter-d', 10);
  const strict = await add('filter-a', 5, { productId: 'strict' });
  const own = new Set([over, longOver, later, soon, strict]);
  const cases: [query: string, ids: string[]][] = [
    [`ownerId=${ownerId}`, [later, over]],
    ['email=Tess@example.com', [later, over]],
    ['email=nobody@example.com', []],
    ['deviceSignature=filter-a', [strict, over]],
    ['deviceSignature=filter-a&status=Expired', [over]],
    [`ownerId=${ownerId}&status=Active`, [later]],
    ['productFilter=strict', [strict]],
    // By their end, the latest first.
    ['status=Active', [later, soon, strict]],
    ['productFilter=app&status=Active', [later, soon]],
    ['productFilter=app&status=Expired', [over, longOver]],
    [`ownerId=${ownerId}&deviceSignature=filter-c&productFilter=app&status=Active&after=${since}`, [later]],
  ];
  for (const [query, ids] of cases) {
    const pages: string[] = [];
    for (let next: string | null = `/api/trials?${query}&pageSize=1`; next !== null;) {
      const answer = await call('GET', next);
      const page = answer.json<{ items: { id: string }[]; next: string | null }>();
      pages.push(...page.items.map(({ id }) => id));
      next = page.next;
    }
    // Other tests have trials of the same products.
    assert.deepEqual(
      pages.filter((id) => own.has(id)),
      ids,
      query,
    );
  }
  for (const query of ['status=Revoked', `status=Active&after=${since}`, `status=Expired&before=${since}`]) {
    assert.equal((await call('GET', `/api/trials?${query}`)).statusCode, 400, query);
  }
});

test('a reset trial starts again when the device next requests it, once', async () => {
  app.system.clock.hold('it compares the new end of the trial with the clock');
  const DAY_MS = 86_400_000;
  const { clock } = app.system;
  const token = (await start('app', 'again')).body;
  const id = String(claimsOf(token)['id']);
  const url = `/api/trials/${id}/reset`;
  const validate = () =>
    app.inject({
      method: 'POST',
      url: '/api/client/licenses/app/validate',
      headers: { 'content-type': 'text/plain' },
      payload: token,
    });
  const reset = await call('POST', url);
  assert.deepEqual([reset.statusCode, reset.json().resetAt], [200, clock.now().toISOString()], reset.body);
  clock.advance(DAY_MS);
  assert.deepEqual((await call('POST', url)).json(), reset.json(), 'again changes nothing');
  assert.equal(claimsOf((await validate()).body)['exp'], claimsOf(token)['exp'], 'it goes on as it is');
  clock.advance(14 * DAY_MS);
  assert.equal((await validate()).json().errorType, 'LicenseExpired');
  const request = await app.inject({
    method: 'POST',
    url: '/api/client/activations/app/request',
    payload: { deviceName: 'D', deviceSignature: 'again' },
  });
  const page = `/api/customer/activations/${request.json().browser.split('/').at(-1)}`;
  const { eligible, numberOfDaysRemaining } = (await app.inject({ url: page })).json().trialEligibility;
  assert.deepEqual([eligible, numberOfDaysRemaining], [true, 14]);

  const anew = await start('app', 'again');
  assert.equal(anew.statusCode, 200, anew.body);
  const claims = claimsOf(anew.body);
  assert.deepEqual([claims['id'], claims['exp']], [id, clock.now().getTime() / 1_000 + 14 * 86_400]);
  assert.equal(claimsOf((await validate()).body)['exp'], claims['exp'], 'older tokens follow');
  const trial = (await call('GET', `/api/trials/${id}`)).json();
  assert.deepEqual([trial.status, trial.resetAt], ['Active', undefined]);
  clock.advance(14 * DAY_MS);
  assert.equal((await start('app', 'again')).json().errorType, 'TrialExpired');
  const auditor = await app.apiKey(app.demo, 'audit:read');
  const { items } = (await app.inject({ url: `/api/audit?subject=trial/${id}`, headers: auditor })).json();
  const types = items.map(({ type }: { type: string }) => type);
  assert.deepEqual(types, ['trial.started', 'trial.reset', 'trial.started']);

  assert.equal((await call('POST', `/api/trials/${app.system.ids.guid()}/reset`)).statusCode, 404);
  const reader = await app.apiKey(app.demo, 'trials:read');
  assert.equal((await call('POST', url, { headers: reader })).statusCode, 403);
});

test('custom properties of a trial honor If-Match', async () => {
  const id = String(claimsOf((await start('app', 'tagged')).body)['id']);
  const url = `/api/trials/${id}/custom-properties`;
  const etag = String((await call('GET', `/api/trials/${id}`)).headers.etag);
  const replace = () => call('PUT', url, { payload: {}, headers: { ...headers, 'if-match': etag } });
  const first = await replace();
  assert.equal(first.statusCode, 200, first.body);
  assert.notEqual(first.headers.etag, etag);
  assert.equal((await replace()).json().errorType, 'StaleRevision');
});

test('custom properties of a trial are checked, kept, and in its token when they should be', async () => {
  const id = String(claimsOf((await start('app', 'props')).body)['id']);
  const payload = { tier: { type: 'text', value: 'beta', public: false, includeInToken: true } };
  const replaced = await call('PUT', `/api/trials/${id}/custom-properties`, { payload });
  assert.deepEqual([replaced.statusCode, replaced.json().properties], [200, payload]);
  assert.deepEqual(claimsOf((await start('app', 'props')).body)['t:properties'], { tier: 'beta' });
  const bad = await call('PUT', `/api/trials/${id}/custom-properties`, { payload: { tier: {} } });
  assert.equal(bad.statusCode, 400);
});

test('trials are not accessible to others', async () => {
  const id = String(claimsOf((await start('app', 'private')).body)['id']);
  for (const url of ['/api/trials', `/api/trials/${id}`]) {
    assert.equal((await call('GET', url, { headers: {} })).statusCode, 401);
    assert.equal(
      (await call('GET', url, { headers: await app.apiKey(app.demo, 'licenses:read') })).statusCode,
      403,
    );
  }
  const elsewhere = await app.injectAs(app.other, { url: `/api/trials/${id}`, headers: foreign });
  assert.equal(elsewhere.statusCode, 404);
  assert.deepEqual(
    (await app.injectAs(app.other, { url: '/api/trials', headers: foreign })).json().items,
    [],
  );
});
