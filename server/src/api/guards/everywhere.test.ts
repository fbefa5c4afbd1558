import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createApiKey, revokeApiKey } from '../../modules/accounts/index.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../../../test/harness.ts';
import { shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let key: { 'api-key': string };
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  key = await app.apiKey(app.demo);
});
after(() => app.close());

const VENDOR = '/api/public/vendors/current';
const PROVISION = '/api/licenses/provision';

describe('the account is named by the host', () => {
  const vendorAt = async (host: string, headers: Record<string, string> = {}) => {
    const response = await app.app.inject({ url: VENDOR, headers: { host, ...headers } });
    return response.statusCode === 200 ? response.json<{ id: string }>().id : response.statusCode;
  };

  test('by its label under the platform domain, in any case and with a port', async () => {
    assert.equal(await vendorAt('other.latchkey.test'), 'other');
    assert.equal(await vendorAt('OTHER.latchkey.test:8080'), 'other');
  });

  test('or else it is the default account, and under the platform domain an unknown one is not found', async () => {
    assert.equal(await vendorAt('localhost'), 'demo');
    assert.equal(await vendorAt('nobody.latchkey.test'), 404);
  });

  test('and never by a header that a client chooses', async () => {
    const forwarded = { 'x-forwarded-host': 'other.latchkey.test', forwarded: 'host=other.latchkey.test' };
    assert.equal(await vendorAt('demo.latchkey.test', forwarded), 'demo');
  });
});

describe('a page of another origin', () => {
  const preflight = (origin: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'OPTIONS',
      url: `/api/customer/orders/${randomUUID()}`,
      headers: { origin, 'access-control-request-method': 'PATCH', ...headers },
    });

  test('may call when its exact origin is whitelisted', async () => {
    const names = 'authorization, content-type, x-client';
    const response = await preflight(TEST_ORIGIN, { 'access-control-request-headers': names });
    assert.equal(response.statusCode, 204);
    assert.equal(response.headers['access-control-allow-origin'], TEST_ORIGIN);
    assert.equal(response.headers['access-control-allow-methods'], 'GET, POST, PATCH, PUT, DELETE');
    assert.equal(response.headers['access-control-allow-headers'], names);
    assert.equal(response.headers.vary, 'Origin');
    assert.equal('access-control-allow-credentials' in response.headers, false);
    const answer = await app.inject({ url: VENDOR, headers: { origin: TEST_ORIGIN } });
    assert.equal(answer.headers['access-control-allow-origin'], TEST_ORIGIN);
    assert.equal(answer.headers['access-control-expose-headers'], 'ETag, Location, Retry-After');
  });

  test('reads refusals too, also of routes that do not exist', async () => {
    for (const url of ['/api/customer/meta/user', '/api/nothing']) {
      const response = await app.inject({ url, headers: { origin: TEST_ORIGIN } });
      assert.ok(response.statusCode >= 400);
      assert.equal(response.headers['access-control-allow-origin'], TEST_ORIGIN);
    }
  });

  for (const origin of [
    'https://evil.example',
    `${TEST_ORIGIN}.evil.example`,
    `${TEST_ORIGIN}:8443`,
    'null',
  ]) {
    test(`gets no CORS header at ${origin}`, async () => {
      for (const response of [
        await preflight(origin),
        await app.inject({ url: VENDOR, headers: { origin } }),
      ]) {
        const names = Object.keys(response.headers).filter((name) => name.startsWith('access-control-'));
        assert.deepEqual([names, response.headers.vary], [[], 'Origin']);
      }
    });
  }

  test('gets none where another account whitelisted it', async () => {
    const response = await app.injectAs(app.other, { url: VENDOR, headers: { origin: TEST_ORIGIN } });
    assert.equal('access-control-allow-origin' in response.headers, false);
  });
});

describe('an API key', () => {
  const list = (headers: Record<string, string>) => app.inject({ url: '/api/licenses', headers });

  test('is needed, and one that is wrong, revoked, expired or of another account is none', async () => {
    const revoked = await createApiKey(app.ctx, { name: 'revoked', scopes: ['*'] });
    await revokeApiKey(app.ctx, revoked.apiKey.id);
    const expiresAt = new Date(app.system.clock.now().getTime() + 60_000);
    const brief = await createApiKey(app.ctx, { name: 'brief', scopes: ['*'], expiresAt });
    assert.equal((await list({ 'api-key': brief.key })).statusCode, 200);
    app.system.clock.advance(60_000);
    const foreign = await app.apiKey(app.other);
    const headers = [{}, { 'api-key': '' }, { 'api-key': `${key['api-key']}x` }, { 'api-key': revoked.key }];
    for (const header of [...headers, { 'api-key': brief.key }, foreign]) {
      const response = await list(header);
      assert.equal(response.statusCode, 401);
      assert.equal(response.headers['www-authenticate'], 'Api-Key');
    }
  });

  test('needs the scope of the route', async () => {
    const reading = await app.apiKey(app.demo, 'licenses:read');
    assert.equal((await list(reading)).statusCode, 200);
    const response = await app.inject({
      method: 'POST',
      url: PROVISION,
      headers: reading,
      payload: { requests: [] },
    });
    assert.deepEqual([response.statusCode, response.json().errorType], [403, 'Forbidden']);
    assert.match(response.json().detail, /licenses:write/);
  });

  test('is not a bearer token, nor is a customer an API key', async () => {
    const { auth } = await shopper(app);
    assert.equal((await list({ ...auth })).statusCode, 401);
    assert.equal((await app.inject({ url: '/api/customer/meta/user', headers: key })).statusCode, 401);
  });
});

describe('an idempotency key', () => {
  const provision = (idempotencyKey: string, email: string, headers: Record<string, string> = key) =>
    app.inject({
      method: 'POST',
      url: PROVISION,
      headers: { ...headers, 'idempotency-key': idempotencyKey },
      payload: { customer: { name: 'Bob', email }, requests: [{ productId: 'app' }] },
    });

  test('makes a repeated request answer the first answer and do nothing', async () => {
    const name = randomUUID();
    const first = await provision(name, 'bob@example.com');
    const again = await provision(name, 'bob@example.com');
    assert.deepEqual([again.statusCode, again.body], [first.statusCode, first.body]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal(again.headers['content-type'], first.headers['content-type']);
    const unnamed = await app.inject({ url: '/api/customers/bob%40example.com', headers: key });
    const { items } = (await app.inject({ url: '/api/licenses?pageSize=100', headers: key })).json();
    const owner = unnamed.json<{ id: string }>().id;
    assert.equal(items.filter(({ ownerId }: { ownerId: string }) => ownerId === owner).length, 1);
  });

  test('runs twenty concurrent requests only once', async () => {
    const name = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => provision(name, 'crowd@example.com')),
    );
    for (const { statusCode } of responses) assert.ok([200, 409].includes(statusCode), String(statusCode));
    assert.ok(responses.some(({ statusCode }) => statusCode === 200));
    const customer = await app.inject({ url: '/api/customers/crowd%40example.com', headers: key });
    const { items } = (await app.inject({ url: '/api/licenses?pageSize=100', headers: key })).json();
    const owner = customer.json<{ id: string }>().id;
    assert.equal(items.filter(({ ownerId }: { ownerId: string }) => ownerId === owner).length, 1);
  });

  test('is refused for a different request, and belongs to one caller', async () => {
    const name = randomUUID();
    await provision(name, 'carol@example.com');
    const different = await provision(name, 'dave@example.com');
    assert.deepEqual([different.statusCode, different.json().errorType], [422, 'IdempotencyKeyReused']);
    const anotherKey = await app.apiKey(app.demo);
    assert.equal((await provision(name, 'dave@example.com', anotherKey)).statusCode, 200);
  });

  test('is refused for another path parameter or query, and never answers for another resource', async () => {
    const name = randomUUID();
    const send = (url: string, headers: Record<string, string>) =>
      app.inject({ method: 'POST', url, headers: { ...headers, 'idempotency-key': name } });
    assert.equal((await send('/api/products/app/archive', key)).statusCode, 200);
    const other = await send('/api/products/synth/archive', key);
    assert.deepEqual([other.statusCode, other.json().errorType], [422, 'IdempotencyKeyReused']);
    const product = await app.inject({ url: '/api/products/synth', headers: key });
    assert.equal(product.json<{ isArchived: boolean }>().isArchived, false);
    assert.equal(
      (await app.inject({ method: 'POST', url: '/api/products/app/restore', headers: key })).statusCode,
      200,
    );
    const { auth } = await shopper(app);
    const redeem = (code: string) => send(`/api/customer/vouchers/redeem?code=${code}`, { ...auth });
    assert.equal((await redeem('NOBODY-HAS-THIS')).statusCode, 404);
    assert.equal((await redeem('NOR-THIS')).statusCode, 422);
  });

  test('of one account means nothing in another', async () => {
    const name = randomUUID();
    const first = await provision(name, 'gina@example.com');
    await stockShop(app, app.other);
    const foreign = await app.injectAs(app.other, {
      method: 'POST',
      url: PROVISION,
      headers: { ...(await app.apiKey(app.other)), 'idempotency-key': name },
      payload: { customer: { name: 'Bob', email: 'gina@example.com' }, requests: [{ productId: 'app' }] },
    });
    assert.equal(foreign.statusCode, 200, foreign.body);
    assert.notEqual(foreign.body, first.body);
    assert.equal(foreign.headers['idempotency-replayed'], undefined);
  });

  test('is free again after a request that was not valid, and after a day', async () => {
    const name = randomUUID();
    assert.equal((await provision(name, 'not an email')).statusCode, 400);
    const first = await provision(name, 'erin@example.com');
    assert.equal(first.statusCode, 200);
    app.system.clock.advance(24 * 3_600_000 + 1);
    const later = await provision(name, 'erin@example.com');
    assert.notEqual(later.body, first.body);
  });

  test('has 1 to 255 characters', async () => {
    const response = await provision('x'.repeat(256), 'frank@example.com');
    assert.deepEqual(response.json().errors, {
      'Idempotency-Key': ['The Idempotency-Key must have 1 to 255 characters.'],
    });
    assert.equal((await provision('x'.repeat(255), 'frank@example.com')).statusCode, 200);
  });
});

describe('an unsuitable credential', () => {
  const detailOf = async (headers: Record<string, string>): Promise<string> => {
    const response = await app.inject({ url: '/api/licenses', headers });
    assert.equal(response.statusCode, 401);
    return response.json<{ detail: string }>().detail;
  };

  test('learns what to send instead', async () => {
    const { auth } = await shopper(app);
    assert.match(await detailOf({}), /needs an API key in the header Api-Key/);
    assert.match(await detailOf({ 'api-key': 'lk_short' }), /cut off/);
    assert.match(await detailOf({ 'x-api-key': key['api-key'] }), /X-Api-Key is not read/);
    assert.match(
      await detailOf({ authorization: `Bearer ${key['api-key']}` }),
      /Send the API key in the header Api-Key/,
    );
    assert.match(await detailOf({ ...auth }), /an access token of a customer is not enough/);
    const chance = { authorization: `${auth.authorization}lk_${'x'.repeat(43)}` };
    assert.match(await detailOf(chance), /an access token of a customer is not enough/);
  });

  test('reveals no more about a key of another account than about one that does not exist', async () => {
    const unknown = `lk_${'x'.repeat(43)}`;
    const foreign = await app.apiKey(app.other);
    assert.equal(await detailOf(foreign), await detailOf({ 'api-key': unknown }));
  });
});

describe('every answer', () => {
  test('of the API forbids a browser to do anything with it, and to keep it', async () => {
    const { headers } = await app.inject({ url: VENDOR });
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
    assert.equal(headers['referrer-policy'], 'no-referrer');
  });

  test('to an unknown route is a problem that names the route and no query', async () => {
    const response = await app.inject({ url: '/api/nothing?code=secret' });
    assert.equal(response.statusCode, 404);
    assert.equal(response.headers['content-type'], 'application/problem+json');
    assert.equal(response.headers['cache-control'], 'no-store');
    const { traceId, ...problem } = response.json();
    assert.match(traceId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(problem, {
      type: 'urn:latchkey:problem:NotFound',
      title: 'Not found',
      status: 404,
      detail: 'There is no GET /api/nothing.',
      errorType: 'NotFound',
    });
  });

  test('to a body that is too large is 413, and to another media type 415', async () => {
    const url = `/api/customer/orders/${randomUUID()}`;
    const large = await app.inject({ method: 'PATCH', url, payload: { note: 'x'.repeat(256 * 1024) } });
    assert.deepEqual([large.statusCode, large.json().errorType], [413, 'PayloadTooLarge']);
    for (const type of ['text/plain', 'application/xml']) {
      const response = await app.inject({
        method: 'PATCH',
        url,
        headers: { 'content-type': type },
        payload: '{}',
      });
      assert.deepEqual([response.statusCode, response.json().errorType], [415, 'UnsupportedMediaType'], type);
      assert.equal(response.json().detail, 'The body must be sent as application/json.', type);
    }
  });

  test('to a request over the limit of its address says when to come again', async () => {
    const limited = await startTestApp({ LATCHKEY_REQUESTS_PER_MINUTE: '3' });
    try {
      const hit = (remoteAddress: string) =>
        limited.app.inject({ url: VENDOR, headers: { host: 'demo.latchkey.test' }, remoteAddress });
      for (const status of [200, 200, 200, 429]) assert.equal((await hit('192.0.2.1')).statusCode, status);
      const refused = await hit('192.0.2.1');
      assert.equal(refused.json().errorType, 'RateLimited');
      assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/);
      assert.equal((await hit('192.0.2.2')).statusCode, 200);
      const network = ['2001:db8::1', '2001:db8::2', '2001:db8::3:4', '2001:db8::5'];
      for (const [index, address] of network.entries())
        assert.equal((await hit(address)).statusCode, index < 3 ? 200 : 429, address);
      limited.system.clock.advance(60_000);
      assert.equal((await hit('192.0.2.1')).statusCode, 200);
    } finally {
      await limited.close();
    }
  });
});

interface Page {
  items: { id: string }[];
  hasMore: boolean;
  next: string | null;
}

describe('a list', () => {
  const page = (url: string, headers: Record<string, string> = key) => app.inject({ url, headers });
  before(async () => {
    const requests = [{ productId: 'synth', quantity: 7 }];
    const payload = { customer: { name: 'Many', email: 'many@example.com' }, requests };
    await app.inject({ method: 'POST', url: PROVISION, headers: key, payload });
  });

  test('is walked to its end by the paths it answers, each row once, also while rows are added', async () => {
    const paths: string[] = [];
    let next: string | null = '/api/licenses?productFilter=synth&pageSize=3';
    while (next !== null) {
      assert.match(next, /^\/api\/licenses\?/);
      const { items, hasMore, next: following }: Page = (await page(next)).json();
      assert.equal(hasMore, following !== null);
      paths.push(...items.map(({ id }) => id));
      next = following;
      const payload = {
        customer: { name: 'More', email: 'more@example.com' },
        requests: [{ productId: 'synth' }],
      };
      app.system.clock.advance(1_000);
      await app.inject({ method: 'POST', url: PROVISION, headers: key, payload });
    }
    assert.deepEqual([paths.length, new Set(paths).size], [7, 7]);
  });

  test('refuses a token that was altered, or is of another list, filter or account', async () => {
    const { next } = (await page('/api/licenses?productFilter=synth&pageSize=2')).json();
    const token = new URL(next, 'http://x').searchParams.get('paginationToken') ?? '';
    const flipped = `${token.slice(0, 5)}${token[5] === 'A' ? 'B' : 'A'}${token.slice(6)}`;
    const foreign = await app.apiKey(app.other);
    assert.equal((await page(`/api/licenses?productFilter=synth&paginationToken=${token}`)).statusCode, 200);
    for (const url of [
      `/api/licenses?productFilter=synth&paginationToken=${flipped}`,
      `/api/licenses?productFilter=app&paginationToken=${token}`,
      `/api/customers?paginationToken=${token}`,
      '/api/licenses?paginationToken=nonsense',
    ]) {
      const response = await page(url);
      assert.deepEqual(
        [response.statusCode, Object.keys(response.json().errors)],
        [400, ['paginationToken']],
        url,
      );
    }
    const elsewhere = await app.injectAs(app.other, { url: next, headers: foreign });
    assert.equal(elsewhere.statusCode, 400);
  });

  for (const [size, status] of [
    ['1', 200],
    ['100', 200],
    ['0', 400],
    ['101', 400],
    ['ten', 400],
    ['1.5', 400],
  ] as const) {
    test(`of pages of ${size} answers ${status}`, async () => {
      assert.equal((await page(`/api/licenses?pageSize=${size}`)).statusCode, status);
    });
  }
});
