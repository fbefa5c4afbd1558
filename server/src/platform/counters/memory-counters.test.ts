import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from '../../kernel/clock.ts';
import { createMemoryCounters } from './memory-counters.ts';

const START = new Date('2026-03-01T12:00:00.000Z');

test('allows as many hits as the limit and tells the refused one when its window ends', () => {
  const clock = manualClock(START);
  const counters = createMemoryCounters(clock, { limit: 2, windowSeconds: 60 });
  clock.advance(12_500);
  assert.deepEqual(counters.hit('a'), { allowed: true, retryAfterSeconds: 0 });
  assert.deepEqual(counters.hit('a'), { allowed: true, retryAfterSeconds: 0 });
  assert.deepEqual(counters.hit('a'), { allowed: false, retryAfterSeconds: 48 });
});

test('counts each key for itself', () => {
  const counters = createMemoryCounters(manualClock(START), { limit: 1, windowSeconds: 60 });
  assert.equal(counters.hit('a').allowed, true);
  assert.equal(counters.hit('b').allowed, true);
  assert.equal(counters.hit('a').allowed, false);
});

test('starts from nothing in the next window, after exactly the seconds it named', () => {
  const clock = manualClock(START);
  const counters = createMemoryCounters(clock, { limit: 1, windowSeconds: 60 });
  counters.hit('a');
  clock.advance(59_999);
  assert.deepEqual(counters.hit('a'), { allowed: false, retryAfterSeconds: 1 });
  clock.advance(1);
  assert.equal(counters.hit('a').allowed, true);
});

test('a limit of 0 refuses nothing', () => {
  const counters = createMemoryCounters(manualClock(START), { limit: 0, windowSeconds: 60 });
  for (let hit = 0; hit < 1000; hit += 1) assert.equal(counters.hit('a').allowed, true);
});

test('remembers no more keys than it may, and forgets the one it met first', () => {
  const counters = createMemoryCounters(manualClock(START), { limit: 1, windowSeconds: 60 }, 3);
  for (const key of ['a', 'b', 'c']) counters.hit(key);
  assert.equal(counters.hit('a').allowed, false, 'a known key makes nobody leave');
  assert.equal(counters.hit('d').allowed, true);
  assert.equal(counters.hit('b').allowed, false, 'b is still known');
  assert.equal(counters.hit('a').allowed, true, 'a was forgotten for d');
});
