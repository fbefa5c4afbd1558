import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { openapiText } from '../src/openapi.ts';
import { API_SCOPES, OPERATOR_SCOPES } from '../src/modules/accounts/index.ts';
import { contractOf } from './contract.ts';
import { startTestApp, type TestApp } from './harness.ts';
import { ROUTES } from './route-table.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** There only when the pages are built, which `npm start` does. */
const BUILT_PAGES = new Set([
  'GET /assets/* Public page off-account',
  'GET /dashboard/assets/* Public page off-account',
  'GET /brand/:accent/style.css Public page off-account',
]);

/** A route as a line of the table: `POST /api/vouchers/redeem Customer idempotent`. */
function linesOf({ method, url, config }: RouteOptions): string[] {
  const access = config?.access;
  const words = [
    access?.kind ?? 'nobody says who',
    ...(access?.kind === 'Vendor'
      ? [
          access.scope,
          ...(access.partScope === undefined ? [] : [`(${access.partScope})`]),
          ...(access.operatorScope === undefined ? [] : [`[${access.operatorScope}]`]),
        ]
      : []),
    ...(config?.isIdempotent === true ? ['idempotent'] : []),
    ...[config?.limit ?? []].flat(),
    ...(config?.isCountedAlone === true ? ['alone'] : []),
    ...(config?.isSensitive === true ? ['sensitive'] : []),
    ...(config?.isPage === true ? ['page'] : []),
    ...(config?.isOffAccount === true ? ['off-account'] : []),
    ...(config?.isShownInViews === true ? ['in-views'] : []),
    ...(config?.endsView === true ? ['ends-view'] : []),
  ];
  // HEAD is GET without a body, and the same handler answers it.
  const methods = [method].flat().filter((name) => name !== 'HEAD');
  return methods.map((name) => `${name} ${url} ${words.join(' ')}`);
}

test('every route is in the handwritten table, with its permitted callers', () => {
  const table = ROUTES.trim()
    .split('\n')
    .map((line) => line.trim().replaceAll(/ +/g, ' '))
    .filter((line) => line !== '' && !line.startsWith('#'));
  const real = app.app.routeTable.flatMap(linesOf).filter((line) => !BUILT_PAGES.has(line));
  assert.ok(real.length > 100, 'hardly any route was found');
  const missing = [...new Set(real)].filter((line) => !table.includes(line)).map((line) => `add: ${line}`);
  const obsolete = table.filter((line) => !real.includes(line)).map((line) => `remove: ${line}`);
  const repeated = table.filter((line, index) => table.indexOf(line) < index).map((line) => `twice: ${line}`);
  const changes = [...obsolete, ...missing, ...repeated];
  assert.equal(
    changes.join('\n'),
    '',
    'the routes differ from server/test/route-table.ts: look whether each is meant',
  );
});

test('the scopes that help and guide call those of operators are those that no route asks an API key for', () => {
  const requests = new Set(
    app.app.routeTable.flatMap(({ config }) =>
      config?.access?.kind === 'Vendor' ? [config.access.scope, config.access.partScope] : [],
    ),
  );
  assert.deepEqual(
    API_SCOPES.filter((scope) => !requests.has(scope)),
    OPERATOR_SCOPES,
  );
});

const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

test('the OpenAPI document says which requests need credentials: without any, these get 401, and no others', async () => {
  const { paths }: { paths: Record<string, Record<string, { security: object[] }>> } = JSON.parse(
    await openapiText(),
  );
  const surprises: string[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { security }] of Object.entries(operations)) {
      const verb = VERBS.find((each) => each.toLowerCase() === method) ?? assert.fail(method);
      const url = path.replaceAll(/\{\w+\}/g, '0198e9a5-1c52-7d2e-9d0b-6f2a4c8e1b37');
      const { statusCode } = await app.app.inject({
        method: verb,
        url,
        headers: { host: 'demo.latchkey.test' },
      });
      const needsCredentials = security.length > 0 && security.every((each) => Object.keys(each).length > 0);
      if ((statusCode === 401) !== needsCredentials) surprises.push(`${method} ${path}: ${statusCode}`);
    }
  }
  assert.deepEqual(surprises, []);
});

test('a response that differs from the documentation of its route fails the test that requested it', async () => {
  const request = { method: 'GET', url: '/api/customer/storefront' } as const;
  const response = await app.inject(request);
  const contract = contractOf(app.app);
  contract.check(request, response);
  const storefront: object = response.json();
  for (const [change, message] of [
    [{ statusCode: 418 }, /does not document/],
    [{ headers: { 'content-type': 'text/html' } }, /documented is application\/json/],
    [{ body: JSON.stringify({ ...storefront, enabledCurrencies: 'EUR' }) }, /broke its schema/],
    [{ body: JSON.stringify({ ...storefront, products: [{ id: 'a' }] }) }, /broke its schema/],
  ] as const)
    assert.throws(() => contract.check(request, Object.assign(Object.create(response), change)), message);
});
