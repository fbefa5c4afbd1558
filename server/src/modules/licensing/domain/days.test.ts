import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, addMonths, countedDay, daysUntil } from './days.ts';

const NOON = new Date('2026-03-01T12:00:00Z');

test('a day is counted in UTC, and under the same stripe for the same device', () => {
  const id = '01a1f963-b170-7519-9376-347d8cd1ec3b';
  assert.deepEqual(countedDay(new Date('2026-03-01T23:59:59.999Z'), id), {
    usageDay: '2026-03-01',
    stripe: 3,
  });
  assert.deepEqual(countedDay(new Date('2026-03-02T00:00:00Z'), id), { usageDay: '2026-03-02', stripe: 3 });
});

test('devices are spread over eight stripes', () => {
  const stripes = '0123456789abcdef'.split('').map((digit) => countedDay(NOON, `x${digit}`).stripe);
  assert.deepEqual(
    Map.groupBy(stripes, (stripe) => stripe)
      .entries()
      .map(([stripe, { length }]) => [stripe, length])
      .toArray(),
    [0, 1, 2, 3, 4, 5, 6, 7].map((stripe) => [stripe, 2]),
  );
});

test('a started day counts as one, and there are none left of what has passed', () => {
  assert.equal(daysUntil(NOON, addDays(NOON, 14)), 14);
  assert.equal(daysUntil(NOON, new Date(addDays(NOON, 1).getTime() + 1)), 2);
  assert.equal(daysUntil(NOON, addDays(NOON, -1)), 0);
});

test('a month later is the same day, or the last one of a shorter month', () => {
  const day = (text: string) => new Date(`${text}T23:30:00.500Z`);
  assert.deepEqual(addMonths(day('2026-01-31'), 1), day('2026-02-28'));
  assert.deepEqual(addMonths(day('2027-01-31'), 13), day('2028-02-29'));
  assert.deepEqual(addMonths(day('2026-02-28'), 12), day('2027-02-28'));
});
