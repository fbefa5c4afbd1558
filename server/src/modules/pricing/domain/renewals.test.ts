import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCatalog, aDiscount, aProduct, NOON } from '../../../../test/pricing.ts';
import { quoteOrder } from './quote-order.ts';
import type { OrderQuoteInput, QuoteLine } from './quote.ts';

const variations = [
  { id: 'app-once', recurrence: 'OneOff', prices: { EUR: 4_900 } },
  { id: 'app-monthly', recurrence: 'Monthly', prices: { EUR: 1_000 } },
  { id: 'app-yearly', recurrence: 'Yearly', prices: { EUR: 9_000 } },
];
const app = { ...aProduct('app', { EUR: 4_900 }), variations };

function line(kind: 'once' | 'monthly' | 'yearly', fields: Partial<QuoteLine> = {}): QuoteLine {
  const item = { type: 'Product', id: 'app' } as const;
  return { id: `line-${kind}`, item, variationId: `app-${kind}`, quantity: 1, ...fields };
}

function quote(lines: readonly QuoteLine[], fields: Partial<OrderQuoteInput> = {}) {
  return quoteOrder({
    catalog: aCatalog({ products: [app] }),
    lines,
    currency: 'EUR',
    enabledCurrencies: ['EUR'],
    now: NOON,
    utm: {},
    allowsPartialBundles: true,
    sellsSubscriptions: true,
    ...fields,
  });
}

const VAT = {
  mode: 'Exclusive',
  rates: [{ id: 'vat', basisPoints: 1_900, country: 'DE', region: null, reason: 'Standard', targets: [] }],
} as const;

test('a line with a billing cycle says what its next payment costs, with the taxes of the buyer', () => {
  const { lines, total } = quote([line('monthly', { quantity: 3 }), line('once')], { taxes: VAT });
  assert.equal(total.dueMinor, Math.round((3_000 + 4_900) * 1.19));
  assert.deepEqual(
    lines.map(({ renewal }) => renewal),
    [
      {
        cycle: 'Monthly',
        prices: [{ payment: 2, subtotalMinor: 3_000, taxesMinor: 570, dueMinor: 3_570 }],
      },
      undefined,
    ],
  );
});

test('free days make the first payment due later, at the price that the line has now', () => {
  const { lines, total } = quote([line('monthly', { terms: { freeDays: 14 } }), line('once')], {
    taxes: VAT,
  });
  const [monthly] = lines;
  assert.equal(total.dueMinor, Math.round(4_900 * 1.19));
  assert.deepEqual(
    [monthly?.originalMinor, monthly?.discountMinor, monthly?.subtotalMinor, monthly?.dueMinor],
    [1_000, 1_000, 0, 0],
  );
  assert.deepEqual(monthly?.renewal, {
    cycle: 'Monthly',
    freeDays: 14,
    prices: [{ payment: 1, subtotalMinor: 1_000, taxesMinor: 190, dueMinor: 1_190 }],
  });
});

test('a discount for some payments is used up: each price that follows is named with its payment', () => {
  const half = { benefit: { type: 'PercentageOff', basisPoints: 5_000 } } as const;
  const pricesWith = (count: number, freeDays?: number) => {
    const discounts = [aDiscount({ ...half, recurringPaymentUseCount: count })];
    const catalog = aCatalog({ products: [app], discounts });
    const { lines } = quote([line('monthly', freeDays === undefined ? {} : { terms: { freeDays } })], {
      catalog,
    });
    return lines[0]?.renewal?.prices.map(({ payment, dueMinor }) => [payment, dueMinor]);
  };
  assert.deepEqual(pricesWith(1), [[2, 1_000]]);
  assert.deepEqual(pricesWith(3), [
    [2, 500],
    [4, 1_000],
  ]);
  assert.deepEqual(pricesWith(1, 7), [
    [1, 500],
    [2, 1_000],
  ]);
});

test('one cart has one billing cycle: that of its first line with one, and one-off lines go with it', () => {
  const { lines, refusals } = quote([line('once'), line('monthly'), line('yearly')]);
  assert.deepEqual(
    lines.map(({ id }) => id),
    ['line-once', 'line-monthly'],
  );
  assert.deepEqual(refusals, [
    {
      lineId: 'line-yearly',
      field: 'variationId',
      message:
        'One cart has one billing cycle: app-yearly is paid for every year, another item of this cart every month. Buy them one after the other',
    },
  ]);
  const missing = { ...line('monthly'), variationId: 'gone' };
  assert.equal(quote([missing, line('yearly')]).lines.length, 1, 'what cannot be sold decides nothing');
});
