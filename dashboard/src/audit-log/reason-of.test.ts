import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOf } from './reason-of.ts';

const operator = { kind: 'Operator', id: 'ann' } as const;

test('a reason is what somebody of the team wrote', () => {
  const data = { reason: 'Asked by phone' };
  assert.equal(reasonOf({ type: 'license.transferred', actor: operator, data }), 'Asked by phone');
  assert.equal(reasonOf({ type: 'license.transferred', actor: { kind: 'ApiKey' }, data }), 'Asked by phone');
  assert.equal(reasonOf({ type: 'license.transferred', actor: operator, data: {} }), undefined);
});

test('a code of the server is no reason', () => {
  const job = { kind: 'Job', id: 'orders.fulfil' } as const;
  assert.equal(reasonOf({ type: 'license.updated', actor: job, data: { reason: 'Ended' } }), undefined);
  const data = { reason: 'Refund' };
  assert.equal(reasonOf({ type: 'license.revoked', actor: operator, data }), undefined);
  const noted = { reason: null, note: 'Sold twice' };
  assert.equal(reasonOf({ type: 'license.revoked', actor: operator, data: noted }), 'Sold twice');
});
