import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stillClock } from '../../../test/clock.ts';
import { backoff } from './backoff.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const clock = stillClock(new Date('2026-03-01T12:00:00Z'), 'it is about the exact time of the next poll');

/** The time until the next poll of what has been pending for `ageMs`. */
function waitMs(ageMs: number): number {
  const now = clock.now();
  return backoff({ clock }, new Date(now.getTime() - ageMs), HOUR_MS).getTime() - now.getTime();
}

test('what is pending is polled after a minute at the earliest, then at twice its age, and once an hour in the end', () => {
  const waits = [0, SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 48 * HOUR_MS].map(waitMs);
  assert.deepEqual(waits, [MINUTE_MS, MINUTE_MS, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, HOUR_MS]);
});
