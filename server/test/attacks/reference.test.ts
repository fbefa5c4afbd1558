import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { createReferenceHeader } from '../../src/platform/http/pages/docs-page.ts';
import { startTestApp, type TestApp } from '../harness.ts';

// An attacker reads the API reference to exhaust the server, or uses its page to read data that other pages store.

let app: TestApp;
let port: number;
/** The sent messages, as the application passed them to Node. */
const messages: unknown[] = [];
before(async () => {
  app = await startTestApp();
  app.app.server.on('request', (_request, response) => {
    const end = response.end.bind(response);
    const recorder = (...parameters: unknown[]): unknown => {
      messages.push(parameters[0]);
      return Reflect.apply(end, response, parameters);
    };
    Object.assign(response, { end: recorder });
  });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const [address] = app.app.addresses();
  port = typeof address === 'object' ? address.port : 0;
});
after(() => app.close());

for (const [url, encoding] of [
  ['/openapi.json', 'gzip'],
  ['/openapi.json', 'br'],
  ['/docs/scalar.js', 'br'],
  ['/docs/scalar.js', 'identity'],
] as const)
  test(`a hundred slow readers of ${url} (${encoding}) share the bytes of one`, async () => {
    messages.length = 0;
    const readers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = connect({ host: '127.0.0.1', port });
        socket.on('error', () => undefined).pause();
        await once(socket, 'connect');
        socket.write(`GET ${url} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: ${encoding}\r\n\r\n`);
        await once(socket, 'readable');
        return socket;
      }),
    );
    assert.equal(messages.length, 100);
    assert.ok(Buffer.isBuffer(messages[0]) && messages[0].length > 1_000);
    assert.equal(new Set(messages).size, 1, 'the very same buffer, and no copy');
    for (const reader of readers) reader.destroy();
  });

test('a cached response is not sent again, and each encoding has a tag of its own', async () => {
  for (const url of ['/openapi.json', '/docs/', '/docs/scalar.js']) {
    const tags = new Set<string>();
    for (const encoding of ['gzip', 'br', 'identity', 'br;q=0, gzip']) {
      const headers = { 'accept-encoding': encoding };
      const answer = await app.app.inject({ url, headers });
      const tag = String(answer.headers.etag);
      tags.add(tag);
      assert.match(String(answer.headers['cache-control']), /no-cache/);
      assert.match(String(answer.headers.vary), /Accept-Encoding/);
      const again = await app.app.inject({ url, headers: { ...headers, 'if-none-match': tag } });
      assert.deepEqual([again.statusCode, again.body], [304, '']);
    }
    assert.equal(tags.size, 3);
  }
  const headers = { 'accept-encoding': 'gzip' };
  const packed = await app.app.inject({ url: '/openapi.json', headers });
  assert.equal(JSON.parse(gunzipSync(packed.rawPayload).toString()).openapi, '3.1.0');
});

test('the page runs in a sandbox with a policy of its own, and weakens that of no other page', async () => {
  const policyOf = async (url: string): Promise<string> =>
    String((await app.app.inject({ url })).headers['content-security-policy']);
  const policy = await policyOf('/docs/');
  assert.match(policy, /(^|; )sandbox allow-scripts/);
  assert.doesNotMatch(policy, /allow-same-origin|allow-top-navigation/);
  for (const url of [
    '/checkout/x',
    '/activate/x',
    '/api/public/vendors/current',
    '/openapi.json',
    '/docs/nothing',
  ])
    assert.doesNotMatch(await policyOf(url), /unsafe-eval|script-src[^;]*unsafe-inline/, url);
});

/** The header that the page sends with its requests; none if it does not offer to send any. */
async function pageHeader(options: InjectOptions = {}): Promise<string | undefined> {
  const { body } = await app.app.inject({ url: '/docs/', remoteAddress: '127.0.0.1', ...options });
  assert.match(body, /scalar\.js/);
  return /<meta name="latchkey-reference" content="([^"]+)"/.exec(body)?.[1];
}

const URL_OF_API = '/api/public/vendors/current';
const THIS_MACHINE = { host: 'localhost', origin: 'null' };
const allowed = async (options: InjectOptions): Promise<unknown> =>
  (await app.app.inject({ url: URL_OF_API, remoteAddress: '127.0.0.1', ...options })).headers[
    'access-control-allow-origin'
  ];
const preflight = (names: string, method = 'GET'): InjectOptions => ({
  method: 'OPTIONS',
  headers: {
    ...THIS_MACHINE,
    'access-control-request-method': method,
    ...(names !== '' && { 'access-control-request-headers': names }),
  },
});

test('its requests are answered on the developer’s own machine alone', async () => {
  const header = await pageHeader({ headers: { host: 'localhost' } });
  assert.ok(header);
  const ask = (host: string, remoteAddress: string, more = {}) =>
    allowed({ headers: { ...THIS_MACHINE, host, [header]: '1', ...more }, remoteAddress });
  assert.equal(await ask('localhost', '127.0.0.1'), 'null');
  assert.equal(await allowed(preflight(`api-key,content-type,${header}`, 'POST')), 'null');
  assert.equal(await ask('demo.latchkey.test', '127.0.0.1'), undefined);
  assert.equal(await ask('localhost', '192.0.2.1'), undefined);
  assert.equal(await ask('localhost', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }), undefined);
});

test('another page without an origin, such as a frame in a sandbox or a file, reads nothing and may not ask', async () => {
  const other = createReferenceHeader();
  assert.equal(await allowed({ headers: THIS_MACHINE }), undefined);
  for (const name of [other, 'x-latchkey-reference', 'x-latchkey-reference-'])
    assert.equal(await allowed({ headers: { ...THIS_MACHINE, [name]: '1' } }), undefined, name);
  for (const names of ['', 'api-key,content-type', 'authorization', other, '*'])
    for (const method of ['GET', 'POST', 'PATCH'])
      assert.equal(await allowed(preflight(names, method)), undefined, `${method} ${names}`);
});

test('another page cannot find the header out', async () => {
  const header = await pageHeader({ headers: { host: 'localhost' } });
  assert.ok(header !== undefined && header.length > 40);
  for (const url of ['/docs/', '/docs/prepare.js', '/docs/scalar.js', '/docs/start.js', '/openapi.json']) {
    const answer = await app.app.inject({ url, headers: THIS_MACHINE, remoteAddress: '127.0.0.1' });
    assert.equal(answer.statusCode, 200);
    if (url !== '/docs/') assert.ok(!answer.body.includes(header), `${url} can be run or read by any page`);
    else {
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff', 'it is no script of another page');
      assert.match(String(answer.headers['cache-control']), /private/);
    }
  }
  assert.equal(await pageHeader({ headers: { host: 'localhost' }, remoteAddress: '192.0.2.1' }), undefined);
  assert.equal(await pageHeader({ headers: { host: 'demo.latchkey.test' } }), undefined);
  const restarted = await startTestApp();
  try {
    const { body } = await restarted.app.inject({ url: '/docs/', headers: { host: 'localhost' } });
    assert.match(body, /latchkey-reference/);
    assert.ok(!body.includes(header), 'each start has its own');
  } finally {
    await restarted.close();
  }
});

test('in production the page offers to send nothing, and its origin is nobody’s', async () => {
  const production = await startTestApp({ NODE_ENV: 'production' });
  try {
    const page = await production.app.inject({ url: '/docs/', headers: { host: 'localhost' } });
    assert.equal(page.statusCode, 200);
    assert.doesNotMatch(page.body, /latchkey-reference/);
    const answer = await production.app.inject({ url: URL_OF_API, headers: THIS_MACHINE });
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
  } finally {
    await production.close();
  }
});

test('it can be switched off', async () => {
  const closed = await startTestApp({ LATCHKEY_API_REFERENCE: 'false' });
  try {
    for (const url of ['/docs', '/docs/', '/docs/scalar.js', '/openapi.json'])
      assert.equal((await closed.app.inject({ url })).statusCode, 404, url);
  } finally {
    await closed.close();
  }
});
