import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newThingsOf } from './new-things.ts';

test('the search begins only what the role includes', () => {
  const keysFor = (...scopes: string[]) => newThingsOf({ scopes }).map(({ key }) => key);
  assert.deepEqual(keysFor('licenses:write'), [], 'issuing needs the products, too');
  assert.deepEqual(keysFor('licenses:write', 'products:read'), ['license']);
  assert.deepEqual(keysFor('products:write'), ['product', 'bundle', 'discount', 'offer', 'promotion']);
  assert.equal(keysFor('*').length, 10);
});
