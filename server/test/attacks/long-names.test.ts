import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { importsOf, ndjson } from '../bulk-import.ts';
import { startTestApp, type TestApp } from '../harness.ts';

// The names of unknown properties are in the messages about them. A response must neither repeat the request many
// times, nor take long to write; `regular-expressions.test.ts` proves the latter.

const NAME = '['.repeat(200 * 1024);
const CUT = `${NAME.slice(0, 200)}…`;

let app: TestApp;
let headers: Record<string, string>;
before(async () => {
  app = await startTestApp();
  headers = await app.apiKey(app.demo);
});
after(() => app.close());

test('the name of an unknown property is cut in messages', async () => {
  const payload = { [NAME]: 1 };
  const { body } = await app.inject({ method: 'POST', url: '/api/trials/import', headers, payload });
  assert.ok(Object.hasOwn(JSON.parse(body).errors, CUT));
  assert.ok(body.length < 2_000, `${body.length} characters`);
});

test('the names on the way to an issue are cut, too', async () => {
  const payload = { name: 'Ten off', type: 'FlatAmountOff', amounts: { [NAME]: 'ten' } };
  const { body } = await app.inject({ method: 'POST', url: '/api/coupons', headers, payload });
  assert.ok(Object.hasOwn(JSON.parse(body).errors, `amounts.${CUT}`), body.slice(0, 2_000));
  assert.ok(body.length < 2_000, `${body.length} characters`);
});

test('the name of an unknown query parameter is cut in messages', async () => {
  const { body } = await app.inject({ url: `/api/customers?${'q'.repeat(10_000)}=1`, headers });
  assert.ok(body.length < 2_000, `${body.length} characters`);
});

test('the name of an unknown field of an import line is cut in messages', async () => {
  const { results } = await importsOf(app, headers)('trials', ndjson([{ [NAME.slice(0, 100_000)]: 1 }]));
  const [{ errors } = { errors: {} }] = results;
  assert.ok(Object.keys(errors ?? {}).includes(CUT));
  assert.ok(JSON.stringify(errors).length < 2_000);
});
