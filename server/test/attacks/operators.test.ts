import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { API_SCOPES, createApiKey } from '../../src/modules/accounts/index.ts';
import { inviteOperator, ROLES } from '../../src/modules/operators/index.ts';
import { everythingOf } from '../everything.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../harness.ts';
import {
  type OperatorAtWork,
  OPERATOR_PASSWORD,
  operatorAtWork,
  tokenIn,
  tryToSignIn,
} from '../operators.ts';

let app: TestApp;
let owner: OperatorAtWork;
before(async () => {
  app = await startTestApp();
  owner = await operatorAtWork(app, 'Owner');
});
after(() => app.close());

const SESSION = '/api/operator/session';
const PRODUCT = { method: 'POST', url: '/api/products', payload: { id: 'forged', name: 'Forged' } } as const;

describe('a request that another page makes the browser send', () => {
  const cookie = () => ({ cookie: `latchkey-operator=${owner.token}` });

  test('does nothing, with or without the word of the browser, and reads nothing', async () => {
    const before = await everythingOf(app.system.database.reader, 'demo');
    const forgeries: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
      // Where the header could be added, the browser still says where the page is from.
      { 'sec-fetch-site': 'same-site', 'latchkey-dashboard': '1' },
      { 'sec-fetch-site': 'cross-site', 'latchkey-dashboard': '1', origin: TEST_ORIGIN },
      // A form of this origin, such as one in a page with the vendor's own content.
      { 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of forgeries) {
      const answer = await app.inject({ ...PRODUCT, headers: { ...cookie(), ...headers } });
      assert.equal(answer.statusCode, 403, JSON.stringify(headers));
    }
    for (const site of ['same-site', 'cross-site', 'none', undefined]) {
      const headers = { ...cookie(), ...(site !== undefined && { 'sec-fetch-site': site }) };
      assert.equal((await app.inject({ url: '/api/customers', headers })).statusCode, 403, String(site));
    }
    assert.deepEqual(await everythingOf(app.system.database.reader, 'demo'), before);
  });

  test('is no sign-in with a password of the attacker either', async () => {
    const { email } = owner.operator;
    const answer = await app.inject({
      method: 'POST',
      url: SESSION,
      headers: { 'sec-fetch-site': 'cross-site' },
      payload: { email, password: OPERATOR_PASSWORD },
    });
    assert.deepEqual([answer.statusCode, answer.headers['set-cookie']], [403, undefined]);
  });

  test('gets no permission to carry cookies, also from a page of a listed origin', async () => {
    const { headers } = await app.inject({
      method: 'OPTIONS',
      url: '/api/products',
      headers: {
        origin: TEST_ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'latchkey-dashboard',
      },
    });
    assert.equal('access-control-allow-credentials' in headers, false);
  });

  test('a download in a page of the dashboard works', async () => {
    const headers = { ...cookie(), 'sec-fetch-site': 'same-origin' };
    assert.equal((await app.inject({ url: '/api/export/products', headers })).statusCode, 200);
  });
});

test('a session that was planted before the sign-in is never the one of the sign-in', async () => {
  const planted = 'x'.repeat(43);
  const { email } = owner.operator;
  const answer = await tryToSignIn(app, { email, password: OPERATOR_PASSWORD }, app.demo, {
    cookie: `latchkey-operator=${planted}`,
  });
  assert.notEqual(tokenIn(answer), planted);
  const headers = { cookie: `latchkey-operator=${planted}`, 'latchkey-dashboard': '1' };
  assert.equal((await app.inject({ url: SESSION, headers })).statusCode, 401);
});

test('a stolen cookie creates no key, no operator and no signing key, and deletes nothing', async () => {
  const before = await everythingOf(app.system.database.reader, 'demo');
  const id = app.system.ids.guid();
  for (const [method, url, payload] of [
    ['POST', '/api/settings/api-keys', { name: 'Mine', scopes: ['*'] }],
    ['POST', '/api/operators', { email: 'me@evil.example', name: 'Me', role: 'Owner' }],
    ['PATCH', `/api/operators/${owner.operator.id}`, { role: 'ReadOnly' }],
    ['POST', `/api/operators/${owner.operator.id}/reset`, undefined],
    ['DELETE', `/api/operators/${owner.operator.id}`, undefined],
    ['POST', '/api/settings/license-keys', { algorithm: 'RS256' }],
    ['DELETE', `/api/customers/${id}`, undefined],
    ['POST', '/api/settings/close', { mode: 'Closed' }],
  ] as const) {
    const answer = await owner.call(method, url, payload);
    assert.equal(answer.json().errorType, 'ConfirmationRequired', `${method} ${url}`);
  }
  assert.deepEqual(await everythingOf(app.system.database.reader, 'demo'), before);
});

test('the password of a confirmation, and of another one, is guessed as slowly as that of a sign-in', async () => {
  for (const [path, payload] of [
    [`${SESSION}/confirm`, { password: 'Wrong-11-word' }],
    ['/api/operator/password', { password: 'Wrong-11-word', newPassword: 'Cobalt-99-kayak' }],
  ] as const) {
    const support = await operatorAtWork(app, 'Support');
    const guess = () => support.call('POST', path, payload);
    for (let guesses = 0; guesses < 5; guesses += 1) assert.equal((await guess()).statusCode, 400);
    assert.equal((await guess()).statusCode, 429);
  }
});

test('wrong sign-ins of a stranger do not keep whoever is in from confirming', async () => {
  const support = await operatorAtWork(app, 'Support');
  const { email } = support.operator;
  for (let guesses = 0; guesses < 6; guesses += 1)
    await tryToSignIn(app, { email, password: 'Wrong-11-word' });
  assert.equal((await tryToSignIn(app, { email, password: OPERATOR_PASSWORD })).statusCode, 429);
  await support.confirm();
});

test('nobody learns who is an operator: an email without one, an invited one and a wrong password look the same', async () => {
  await inviteOperator(app.ctx, { email: 'waits@vendor.example', name: 'Waits', role: 'Admin' });
  const bodies = await Promise.all(
    [owner.operator.email, 'nobody@vendor.example', 'waits@vendor.example'].map(async (email) => {
      const answer = await tryToSignIn(app, { email, password: 'Wrong-11-word' });
      const { traceId: _, ...body } = answer.json();
      return [answer.statusCode, body];
    }),
  );
  assert.deepEqual(bodies[1], bodies[0]);
  assert.deepEqual(bodies[2], bodies[0]);
});

test('a session is none at another account, nor is its operator found there', async () => {
  const answer = await app.injectAs(app.other, { url: '/api/customers', headers: owner.headers });
  assert.equal(answer.statusCode, 401);
  const stranger = await operatorAtWork(app, 'Owner', app.other);
  await stranger.confirm();
  const url = `/api/operators/${owner.operator.id}`;
  for (const [method, path] of [
    ['GET', url],
    ['DELETE', url],
    ['POST', `${url}/reset`],
  ] as const)
    assert.equal((await stranger.call(method, path)).statusCode, 404, method);
  assert.equal((await stranger.call('PATCH', url, { role: 'ReadOnly' })).statusCode, 404);
  assert.equal((await owner.call('GET', SESSION)).statusCode, 200);
});

test('nobody rises by editing roles: neither a role nor a key gives, or takes over, what is above it', async () => {
  const { key } = await createApiKey(app.ctx, {
    name: 'Small',
    scopes: ['operators:read', 'operators:write', 'customers:read'],
  });
  const support = await operatorAtWork(app, 'Support');
  const byKey = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: { 'api-key': key }, ...(payload !== undefined && { payload }) });
  for (const role of ['Owner', 'Admin', 'Support', 'ReadOnly']) {
    const input = { email: `${role}@evil.example`, name: 'Me', role };
    assert.equal((await byKey('POST', '/api/operators', input)).statusCode, 403, role);
  }
  const url = `/api/operators/${owner.operator.id}`;
  assert.equal((await byKey('POST', `${url}/reset`)).statusCode, 403, 'takes over an owner');
  assert.equal((await byKey('DELETE', url)).statusCode, 403);
  assert.equal((await byKey('PATCH', url, { role: 'ReadOnly' })).statusCode, 403);
  for (const at of [support, await operatorAtWork(app, 'Admin')]) {
    await at.confirm();
    const own = `/api/operators/${at.operator.id}`;
    assert.equal((await at.call('PATCH', own, { role: 'Owner' })).statusCode, 403);
    assert.equal((await at.call('POST', `${url}/reset`)).statusCode, 403);
  }
});

test('another role takes effect in sessions that are open', async () => {
  const admin = await operatorAtWork(app, 'Admin');
  await owner.confirm();
  const demotion = await owner.call('PATCH', `/api/operators/${admin.operator.id}`, { role: 'ReadOnly' });
  assert.equal(demotion.statusCode, 200, demotion.body);
  assert.equal((await admin.call('POST', '/api/products', { id: 'late', name: 'Late' })).statusCode, 403);
});

/** Who may do what, written by hand: the roles are code, and a scope that slips into one would be noticed nowhere else. */
const ALLOWED = `
customers:read       Owner Admin Support Finance           ReadOnly
customers:write      Owner Admin Support
customers:email      Owner Admin Support
customers:export     Owner Admin         Finance
customers:view       Owner Admin Support
licenses:read        Owner Admin Support Finance Developer ReadOnly
licenses:write       Owner Admin Support
trials:read          Owner Admin Support Finance Developer ReadOnly
trials:write         Owner Admin Support
products:read        Owner Admin Support Finance Developer ReadOnly
products:write       Owner Admin                 Developer
releases:read        Owner Admin Support Finance Developer ReadOnly
releases:write       Owner Admin                 Developer
orders:read          Owner Admin Support Finance           ReadOnly
orders:write         Owner Admin Support Finance
subscriptions:read   Owner Admin Support Finance           ReadOnly
subscriptions:write  Owner Admin Support
subscriptions:prices Owner Admin
subscriptions:import Owner Admin
vouchers:read        Owner Admin Support Finance           ReadOnly
vouchers:write       Owner Admin
coupons:read         Owner Admin Support Finance           ReadOnly
coupons:write        Owner Admin
settings:read        Owner Admin         Finance Developer ReadOnly
settings:write       Owner Admin
settings:mail        Owner Admin
settings:payments    Owner Admin
settings:close       Owner
keys:write           Owner Admin                 Developer
operators:read       Owner Admin         Finance           ReadOnly
operators:write      Owner
audit:read           Owner Admin         Finance           ReadOnly
events:read          Owner Admin Support Finance Developer ReadOnly
webhooks:read        Owner Admin Support Finance Developer ReadOnly
webhooks:write       Owner Admin                 Developer
jobs:read            Owner Admin Support Finance           ReadOnly
jobs:write           Owner Admin
`;

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

test('every route of the vendor asks every role for its scope, as the table says', async () => {
  const lines = ALLOWED.trim()
    .split('\n')
    .map((line) => line.split(/ +/));
  assert.deepEqual(
    lines.map(([scope]) => scope),
    API_SCOPES,
  );
  const rolesOf = new Map(lines.map(([scope = '', ...roles]) => [scope, roles]));
  const surprises: string[] = [];
  let requests = 0;
  for (const role of ROLES) {
    const at = await operatorAtWork(app, role);
    for (const route of app.app.routeTable) {
      for (const method of METHODS.filter((each) => [route.method].flat().includes(each))) {
        if (route.config?.access?.kind !== 'Vendor' || route.url.endsWith('/stream')) continue;
        requests += 1;
        const { scope, operatorScope = scope } = route.config.access;
        const expected = [scope, operatorScope].every((each) => rolesOf.get(each)?.includes(role));
        if ((await isAllowed(at, method, route)) !== expected)
          surprises.push(`${role} ${method} ${route.url}: ${expected ? 'is refused' : 'is allowed'}`);
      }
    }
  }
  assert.ok(requests > 900, String(requests));
  assert.deepEqual(surprises, []);
});

async function isAllowed(
  at: OperatorAtWork,
  method: (typeof METHODS)[number],
  { url }: RouteOptions,
): Promise<boolean> {
  const answer = await app.app.inject({
    method,
    url: url.replaceAll(/:\w+/g, '0198e9a5-1c52-7d2e-9d0b-6f2a4c8e1b37'),
    headers: { ...at.headers, host: 'demo.latchkey.test' },
  });
  assert.notEqual(answer.statusCode, 401, url);
  return !(
    answer.statusCode === 403 && answer.json<{ detail?: string }>().detail?.startsWith('Your role') === true
  );
}
