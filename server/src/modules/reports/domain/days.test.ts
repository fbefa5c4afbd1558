import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBetween } from './days.ts';

test('days begin and end at midnight of the time zone, also where the clock changes', () => {
  const days = daysBetween('2026-10-24', '2026-10-26', 'Europe/Berlin');
  assert.deepEqual(
    days.map(({ day, from }) => [day, from.toISOString()]),
    [
      ['2026-10-24', '2026-10-23T22:00:00.000Z'],
      ['2026-10-25', '2026-10-24T22:00:00.000Z'],
      ['2026-10-26', '2026-10-25T23:00:00.000Z'],
    ],
  );
  assert.equal(
    days[1]?.to.toISOString(),
    days[2]?.from.toISOString(),
    'no moment is in two days, or in none',
  );
});

test('a span of one day is that day', () => {
  assert.equal(daysBetween('2026-02-28', '2026-02-28', 'Pacific/Kiritimati').length, 1);
});
