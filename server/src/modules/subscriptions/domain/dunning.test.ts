import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHeld, nextAsk, nextAttempt } from './dunning.ts';

const day = (number: number) => new Date(Date.UTC(2030, 0, number));

test('a charge is repeated after 2, 5, 7 and 7 days, and never after the end', () => {
  const failedAt = day(1);
  const attempts = [1, 2, 3, 4, 5].map((failures) => nextAttempt(day(1), failures, failedAt));
  assert.deepEqual(attempts, [day(3), day(6), day(8), day(8), undefined]);
  assert.deepEqual(nextAttempt(day(15), 4, failedAt), day(22));
  assert.deepEqual(nextAttempt(day(16), 4, failedAt), day(22), 'the end, 21 days after the first failure');
  for (const late of [22, 27, 60])
    assert.equal(nextAttempt(day(late), 2, failedAt), undefined, 'a bank has answered after the end');
});

test('a buyer is asked again 3 and 10 days after the first mail, and no more', () => {
  const moments = [0, 1, 2, 3].map((asks) => nextAsk({ askedAt: day(1), asks }));
  assert.deepEqual(moments, [null, day(4), day(11), null]);
  assert.equal(nextAsk({ askedAt: null, asks: 1 }), null, 'nobody has been asked');
});

test('a renewal is held once it is overdue for more than 72 hours', () => {
  assert.equal(isHeld(day(1), day(4)), false);
  assert.equal(isHeld(day(1), new Date(day(4).getTime() + 1)), true);
});
