import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBetween, hoursOf } from './days.ts';

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

test('the hours of a day follow each other without a gap, also where the clock changes, and where it changes by half an hour', () => {
  const counts = [
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-11-28', 'Asia/Kolkata', 24],
    ['2026-04-05', 'Australia/Lord_Howe', 25],
  ] as const;
  for (const [date, timeZone, count] of counts) {
    const [day] = daysBetween(date, date, timeZone);
    if (day === undefined) throw new Error(date);
    const hours = hoursOf(day);
    assert.equal(hours.length, count, timeZone);
    assert.deepEqual([hours[0]?.from, hours.at(-1)?.to], [day.from, day.to]);
    for (const [index, { from }] of hours.entries())
      if (index > 0) assert.deepEqual(from, hours[index - 1]?.to);
  }
});
