import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthlyRevenue, movementOf } from './monthly-revenue.ts';

type Facts = Parameters<typeof monthlyRevenue>[0];

const monthly: Facts = {
  status: 'Active',
  cycleLength: 'Monthly',
  freeDays: null,
  renewedAt: null,
  total: { subtotalMinor: 1_190, netMinor: 1_000 },
};

test('a subscription brings its net price times the cycles of a year, divided by 12', () => {
  const expected = { Daily: 30_417, Weekly: 4_333, Monthly: 1_000, Quarterly: 333, Yearly: 83 } as const;
  for (const cycleLength of ['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'] as const)
    assert.equal(monthlyRevenue({ ...monthly, cycleLength }), expected[cycleLength], cycleLength);
  assert.equal(monthlyRevenue({ ...monthly, total: { subtotalMinor: 1_190 } }), 1_190, 'an older row');
});

test('it counts until it ends, and not while its days are free', () => {
  const statuses = ['Active', 'Cancelled', 'Expired', 'Completed'] as const;
  assert.deepEqual(
    statuses.map((status) => monthlyRevenue({ ...monthly, status })),
    [1_000, 1_000, 0, 0],
  );
  const free = { ...monthly, freeDays: 14 };
  assert.equal(monthlyRevenue(free), 0);
  assert.equal(monthlyRevenue({ ...free, renewedAt: new Date() }), 1_000);
});

test('what begins, grows, shrinks, ends and comes back has a name each', () => {
  const cases = [
    [0, 0, true, undefined],
    [0, 500, true, 'New'],
    [0, 500, false, 'Reactivation'],
    [500, 500, false, undefined],
    [500, 600, false, 'Expansion'],
    [500, 400, false, 'Contraction'],
    [500, 0, false, 'Churn'],
  ] as const;
  for (const [beforeMinor, afterMinor, isFirst, movement] of cases)
    assert.equal(movementOf({ beforeMinor, afterMinor, isFirst }), movement);
});
