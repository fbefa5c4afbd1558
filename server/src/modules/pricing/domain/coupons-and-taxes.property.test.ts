import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  aCatalog,
  anyCoupon,
  anyScene,
  anyTaxes,
  aProduct,
  CURRENCIES,
  NOON,
  type Scene,
} from '../../../../test/pricing.ts';
import type { Coupon } from './coupons.ts';
import { type OrderQuote, quoteOrder } from './quote-order.ts';
import type { TaxRules } from './taxes.ts';
import { examples } from '../../../../test/length.ts';

interface Extras {
  readonly coupons?: readonly Coupon[];
  readonly taxes?: TaxRules;
}

function quote({ catalog, context, lines, currency }: Scene, extras: Extras = {}): OrderQuote {
  return quoteOrder({ ...context, ...extras, catalog, lines, currency, enabledCurrencies: CURRENCIES });
}

const anyExtras = fc.record({
  coupons: fc.uniqueArray(anyCoupon, { selector: ({ id }) => id, maxLength: 3 }),
  taxes: anyTaxes,
});

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
const RUNS = examples(600);

test('lines add up to totals, and shares to what each coupon and rate took or added, in currencies of 0, 2, and 3 digits', () => {
  const counts = { coupons: 0, exclusive: 0, inclusive: 0, currencies: new Set<string>() };
  fc.assert(
    fc.property(anyScene, anyExtras, (scene, extras) => {
      const { lines, total, coupons = [], taxes = [], currency } = quote(scene, extras);
      for (const line of lines) {
        assert.ok(line.subtotalMinor >= 0);
        assert.equal(line.originalMinor - line.discountMinor, line.subtotalMinor);
        const off = sumOf((line.coupons ?? []).map(({ amountMinor }) => amountMinor));
        assert.equal(line.unitPriceMinor * line.quantity - off, line.subtotalMinor);
        const added = line.tax?.mode === 'Exclusive' ? line.tax.amountMinor : 0;
        assert.equal(line.subtotalMinor + added, line.dueMinor);
        assert.ok((line.coupons ?? []).every(({ amountMinor }) => amountMinor > 0));
        if (line.adjustments.some(({ isExclusive }) => isExclusive)) assert.equal(line.coupons, undefined);
      }
      for (const amount of ['originalMinor', 'discountMinor', 'subtotalMinor', 'dueMinor'] as const)
        assert.equal(total[amount], sumOf(lines.map((line) => line[amount])), amount);
      assert.equal(total.subtotalMinor + total.taxesMinor, total.dueMinor);
      for (const { couponId, amountMinor, reason } of coupons) {
        const shares = lines
          .flatMap((line) => line.coupons ?? [])
          .filter((share) => share.couponId === couponId);
        assert.equal(sumOf(shares.map((share) => share.amountMinor)), amountMinor);
        assert.equal(reason === undefined, amountMinor > 0);
        counts.coupons += Number(amountMinor > 0 && shares.length > 1);
      }
      for (const rate of taxes) {
        const shares = lines.flatMap(({ tax }) => (tax?.rateId === rate.rateId ? [tax] : []));
        assert.equal(sumOf(shares.map(({ amountMinor }) => amountMinor)), rate.amountMinor);
        assert.equal(sumOf(shares.map(({ baseMinor }) => baseMinor)), rate.baseMinor);
        counts[rate.mode === 'Exclusive' ? 'exclusive' : 'inclusive'] += Number(rate.amountMinor > 0);
      }
      if (total.dueMinor > 0) counts.currencies.add(currency);
    }),
    RUNS,
  );
  assert.ok(counts.coupons > 10 && counts.exclusive > 10 && counts.inclusive > 10, JSON.stringify(counts));
  assert.deepEqual([...counts.currencies].toSorted(), CURRENCIES.toSorted());
});

test('the order of lines, coupons, and rates changes nothing', () => {
  fc.assert(
    fc.property(anyScene, anyExtras, (anyOf, extras) => {
      // An offer only applies to the first of its lines.
      const lines = anyOf.lines.map((line) => ({ ...line, offerId: undefined }));
      const scene = { ...anyOf, lines };
      const forward = quote(scene, extras);
      const { coupons, taxes } = extras;
      const backward = quote(
        { ...scene, lines: lines.toReversed() },
        { coupons: coupons.toReversed(), taxes: { ...taxes, rates: taxes.rates.toReversed() } },
      );
      assert.deepEqual(
        { ...backward, lines: backward.lines.toReversed(), refusals: [] },
        { ...forward, refusals: [] },
      );
    }),
    RUNS,
  );
});

test('without coupons and rates a quote is the same to the last byte', () => {
  fc.assert(
    fc.property(anyScene, fc.constantFrom('Exclusive' as const, 'Inclusive' as const), (scene, mode) => {
      const before = JSON.stringify(quote(scene));
      assert.equal(JSON.stringify(quote(scene, { coupons: [], taxes: { mode, rates: [] } })), before);
      assert.doesNotMatch(before, /coupon|"tax"|"taxes"/);
    }),
    examples(300),
  );
});

/** Three things at 1.00, 1.00, and 2.00. */
const THREE: Scene = {
  catalog: aCatalog({
    products: [aProduct('a', { EUR: 100 }), aProduct('b', { EUR: 100 }), aProduct('c', { EUR: 200 })],
  }),
  context: { now: NOON, utm: {}, allowsPartialBundles: false },
  lines: ['a', 'b', 'c'].map((id) => ({
    id: `line-${id}`,
    item: { type: 'Product', id },
    variationId: `${id}-once`,
    quantity: 1,
  })),
  currency: 'EUR',
};

const A_COUPON: Coupon = {
  id: 'coupon',
  code: 'SPRING',
  name: 'Spring',
  description: null,
  benefit: { type: 'FlatAmountOff', amounts: { EUR: 99 } },
  targets: [],
  minimumTotal: {},
  startsAt: null,
  endsAt: null,
};

test('a coupon comes off before the tax, by the largest remainder, and says why it took nothing', () => {
  const taxes: TaxRules = {
    mode: 'Exclusive',
    rates: [
      { id: 'vat', basisPoints: 1_900, country: 'DE', region: null, reason: 'Standard', targets: [] },
      {
        id: 'books',
        basisPoints: 700,
        country: 'DE',
        region: null,
        reason: 'Standard',
        targets: [{ type: 'Product', id: 'c', variationIds: [] }],
      },
    ],
  };
  const { lines, total, taxes: taxLines } = quote(THREE, { coupons: [A_COUPON], taxes });
  assert.deepEqual(
    lines.map(({ subtotalMinor, dueMinor, tax }) => [subtotalMinor, tax?.rateId, dueMinor]),
    [
      [75, 'vat', 90],
      [75, 'vat', 89],
      [151, 'books', 162],
    ],
  );
  assert.deepEqual(total, {
    originalMinor: 400,
    discountMinor: 99,
    subtotalMinor: 301,
    taxesMinor: 40,
    dueMinor: 341,
  });
  assert.deepEqual(
    taxLines?.map(({ rateId, baseMinor, amountMinor }) => [rateId, baseMinor, amountMinor]),
    [
      ['books', 151, 11],
      ['vat', 150, 29],
    ],
  );
  const reasonOf = (fields: Partial<Coupon>) =>
    quote(THREE, { coupons: [{ ...A_COUPON, ...fields }] }).coupons?.[0]?.reason;
  assert.equal(reasonOf({ minimumTotal: { EUR: 401 } }), 'TotalTooLow');
  assert.equal(reasonOf({ minimumTotal: { EUR: 400, USD: 999 } }), undefined);
  assert.equal(reasonOf({ endsAt: NOON }), 'Ended');
  assert.equal(reasonOf({ targets: [{ type: 'Bundle', id: 'a', variationIds: [] }] }), 'NoLineFits');
  assert.equal(reasonOf({ benefit: { type: 'FlatAmountOff', amounts: { USD: 5 } } }), 'NothingToTakeOff');
});

test('a tax that is in the prices is shown and changes nothing that is due', () => {
  const rate = { id: 'vat', basisPoints: 1_900, country: 'DE', region: null, reason: 'Standard' } as const;
  const { total, taxes } = quote(THREE, { taxes: { mode: 'Inclusive', rates: [{ ...rate, targets: [] }] } });
  assert.deepEqual([total.subtotalMinor, total.taxesMinor, total.dueMinor], [400, 0, 400]);
  assert.deepEqual(
    taxes?.map(({ amountMinor }) => amountMinor),
    [64],
  );
});
