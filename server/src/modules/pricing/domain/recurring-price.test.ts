import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Adjustment } from './price-variation.ts';
import type { AgreedPrice } from './quote.ts';
import {
  agreedSubtotal,
  dividedPrice,
  priceOfNewUnit,
  priceOfPayment,
  priceOfUnits,
  recurringPrice,
  type RecurringPrice,
} from './recurring-price.ts';

const discount: Adjustment = {
  kind: 'Discount',
  id: 'd',
  name: 'A tenth',
  description: null,
  isExclusive: false,
  benefit: { type: 'PercentageOff', basisPoints: 1_000 },
  recurringPaymentUseCount: 2,
  amountMinor: 100,
};
const EUR = { quantity: 2, currency: 'EUR', payments: 0 };

test('what a coupon takes off stays with the subscription as a share, for as many payments', () => {
  const line = {
    unitOriginalMinor: 1_000,
    quantity: 1,
    adjustments: [],
    coupons: [{ couponId: 'c', amountMinor: 500 }],
  };
  const verdict = {
    couponId: 'c',
    code: 'HALF',
    codeId: 'h',
    name: 'Half',
    description: null,
    recurringPaymentUseCount: 12,
    amountMinor: 500,
    basisPoints: 5_000,
  };
  const { reductions } = recurringPrice(line, { coupons: [verdict] });
  const of = { units: 1, amountMinor: 500 };
  assert.deepEqual(reductions, [{ name: 'Half', amountMinor: 500, of, payments: 12, basisPoints: 5_000 }]);
});

test('a new price of a unit keeps deductions: shares of it, and amounts as they were', () => {
  const price = {
    unitOriginalMinor: 1_000,
    adjustments: [discount],
    reductions: [
      { name: 'Half', amountMinor: 900, payments: 3, basisPoints: 5_000 },
      { name: 'One off', amountMinor: 100, payments: null },
    ],
  };
  const after = priceOfNewUnit(price, 2_000, EUR);
  const paid = (count: number) => agreedSubtotal(priceOfPayment(after, count), 2);
  // 2 × 1,800, half of that, and 1.00 less.
  assert.deepEqual([paid(0), paid(2), paid(3)], [1_700, 2_100, 3_900]);
  assert.equal(after.adjustments[0]?.amountMinor, 200);
});

test('a coupon reduces the units that it was agreed for, and no others', () => {
  const of = { units: 1, amountMinor: 500 };
  const half = { name: 'Half', amountMinor: 500, payments: null, basisPoints: 5_000, of };
  const price = { unitOriginalMinor: 1_000, adjustments: [], reductions: [half] };
  const costs = (one: RecurringPrice, quantity: number) => agreedSubtotal(priceOfPayment(one, 0), quantity);
  const ofTen = priceOfUnits(price, { before: 1, after: 10, currency: 'EUR' });
  assert.equal(costs(ofTen, 10), 9_500);
  assert.equal(costs(priceOfUnits(ofTen, { before: 10, after: 1, currency: 'EUR' }), 1), 500, 'as before');
  const dearer = priceOfNewUnit(ofTen, 1_100, { ...EUR, quantity: 10 });
  assert.equal(costs(dearer, 10), 10_450, 'a rise lowers no bill');
});

test('fewer units have their share of a coupon, and all of it again when they are back', () => {
  const price = {
    unitOriginalMinor: 1_000,
    adjustments: [],
    reductions: [{ name: 'Half', amountMinor: 1_500, payments: null, basisPoints: 5_000 }],
  };
  const ofOne = priceOfUnits(price, { before: 3, after: 1, currency: 'EUR' });
  assert.equal(ofOne.reductions[0]?.amountMinor, 500);
  const back = priceOfUnits(ofOne, { before: 1, after: 3, currency: 'EUR' });
  assert.equal(back.reductions[0]?.amountMinor, 1_500);
});

test('units on several lines cost what they cost on one', () => {
  const reductions = [
    { name: 'Half', amountMinor: 1_500 },
    { name: 'One off', amountMinor: 400 },
  ];
  const later = {
    unitOriginalMinor: 1_000,
    adjustments: [],
    reductions: [{ name: 'Half', amountMinor: 1_200 }],
  };
  const agreed = {
    unitOriginalMinor: 1_000,
    adjustments: [discount],
    reductions,
    comesAgain: { cycle: 'Monthly', prices: [{ payment: 2, price: later }] },
  };
  const [first = agreed, second = agreed] = dividedPrice(agreed, [1, 2]);
  assert.deepEqual([agreedSubtotal(first, 1), agreedSubtotal(second, 2)], [0, 800]);
  assert.equal(agreedSubtotal(agreed, 3), 800);
  const laterOf = ({ comesAgain }: AgreedPrice) => comesAgain?.prices[0]?.price ?? later;
  assert.deepEqual([agreedSubtotal(laterOf(first), 1), agreedSubtotal(laterOf(second), 2)], [0, 1_800]);
});

test('no price is reduced below nothing', () => {
  const flat = {
    ...discount,
    benefit: { type: 'FlatAmountOff', amounts: { EUR: 800 } },
    amountMinor: 800,
  } as const;
  const price = {
    unitOriginalMinor: 1_000,
    adjustments: [flat],
    reductions: [{ name: 'One off', amountMinor: 300, payments: null }],
  };
  const after = priceOfNewUnit(price, 500, EUR);
  assert.equal(agreedSubtotal(priceOfPayment(after, 0), 2), 0);
  const dearer = priceOfNewUnit(after, 1_000, EUR);
  assert.equal(agreedSubtotal(priceOfPayment(dearer, 0), 2), 100, 'what was agreed is taken off again');
  const free = priceOfNewUnit(priceOfNewUnit(price, 0, EUR), 1_000, EUR);
  assert.equal(agreedSubtotal(priceOfPayment(free, 0), 2), 100, 'also after it cost nothing');
});

test('deductions that are more than a new price together make it nothing, and never more', () => {
  const flat = { ...discount, benefit: { type: 'FlatAmountOff', amounts: { EUR: 800 } } } as const;
  const whole = { name: 'Whole', amountMinor: 1_500, payments: null };
  const half = { name: 'Half', amountMinor: 250, payments: null, basisPoints: 5_000 };
  const subtotalOf = (parts: Pick<Parameters<typeof priceOfNewUnit>[0], 'adjustments' | 'reductions'>) =>
    agreedSubtotal(priceOfPayment(priceOfNewUnit({ unitOriginalMinor: 2_000, ...parts }, 1_000, EUR), 0), 2);
  assert.equal(subtotalOf({ adjustments: [flat], reductions: [] }), 400);
  assert.equal(subtotalOf({ adjustments: [flat, flat], reductions: [] }), 0, 'of one unit');
  assert.equal(
    subtotalOf({ adjustments: [], reductions: [whole, half] }),
    250,
    '2,000 − 1,500, and half of it',
  );
  assert.equal(subtotalOf({ adjustments: [], reductions: [whole, whole, half] }), 0, 'of all units');
});

test('a discount that no payment uses any more lowers no share of a coupon', () => {
  const half = { name: 'Half', amountMinor: 900, payments: null, basisPoints: 5_000 };
  const price = { unitOriginalMinor: 1_000, adjustments: [discount], reductions: [half] };
  const after = (payments: number) =>
    agreedSubtotal(priceOfPayment(priceOfNewUnit(price, 2_000, { ...EUR, payments }), payments), 2);
  assert.deepEqual([after(0), after(2)], [1_800, 2_000]);
});
