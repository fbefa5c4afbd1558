import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativeTime } from './relative-time.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const DAY_MS = 86_400_000;

const at = (distance: number, locale = 'en') =>
  relativeTime(new Date(NOW + distance).toISOString(), NOW, locale);

test('a time is a distance in the largest unit that fits, up to a week', () => {
  assert.deepEqual(
    [at(0), at(-59_400), at(-60_000), at(-3_600_000), at(-23 * 3_600_000), at(-DAY_MS), at(2 * DAY_MS)],
    ['now', '59 seconds ago', '1 minute ago', '1 hour ago', '23 hours ago', 'yesterday', 'in 2 days'],
  );
});

test('a week and more is no distance', () => {
  assert.deepEqual([at(-6 * DAY_MS), at(-7 * DAY_MS), at(8 * DAY_MS)], ['6 days ago', undefined, undefined]);
});

test('it is in the language of the page', () => {
  assert.equal(at(-3_600_000, 'de'), 'vor 1 Stunde');
});
