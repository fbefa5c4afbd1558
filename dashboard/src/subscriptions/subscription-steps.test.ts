import assert from 'node:assert/strict';
import { test } from 'node:test';
import { possibleSteps as stepsOf } from './subscription-steps.ts';

const payment = { state: 'Paid', attempts: 0 } as const;
const possibleSteps = (subscription: Omit<Parameters<typeof stepsOf>[0], 'hasPaymentMethod'>) =>
  stepsOf({ hasPaymentMethod: true, ...subscription });

test('a subscription that runs can be extended and cancelled, and one that is paused goes on', () => {
  assert.deepEqual(possibleSteps({ status: 'Active', payment }), ['extend', 'merge', 'cancel']);
  assert.deepEqual(possibleSteps({ status: 'Active', payment, pausedUntil: '2027-01-01T00:00:00Z' }), [
    'resume',
    'extend',
    'cancel',
  ]);
});

test('a held renewal is charged or given away first', () => {
  assert.deepEqual(possibleSteps({ status: 'Active', payment: { ...payment, state: 'Held' } }), [
    'release',
    'skip',
    'extend',
    'cancel',
  ]);
});

test('a cancellation can be taken back, and what has ended stays ended', () => {
  assert.deepEqual(possibleSteps({ status: 'Cancelled', payment }), ['resume']);
  assert.deepEqual(possibleSteps({ status: 'Cancelled', payment, mergedInto: 'another' }), []);
  assert.deepEqual(possibleSteps({ status: 'Expired', payment }), []);
  assert.deepEqual(possibleSteps({ status: 'Completed', payment }), []);
});

test('one whose access is over, and that waits, goes on; what has ended does not', () => {
  const onHold = { ...payment, state: 'Held' } as const;
  const pausedUntil = '2027-01-01T00:00:00Z';
  const endedAt = '2026-01-01T00:00:00Z';
  assert.deepEqual(possibleSteps({ status: 'Expired', payment: onHold }), ['release', 'skip']);
  assert.deepEqual(possibleSteps({ status: 'Expired', payment, pausedUntil }), ['resume']);
  assert.deepEqual(possibleSteps({ status: 'Expired', payment: onHold, pausedUntil, endedAt }), []);
});

test('a charge that failed, or waits for its buyer, can be repeated with a saved method, also when access is over', () => {
  const failed = { ...payment, state: 'Retrying', attempts: 1 } as const;
  const waiting = { ...payment, state: 'NeedsBuyer' } as const;
  assert.deepEqual(possibleSteps({ status: 'Active', payment: failed }), ['retry', 'extend', 'cancel']);
  assert.deepEqual(possibleSteps({ status: 'Expired', payment: waiting }), ['retry']);
  assert.deepEqual(stepsOf({ status: 'Expired', payment: waiting, hasPaymentMethod: false }), []);
});
