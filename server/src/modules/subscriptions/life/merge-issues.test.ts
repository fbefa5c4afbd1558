import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSettled } from './merge-issues.ts';

const PAID: Parameters<typeof isSettled>[0] = {
  status: 'Active',
  paymentState: 'Paid',
  pausedUntil: null,
  nextPlan: null,
  endedAt: null,
};
const NEXT_PLAN = {
  orderId: null,
  dueMinor: 0,
  paidUntil: '2030-01-01T00:00:00.000Z',
  variationId: 'pro',
  quantity: 1,
  cycleLength: 'Monthly',
  price: null,
  ownAfterCycles: null,
} as const;

test('a subscription is settled while it runs, is paid, and waits for no pause, plan or payment', () => {
  assert.equal(isSettled(PAID), true);
  const moment = new Date('2030-01-01T00:00:00Z');
  for (const status of ['Cancelled', 'Expired', 'Completed'] as const)
    assert.equal(isSettled({ ...PAID, status }), false, status);
  for (const paymentState of ['Retrying', 'NeedsBuyer', 'Held'] as const)
    assert.equal(isSettled({ ...PAID, paymentState }), false, paymentState);
  for (const changes of [{ pausedUntil: moment }, { nextPlan: NEXT_PLAN }, { endedAt: moment }])
    assert.equal(isSettled({ ...PAID, ...changes }), false, JSON.stringify(changes));
});
