import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCatalog, aDiscount, aProduct, minutesFrom, NOON } from '../../../../test/pricing.ts';
import type { Discount } from './model.ts';
import { priceStorefront } from './storefront.ts';

function flat(id: string, amounts: Record<string, number>, fields: Partial<Discount> = {}): Discount {
  return aDiscount({ id, benefit: { type: 'FlatAmountOff', amounts }, ...fields });
}

function storefront(discounts: readonly Discount[], shownCurrency = 'EUR') {
  const catalog = aCatalog({ products: [aProduct('app', { EUR: 1_000, USD: 1_200 })], discounts });
  return priceStorefront({
    catalog,
    enabledCurrencies: ['EUR', 'USD'],
    shownCurrency,
    now: NOON,
    utm: {},
    allowsPartialBundles: false,
  });
}

function discountShown(discounts: readonly Discount[], shownCurrency?: string) {
  const discount = storefront(discounts, shownCurrency).products[0]?.variations[0]?.discount;
  return discount && [discount.applied.id, discount.totalMinor];
}

test('where another discount is the best in each currency, that of the suggested one is shown with its own total', () => {
  const discounts = [flat('euros', { EUR: 500, USD: 100 }), flat('dollars', { EUR: 100, USD: 500 })];
  assert.deepEqual(discountShown(discounts, 'EUR'), ['euros', { EUR: 500 }]);
  assert.deepEqual(discountShown(discounts, 'USD'), ['dollars', { USD: 500 }]);
  const [variation] = storefront(discounts).products[0]?.variations ?? [];
  assert.deepEqual(variation?.priceMinor, { EUR: 500, USD: 700 });
});

test('a discount in another currency alone is shown with what it takes off there', () => {
  assert.deepEqual(discountShown([flat('dollars', { USD: 500 })], 'EUR'), ['dollars', { USD: 500 }]);
  assert.equal(discountShown([flat('yen', { JPY: 500 })]), undefined);
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

test('what has no price in any currency of the account is not offered', () => {
  const products = [{ ...aProduct('app', { EUR: 1 }), isForSale: true }];
  const input = { now: NOON, utm: {}, allowsPartialBundles: false, shownCurrency: 'USD' };
  const shown = priceStorefront({ ...input, catalog: aCatalog({ products }), enabledCurrencies: ['USD'] });
  assert.deepEqual(
    shown.products.map(({ product, variations }) => [product.id, variations]),
    [['app', []]],
  );
});
