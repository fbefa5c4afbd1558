import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCatalog, aDiscount, anOffer, aProduct, minutesFrom, NOON } from '../../../../test/pricing.ts';
import type { Benefit, Discount } from './model.ts';
import { priceStorefront } from './storefront.ts';

function flat(id: string, amounts: Record<string, number>, fields: Partial<Discount> = {}): Discount {
  return aDiscount({ id, benefit: { type: 'FlatAmountOff', amounts }, ...fields });
}

function storefront(discounts: readonly Discount[], currency = 'EUR') {
  const catalog = aCatalog({ products: [aProduct('app', { EUR: 1_000, USD: 1_200 })], discounts });
  return priceStorefront({
    catalog,
    enabledCurrencies: ['EUR', 'USD'],
    shownCurrency: currency,
    now: NOON,
    utm: {},
    allowsPartialBundles: false,
  });
}

const MONTHLY = { id: 'app-monthly', recurrence: 'Monthly', prices: { EUR: 100 } };

function shop(parts: Parameters<typeof aCatalog>[0]) {
  return priceStorefront({
    catalog: aCatalog(parts),
    enabledCurrencies: ['EUR', 'USD'],
    shownCurrency: 'EUR',
    now: NOON,
    utm: {},
    allowsPartialBundles: false,
  });
}

function discountIn(discounts: readonly Discount[], currency?: string) {
  const discount = storefront(discounts, currency).products[0]?.variations[0]?.discount;
  return discount && [discount.applied.id, discount.totalMinor];
}

test('if another discount is best in each currency, that of the suggested one is shown, with its reduction in each', () => {
  const discounts = [flat('euros', { EUR: 500, USD: 100 }), flat('dollars', { EUR: 100, USD: 500 })];
  assert.deepEqual(discountIn(discounts, 'EUR'), ['euros', { EUR: 500, USD: 500 }]);
  assert.deepEqual(discountIn(discounts, 'USD'), ['dollars', { EUR: 500, USD: 500 }]);
  const [variation] = storefront(discounts).products[0]?.variations ?? [];
  assert.deepEqual(variation?.priceMinor, { EUR: 500, USD: 700 });
});

test('a discount in another currency alone is shown with what it takes off there', () => {
  assert.deepEqual(discountIn([flat('dollars', { USD: 500 })], 'EUR'), ['dollars', { USD: 500 }]);
  assert.equal(discountIn([flat('yen', { JPY: 500 })]), undefined);
});

test('time changes what is shown also where the price stays: name, description, share and exclusiveness are seen', () => {
  const soon = minutesFrom(NOON, 1);
  const now = aDiscount({ id: 'b', isExclusive: true, description: 'Now' });
  const validUntil = (later: Partial<Discount>) =>
    storefront([now, { ...now, id: 'a', startsAt: soon, ...later }]).validUntil;
  // Of equal ones the id that sorts first wins, or one that is not exclusive.
  assert.equal(validUntil({}), null);
  assert.deepEqual(validUntil({ name: 'Another' }), soon);
  assert.deepEqual(validUntil({ description: 'Then' }), soon);
  assert.deepEqual(validUntil({ isExclusive: false }), soon);
  assert.deepEqual(validUntil({ benefit: { type: 'FlatAmountOff', amounts: { EUR: 100, USD: 120 } } }), soon);
});

test('time that changes nothing is no end of what is shown', () => {
  const soon = minutesFrom(NOON, 1);
  const half = aDiscount({ id: 'half', benefit: { type: 'PercentageOff', basisPoints: 5_000 } });
  assert.equal(storefront([half, aDiscount({ id: 'weaker', startsAt: soon })]).validUntil, null);
  assert.equal(storefront([half, aDiscount({ id: 'weaker', endsAt: soon })]).validUntil, null);
  assert.equal(storefront([aDiscount({ endsAt: NOON })]).validUntil, null);
  const elsewhere = { type: 'Product', id: 'other', variationIds: [] } as const;
  assert.equal(storefront([aDiscount({ targets: [elsewhere], endsAt: soon })]).validUntil, null);
  assert.deepEqual(storefront([aDiscount({ endsAt: soon })]).validUntil, soon);
});

test('items without a price in any currency of the account are not offered', () => {
  const products = [{ ...aProduct('app', { EUR: 1 }), isForSale: true }];
  const input = { now: NOON, utm: {}, allowsPartialBundles: false, shownCurrency: 'USD' };
  const page = priceStorefront({ ...input, catalog: aCatalog({ products }), enabledCurrencies: ['USD'] });
  assert.deepEqual(
    page.products.map(({ product, variations }) => [product.id, variations]),
    [['app', []]],
  );
});

test('a subscription is not shown, nor a bundle or an offer that only it makes possible', () => {
  const app = aProduct('app', { EUR: 1_000 });
  const byTime = { ...app, id: 'time', variations: [MONTHLY] };
  const bundleOf = (id: string, variations: typeof app.variations) => {
    return { id, isForSale: true, productIds: ['app'], variations };
  };
  const once = { id: 'both-once', recurrence: 'OneOff', prices: { EUR: 5 } };
  const { products, bundles, offers } = shop({
    products: [{ ...app, variations: [MONTHLY, ...app.variations] }, byTime],
    bundles: [bundleOf('never', [MONTHLY]), bundleOf('both', [MONTHLY, once])],
    offers: [
      anOffer({ type: 'Product', id: 'time', variationIds: [] }, { id: 'on-time' }),
      anOffer(
        { type: 'Product', id: 'app', variationIds: [] },
        { id: 'for-time', relevantItems: [{ type: 'Product', id: 'time', variationIds: [] }] },
      ),
      anOffer({ type: 'Product', id: 'app', variationIds: [] }, { id: 'possible' }),
    ],
  });
  const idsOf = (list: readonly { readonly variation: { readonly id: string } }[]) =>
    list.map(({ variation }) => variation.id);
  assert.deepEqual(
    products.map(({ product, variations }) => [product.id, idsOf(variations)]),
    [
      ['app', ['app-once']],
      ['time', []],
    ],
  );
  assert.deepEqual(
    bundles.map(({ bundle, variations }) => [bundle.id, idsOf(variations)]),
    [['both', ['both-once']]],
  );
  assert.deepEqual(
    offers.map(({ offer, targetVariationIds }) => [offer.id, targetVariationIds]),
    [['possible', ['app-once']]],
  );
});

test('an offer lists no target whose price an exclusive discount made, in whatever currency', () => {
  const product = aProduct('app', { EUR: 1_000, USD: 1_200 });
  const also = { id: 'app-also', recurrence: 'OneOff', prices: { EUR: 10, USD: 12 } };
  const idsWith = (fields: Partial<Discount>, variations = product.variations) =>
    shop({
      products: [{ ...product, variations }],
      discounts: [aDiscount({ isExclusive: true, ...fields })],
      offers: [anOffer({ type: 'Product', id: 'app', variationIds: [] })],
    }).offers.map(({ targetVariationIds }) => targetVariationIds);
  assert.deepEqual(idsWith({}), []);
  assert.deepEqual(idsWith({ isExclusive: false }), [['app-once']]);
  assert.deepEqual(idsWith({ currencies: ['USD'] }), []);
  const targets = [{ type: 'Product', id: 'app', variationIds: ['app-once'] } as const];
  assert.deepEqual(idsWith({ targets }, [...product.variations, also]), [['app-also']]);
});

test('an offer lists no target whose price an exclusive discount made, for one unit or at a tier', () => {
  const tiers = [{ minQuantity: 10, prices: { EUR: 400 } }];
  // 100 is less than a fifth of 1,000 and more than a fifth of 400.
  const targetsWith = (exclusive: { readonly fifth: boolean; readonly flat: boolean }) =>
    shop({
      products: [aProduct('app', { EUR: 1_000 }, tiers)],
      discounts: [
        aDiscount({
          id: 'fifth',
          benefit: { type: 'PercentageOff', basisPoints: 2_000 },
          isExclusive: exclusive.fifth,
        }),
        flat('flat', { EUR: 100 }, { isExclusive: exclusive.flat }),
      ],
      offers: [anOffer({ type: 'Product', id: 'app', variationIds: [] })],
    }).offers.map(({ targetVariationIds }) => targetVariationIds);
  assert.deepEqual(targetsWith({ fifth: false, flat: false }), [['app-once']]);
  assert.deepEqual(targetsWith({ fifth: true, flat: false }), [], 'one unit');
  assert.deepEqual(targetsWith({ fifth: false, flat: true }), [], 'the tier');
});

test('an exclusive discount that goes in another currency changes the offers that are shown', () => {
  const soon = minutesFrom(NOON, 1);
  const inEuros = aDiscount({ id: 'euros', currencies: ['EUR'] });
  const goes = aDiscount({ id: 'goes', currencies: ['USD'], isExclusive: true, endsAt: soon });
  const comes = aDiscount({ id: 'comes', currencies: ['USD'], startsAt: soon });
  const products = [aProduct('app', { EUR: 1_000, USD: 1_000 })];
  assert.deepEqual(shop({ products, discounts: [inEuros, goes, comes] }).validUntil, soon);
  const alike = [inEuros, goes, { ...comes, isExclusive: true }];
  assert.equal(shop({ products, discounts: alike }).validUntil, null);
});

test('time changes what is shown also where it changes the price of a tier alone', () => {
  const soon = minutesFrom(NOON, 1);
  const tiers = [{ minQuantity: 10, prices: { EUR: 400 } }];
  const products = [aProduct('app', { EUR: 1_000 }, tiers)];
  const fifth = aDiscount({ id: 'fifth', benefit: { type: 'PercentageOff', basisPoints: 2_000 } });
  // 100 is less than a fifth of 1,000 and more than a fifth of 400.
  const { validUntil } = shop({
    products,
    discounts: [fifth, flat('flat', { EUR: 100 }, { startsAt: soon })],
  });
  assert.deepEqual(validUntil, soon);
});

test('time changes what is shown also where it makes a promotion appear at the same prices', () => {
  const soon = minutesFrom(NOON, 1);
  const products = [aProduct('app', { EUR: 1_000, USD: 1_200 })];
  // Of equal ones the id that sorts first wins, here in one currency alone, which is not the suggested one.
  const discounts = [aDiscount({ id: 'b' }), aDiscount({ id: 'a', currencies: ['USD'], startsAt: soon })];
  const promotions = [{ id: 'promotion', discountId: 'a', startsAt: soon, endsAt: null }];
  assert.equal(shop({ products, discounts }).validUntil, null);
  const page = shop({ products, discounts, promotions });
  assert.deepEqual([page.promotions, page.validUntil], [[], soon]);
});

test('an offer that takes nothing off in any currency of the account is not shown', () => {
  const idsWith = (benefit: Benefit) =>
    shop({
      products: [aProduct('app', { EUR: 1_000, USD: 1_200 })],
      offers: [{ ...anOffer({ type: 'Product', id: 'app', variationIds: [] }), id: 'worth', benefit }],
    }).offers.map(({ offer }) => offer.id);
  assert.deepEqual(idsWith({ type: 'PercentageOff', basisPoints: 0 }), []);
  assert.deepEqual(idsWith({ type: 'PercentageOff', basisPoints: 1 }), ['worth']);
  assert.deepEqual(idsWith({ type: 'FlatAmountOff', amounts: { JPY: 100 } }), []);
  assert.deepEqual(idsWith({ type: 'FlatAmountOff', amounts: { USD: 1 } }), ['worth']);
});
