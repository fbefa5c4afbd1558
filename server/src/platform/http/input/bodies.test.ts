import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { registerRouteConfig, type App } from '../route/app.ts';
import { registerBodies } from './bodies.ts';
import { registerProblems } from '../server/problem-answer.ts';

function echo(): App {
  const app: App = fastify();
  registerRouteConfig(app);
  registerProblems(app);
  registerBodies(app);
  app.post('/', async (request) => ({ got: request.body ?? null }));
  app.get('/', async (request) => ({ got: request.query }));
  return app;
}

const json = { 'content-type': 'application/json' };

test('takes an empty body with a JSON content type for no body', async () => {
  for (const payload of ['', '  ']) {
    const response = await echo().inject({ method: 'POST', url: '/', headers: json, payload });
    assert.deepEqual([response.statusCode, response.json()], [200, { got: null }]);
  }
});

test('takes the name __proto__ for plain data', async () => {
  const payload = '{"__proto__":{"polluted":true}}';
  const response = await echo().inject({ method: 'POST', url: '/', headers: json, payload });
  assert.equal(response.body, `{"got":${payload}}`);
  assert.equal('polluted' in {}, false);
});

test('keeps whole surrogate pairs, written as escapes', async () => {
  const response = await echo().inject({
    method: 'POST',
    url: '/',
    headers: json,
    payload: String.raw`"\ud83d\ude00"`,
  });
  assert.deepEqual(response.json(), { got: '😀' });
});

const unstorable = [
  String.raw`{"name":"a\u0000b"}`,
  String.raw`{"deep":[{"a\u0000":1}]}`,
  String.raw`["\ud800"]`,
  String.raw`{"x":"\uDC00x"}`,
];

for (const payload of unstorable) {
  test(`refuses what no column can hold: ${payload}`, async () => {
    const response = await echo().inject({ method: 'POST', url: '/', headers: json, payload });
    assert.equal(response.statusCode, 400);
    assert.match(response.json().errors.body[0], /NUL/);
  });
}

test('refuses NUL in a text body and in the path; a query is for the API it belongs to', async () => {
  const text = await echo().inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'text/plain' },
    payload: 'a\0b',
  });
  const path = await echo().inject({ method: 'GET', url: '/a%00b' });
  const query = await echo().inject({ method: 'GET', url: '/?name=a%00b' });
  assert.deepEqual([text.statusCode, path.statusCode, query.statusCode], [400, 400, 200]);
});

test('names malformed JSON as such', async () => {
  const response = await echo().inject({ method: 'POST', url: '/', headers: json, payload: '{"a":' });
  assert.deepEqual(
    [response.statusCode, response.json().errors],
    [400, { body: ['The body is not valid JSON.'] }],
  );
});

test('refuses another media type', async () => {
  const headers = { 'content-type': 'application/xml' };
  const response = await echo().inject({ method: 'POST', url: '/', headers, payload: '<a/>' });
  assert.equal(response.statusCode, 415);
});
