import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  aCartOffer,
  aCatalog,
  aDiscount,
  anOffer,
  anyScene,
  aProduct,
  CURRENCIES,
  minutesFrom,
  NOON,
  type Scene,
} from '../../../../test/pricing.ts';
import { amountOff } from './benefit.ts';
import { targetReason } from './eligibility.ts';
import type { CartOffer } from './model.ts';
import { quoteOrder } from './quote-order.ts';
import type { OrderQuote } from './quote.ts';
import { priceStorefront } from './storefront.ts';

function quote({ context, ...scene }: Scene, isExplained = false): OrderQuote {
  return quoteOrder({ ...context, ...scene, isExplained, enabledCurrencies: CURRENCIES });
}

test('an order gives on the cart what a client works out from the storefront', () => {
  const counts = { reductions: 0, refusals: 0 };
  fc.assert(
    fc.property(anyScene, fc.integer({ min: 1, max: 3 }), (anyOf, quantity) => {
      const { catalog, context, currency } = anyOf;
      const page = priceStorefront({
        ...context,
        catalog,
        enabledCurrencies: CURRENCIES,
        shownCurrency: currency,
      });
      const sold = [
        ...page.products.map(({ product: { id }, variations }) => ({
          type: 'Product' as const,
          id,
          variations,
        })),
        ...page.bundles.map(({ bundle: { id }, variations }) => ({
          type: 'Bundle' as const,
          id,
          variations,
        })),
      ].flatMap(({ type, id, variations }) =>
        variations.flatMap((entry) => {
          const shelf = entry.tiers?.findLast(({ minQuantity }) => minQuantity <= quantity) ?? entry;
          const priceMinor = shelf.priceMinor[currency];
          const line = { item: { type, id }, variationId: entry.variation.id, quantity };
          return priceMinor === undefined
            ? []
            : [{ ...line, ...entry, subtotalMinor: priceMinor * quantity }];
        }),
      );
      const lines = sold.map((entry, index) => ({ ...entry, id: `${index}` }));
      const total = sold.reduce((sum, { subtotalMinor }) => sum + subtotalMinor, 0);
      for (const offer of catalog.cartOffers) {
        const entry = page.cartOffers.find(({ offer: { id } }) => id === offer.id);
        const isMet =
          total >= (offer.minimumTotal?.[currency] ?? 0) &&
          total <= (offer.maximumTotal?.[currency] ?? Number.MAX_SAFE_INTEGER);
        const base = sold
          .filter((line) => line.isOpenToOffers && targetReason(entry?.targets ?? [], line) === undefined)
          .reduce((sum, { subtotalMinor }) => sum + subtotalMinor, 0);
        const expected = entry !== undefined && isMet ? amountOff(offer.benefit, base, currency) : 0;
        const charged = quote({ ...anyOf, lines, offerId: offer.id });
        assert.equal(charged.cartOffer?.amountMinor ?? 0, expected);
        assert.equal(charged.total.dueMinor, total - expected);
        counts[expected > 0 ? 'reductions' : 'refusals'] += 1;
      }
    }),
    { numRuns: 400 },
  );
  assert.ok(counts.reductions > 50 && counts.refusals > 50, JSON.stringify(counts));
});

test('of several cart offers only the best applies, and never on a line with an exclusive price', () => {
  let contestCount = 0;
  fc.assert(
    fc.property(anyScene, (anyOf) => {
      const ids = ['k0', 'k1', 'k2'];
      const cartLines = anyOf.lines.map((line, index) => ({ ...line, offerId: ids[index % 3] }));
      const scene = { ...anyOf, lines: cartLines };
      const { lines, cartOffer, cartVerdicts = [] } = quote(scene, true);
      const amounts = cartVerdicts.flatMap(({ amountMinor }) => amountMinor ?? []);
      assert.equal(cartOffer?.amountMinor, amounts.length === 0 ? undefined : Math.max(...amounts));
      contestCount += Number(amounts.length > 1);
      for (const { cartOffer: share, adjustments, subtotalMinor } of lines) {
        if (share === undefined) continue;
        assert.equal(share.offerId, cartOffer?.id);
        assert.ok(share.amountMinor > 0 && subtotalMinor >= 0);
        assert.ok(adjustments.every(({ isExclusive }) => !isExclusive));
      }
      const { cartVerdicts: _, ...explained } = quote(scene, true);
      const withoutReasons = explained.lines.map((line) => ({ ...line, verdicts: [] }));
      assert.deepEqual({ ...explained, lines: withoutReasons }, quote(scene));
    }),
    { numRuns: 600 },
  );
  assert.ok(contestCount > 10, 'the property was not exercised');
});

test('without a cart offer a quote is the same to the last byte', () => {
  fc.assert(
    fc.property(anyScene, (anyOf) => {
      const lines = anyOf.lines.map((line) => ({ ...line, offerId: undefined }));
      const scene = { ...anyOf, lines, offerId: undefined };
      const none = { ...scene, catalog: aCatalog({ ...scene.catalog, cartOffers: [] }) };
      const before = JSON.stringify(quote(none));
      assert.equal(JSON.stringify(quote(scene)), before);
      assert.equal(JSON.stringify(quote({ ...none, offerId: 'k0' })), before);
      assert.doesNotMatch(before, /cartOffer/);
    }),
    { numRuns: 300 },
  );
});

/** Three items at 1.00, 1.00 and 2.00, the last under an offer of half its price, and 5 % off the cart. */
const SCENE: Scene = {
  catalog: aCatalog({
    products: [aProduct('a', { EUR: 100 }), aProduct('b', { EUR: 100 }), aProduct('c', { EUR: 200 })],
    offers: [anOffer({ type: 'Product', id: 'c', variationIds: [] })],
  }),
  context: { now: NOON, utm: {}, allowsPartialBundles: false },
  lines: ['a', 'b', 'c'].map((id) => ({
    id: `line-${id}`,
    item: { type: 'Product', id },
    variationId: `${id}-once`,
    quantity: 1,
    ...(id === 'c' && { offerId: 'offer' }),
  })),
  currency: 'EUR',
  offerId: 'cart-offer',
};

function underOffer(fields: Partial<CartOffer>, parts: Partial<Parameters<typeof aCatalog>[0]> = {}) {
  const offer = aCartOffer({ benefit: { type: 'PercentageOff', basisPoints: 500 }, ...fields });
  const catalog = aCatalog({ ...SCENE.catalog, ...parts, cartOffers: [offer] });
  const { lines, cartOffer, cartVerdicts } = quote({ ...SCENE, catalog }, true);
  const shares = lines.map((line) => line.cartOffer?.amountMinor ?? 0);
  return { shares, amountMinor: cartOffer?.amountMinor, reason: cartVerdicts?.[0]?.reason };
}

test('a cart offer comes off after the offer on the line, is rounded once, and is split by the largest remainder', () => {
  assert.deepEqual(underOffer({}), { shares: [5, 5, 5], amountMinor: 15, reason: undefined });
  const onTwo = underOffer({
    benefit: { type: 'PercentageOff', basisPoints: 250 },
    targets: ['a', 'c'].map((id) => ({ type: 'Product', id, variationIds: [] })),
  });
  assert.deepEqual(onTwo, { shares: [3, 0, 2], amountMinor: 5, reason: undefined });
});

test('the total of a cart offer is that before offers, both limits belong to it, and a currency without one has none', () => {
  const { reason: _, ...granted } = underOffer({ minimumTotal: { EUR: 400 }, maximumTotal: { EUR: 400 } });
  assert.equal(granted.amountMinor, 15);
  assert.equal(underOffer({ minimumTotal: { EUR: 401 } }).reason, 'TotalTooLow');
  assert.equal(underOffer({ maximumTotal: { EUR: 399 } }).reason, 'TotalTooHigh');
  assert.equal(underOffer({ minimumTotal: { USD: 999 } }).amountMinor, 15);
  const half = aDiscount({ benefit: { type: 'PercentageOff', basisPoints: 5_000 } });
  assert.equal(underOffer({ minimumTotal: { EUR: 201 } }, { discounts: [half] }).reason, 'TotalTooLow');
});

test('a cart offer says why it takes nothing off', () => {
  assert.equal(underOffer({ endsAt: NOON }).reason, 'Ended');
  assert.equal(underOffer({ startsAt: minutesFrom(NOON, 1) }).reason, 'NotStarted');
  assert.equal(underOffer({ targets: [{ type: 'Bundle', id: 'a', variationIds: [] }] }).reason, 'OtherItem');
  const exclusive = aDiscount({ isExclusive: true });
  assert.equal(underOffer({}, { discounts: [exclusive] }).reason, 'ExclusiveDiscountApplies');
  // Half a cent off everything.
  assert.equal(underOffer({ benefit: { type: 'PercentageOff', basisPoints: 1 } }).reason, 'NothingToTakeOff');
  const offers = [anOffer({ type: 'Product', id: 'c', variationIds: [] }, { isExclusive: true })];
  assert.deepEqual(underOffer({}, { offers }).shares, [5, 5, 0]);
});
