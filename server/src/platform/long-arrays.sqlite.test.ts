import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import { sparingLongArrays } from './long-arrays.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const patch = (items: readonly unknown[]) =>
  app.inject({ method: 'PATCH', url: `/api/customer/orders/${randomUUID()}`, payload: { items } });

test('an array that is too long is reported, and none of its entries is', async () => {
  const answer = await patch(Array.from({ length: 80_000 }, () => ({})));
  assert.equal(answer.statusCode, 400);
  assert.deepEqual(answer.json().errors, { items: ['The items must have at most 100 entries.'] });
});

test('every entry of an array that is not too long is reported', async () => {
  const { errors } = (await patch(Array.from({ length: 100 }, () => ({})))).json();
  assert.equal(Object.keys(errors).length, 300);
  assert.deepEqual(errors['items[99].quantity'], ['The quantity of item 100 is required.']);
});

test('a request cannot cause more issues than a person reads', async () => {
  const unknown = Array.from({ length: 5_000 }, (_, index) => [`unknown${index}`, 0]);
  const answer = await app.inject({
    method: 'POST',
    url: '/api/products',
    headers: await app.apiKey(app.demo),
    payload: Object.fromEntries(unknown),
  });
  assert.equal(answer.statusCode, 400);
  assert.ok(Object.keys(answer.json().errors).length <= 1_001);
});

test('schemas without a limit, and properties that are called like a keyword, stay as they are', () => {
  const schema = {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'string' } }, maxItems: { type: 'integer' } },
  };
  assert.deepEqual(sparingLongArrays(schema), schema);
});
