import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as money from '../../../../kernel/money.ts';
import { fromProvider, isCharged, maximumMinor, minimumMinor, stepMinor, toProvider } from './amounts.ts';

test('amounts are counted as Stripe counts them: without fraction, in hundredths and in thousandths', () => {
  for (const [currency, amountMinor, amount] of [
    ['EUR', 4_900, 4_900],
    ['JPY', 500, 500],
    ['KRW', 1, 1],
    // Whole amounts in hundredths, although ISO 4217 has no fraction.
    ['ISK', 5, 500],
    ['UGX', 5, 500],
    // No fraction, although ISO 4217 has one.
    ['MGA', 500, 5],
    ['KWD', 1_230, 1_230],
  ] as const) {
    assert.equal(toProvider(amountMinor, currency), amount, currency);
    assert.deepEqual(fromProvider(amount, currency.toLowerCase()), { amountMinor, currency });
  }
});

test('an amount that cannot be charged exactly is none', () => {
  for (const [currency, amountMinor] of [
    ['KWD', 1_231],
    ['MGA', 501],
    ['CLF', 10_000],
    ['XXX', 1],
    ['EUR', 100_000_000],
    ['EUR', -1],
    ['EUR', 1.5],
  ] as const)
    assert.equal(toProvider(amountMinor, currency), undefined, `${amountMinor} ${currency}`);
  assert.throws(() => fromProvider(1, 'xxx'), RangeError);
});

test('the least amount is in the minor units of the currency, and unknown for one that is not taken', () => {
  assert.deepEqual(['EUR', 'JPY', 'GBP', 'KWD', 'RSD', 'CLF', 'XXX'].map(minimumMinor), [
    50,
    50,
    30,
    1,
    1,
    undefined,
    undefined,
  ]);
  assert.ok(isCharged('EUR') && !isCharged('IQD'));
});

test('amounts are charged in steps of 10 or 100 minor units where the last digits are 0 at Stripe', () => {
  assert.deepEqual(['EUR', 'JPY', 'ISK', 'KWD', 'MGA', 'CLF'].map(stepMinor), [1, 1, 1, 10, 100, 1]);
});

test('every amount that prices are rounded to can be charged, up to eight digits', () => {
  const currencies = Intl.supportedValuesOf('currency').filter(isCharged);
  assert.ok(currencies.length > 130);
  for (const currency of currencies) {
    assert.equal(money.stepMinor(currency) % stepMinor(currency), 0, currency);
    const most = maximumMinor(currency) ?? assert.fail(currency);
    assert.notEqual(toProvider(most, currency), undefined, currency);
    assert.equal(toProvider(most + stepMinor(currency), currency), undefined, currency);
  }
  assert.deepEqual(['EUR', 'IDR', 'JPY', 'KWD', 'ISK', 'CLF'].map(maximumMinor), [
    99_999_999,
    99_999_999,
    99_999_999,
    99_999_990,
    999_999,
    undefined,
  ]);
});

test('what is charged is counted back exactly', () => {
  const currencies = fc.constantFrom('EUR', 'JPY', 'ISK', 'UGX', 'MGA', 'KWD', 'BHD', 'HUF', 'TWD');
  fc.assert(
    fc.property(currencies, fc.integer({ min: 0, max: 99_999_999 }), (currency, amountMinor) => {
      const amount = toProvider(amountMinor, currency);
      if (amount !== undefined) assert.deepEqual(fromProvider(amount, currency), { amountMinor, currency });
    }),
  );
});
