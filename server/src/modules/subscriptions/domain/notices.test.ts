import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcementAt, isCardOver, nextNotice } from './notices.ts';

const day = (date: string): Date => new Date(`${date}T12:00:00.000Z`);
const MONTHLY = {
  renewsAt: day('2030-08-31'),
  cycleLength: 'Monthly',
  isFirstCharge: false,
  cardExpires: null,
} as const;
const YEARLY = { ...MONTHLY, cycleLength: 'Yearly' } as const;

test('yearly renewals are announced 30 days ahead, others as the account sets, and a first charge at least 3', () => {
  assert.deepEqual(announcementAt(YEARLY, 0), day('2030-08-01'));
  assert.deepEqual(announcementAt(YEARLY, 7), day('2030-08-01'));
  assert.equal(announcementAt(MONTHLY, 0), null);
  assert.deepEqual(announcementAt(MONTHLY, 7), day('2030-08-24'));
  for (const renewal of [MONTHLY, YEARLY]) {
    const first = { ...renewal, isFirstCharge: true };
    assert.deepEqual(announcementAt(first, 0), day('2030-08-28'));
    assert.deepEqual(announcementAt(first, 7), day('2030-08-24'));
  }
});

test('a card is valid to the end of its month', () => {
  const isOver = (cardExpires: string | null) => isCardOver({ ...MONTHLY, cardExpires });
  assert.deepEqual(['2030-09', '2030-08', '2030-07', null].map(isOver), [false, false, true, false]);
});

test('the next notice is the earliest that is still to come; a card that will be over is told 14 days ahead', () => {
  assert.equal(nextNotice(MONTHLY, 0, null), null);
  const card = { ...MONTHLY, cardExpires: '2030-07' };
  assert.deepEqual(nextNotice(card, 0, null), day('2030-08-17'));
  assert.deepEqual(nextNotice(card, 7, null), day('2030-08-17'));
  assert.deepEqual(
    nextNotice(card, 7, day('2030-08-17')),
    day('2030-08-24'),
    'one that has been sent is over',
  );
  assert.equal(nextNotice(card, 7, day('2030-08-24')), null);
  const yearly = { ...card, cycleLength: 'Yearly' } as const;
  assert.deepEqual(nextNotice(yearly, 0, null), day('2030-08-01'));
  assert.deepEqual(nextNotice(yearly, 0, day('2030-08-01')), day('2030-08-17'));
});
