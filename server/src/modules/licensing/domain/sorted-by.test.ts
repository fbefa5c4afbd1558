import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortedBy } from './sorted-by.ts';

test('only what ends or has ended is sorted by its end', () => {
  const statuses = [undefined, 'Active', 'Expired', 'Revoked'] as const;
  assert.deepEqual(
    statuses.map((status) => sortedBy({ status })),
    ['createdAt', 'expiresAt', 'expiresAt', 'createdAt'],
  );
});

for (const filter of [
  'customerId',
  'keyCode',
  'externalId',
  'orderId',
  'voucherBatchId',
  'deviceSignature',
] as const) {
  test(`a list that ${filter} makes short is sorted by creation`, () => {
    assert.equal(sortedBy({ status: 'Expired', [filter]: 'x' }), 'createdAt');
  });
}
