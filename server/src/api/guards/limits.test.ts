import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { buildApp } from '../../app.ts';
import { createApiKey, revokeApiKey, updateSettings } from '../../modules/accounts/index.ts';
import { DatabaseUnavailable } from '../../platform/database/errors.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../../../test/harness.ts';

const VENDOR = '/api/public/vendors/current';
const LICENSES = '/api/licenses';
const MOST = 5;

let app: TestApp;
before(async () => {
  app = await startTestApp({ LATCHKEY_REQUESTS_PER_MINUTE: String(MOST) });
});
after(() => app.close());

let addresses = 0;
/** A new client, none of whose requests were counted before. */
function client(origin?: string) {
  addresses += 1;
  const remoteAddress = `192.0.2.${addresses}`;
  return (options: InjectOptions) => {
    const headers = { ...(origin !== undefined && { origin }), ...options.headers };
    return app.inject({ ...options, headers, remoteAddress });
  };
}

type Client = ReturnType<typeof client>;

async function useUp(send: Client): Promise<void> {
  for (let count = 0; count < MOST; count += 1) assert.equal((await send({ url: VENDOR })).statusCode, 200);
}

const newKey = () => `lk_${'x'.repeat(7)}${randomUUID()}`;

describe('a page of an allowed origin reads refusals that are sent before its account is looked up:', () => {
  test('the limit of its address, and when to come again', async () => {
    const send = client(TEST_ORIGIN);
    await useUp(send);
    const refused = await send({ url: VENDOR });
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.headers['access-control-allow-origin'], TEST_ORIGIN);
    assert.equal(refused.headers['access-control-expose-headers'], 'ETag, Location, Retry-After');
    assert.equal(refused.headers.vary, 'Origin');
    const preflight = await send({
      method: 'OPTIONS',
      url: `/api/customer/orders/${randomUUID()}`,
      headers: { 'access-control-request-method': 'PATCH' },
    });
    assert.equal(preflight.statusCode, 204, 'or the browser would not send what is then refused');
    assert.equal(preflight.headers['access-control-allow-origin'], TEST_ORIGIN);
  });

  test('a path that cannot be read, and one that no column can hold', async () => {
    await client()({ url: VENDOR });
    for (const [url, status] of [
      ['/api/licenses/%zz', 400],
      [`/api/customer/orders/${'x'.repeat(600)}`, 404],
      ['/api/licenses/%00', 400],
    ] as const) {
      const refused = await client(TEST_ORIGIN)({ url });
      assert.equal(refused.statusCode, status);
      assert.equal(refused.headers['access-control-allow-origin'], TEST_ORIGIN, url);
      assert.equal(refused.headers['x-content-type-options'], 'nosniff', url);
    }
  });

  test('an unavailable database', async () => {
    let isAway = false;
    const changes = {
      version: (accountId: string, topic: string) =>
        isAway
          ? Promise.reject(new DatabaseUnavailable('away'))
          : app.system.database.changes.version(accountId, topic),
      peek: (accountId: string, topic: string) =>
        isAway ? undefined : app.system.database.changes.peek(accountId, topic),
    };
    const server = await buildApp({ ...app.system, database: { ...app.system.database, changes } });
    const ask = () =>
      server.inject({ url: VENDOR, headers: { host: 'demo.latchkey.test', origin: TEST_ORIGIN } });
    try {
      assert.equal((await ask()).statusCode, 200);
      isAway = true;
      const refused = await ask();
      assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '2']);
      assert.equal(refused.headers['access-control-allow-origin'], TEST_ORIGIN);
    } finally {
      await server.close();
    }
  });

  test('and a body that is too large, of another kind, or no JSON', async () => {
    const url = `/api/customer/orders/${randomUUID()}`;
    const send = client(TEST_ORIGIN);
    for (const [type, payload, status] of [
      ['application/json', JSON.stringify('x'.repeat(256 * 1024)), 413],
      ['application/xml', '<a/>', 415],
      ['application/json', '{"a":', 400],
    ] as const) {
      const refused = await send({ method: 'PATCH', url, payload, headers: { 'content-type': type } });
      assert.equal(refused.statusCode, status);
      assert.equal(refused.headers['access-control-allow-origin'], TEST_ORIGIN);
    }
  });
});

test('a page of another origin reads none of it, and its preflights are refused', async () => {
  const send = client('https://evil.example');
  await useUp(send);
  for (const response of [
    await send({ url: VENDOR }),
    await send({ method: 'OPTIONS', url: VENDOR, headers: { 'access-control-request-method': 'GET' } }),
    await app.injectAs(app.other, { url: '/api/%zz', headers: { origin: TEST_ORIGIN } }),
  ]) {
    assert.ok(response.statusCode >= 400);
    const names = Object.keys(response.headers).filter((name) => name.startsWith('access-control-'));
    assert.deepEqual(names, []);
  }
});

test('an origin that is no longer allowed reads nothing more', async () => {
  const origin = 'https://old.demo.test';
  await updateSettings(app.ctx, { origins: [TEST_ORIGIN, origin] });
  assert.equal(
    (await client(origin)({ url: VENDOR })).headers['access-control-allow-origin'],
    origin,
    'allowed at first',
  );
  await updateSettings(app.ctx, { origins: [TEST_ORIGIN] });
  const send = client(origin);
  await useUp(send);
  assert.equal('access-control-allow-origin' in (await send({ url: VENDOR })).headers, false);
});

describe('an API key', () => {
  const list = (send: Client, headers: Record<string, string>) => send({ url: LICENSES, headers });

  test('is not guessed faster than the limit of an address', async () => {
    const send = client();
    for (let count = 0; count < MOST; count += 1) {
      assert.equal((await list(send, { 'api-key': newKey() })).statusCode, 401);
    }
    const refused = await list(send, { 'api-key': newKey() });
    assert.equal(refused.statusCode, 429);
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/);
  });

  test('that is good calls on, also from an address that has used up its limit', async () => {
    const key = await app.apiKey(app.demo);
    const send = client();
    for (let count = 0; count < 3 * MOST; count += 1) assert.equal((await list(send, key)).statusCode, 200);
    await useUpGuessing(send);
    assert.equal((await list(send, { 'api-key': newKey() })).statusCode, 429);
    assert.equal((await list(send, key)).statusCode, 200);
  });

  test('that is good no more is a guess from then on', async () => {
    const { apiKey, key } = await createApiKey(app.ctx, { name: 'brief', scopes: ['*'] });
    const send = client();
    assert.equal((await list(send, { 'api-key': key })).statusCode, 200);
    await revokeApiKey(app.ctx, apiKey.id);
    const statuses = new Set<number>();
    for (let count = 0; count < 2 * MOST; count += 1) {
      statuses.add((await list(send, { 'api-key': key })).statusCode);
    }
    assert.deepEqual([...statuses], [401, 429]);
  });

  test('calls as often as its account allows, each key for itself', async () => {
    await updateSettings(app.ctx, { limits: { apiKeyRequestsPerMinute: 3 } });
    const [one, another] = [await app.apiKey(app.demo), await app.apiKey(app.demo)];
    const send = client();
    for (let count = 0; count < 3; count += 1) assert.equal((await list(send, one)).statusCode, 200);
    const refused = await list(send, one);
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '60']);
    assert.equal((await list(send, another)).statusCode, 200);
    await updateSettings(app.ctx, { limits: { apiKeyRequestsPerMinute: 0 } });
    assert.equal((await list(send, one)).statusCode, 200);
  });

  test('has one limit in all processes', async () => {
    await updateSettings(app.ctx, { limits: { apiKeyRequestsPerMinute: 4 } });
    const another = await buildApp(app.system);
    try {
      const headers = { ...(await app.apiKey(app.demo)), host: 'demo.latchkey.test' };
      const statuses: number[] = [];
      for (let count = 0; count < 3; count += 1)
        for (const server of [app.app, another])
          statuses.push((await server.inject({ url: LICENSES, headers })).statusCode);
      assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);
    } finally {
      await another.close();
      await updateSettings(app.ctx, { limits: { apiKeyRequestsPerMinute: 0 } });
    }
  });

  async function useUpGuessing(send: Client): Promise<void> {
    for (let count = 0; count < MOST; count += 1) await list(send, { 'api-key': newKey() });
  }
});
