import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cyclesForUnits, normalizedCycles, progressOf } from './milestones.ts';

test('the progress stops at the last cycle, and the first one is current before anything is paid', () => {
  const progress = (paidCycles: number) => {
    const at = progressOf({ paidCycles, toCycles: 12, cycle: 'Monthly' }, ['Monthly', 'Yearly']);
    return [at.currentCycleNumber, at.currentCycleIsCompleted, at.toCycleNumber];
  };
  assert.deepEqual([0, 1, 11, 12, 13].map(progress), [
    [1, false, 12],
    [1, true, 12],
    [11, true, 12],
    [12, true, 12],
    [12, true, 12],
  ]);
});

test('cycles are counted in the shortest plan of the item as well', () => {
  const yearly = progressOf({ paidCycles: 2, toCycles: 3, cycle: 'Yearly' }, [
    'Yearly',
    'Monthly',
    'Quarterly',
  ]);
  assert.deepEqual([yearly.currentNormalizedCycleNumber, yearly.toNormalizedCycleNumber], [24, 36]);
  assert.equal(normalizedCycles(3, 'Monthly', ['Yearly']), 3, 'its own, if that is the shortest');
});

test('cycles that were paid for fewer units count for as many as the money pays for', () => {
  assert.equal(cyclesForUnits([3, 3], 3), 2);
  assert.equal(cyclesForUnits([1, 1, 1], 3), 1);
  assert.equal(cyclesForUnits([1, 1], 3), 0);
  assert.equal(cyclesForUnits([9, 1], 3), 1, 'more units of one cycle do not count for another');
});
