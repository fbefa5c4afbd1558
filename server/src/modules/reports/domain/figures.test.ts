import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { figuresOf, mergeFigures, type Movement } from './figures.ts';

const german = { country: 'DE', region: null, basisPoints: 1_900, reason: 'Standard' };

const line = (itemId: string, grossMinor: number, taxMinor: number) => ({
  itemId,
  units: 1,
  grossMinor,
  taxMinor,
  tax: german,
});

test('orders and refunds are beside each other, by currency, item and rate, and test payments apart', () => {
  const figures = figuresOf([
    {
      kind: 'Order',
      mode: 'Live',
      currency: 'EUR',
      lines: [line('app', 1_190, 190), line('synth', 2_380, 380)],
    },
    { kind: 'Refund', mode: 'Live', currency: 'EUR', lines: [line('app', 119, 19)] },
    { kind: 'Order', mode: 'Test', currency: 'EUR', lines: [line('app', 99, 9)] },
    { kind: 'Order', mode: 'Live', currency: 'USD', lines: [{ ...line('app', 500, 0), tax: null }] },
  ]);
  const [euro, dollar] = figures.Live;
  assert.deepEqual(
    [
      euro?.orders,
      euro?.refunds,
      euro?.grossMinor,
      euro?.taxMinor,
      euro?.refundedMinor,
      euro?.refundedTaxMinor,
    ],
    [1, 1, 3_570, 570, 119, 19],
  );
  assert.deepEqual(
    euro?.items.map(({ itemId, units, grossMinor, refundedMinor }) => [
      itemId,
      units,
      grossMinor,
      refundedMinor,
    ]),
    [
      ['synth', 1, 2_380, 0],
      ['app', 1, 1_190, 119],
    ],
  );
  assert.deepEqual(
    euro?.taxes.map(({ country, taxMinor, refundedTaxMinor }) => [country, taxMinor, refundedTaxMinor]),
    [['DE', 570, 19]],
  );
  assert.equal(dollar?.taxes[0]?.reason, 'None');
  assert.equal(figures.Test[0]?.grossMinor, 99);
});

const movement: fc.Arbitrary<Movement> = fc.record({
  kind: fc.constantFrom('Order' as const, 'Refund' as const),
  mode: fc.constant('Live' as const),
  currency: fc.constantFrom('EUR', 'USD'),
  campaign: fc.constantFrom(undefined, { source: 'news', medium: 'mail', campaign: null }),
  coupons: fc.subarray([
    { couponId: 'one', name: 'One' },
    { couponId: 'two', name: 'Two' },
  ]),
  lines: fc.array(
    fc.record({
      itemId: fc.constantFrom('app', 'synth'),
      units: fc.nat(5),
      grossMinor: fc.nat(100_000),
      taxMinor: fc.nat(1_000),
      tax: fc.constantFrom(german, { ...german, country: 'AT', basisPoints: 2_000 }, null),
    }),
    { maxLength: 3 },
  ),
});

test('a month is the sum of its days, however they are cut, and its items and rates add up to it', () => {
  fc.assert(
    fc.property(fc.array(movement, { maxLength: 20 }), fc.nat(20), (movements, cut) => {
      const parts = [movements.slice(0, cut), movements.slice(cut)].map((part) => figuresOf(part).Live);
      const sorted = (text: unknown) => JSON.stringify(text).split('').toSorted().join('');
      assert.equal(sorted(mergeFigures(parts)), sorted(figuresOf(movements).Live));
      for (const { grossMinor, orders, refundedTaxMinor, items, taxes, campaigns = [] } of mergeFigures(
        parts,
      )) {
        assert.deepEqual(
          campaigns.reduce(
            (sum, each) => [(sum[0] ?? 0) + each.orders, (sum[1] ?? 0) + each.grossMinor],
            [0, 0],
          ),
          [orders, grossMinor],
        );
        assert.equal(
          items.reduce((sum, item) => sum + item.grossMinor, 0),
          grossMinor,
        );
        assert.equal(
          taxes.reduce((sum, tax) => sum + tax.refundedTaxMinor, 0),
          refundedTaxMinor,
        );
      }
    }),
  );
});

test('an order counts for its campaign and for each of its coupons, and so does its refund', () => {
  const single = { itemId: 'app', units: 1, grossMinor: 1_000, taxMinor: 0, tax: null };
  const campaign = { source: 'news', medium: 'mail', campaign: 'spring' };
  const coupons = ['a', 'b'].map((couponId) => ({ couponId, name: couponId.toUpperCase() }));
  const sale = { mode: 'Live', currency: 'EUR', lines: [single] } as const;
  const [euro] = figuresOf([
    { ...sale, kind: 'Order', campaign, coupons },
    { ...sale, kind: 'Order', campaign },
    { ...sale, kind: 'Order' },
    { ...sale, kind: 'Refund', campaign, coupons: coupons.slice(0, 1) },
  ]).Live;
  assert.deepEqual(
    euro?.campaigns?.map(({ campaign: name, orders, grossMinor, refundedMinor }) => [
      name,
      orders,
      grossMinor,
      refundedMinor,
    ]),
    [
      ['spring', 2, 2_000, 1_000],
      [null, 1, 1_000, 0],
    ],
  );
  assert.deepEqual(
    euro?.coupons?.map(({ name, orders, grossMinor, refundedMinor }) => [
      name,
      orders,
      grossMinor,
      refundedMinor,
    ]),
    [
      ['A', 1, 1_000, 1_000],
      ['B', 1, 1_000, 0],
    ],
  );
});
