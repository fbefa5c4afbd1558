import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountIn, moneyIn, pricesIn } from './amounts.ts';

test('an amount has a point or a comma, and nothing else', () => {
  assert.equal(amountIn(' 49,90 '), 49.9);
  assert.equal(amountIn('49.5'), 49.5);
  for (const text of ['', '49 €', '1.000,00', '1,000.00', '-1', '1e3', '.5'])
    assert.equal(amountIn(text), undefined, text);
});

test('a thousand with a separator never becomes one, in any currency without thousandths', () => {
  for (const text of ['1.000', '1,000', '12.500', '1,0000']) {
    for (const currency of ['EUR', 'USD', 'JPY']) assert.equal(moneyIn(text, currency), undefined, text);
    assert.equal(amountIn(text), undefined, text);
  }
  assert.equal(moneyIn('1.5', 'JPY'), undefined);
  assert.equal(moneyIn('1000', 'JPY'), 1000);
  assert.equal(moneyIn('1.250', 'KWD'), 1.25);
});

test('the amounts of a form leave out what is empty, and what is no amount is sent so that it is refused', () => {
  assert.equal(
    JSON.stringify(pricesIn(['EUR', 'USD', 'CHF'], { EUR: '5', USD: '1.000', CHF: ' ' })),
    '{"EUR":5,"USD":null}',
  );
});
