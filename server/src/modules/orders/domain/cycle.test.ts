import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cycleEnd } from './cycle.ts';

const cases: [string, string, string | undefined][] = [
  ['2026-03-01T12:00:00.000Z', 'OneOff', undefined],
  ['2026-03-01T12:00:00.000Z', 'Daily', '2026-03-02T12:00:00.000Z'],
  ['2026-02-25T12:00:00.000Z', 'Weekly', '2026-03-04T12:00:00.000Z'],
  ['2026-03-01T12:00:00.000Z', 'Monthly', '2026-04-01T12:00:00.000Z'],
  ['2026-01-31T23:59:59.999Z', 'Monthly', '2026-02-28T23:59:59.999Z'],
  ['2028-01-31T00:00:00.000Z', 'Monthly', '2028-02-29T00:00:00.000Z'],
  ['2026-12-31T00:00:00.000Z', 'Monthly', '2027-01-31T00:00:00.000Z'],
  ['2026-11-30T00:00:00.000Z', 'Quarterly', '2027-02-28T00:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 'Yearly', '2029-02-28T00:00:00.000Z'],
];

for (const [start, recurrence, end] of cases) {
  test(`a ${recurrence} cycle from ${start} ends ${end ?? 'never'}`, () => {
    assert.equal(cycleEnd(new Date(start), recurrence)?.toISOString(), end);
  });
}

test('leaves the start as it was', () => {
  const start = new Date('2026-01-31T00:00:00.000Z');
  cycleEnd(start, 'Monthly');
  assert.equal(start.toISOString(), '2026-01-31T00:00:00.000Z');
});
