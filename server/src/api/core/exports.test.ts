import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import fastify from 'fastify';
import { Type } from '../../kernel/schema.ts';
import { createApiKey, revokeApiKey } from '../../modules/accounts/index.ts';
import { createProduct } from '../../modules/catalog/index.ts';
import { pageOf } from '../../platform/http/route/paging.ts';
import { provisionLicenses } from '../../../test/licensing.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { registerExports } from './exports.ts';

const LICENSES = 1_001;
const FORMULA = '=HYPERLINK("https://evil.example","Ada")';

let app: TestApp;
let headers: { 'api-key': string };
before(async () => {
  app = await startTestApp();
  await createProduct(app.ctx, { id: 'app', name: 'App' });
  await createProduct(app.ctx, { id: 'synth', name: 'Synth, the "small" one', tagline: FORMULA });
  await provisionLicenses(app.ctx, {
    customer: { email: 'ada@example.com', name: FORMULA },
    requests: [
      { productId: 'app', quantity: LICENSES - 1 },
      { productId: 'synth', quantity: 1 },
    ],
  });
  headers = await app.apiKey(app.demo);
});
after(() => app.close());

function download(kind: string, query = '') {
  return app.inject({ url: `/api/export/${kind}${query}`, headers });
}

function linesOf(body: string): string[] {
  return body === '' ? [] : body.trimEnd().split('\n');
}

/** Every item of a list, page by page. */
async function listOf(url: string): Promise<object[]> {
  const items: object[] = [];
  for (let next: string | null = url; next !== null;) {
    const page: { items: object[]; next: string | null } = (await app.inject({ url: next, headers })).json();
    items.push(...page.items);
    next = page.next;
  }
  return items;
}

test('the file is the list, over all of its pages, in its order', async () => {
  const response = await download('licenses');
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers['content-type'], 'application/x-ndjson');
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.match(
    String(response.headers['content-disposition']),
    /^attachment; filename="licenses-2026-03-01\.ndjson"/,
  );
  const items: unknown[] = linesOf(response.body).map((line) => JSON.parse(line));
  assert.equal(items.length, LICENSES);
  assert.deepEqual(items, await listOf('/api/licenses?pageSize=100'));
});

test('the filters of the list narrow the file down, and others are refused', async () => {
  const filtered = linesOf((await download('licenses', '?productFilter=synth')).body);
  assert.deepEqual(
    filtered.map((line) => JSON.parse(line)),
    await listOf('/api/licenses?productFilter=synth'),
  );
  const several = linesOf((await download('licenses', '?productFilter=app&status=Active')).body);
  assert.equal(several.length, LICENSES - 1, 'a filter holds on every page of the file');
  assert.equal((await download('licenses', '?before=2020-01-01T00:00:00Z')).body, '');
  for (const query of ['?productFilters=synth', '?pageSize=5', '?format=xml', '?paginationToken=x']) {
    const refused = await download('licenses', query);
    assert.deepEqual([refused.statusCode, refused.json().errorType], [400, 'InvalidInput'], query);
  }
});

test('as CSV every field is a column, and no text is a formula', async () => {
  const response = await download('customers', '?format=csv');
  assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8');
  const [header = '', row = '', ...more] = response.body.split('\r\n');
  assert.deepEqual(more, ['']);
  assert.match(
    header,
    /^"id","name",.*,"address\.countryCode",.*,"communicationPreferences\.newsletterOptIn",.*,"properties","mergedInto"$/,
  );
  const cell = `"'${FORMULA.replaceAll('"', '""')}"`;
  const start = `,${cell},,,"ada@example.com",false,false,false,"[""app"",""synth""]","[]",,,,,,,false,false,`;
  assert.ok(row.slice(row.indexOf(',')).startsWith(start), row);
  const products = (await download('products', '?format=csv')).body;
  assert.ok(products.includes('"Synth, the ""small"" one"'), products);
});

/** The id of a webhook with a delivery; the product of the account has a release. */
async function stockedWebhook(): Promise<string> {
  const post = async (url: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url, headers, payload });
    assert.ok(answer.statusCode < 300, answer.body);
    return answer.json<{ id: string }>();
  };
  const { id } = await post('/api/webhooks', { url: 'https://receiver.example/hook', types: ['order.*'] });
  await post(`/api/webhooks/${id}/test`, { type: 'order.paid' });
  await post('/api/products/app/releases/new', {
    version: { major: 1, minor: 0, patch: 0 },
    downloads: [],
  });
  for (const kind of [`deliveries/${id}`, 'releases/app', 'webhooks'])
    assert.equal(linesOf((await download(kind)).body).length, 1, kind);
  return id;
}

test('every kind of list can be downloaded with the scope of its list alone, and by its account alone', async () => {
  const lists = app.app.routeTable.flatMap(({ config, url }) =>
    config?.exportedAs === undefined ? [] : [{ path: config.exportedAs, url }],
  );
  assert.ok(lists.length >= 18, lists.map(({ path }) => path).join());
  const params = { ':productId': 'app', ':id': await stockedWebhook() };
  const filled = (path: string) =>
    Object.entries(params).reduce((rest, [name, id]) => rest.replace(name, id), path);
  for (const list of lists) {
    const [kind, url] = [filled(list.path), filled(list.url)];
    const own = await download(kind);
    assert.equal(own.statusCode, 200, own.body);
    if (kind !== 'licenses') {
      const items = await listOf(`${url}?pageSize=100`);
      assert.deepEqual(
        linesOf(own.body).map((line) => JSON.parse(line)),
        // The download itself is an event.
        kind === 'audit' ? items.slice(1) : items,
        kind,
      );
    }
    const foreign = await app.apiKey(app.other);
    const elsewhere = await app.injectAs(app.other, { url: `/api/export/${kind}`, headers: foreign });
    if (kind !== list.path) assert.equal(elsewhere.statusCode, 404, kind);
    else if (kind !== 'audit') assert.equal(elsewhere.body, '', kind);
    const [scope] = kind === 'audit' ? ['customers:read'] : ['audit:read'];
    const weak = await app.inject({
      url: `/api/export/${kind}`,
      headers: await app.apiKey(app.demo, scope ?? ''),
    });
    assert.equal(weak.statusCode, 403, kind);
    assert.equal((await app.inject({ url: `/api/export/${kind}` })).statusCode, 401, kind);
  }
});

for (const list of ['customers', 'orders']) {
  test(`all ${list} as a file: operators need a scope of its own and confirm, keys only the scope of the list`, async () => {
    const url = `/api/export/${list}?format=csv`;
    const support = await operatorAtWork(app, 'Support');
    await support.confirm();
    assert.equal((await support.call('GET', `/api/${list}`)).statusCode, 200);
    const refusal = await support.call('GET', url);
    assert.equal(refusal.statusCode, 403);
    assert.match(refusal.json().detail, /customers:export/);
    const finance = await operatorAtWork(app, 'Finance');
    assert.equal((await finance.call('GET', url)).json().errorType, 'ConfirmationRequired');
    await finance.confirm();
    assert.equal((await finance.call('GET', url)).statusCode, 200);
    const key = await app.apiKey(app.demo, `${list}:read`);
    assert.equal((await app.inject({ url, headers: key })).statusCode, 200);
  });
}

test('the audit log says who downloaded which list, with the names of its filters and nobody’s name', async () => {
  const admin = await operatorAtWork(app, 'Admin');
  const url = '/api/export/licenses?format=csv&email=ada%40example.com';
  assert.equal((await admin.call('GET', url)).statusCode, 200);
  const [event] = (await app.inject({ url: '/api/audit?type=list.exported', headers })).json().items;
  assert.deepEqual(
    [event.actor.kind, event.actor.id, event.data],
    ['Operator', admin.operator.id, { list: 'licenses', format: 'csv', filters: ['email'] }],
  );
  assert.equal((await admin.call('GET', '/api/export/licenses?format=xml')).statusCode, 400);
  const { items } = (await app.inject({ url: '/api/audit?type=list.exported', headers })).json();
  assert.equal(items[0].id, event.id, 'a refused download is none');
});

test('a file contains nothing secret: no hash, no key, no token, whatever the row contains', async () => {
  const signUp = await app.inject({
    method: 'POST',
    url: '/api/customer/identity/sign-up',
    payload: { name: 'Eve', email: 'eve@example.com', password: 'Correct-Horse-7-Battery' },
  });
  const { accessToken, refreshToken } = signUp.json<{ accessToken: string; refreshToken: string }>();
  const files = await Promise.all(['customers', 'licenses', 'audit'].map((kind) => download(kind)));
  const text = files.map(({ body }) => body).join('');
  assert.ok(text.includes('eve@example.com'));
  for (const secret of ['$argon2', 'Hash', 'Sealed', accessToken, refreshToken, headers['api-key']])
    assert.ok(!text.includes(secret), secret);
});

test('a key that is revoked while its file is sent gets no further page', async () => {
  const { apiKey, key } = await createApiKey(app.ctx, { name: 'reports', scopes: ['licenses:read'] });
  const response = await app.app.inject({
    url: '/api/export/licenses',
    headers: { host: 'demo.latchkey.test', 'api-key': key },
    payloadAsStream: true,
  });
  assert.equal(response.statusCode, 200);
  await revokeApiKey(app.ctx, apiKey.id);
  let text = '';
  await assert.rejects(async () => {
    for await (const chunk of response.stream()) text += String(chunk);
  });
  assert.ok(linesOf(text).length <= 1_000, 'the page that was read in advance at most');
});

/** A server of one endless list, which fails at a page, and counts the pages that it has read. */
async function endlessList(t: TestContext, failsAt = Number.POSITIVE_INFINITY) {
  const server = fastify();
  const count = { pages: 0 };
  registerExports(server.withTypeProvider(), app.system, {
    recheck: async () => undefined,
    record: async () => undefined,
  });
  const item = Type.Object({ id: Type.String() });
  server.get(
    '/api/things',
    { config: { exportedAs: 'things' }, schema: { response: { 200: pageOf(item) } } },
    async () => {
      count.pages += 1;
      if (count.pages >= failsAt) throw new Error('the database is away');
      return {
        items: Array.from({ length: 500 }, () => ({ id: 'x'.repeat(200), secret: 'hidden' })),
        next: '/api/things?paginationToken=more',
      };
    },
  );
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port }: AddressInfo = Object(server.server.address());
  const request = get({ port, host: '127.0.0.1', path: '/api/export/things', agent: false });
  const [response]: IncomingMessage[] = await once(request, 'response');
  assert.ok(response);
  t.after(() => {
    response.destroy();
    return server.close();
  });
  return { count, response };
}

test('a file that breaks off is an error to its reader, not a short file', async (t) => {
  const { response } = await endlessList(t, 3);
  let text = '';
  const read = async () => {
    for await (const chunk of response) text += String(chunk);
  };
  await assert.rejects(read(), { code: 'ECONNRESET' });
  assert.equal(linesOf(text).length, 1_000);
  assert.ok(!text.includes('hidden'), 'a field that the list does not document');
});

test('pages are read no faster than the client takes them', async (t) => {
  const { count } = await endlessList(t);
  // The socket buffers are full long before a hundred pages, 10 MB, are read.
  let before = -1;
  while (count.pages !== before) {
    before = count.pages;
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  }
  assert.ok(count.pages < 100, `${count.pages} pages`);
});
