import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as holds, integer, property } from 'fast-check';
import { testClock } from '../../../test/clock.ts';
import { createTokenBuckets } from './token-buckets.ts';

const POLLS = { limit: 5, windowSeconds: 5 };

test('a burst of the limit is allowed, one more is not, and an even pace never ends', () => {
  const clock = testClock(new Date(0));
  const buckets = createTokenBuckets(clock);
  for (let count = 0; count < 5; count += 1) assert.equal(buckets.take('a', POLLS).allowed, true);
  assert.deepEqual(buckets.take('a', POLLS), { allowed: false, retryAfterSeconds: 1 });
  assert.equal(buckets.take('b', POLLS).allowed, true);
  for (let second = 0; second < 3_600; second += 1) {
    clock.advance(1_000);
    assert.equal(buckets.take('a', POLLS).allowed, true, `second ${second}`);
  }
});

test('a caller who polls once a second is never refused, however the calls jitter', () => {
  holds(
    property(array(integer({ min: -400, max: 400 }), { minLength: 50, maxLength: 50 }), (jitters) => {
      const start = 1_000_000;
      const clock = testClock(new Date(start));
      const buckets = createTokenBuckets(clock);
      for (const [index, jitter] of jitters.entries()) {
        clock.set(new Date(start + index * 1_000 + jitter));
        assert.equal(buckets.take('a', POLLS).allowed, true);
      }
    }),
  );
});

test('a limit of 0 allows everything, and a flood of keys takes bounded room', () => {
  const buckets = createTokenBuckets(testClock(new Date(0)), 2);
  for (let count = 0; count < 100; count += 1) {
    assert.equal(buckets.take('off', { limit: 0, windowSeconds: 5 }).allowed, true);
  }
  const one = { limit: 1, windowSeconds: 60 };
  for (const key of ['a', 'b', 'c']) assert.equal(buckets.take(key, one).allowed, true);
  assert.equal(buckets.take('c', one).allowed, false);
  // The oldest one was evicted, so it starts again.
  assert.equal(buckets.take('a', one).allowed, true);
});

test('a clock that goes back gives nothing away and takes nothing', () => {
  const clock = testClock(new Date(10_000));
  const buckets = createTokenBuckets(clock);
  assert.equal(buckets.take('a', { limit: 1, windowSeconds: 1 }).allowed, true);
  clock.set(new Date(0));
  assert.equal(buckets.take('a', { limit: 1, windowSeconds: 1 }).allowed, false);
});
