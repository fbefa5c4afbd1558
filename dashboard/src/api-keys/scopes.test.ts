import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiKeyEn } from './api-key-en.ts';
import { chosenScopes, endAfter, SCOPES } from './scopes.ts';

test('every scope that an API key may need can be given, in one group', () => {
  // The compiler asks for a text of each scope of the API.
  const {
    '*': _,
    'subscriptions:prices': _prices,
    'subscriptions:import': _import,
    ...texts
  } = apiKeyEn.what;
  assert.deepEqual([...SCOPES].toSorted(), Object.keys(texts).toSorted());
});

test('a form gives the scopes that are ticked, and everything stands alone', () => {
  const values = { 'orders:read': true, 'customers:read': true, 'keys:write': false };
  assert.deepEqual(chosenScopes(values), ['customers:read', 'orders:read']);
  assert.deepEqual(chosenScopes({ ...values, '*': true }), ['*']);
  assert.deepEqual(chosenScopes({}), []);
});

test('a key ends after its days, and without days never', () => {
  assert.equal(endAfter('30', 0), '1970-01-31T00:00:00.000Z');
  assert.equal(endAfter('0', 0), undefined);
});
