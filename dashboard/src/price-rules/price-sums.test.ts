import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountOffAll, priceBefore } from './price-sums.ts';

test('what a rule takes off is that of all units, and a cart offer has it as it is', () => {
  assert.equal(amountOffAll({ kind: 'Tier', amount: 0.1 }, 3), 0.3);
  assert.equal(amountOffAll({ kind: 'CartOffer', amount: 5 }, 3), 5);
  assert.equal(amountOffAll({ kind: 'Discount' }, 3), 0);
});

test('the price before has what volume prices and prices for owners took off, and nothing that did not apply', () => {
  const tier = { kind: 'Tier', id: '5', name: '5 or more', applied: true, amount: 0.5 } as const;
  const other = { ...tier, id: '9', applied: false, amount: 1 };
  const discount = { kind: 'Discount', id: 'd', name: 'D', applied: true, amount: 2 } as const;
  const total = { original: 22.5, discount: 10, subtotal: 12.5 };
  assert.equal(priceBefore({ total, quantity: 5, trace: [tier, other, discount] }), 25);
  assert.equal(priceBefore({ total, quantity: 5, trace: [discount] }), 22.5);
});
