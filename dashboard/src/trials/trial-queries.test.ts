import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trialsQueryOf } from './trial-queries.ts';

test('trials of a status are not sorted by their beginning, unless they are of one device or customer', () => {
  const sort = 'createdAt';
  assert.deepEqual(trialsQueryOf({ status: 'Active', sort }), { status: 'Active' });
  assert.deepEqual(trialsQueryOf({ product: 'app', sort }), { productFilter: 'app', sort });
  assert.deepEqual(trialsQueryOf({ device: 'A1', status: 'Expired', sort }), {
    deviceSignature: 'A1',
    status: 'Expired',
    sort,
  });
  assert.deepEqual(trialsQueryOf({ status: 'Odd' }), {});
});
