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
import { stepMinor } from '../../../kernel/money.ts';
import { appliedCoupons, type Coupon } from './coupons.ts';
import { quoteOrder } from './quote-order.ts';
import type { OrderQuote } from './quote.ts';
import type { TaxRules } from './taxes.ts';
import { examples } from '../../../../test/length.ts';

interface Extras {
  readonly coupons?: readonly Coupon[];
  readonly taxes?: TaxRules;
}

function quote({ context, ...scene }: Scene, extras: Extras = {}): OrderQuote {
  return quoteOrder({ ...context, ...scene, ...extras, enabledCurrencies: CURRENCIES });
}

const anyExtras = fc.record({
  coupons: fc.uniqueArray(anyCoupon, { selector: ({ id }) => id, maxLength: 3 }),
  taxes: anyTaxes,
});

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
/** Enough runs to include each of the rarer cases. */
const RUNS = examples(1_200);

test('lines add up to totals, and shares to what each coupon and rate took or added, in currencies of 0, 2, and 3 digits', () => {
  const counts = {
    tiers: 0,
    cartOffers: 0,
    coupons: 0,
    exclusive: 0,
    inclusive: 0,
    relief: 0,
    currencies: new Set<string>(),
  };
  fc.assert(
    fc.property(anyScene, anyExtras, (scene, extras) => {
      const { lines, total, cartOffer, coupons = [], taxes = [], currency } = quote(scene, extras);
      for (const line of lines) {
        assert.ok(line.subtotalMinor >= 0);
        assert.equal(line.dueMinor % stepMinor(currency), 0, 'it can be charged');
        assert.equal(line.originalMinor - line.discountMinor, line.subtotalMinor);
        const off = sumOf((line.coupons ?? []).map(({ amountMinor }) => amountMinor));
        const cartOff = line.cartOffer?.amountMinor ?? 0;
        assert.equal(line.unitPriceMinor * line.quantity - cartOff - off, line.subtotalMinor);
        const added = line.tax?.mode === 'Exclusive' ? line.tax.amountMinor : -(line.tax?.reliefMinor ?? 0);
        assert.equal(line.subtotalMinor + added, line.dueMinor);
        const { amountMinor: taxMinor = 0, netMinor = line.dueMinor } = line.tax ?? {};
        assert.equal(line.dueMinor - taxMinor, netMinor, 'gross − tax = net');
        assert.ok(netMinor >= 0 && taxMinor >= 0);
        assert.ok((line.coupons ?? []).every(({ amountMinor }) => amountMinor > 0));
        const parts = [...line.adjustments, ...(line.cartOffer === undefined ? [] : [line.cartOffer])];
        if (parts.some(({ isExclusive }) => isExclusive)) assert.equal(line.coupons, undefined);
        counts.cartOffers += Number(cartOff > 0 && off > 0);
        counts.tiers += Number(line.tier !== undefined && line.subtotalMinor > 0);
      }
      const cartOffs = lines.map((line) => line.cartOffer?.amountMinor ?? 0);
      assert.equal(sumOf(cartOffs), cartOffer?.amountMinor ?? 0);
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
        assert.equal(sumOf(shares.map(({ netMinor = 0 }) => netMinor)), rate.netMinor);
        assert.equal(sumOf(shares.map(({ reliefMinor = 0 }) => reliefMinor)), rate.reliefMinor ?? 0);
        const exact = ((rate.netMinor ?? 0) * rate.basisPoints) / 10_000;
        const slack = stepMinor(currency) * (1 + (rate.mode === 'Inclusive' ? rate.basisPoints / 10_000 : 0));
        assert.ok(Math.abs(rate.amountMinor - exact) <= slack, 'the tax is the rate of the net amount');
        counts.relief += Number((rate.reliefMinor ?? 0) > 0);
        counts[rate.mode === 'Exclusive' ? 'exclusive' : 'inclusive'] += Number(rate.amountMinor > 0);
      }
      if (total.dueMinor > 0) counts.currencies.add(currency);
    }),
    RUNS,
  );
  const { currencies, ...exercised } = counts;
  assert.ok(
    Object.values(exercised).every((count) => count > 0),
    JSON.stringify(exercised),
  );
  assert.deepEqual([...currencies].toSorted(), CURRENCIES.toSorted());
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

test('coupons that fit split exactly, in currencies of 0, 2 and 3 digits, take no more than the price, and exclude what they must', () => {
  const counts = { split: 0, free: 0, currencies: new Set<string>() };
  fc.assert(
    fc.property(
      anyScene,
      fc.uniqueArray(anyCoupon, { selector: ({ id }) => id, maxLength: 4 }),
      (scene, some) => {
        // Coupons that apply to everything at any time, so that most of them reduce something.
        const coupons = some.map((coupon) => ({
          ...coupon,
          startsAt: null,
          endsAt: null,
          minimumTotal: {},
          targets: [],
        }));
        const before = quote(scene);
        const after = quote(scene, { coupons });
        const off = sumOf(appliedCoupons(after).map(({ amountMinor }) => amountMinor));
        assert.equal(before.total.subtotalMinor - off, after.total.subtotalMinor);
        for (const { reason, amountMinor, couponId } of after.coupons ?? []) {
          const { obstacle } = coupons.find(({ id }) => id === couponId) ?? {};
          if (obstacle !== undefined) assert.deepEqual([reason, amountMinor], [obstacle, 0]);
        }
        for (const [index, line] of after.lines.entries()) {
          assert.ok(
            line.subtotalMinor >= 0 && line.subtotalMinor <= (before.lines[index]?.subtotalMinor ?? -1),
          );
          counts.split += Number((line.coupons ?? []).length > 1);
        }
        counts.free += Number(off > 0 && after.total.dueMinor === 0);
        if (off > 0) counts.currencies.add(scene.currency);
      },
    ),
    RUNS,
  );
  assert.ok(counts.split > 0 && counts.free > 0, JSON.stringify(counts));
  assert.deepEqual([...counts.currencies].toSorted(), CURRENCIES.toSorted());
});

/** Three items at 1.00, 1.00, and 2.00. */
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
  codeId: 'code',
  name: 'Spring',
  description: null,
  benefit: { type: 'FlatAmountOff', amounts: { EUR: 99 } },
  targets: [],
  minimumTotal: {},
  recurringPaymentUseCount: null,
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
  assert.equal(reasonOf({ benefit: { type: 'FlatAmountOff', amounts: { USD: 5 } } }), 'OtherCurrency');
  assert.equal(reasonOf({ benefit: { type: 'PercentageOff', basisPoints: 1 } }), 'NothingToTakeOff');
  assert.equal(reasonOf({ obstacle: 'UsedUp', minimumTotal: { EUR: 401 } }), 'UsedUp');
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

test('a business that owes the tax pays net prices, in lines that add up', () => {
  const vat = { id: 'vat', basisPoints: 0, country: 'FR', region: null, reason: 'ReverseCharge' } as const;
  const rates = [{ ...vat, reliefBasisPoints: 2_000, targets: [] }];
  const { lines, total, taxes } = quote(THREE, { taxes: { mode: 'Inclusive', rates } });
  assert.deepEqual([total.subtotalMinor, total.taxesMinor, total.dueMinor], [400, -67, 333]);
  assert.deepEqual(
    lines.map(({ dueMinor }) => dueMinor),
    [83, 83, 167],
  );
  assert.deepEqual(
    taxes?.map(({ amountMinor, netMinor, reliefMinor, reason }) => [
      amountMinor,
      netMinor,
      reliefMinor,
      reason,
    ]),
    [[0, 333, 67, 'ReverseCharge']],
  );
  const onTop = quote(THREE, { taxes: { mode: 'Exclusive', rates } });
  assert.deepEqual([onTop.total.taxesMinor, onTop.total.dueMinor], [0, 400]);
});

test('a rate with three decimals is exact', () => {
  const rate = { id: 'nyc', basisPoints: 887.5, country: 'US', region: 'NY', reason: 'Standard' } as const;
  const [line] = THREE.lines;
  const scene = {
    ...THREE,
    lines: [
      {
        ...line,
        id: 'many',
        item: { type: 'Product', id: 'a' } as const,
        variationId: 'a-once',
        quantity: 10_000,
      },
    ],
  };
  const { total } = quote(scene, { taxes: { mode: 'Exclusive', rates: [{ ...rate, targets: [] }] } });
  assert.equal(total.taxesMinor, 88_750);
});
