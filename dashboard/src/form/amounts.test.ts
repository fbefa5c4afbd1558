import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountIn, pricesIn } from './amounts.ts';

test('an amount has a point or a comma, and nothing else', () => {
  assert.equal(amountIn(' 49,90 '), 49.9);
  assert.equal(amountIn('49.5'), 49.5);
  for (const text of ['', '49 €', '1.000,00', '-1', '1e3']) assert.equal(amountIn(text), undefined, text);
});

test('the amounts of a form have only those that are some', () => {
  assert.deepEqual(pricesIn(['EUR', 'USD', 'CHF'], { EUR: '5', USD: 'x', name: '7' }), { EUR: 5 });
});
