import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../harness.ts';
import { applicationClient, shopClient, spellingsOf } from './deployed-client.ts';
import { assertFields, assertNoNulls } from './fields.ts';

let app: TestApp;

before(async () => {
  app = await startTestApp();
});
after(async () => {
  await app.close();
});

test('a shop calls from its page with a content type where there is no body', async () => {
  const shop = shopClient(app);
  const vendor = await shop('GET', '/public/vendors/current');
  assert.equal(vendor.statusCode, 200, vendor.body);
  assert.equal(vendor.headers['access-control-allow-origin'], TEST_ORIGIN);
  assertFields(vendor.json(), { id: 'text', name: 'text' });
  const other = await shopClient(app, app.other)('GET', '/public/vendors/current?theme=dark');
  assert.equal(other.json().id, 'other');
});

test('an application calls with parameters and headers that the route does not know', async () => {
  const answer = await applicationClient(app)('POST', '/client/licenses/none/validate', { text: 'a token' });
  assert.equal(answer.statusCode, 400);
  assert.equal(answer.json().errorType, 'InvalidLicenseToken');
});

test('a GUID is spelled as it came, in lower and in upper case', () => {
  assert.deepEqual(spellingsOf('0a-B'), ['0a-B', '0a-b', '0A-B']);
});

test('a missing field that a client needs is named by its path', () => {
  const order = { id: '0190a8f0-0000-7000-8000-000000000001', items: [{ price: { EUR: 4.9 }, name: null }] };
  assertFields(order, { id: 'guid', at: 'instant?', items: [{ price: 'prices', name: 'text|null' }] });
  const misses = (fields: Parameters<typeof assertFields>[1], message: RegExp): void =>
    assert.throws(() => assertFields(order, fields), message);
  misses({ at: 'instant' }, /^AssertionError.*: at is undefined and not instant/);
  misses({ items: [{ price: 'number' }] }, /items\[0\]\.price is \{"EUR":4\.9\} and not number/);
  misses({ items: [{ name: 'text' }] }, /items\[0\]\.name is null and not text/);
  misses({ items: { price: 'prices' } }, /items is no object/);
  assert.throws(() => assertFields({ items: [] }, { items: ['text'] }), /items is empty/);
});

test('a null is named unless the contract has it', () => {
  const order = { items: [{ name: null }] };
  assertNoNulls(order, ['name']);
  assert.throws(() => assertNoNulls(order), /items\[0\]\.name is null/);
});
