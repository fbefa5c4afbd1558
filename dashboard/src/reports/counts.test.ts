import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activationBars, activationTotals, monthsBetween, trialTotals } from './counts.ts';

test('trials are those of the months of a span, of all products', () => {
  const month = (name: string, trials: number, sold: number, productId = 'app') => ({
    month: name,
    productId,
    trials,
    soldWithin30Days: sold - 1,
    sold,
  });
  const items = [month('2026-09', 9, 9), month('2026-10', 5, 3), month('2026-11', 4, 2, 'synth')];
  assert.deepEqual(trialTotals(items, { from: '2026-10-01', to: '2026-11-27' }), {
    trials: 9,
    soldWithin30Days: 3,
    sold: 5,
  });
});

test('months follow each other over the end of a year', () => {
  assert.deepEqual(monthsBetween('2026-11', '2027-02'), ['2026-11', '2026-12', '2027-01', '2027-02']);
});

test('activations are by product beside the period before, and by day, or by month in a long period', () => {
  const day = (name: string, activations: number, productId = 'app') => ({
    day: name,
    productId,
    activations,
  });
  const items = [day('2026-11-01', 2), day('2026-11-02', 1), day('2026-11-02', 7, 'synth')];
  assert.deepEqual(activationTotals(items, [day('2026-10-01', 4)]), [
    { productId: 'synth', activations: 7, before: 0 },
    { productId: 'app', activations: 3, before: 4 },
  ]);
  assert.deepEqual(activationBars(items, { from: '2026-11-01', to: '2026-11-03' }), [
    { key: '2026-11-01', activations: 2 },
    { key: '2026-11-02', activations: 8 },
    { key: '2026-11-03', activations: 0 },
  ]);
  const year = activationBars(items, { from: '2026-01-01', to: '2026-12-31' });
  assert.deepEqual([year.length, year.at(10)], [12, { key: '2026-11', activations: 10 }]);
});
