import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Standing } from './schedule.ts';
import { stepsAhead } from './steps-ahead.ts';

const day = (date: number) => new Date(Date.UTC(2028, 2, date));

const ACTIVE: Standing & { readonly attempts: number } = {
  status: 'Active',
  paidUntil: day(10),
  expiresAt: day(17),
  pausedUntil: null,
  dueAt: day(10),
  paymentState: 'Paid',
  noticeAt: day(7),
  nextAttemptAt: null,
  failedAt: null,
  askedAt: null,
  asks: 0,
  endedAt: null,
  fallback: null,
  attempts: 0,
};

function ahead(changes: Partial<typeof ACTIVE>, isOpen = false): (string | number)[][] {
  return stepsAhead({ ...ACTIVE, ...changes }, { isOpen }).map(({ step, at }) => [
    step,
    (at.getTime() - day(0).getTime()) / 86_400_000,
  ]);
}

test('a subscription that is paid is announced and renewed; a paused one loses its access before', () => {
  assert.deepEqual(ahead({}), [
    ['Notify', 7],
    ['Renew', 10],
  ]);
  assert.deepEqual(ahead({ noticeAt: null }), [['Renew', 10]]);
  assert.deepEqual(ahead({ noticeAt: null, pausedUntil: day(40) }), [
    ['LoseAccess', 17],
    ['Renew', 40],
  ]);
  assert.deepEqual(ahead({ noticeAt: null, pausedUntil: day(12) }), [['Renew', 12]]);
  assert.deepEqual(ahead({ noticeAt: null, pausedUntil: day(17) }), [['Renew', 17]]);
});

test('a charge that failed is repeated until the end, after which nothing is charged', () => {
  const dunning = { noticeAt: null, paymentState: 'Retrying', failedAt: day(10) } as const;
  assert.deepEqual(ahead({ ...dunning, attempts: 1, nextAttemptAt: day(12) }, true), [
    ['Charge', 12],
    ['Charge', 17],
    ['LoseAccess', 17],
    ['Charge', 24],
    ['Charge', 31],
    ['End', 31],
  ]);
  assert.deepEqual(
    ahead({ ...dunning, status: 'Expired', attempts: 1, nextAttemptAt: day(31) }, true),
    [
      ['Charge', 31],
      ['End', 31],
    ],
    'once on the day of the end',
  );
  const lapse = { ...dunning, status: 'Expired', attempts: 3, nextAttemptAt: day(24) } as const;
  assert.deepEqual(ahead(lapse, true), [
    ['Charge', 24],
    ['Charge', 31],
    ['End', 31],
  ]);
});

test('a buyer who has to pay is asked again twice', () => {
  const request = {
    noticeAt: null,
    paymentState: 'NeedsBuyer',
    failedAt: day(10),
    askedAt: day(10),
  } as const;
  assert.deepEqual(ahead({ ...request, asks: 1 }, true), [
    ['Ask', 13],
    ['LoseAccess', 17],
    ['Ask', 20],
    ['End', 31],
  ]);
  assert.deepEqual(
    ahead({ ...request, asks: 3 }, true).map(([step]) => step),
    ['LoseAccess', 'End'],
  );
});

test('what is held waits for the vendor; what is cancelled ends; nothing comes after an end', () => {
  assert.deepEqual(ahead({ paymentState: 'Held' }), [['LoseAccess', 17]]);
  assert.deepEqual(ahead({ paymentState: 'Held', nextAttemptAt: day(11) }, true), [
    ['Charge', 11],
    ['LoseAccess', 17],
  ]);
  assert.deepEqual(ahead({ status: 'Cancelled' }), [['End', 17]]);
  assert.deepEqual(ahead({ endedAt: day(11), status: 'Expired' }), []);
  assert.deepEqual(ahead({ status: 'Completed' }), []);
});
