import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createdOn, momentsOf } from './day-filter.ts';

const startOf = (from: string, timeZone: string) => momentsOf({ from }, timeZone).start;

test('a day begins at midnight of its time zone, also where clocks change on it', () => {
  assert.equal(startOf('2026-11-26', 'UTC'), '2026-11-26T00:00:00.000Z');
  assert.equal(startOf('2026-11-26', 'Europe/Berlin'), '2026-11-25T23:00:00.000Z');
  assert.equal(startOf('2026-07-01', 'Europe/Berlin'), '2026-06-30T22:00:00.000Z');
  assert.equal(startOf('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z');
  assert.equal(startOf('2026-03-30', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z');
  assert.equal(startOf('2026-10-26', 'Europe/Berlin'), '2026-10-25T23:00:00.000Z');
  assert.equal(startOf('2026-11-01', 'America/New_York'), '2026-11-01T04:00:00.000Z');
  assert.equal(startOf('2026-04-05', 'Pacific/Auckland'), '2026-04-04T11:00:00.000Z');
});

test('what was created on some days came from their first moment on, and before the moment after them', () => {
  assert.deepEqual(createdOn({ from: '2026-11-25', to: '2026-11-26' }, 'Europe/Berlin'), {
    after: '2026-11-24T22:59:59.999Z',
    before: '2026-11-26T23:00:00.000Z',
  });
  assert.deepEqual(createdOn({ to: '2026-11-26' }, 'UTC'), { before: '2026-11-27T00:00:00.000Z' });
  assert.deepEqual(createdOn({ from: '2026-13-45', to: 'yesterday' }, 'UTC'), {}, 'days that do not exist');
});
