import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Standing, type Step, stepAt } from './schedule.ts';

const DUE = new Date('2028-03-01T12:00:00.000Z');
const LATER = new Date('2028-04-01T12:00:00.000Z');

const ACTIVE: Standing = {
  status: 'Active',
  paidUntil: LATER,
  expiresAt: LATER,
  pausedUntil: null,
  dueAt: DUE,
  paymentState: 'Paid',
  noticeAt: null,
  nextAttemptAt: null,
  failedAt: null,
  askedAt: null,
  asks: 0,
  endedAt: null,
  fallback: null,
};

const CASES: readonly (readonly [Step, Partial<Standing>, isOpen: boolean])[] = [
  ['Renew', { paidUntil: DUE }, false],
  ['Renew', { paidUntil: DUE, expiresAt: DUE, status: 'Expired' }, false],
  ['Notify', { noticeAt: DUE }, false],
  ['Charge', { paidUntil: DUE, paymentState: 'Retrying', nextAttemptAt: DUE }, true],
  ['Charge', { paidUntil: DUE, paymentState: 'Held', nextAttemptAt: DUE }, true],
  ['LoseAccess', { paidUntil: DUE, expiresAt: DUE }, true],
  ['End', { status: 'Cancelled', paidUntil: DUE, expiresAt: DUE }, false],
];

test('each step is due from its very moment on, and not a millisecond before', () => {
  for (const [step, changes, isOpen] of CASES) {
    const at = (moment: Date) => stepAt({ ...ACTIVE, ...changes }, { isOpen, isPayable: true }, moment);
    const label = JSON.stringify([step, changes]);
    assert.equal(at(DUE), step, label);
    assert.equal(at(new Date(DUE.getTime() - 1)), undefined, label);
  }
});

test('nothing is due of what has ended, or waits for nothing', () => {
  for (const changes of [{ endedAt: DUE }, { dueAt: null }])
    assert.equal(
      stepAt({ ...ACTIVE, paidUntil: DUE, ...changes }, { isOpen: false, isPayable: false }, LATER),
      undefined,
    );
});
