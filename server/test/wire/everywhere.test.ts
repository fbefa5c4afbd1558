import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { openapiDocument } from '../../src/platform/http/openapi/document.ts';
import { API_REFERENCE } from '../../src/api/reference.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../harness.ts';
import { merchantOf } from '../merchant.ts';
import { shopper, stockShop } from '../shop.ts';
import { withoutReferences } from '../whole-document.ts';
import { assertNoNulls } from './fields.ts';

// Section 1 of the wire contract, fact by fact.

let app: TestApp;
let key: { 'api-key': string };
let bearer: { authorization: string };

before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  key = await app.apiKey(app.demo);
  bearer = (await shopper(app)).auth;
});
after(() => app.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const patchOrder = (payload: unknown, id: string = randomUUID(), headers: Record<string, string> = {}) =>
  app.inject({
    method: 'PATCH',
    url: `/api/customer/orders/${id}`,
    headers: { ...JSON_TYPE, ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly isCore: boolean;
  readonly needsBody: boolean;
  readonly body: unknown;
}

/** Every documented operation, with placeholders for its path parameters. */
function operations(): Operation[] {
  const { paths }: { paths: Record<string, Record<string, Documented>> } = Object(
    withoutReferences(openapiDocument(app.app, API_REFERENCE)),
  );
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { security = [], requestBody }]): Operation => {
      const method = METHODS.find((each) => each.toLowerCase() === name) ?? assert.fail(name);
      const url = path.replaceAll(/\{\w+\}/g, 'none');
      const isCore = security.some((scheme) => 'vendorKey' in scheme);
      const { required: needsBody = false, content } = requestBody ?? {};
      return { method, url, isCore, needsBody, body: content?.['application/json']?.schema };
    }),
  );
}

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

interface Documented {
  readonly security?: object[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content?: Record<string, { readonly schema?: unknown }>;
  };
}

/** Deployed clients send other properties with these, which have never meant anything (core-api, licenses). */
const TOLERANT = new Set([
  'POST /api/licenses/none/revoke',
  'POST /api/licenses/none/restore',
  'POST /api/licenses/none/activations/none/revoke',
  'POST /api/trials/none/reset',
]);

/** The paths of the objects in a schema that accept properties it does not name. */
function openObjects(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const keywords = new Map<string, unknown>(Object.entries(schema));
  const properties = Object.entries(Object(keywords.get('properties')));
  const isOpen = keywords.has('properties') && keywords.get('additionalProperties') !== false;
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((name) =>
    Object.values(Object(keywords.get(name))),
  );
  return [
    ...(isOpen ? [path] : []),
    ...properties.flatMap(([name, part]) => openObjects(part, `${path}.${name}`)),
    ...alternatives.flatMap((part) => openObjects(part, path)),
    ...openObjects(keywords.get('items'), `${path}[]`),
    ...openObjects(keywords.get('additionalProperties'), `${path}.*`),
  ];
}

describe('tolerated requests', () => {
  test('a content type without a body, on GET and on POST', async () => {
    const vendor = await app.inject({ url: '/api/public/vendors/current', headers: JSON_TYPE });
    assert.equal(vendor.statusCode, 200);
    const forgot = await app.inject({
      method: 'POST',
      url: '/api/customer/identity/forgot-password?email=nobody%40example.com',
      headers: JSON_TYPE,
    });
    assert.equal(forgot.statusCode, 200, forgot.body);
  });

  test('query parameters, headers and properties that the customer API does not know', async () => {
    const answer = await app.inject({
      method: 'PATCH',
      url: `/api/customer/orders/${randomUUID()}?scheme=JWT&includeManifests=true`,
      headers: { ...JSON_TYPE, 'x-storefront': '1' },
      payload: { currency: 'EUR', items: [], taxes: [{ rate: 1 }], createdBy: null },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal('createdBy' in answer.json(), false);
  });

  test('null in the place of an optional field, which means absent', async () => {
    const answer = await patchOrder({ currency: null, items: [], returnUrl: null });
    assert.equal(answer.statusCode, 200, answer.body);
    const refused = await patchOrder({ items: [{ type: 'Product', quantity: null }] });
    assert.ok('items[0].quantity' in refused.json().errors, 'a field that is needed may not be null');
  });
});

describe('the other APIs', () => {
  test('ignore a query parameter that a route does not know, whatever the route', async () => {
    const routes = operations().filter(({ isCore }) => !isCore);
    assert.ok(routes.length > 40);
    for (const { method, url } of routes) {
      const answer = await app.inject({ method, url: `${url}?noSuchFilter=1`, headers: bearer });
      assert.doesNotMatch(answer.body, /noSuchFilter/, `${method} ${url}`);
    }
  });
});

describe('the Core API', () => {
  test('refuses a query parameter that a route does not know by name, whatever the route', async () => {
    const routes = operations().filter(({ isCore }) => isCore);
    assert.ok(routes.length > 40);
    const guarded = app.app.routeTable.filter(
      ({ method, url, config }) =>
        method !== 'HEAD' && config?.access?.kind === 'Vendor' && !/^\/(api\/)?dev\//.test(url),
    );
    assert.equal(routes.length, guarded.length, 'the document has every route that takes a key');
    for (const { method, url } of routes) {
      const answer = await app.inject({ method, url: `${url}?noSuchFilter=1`, headers: key });
      assert.equal(answer.statusCode, 400, `${method} ${url}: ${answer.body}`);
      assert.deepEqual(
        answer.json().errors.noSuchFilter,
        ['There is no query parameter "noSuchFilter" here.'],
        `${method} ${url}`,
      );
    }
  });

  test('says in the schema of every body that it refuses properties it does not know', () => {
    for (const { method, url, isCore, body } of operations()) {
      if (!isCore || body === undefined || TOLERANT.has(`${method} ${url}`)) continue;
      assert.deepEqual(openObjects(body, ''), [], `${method} ${url}`);
    }
  });

  test('refuses a request without a body exactly where the document says that it is required', async () => {
    for (const { method, url, isCore, needsBody, body } of operations()) {
      if (!isCore || body === undefined) continue;
      const answer = await app.inject({ method, url, headers: key });
      const isRefused = answer.statusCode === 400 && / (is|are) required\./.test(answer.body);
      assert.equal(isRefused, needsBody, `${method} ${url}: ${answer.body}`);
    }
  });

  test('keeps the properties of a product when the body that replaces them is lost', async () => {
    const merchant = await merchantOf(app);
    const properties = { edition: { type: 'text', value: 'Pro', public: true, includeInToken: false } };
    await merchant.call('POST', '/api/products', { id: 'lost-body', name: 'Lost', properties });
    const answer = await merchant.send('PUT', '/api/products/lost-body/custom-properties');
    assert.deepEqual([answer.statusCode, answer.json().errors], [400, { body: ['The body is required.'] }]);
    const product = await merchant.call<{ properties: object }>('GET', '/api/products/lost-body');
    assert.deepEqual(product.properties, properties);
  });

  test('names a property that it does not know', async () => {
    const merchant = await merchantOf(app);
    const answer = await merchant.send('POST', '/api/products', { id: 'x-1', name: 'X', prize: 1 });
    assert.deepEqual(
      [answer.statusCode, answer.json().errors],
      [400, { prize: ['The prize is not a known property.'] }],
    );
  });

  test('reads true, false, 1 and 0 in any case as booleans of a query', async () => {
    const merchant = await merchantOf(app);
    await merchant.call('POST', '/api/products', { id: 'archived-one', name: 'Archived' });
    await merchant.call('POST', '/api/products/archived-one/archive');
    for (const [value, isListed] of [
      ['true', true],
      ['TRUE', true],
      ['1', true],
      ['false', false],
      ['False', false],
      ['0', false],
    ] as const) {
      const url = `/api/products?archived=${value}&pageSize=100`;
      const { items } = await merchant.call<{ items: { id: string }[] }>('GET', url);
      assert.equal(
        items.some(({ id }) => id === 'archived-one'),
        isListed,
        value,
      );
    }
  });

  test('refuses what is no boolean', async () => {
    const answer = await app.inject({ url: '/api/products?archived=yes', headers: key });
    assert.deepEqual(answer.json().errors, { archived: ['The archived must be a boolean.'] });
  });

  test('reads a datetime without a time zone as UTC, in filters and imports', async () => {
    const at = app.system.clock.now().toISOString().slice(0, 19);
    const later = `${Number(at.slice(0, 4)) + 1}${at.slice(4)}`;
    for (const before of [later, `${later}Z`, encodeURIComponent(`${later}+00:00`)]) {
      const list = await app.inject({ url: `/api/licenses?before=${before}`, headers: key });
      assert.equal(list.statusCode, 200, list.body);
    }
    const trial = await app.inject({
      method: 'POST',
      url: '/api/trials/import',
      headers: key,
      payload: { productId: 'app', deviceName: 'x', deviceSignature: randomUUID(), expiresAt: later },
    });
    assert.equal(trial.statusCode, 200, trial.body);
    assert.equal(trial.json().expiresAt, `${later}.000Z`);
    const none = await app.inject({ url: '/api/licenses?before=2031-02-30T00:00:00', headers: key });
    assert.deepEqual([none.statusCode, Object.keys(none.json().errors)], [400, ['before']]);
  });
});

describe('a request is refused', () => {
  test('with 413 above 256 KB, where the Core API imports take 1 MB', async () => {
    const large = await patchOrder({ note: 'x'.repeat(256 * 1024) });
    assert.deepEqual([large.statusCode, large.json().errorType], [413, 'PayloadTooLarge']);
    const payload = { ownerId: randomUUID(), productId: 'app', keyCode: 'x'.repeat(600 * 1024) };
    const read = await app.inject({ method: 'POST', url: '/api/licenses/import', headers: key, payload });
    assert.notEqual(read.statusCode, 413);
    const larger = { ...payload, keyCode: 'x'.repeat(1024 * 1024) };
    const refused = await app.inject({
      method: 'POST',
      url: '/api/licenses/import',
      headers: key,
      payload: larger,
    });
    assert.equal(refused.statusCode, 413);
  });

  test('with 415 in another media type, and with 400 when the JSON is malformed', async () => {
    const xml = await patchOrder('<order/>', randomUUID(), { 'content-type': 'application/xml' });
    assert.deepEqual([xml.statusCode, xml.json().errorType], [415, 'UnsupportedMediaType']);
    for (const text of ['{', '{"items": [}', 'undefined', "{'a': 1}"]) {
      const malformed = await patchOrder(text);
      assert.deepEqual(
        [malformed.statusCode, malformed.json().errors],
        [400, { body: ['The body is not valid JSON.'] }],
      );
    }
  });

  test('for bodies whose values are of another type, which are not turned into one', async () => {
    const line = { type: 'Product', productId: 'app', variationId: 'app-once' };
    for (const quantity of ['12', true, [1], 1.5]) {
      const refused = await patchOrder({ items: [{ ...line, quantity }] });
      assert.deepEqual(
        [refused.statusCode, refused.json().errors],
        [400, { 'items[0].quantity': ['The quantity of item 1 must be a whole number.'] }],
      );
    }
  });

  test('in two stages, each with all of its issues: the shape, then the rules', async () => {
    const signUp = (payload: object) =>
      app.inject({ method: 'POST', url: '/api/customer/identity/sign-up', payload });
    const bad = { email: 'nobody', password: 'short' };
    const shape = await signUp({ ...bad, name: 7, address: 7 });
    assert.deepEqual(Object.keys(shape.json().errors).toSorted(), ['address', 'name']);
    const rules = await signUp({ ...bad, name: 'Ada' });
    assert.deepEqual(Object.keys(rules.json().errors).toSorted(), ['email', 'password']);
  });

  test('with a problem that has no null in it', async () => {
    for (const url of ['/api/customer/meta/user', '/api/nothing', '/api/licenses?pageSize=0']) {
      const refused = await app.inject({ url, headers: url.startsWith('/api/licenses') ? key : {} });
      assertNoNulls(refused.json());
      assert.equal(refused.headers['content-type'], 'application/problem+json');
      assert.equal(refused.json().status, refused.statusCode);
    }
  });
});

describe('a page', () => {
  const url = '/api/licenses?productFilter=app&pageSize=2';
  before(async () => {
    const payload = {
      customer: { name: 'Many', email: 'many@example.com' },
      requests: [{ productId: 'app', quantity: 5 }],
    };
    const done = await app.inject({ method: 'POST', url: '/api/licenses/provision', headers: key, payload });
    assert.equal(done.statusCode, 200, done.body);
  });

  test('names the next one by a path from the root, with the filters that it was asked with', async () => {
    const { next } = (await app.inject({ url, headers: key })).json<{ next: string }>();
    const following = new URL(next, 'http://base.example');
    assert.deepEqual(
      [next[0], following.pathname, following.origin],
      ['/', '/api/licenses', 'http://base.example'],
    );
    assert.equal(following.searchParams.get('productFilter'), 'app');
    assert.equal(following.searchParams.get('pageSize'), '2');
    assert.equal((await app.inject({ url: next, headers: key })).statusCode, 200);
  });

  test('is not found with a token that was altered, or of another account', async () => {
    const { next } = (await app.inject({ url, headers: key })).json<{ next: string }>();
    const altered = await app.inject({ url: `${next.slice(0, -2)}xx`, headers: key });
    assert.equal(altered.statusCode, 400);
    assert.deepEqual(Object.keys(altered.json().errors), ['paginationToken']);
    const foreign = await app.injectAs(app.other, { url: next, headers: await app.apiKey(app.other) });
    assert.equal(foreign.statusCode, 400);
  });
});

describe('a page of another origin', () => {
  const preflight = (origin: string, names: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/customer/storefront',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': names,
      },
    });

  test('that is whitelisted may send the headers it asks for, and read what the contract exposes', async () => {
    const names = 'authorization, content-type, x-storefront-version';
    const { statusCode, headers } = await preflight(TEST_ORIGIN, names);
    assert.equal(statusCode, 204);
    assert.equal(headers['access-control-allow-origin'], TEST_ORIGIN);
    assert.equal(headers['access-control-allow-headers'], names);
    assert.equal(headers['access-control-allow-methods'], 'GET, POST, PATCH, PUT, DELETE');
    assert.equal(headers['access-control-allow-credentials'], undefined);
    assert.match(String(headers.vary), /\bOrigin\b/);
    const answer = await app.inject({
      url: '/api/customer/storefront',
      headers: { origin: TEST_ORIGIN, ...bearer },
    });
    assert.equal(answer.headers['access-control-expose-headers'], 'ETag, Location, Retry-After');
    assert.match(String(answer.headers.vary), /\bOrigin\b/);
  });

  test('that is not gets no CORS header, and its preflight still varies by origin', async () => {
    const { headers } = await preflight('https://evil.example', 'authorization');
    const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
    assert.deepEqual([names, headers.vary], [[], 'Origin']);
  });
});
