import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditQueryOf } from './audit-queries.ts';

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
