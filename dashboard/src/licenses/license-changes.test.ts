import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesIn, valuesOf } from './license-changes.ts';

const LICENSE: Parameters<typeof valuesOf>[0] = {
  id: 'license',
  ownerId: 'customer',
  productId: 'app',
  status: 'Active',
  activeNumberOfActivations: 1,
  maxNumberOfActivations: 3,
  offlineActivationsAllowed: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-12-31T10:30:00.000Z',
};

test('what nobody touched is not sent: the hour of an end stays', () => {
  const values = valuesOf(LICENSE);
  assert.equal(changesIn(LICENSE, values), undefined);
  assert.equal(changesIn(LICENSE, { ...values, reason: 'Just so' }), undefined);
  assert.deepEqual(changesIn(LICENSE, { ...values, maxNumberOfActivations: '5' }), {
    maxNumberOfActivations: 5,
  });
});

test('a day lasts until its end, and no day is no end', () => {
  const values = valuesOf(LICENSE);
  assert.deepEqual(changesIn(LICENSE, { ...values, expiresAt: '2027-12-31', reason: ' Sorry ' }), {
    expiresAt: '2027-12-31T23:59:59.999Z',
    reason: 'Sorry',
  });
  assert.deepEqual(changesIn(LICENSE, { ...values, expiresAt: '', updatesUntil: '2027-01-31' }), {
    expiresAt: null,
    updatesUntil: '2027-01-31T23:59:59.999Z',
  });
});

test('offline activation can be allowed', () => {
  assert.deepEqual(changesIn(LICENSE, { ...valuesOf(LICENSE), offlineActivationsAllowed: true }), {
    offlineActivationsAllowed: true,
  });
});
