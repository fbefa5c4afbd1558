import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reductionOfLines } from './line-reductions.ts';

test('the reductions of the lines are those of their currency, of each unit', () => {
  const lines = [
    { quantity: 2, price: { EUR: 7.5, USD: 9 }, originalPrice: { EUR: 10, USD: 9 } },
    { quantity: 1, price: { EUR: 5 }, originalPrice: { EUR: 5 } },
  ];
  assert.deepEqual([reductionOfLines(lines, 'EUR'), reductionOfLines(lines, 'USD')], [5, 0]);
});
