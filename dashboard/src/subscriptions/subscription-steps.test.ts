import assert from 'node:assert/strict';
import { test } from 'node:test';
import { possibleEnds, possibleSteps as stepsOf } from './subscription-steps.ts';

const payment = { state: 'Paid', attempts: 0 } as const;
const possibleSteps = (subscription: Omit<Parameters<typeof stepsOf>[0], 'hasPaymentMethod'>, now?: Date) =>
  stepsOf({ hasPaymentMethod: true, ...subscription }, now);

test('a subscription that runs can be changed, paused, extended, given and cancelled; one that is paused goes on', () => {
  const [pausedUntil, nextPlan] = [
    '2027-01-01T00:00:00Z',
    { variationId: 'a', quantity: 1, cycleLength: 'Monthly', when: 'Now' },
  ] as const;
  const always = ['change', 'pause', 'extend', 'comp'];
  assert.deepEqual(possibleSteps({ status: 'Active', payment }), [...always, 'merge', 'cancel']);
  assert.deepEqual(possibleSteps({ status: 'Active', payment, nextPlan }), [...always, 'cancel']);
  assert.deepEqual(possibleSteps({ status: 'Active', payment, pausedUntil }), ['resume', 'cancel']);
});

test('a held renewal is charged or given away first', () => {
  assert.deepEqual(possibleSteps({ status: 'Active', payment: { ...payment, state: 'Held' } }), [
    'release',
    'skip',
    'comp',
    'cancel',
  ]);
});

test('a cancellation can be taken back or brought forward, and what has ended stays ended', () => {
  const endedAt = '2026-01-01T00:00:00Z';
  assert.deepEqual(possibleSteps({ status: 'Cancelled', payment }), ['resume', 'end']);
  assert.deepEqual(possibleSteps({ status: 'Cancelled', payment, mergedInto: 'another' }), ['end']);
  const cancelled = { status: 'Cancelled', payment, cancelAt: '2028-03-10T00:00:00.000Z' } as const;
  for (const [day, steps] of [
    ['2028-03-09', ['resume', 'end']],
    ['2028-03-10', ['end']],
  ] as const)
    assert.deepEqual(possibleSteps(cancelled, new Date(day)), steps, day);
  assert.deepEqual(possibleSteps({ status: 'Expired', payment, endedAt }), []);
  assert.deepEqual(possibleSteps({ status: 'Completed', payment }), []);
});

test('what was paid can be refunded by whoever may refund, and a cancelled one ends now only', () => {
  const currentPeriod = { number: 1, startsAt: '', endsAt: '', state: 'Paid' } as const;
  const endsOf = (status: 'Active' | 'Cancelled' | 'Expired', reason?: string, mayRefund = true) =>
    possibleEnds(
      { status, currentPeriod: { ...currentPeriod, ...(reason !== undefined && { reason }) } },
      { mayRefund },
    );
  assert.deepEqual(endsOf('Active'), ['PeriodEnd', 'Now', 'NowWithRefund']);
  assert.deepEqual(endsOf('Active', undefined, false), ['PeriodEnd', 'Now']);
  assert.deepEqual(endsOf('Active', 'Refunded'), ['PeriodEnd', 'Now']);
  assert.deepEqual(endsOf('Cancelled'), ['Now', 'NowWithRefund']);
  assert.deepEqual(endsOf('Expired'), ['Now']);
});

test('one whose access is over, and that waits, goes on; what has ended does not', () => {
  const onHold = { ...payment, state: 'Held' } as const;
  const pausedUntil = '2027-01-01T00:00:00Z';
  const endedAt = '2026-01-01T00:00:00Z';
  assert.deepEqual(possibleSteps({ status: 'Expired', payment: onHold }), ['release', 'skip', 'end']);
  assert.deepEqual(possibleSteps({ status: 'Expired', payment, pausedUntil }), ['resume', 'end']);
  assert.deepEqual(possibleSteps({ status: 'Expired', payment: onHold, pausedUntil, endedAt }), []);
});

test('a charge that failed, or waits for its buyer, can be repeated with a saved method, also when access is over', () => {
  const failed = { ...payment, state: 'Retrying', attempts: 1 } as const;
  const waiting = { ...payment, state: 'NeedsBuyer' } as const;
  assert.deepEqual(possibleSteps({ status: 'Active', payment: failed }), ['retry', 'comp', 'cancel']);
  assert.deepEqual(possibleSteps({ status: 'Expired', payment: waiting }), ['retry', 'end']);
  assert.deepEqual(stepsOf({ status: 'Expired', payment: waiting, hasPaymentMethod: false }), ['end']);
});
