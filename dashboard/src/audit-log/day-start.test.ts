import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditQueryOf } from './audit-queries.ts';
import { dayStart } from './day-start.ts';

test('a day begins at midnight of its time zone, also where clocks change on it', () => {
  assert.equal(dayStart('2026-11-26', 'UTC'), '2026-11-26T00:00:00.000Z');
  assert.equal(dayStart('2026-11-26', 'Europe/Berlin'), '2026-11-25T23:00:00.000Z');
  assert.equal(dayStart('2026-07-01', 'Europe/Berlin'), '2026-06-30T22:00:00.000Z');
  assert.equal(dayStart('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z');
  assert.equal(dayStart('2026-03-30', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z');
  assert.equal(dayStart('2026-10-26', 'Europe/Berlin'), '2026-10-25T23:00:00.000Z');
  assert.equal(dayStart('2026-11-01', 'America/New_York'), '2026-11-01T04:00:00.000Z');
  assert.equal(dayStart('2026-04-05', 'Pacific/Auckland'), '2026-04-04T11:00:00.000Z');
});

test('the days of the filters are whole days of the account, and what the API would refuse filters nothing', () => {
  assert.deepEqual(auditQueryOf({ from: '2026-11-25', to: '2026-11-26' }, 'Europe/Berlin'), {
    from: '2026-11-24T23:00:00.000Z',
    to: '2026-11-26T23:00:00.000Z',
  });
  assert.deepEqual(
    auditQueryOf(
      { actorKind: 'Robot', subject: 'synth', from: 'yesterday', type: 'a.b', actorId: 'x' },
      'UTC',
    ),
    { type: 'a.b', actorId: 'x' },
  );
  assert.deepEqual(
    auditQueryOf({ from: '2026-13-45', to: '2026-00-01' }, 'UTC'),
    {},
    'days that do not exist',
  );
  assert.deepEqual(auditQueryOf({ actorKind: 'Job', subject: 'product/synth' }, 'UTC'), {
    actorKind: 'Job',
    subject: 'product/synth',
  });
});
