import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LineInput } from '../api/cart.ts';
import { cartRows, reductionOfLines } from './cart-rows.ts';

const lineOf = (id: string): LineInput => ({
  id,
  type: 'Product',
  productId: id,
  variationId: id,
  quantity: 1,
});

test('withdrawn lines are rows in the places that they had', () => {
  const withdrawnLines = [4, 0, 2].map((position) => ({ id: `${position}`, name: 'Gone', position }));
  const rows = cartRows([lineOf('1'), lineOf('3')], { withdrawnLines });
  assert.deepEqual(
    rows.map(({ kind, line }) => `${kind} ${line.id}`),
    ['Withdrawn 0', 'Line 1', 'Withdrawn 2', 'Line 3', 'Withdrawn 4'],
  );
  assert.deepEqual(
    cartRows([lineOf('1')], {}).map(({ line }) => line.id),
    ['1'],
  );
});

test('the reductions of the lines are those of their currency, of each unit', () => {
  const lines = [
    { quantity: 2, price: { EUR: 7.5, USD: 9 }, originalPrice: { EUR: 10, USD: 9 } },
    { quantity: 1, price: { EUR: 5 }, originalPrice: { EUR: 5 } },
  ];
  assert.deepEqual([reductionOfLines(lines, 'EUR'), reductionOfLines(lines, 'USD')], [5, 0]);
});
