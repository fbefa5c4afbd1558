import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ShopBundle, ShopProduct, ShopVariation } from '../api/storefront.ts';
import {
  cheapestOf,
  isBoughtAgain,
  isTaxLater,
  savingOf,
  totalFor,
  unitPrice,
  variationsIn,
  isDearerThanRest,
  worthOf,
} from './prices.ts';
import { matchesSearch } from './search.ts';

const variation = (id: string, price: number, changes: Partial<ShopVariation> = {}): ShopVariation => ({
  id,
  name: id,
  recurrence: { type: 'OneOff' },
  price: { EUR: price },
  originalPrice: { EUR: price },
  hasDiscount: false,
  ...changes,
});
const product = (id: string, ...variations: ShopVariation[]): ShopProduct => ({
  id,
  name: id,
  tagline: '',
  website: null,
  iconUrl: null,
  owned: false,
  variations,
  ...(variations[0] && { defaultVariation: variations[0] }),
});

describe('prices of the shop', () => {
  it('takes the last tier that the quantity reaches for all units', () => {
    const tier = (minQuantity: number, price: number) => ({
      minQuantity,
      price: { EUR: price },
      originalPrice: { EUR: price + 1 },
    });
    const tiered = variation('v', 10, { pricingTiers: [tier(5, 8), tier(20, 6)] });
    const prices = [1, 4, 5, 19, 20].map((quantity) => unitPrice(tiered, quantity, 'EUR')?.price);
    assert.deepEqual(prices, [10, 10, 8, 8, 6]);
    assert.deepEqual(unitPrice(tiered, 5, 'EUR'), { price: 8, original: 9 });
    assert.equal(unitPrice(tiered, 5, 'USD'), undefined);
  });

  it('shows only what has a price in the currency, and finds the cheapest', () => {
    const dollars = variation('d', 1, { price: { USD: 1 } });
    const item = product('p', variation('a', 9), dollars, variation('b', 3));
    const inEuro = variationsIn(item, 'EUR');
    assert.deepEqual(
      inEuro.map(({ id }) => id),
      ['a', 'b'],
    );
    assert.equal(cheapestOf(inEuro, 'EUR')?.id, 'b');
  });

  it('says what a bundle saves only when all of its parts can be compared', () => {
    const parts = [product('a', variation('a', 49)), product('b', variation('b', 129.5))];
    const bundle: ShopBundle = {
      ...product('all', variation('all', 150)),
      partial: false,
      products: parts.map((part) => ({ ...part, included: true })),
    };
    assert.equal(savingOf(bundle, 'EUR'), 28.5);
    const owned = bundle.products.map((part, index) => ({ ...part, included: index > 0 }));
    assert.equal(savingOf({ ...bundle, products: owned }, 'EUR'), 0);
    assert.equal(savingOf({ ...bundle, products: [{ ...product('c'), included: true }] }, 'EUR'), 0);
  });

  it('offers the rest of a bundle only where it costs no more than its products one by one', () => {
    const parts = [
      product('a', variation('a', 49)),
      product('b', variation('b', 0.1)),
      product('c', variation('c', 0.2)),
    ];
    const rest = (price: number): ShopBundle => ({
      ...product('all', variation('all', price)),
      partial: true,
      products: parts.map((part, index) => ({ ...part, included: index > 0 })),
    });
    assert.equal(worthOf(rest(1), 'EUR'), 0.3, 'without errors of the addition');
    assert.deepEqual(
      [0.29, 0.3, 0.31].map((price) => isDearerThanRest(rest(price), 'EUR')),
      [false, false, true],
    );
    assert.equal(isDearerThanRest({ ...rest(0.31), partial: false }, 'EUR'), false);
    assert.equal(isDearerThanRest(rest(0.31), 'USD'), false, 'nothing to compare');
  });

  it('announces a tax of the checkout only where one may be added', () => {
    const estimatedTax = { rate: 0.19, mode: 'Exclusive', countryCode: 'DE' } as const;
    assert.equal(isTaxLater({ taxMode: 'Exclusive' }), true);
    assert.equal(isTaxLater({ taxMode: 'Exclusive', estimatedTax }), false);
    assert.equal(isTaxLater({ taxMode: 'Inclusive' }), false);
    assert.equal(isTaxLater({}), false);
    assert.equal(isTaxLater(undefined), false);
  });

  it('names the total with the tax where consumers have to be told, to the last cent', () => {
    const taxed = (countryCode: string, rate: number, mode: 'Exclusive' | 'Inclusive' = 'Exclusive') => ({
      estimatedTax: { rate, mode, countryCode },
    });
    assert.equal(totalFor(49, 'EUR', taxed('DE', 0.19)), 58.31);
    assert.equal(totalFor(149.97, 'EUR', taxed('AT', 0.2)), 179.96, '29.994 of tax');
    assert.equal(totalFor(1_250, 'JPY', taxed('JP', 0.1)), 1_375);
    assert.equal(totalFor(1.05, 'CHF', taxed('CH', 0.081)), 1.14, '0.08505 of tax');
    assert.deepEqual(
      [
        taxed('US', 0.07),
        taxed('DE', 0),
        taxed('DE', 0.19, 'Inclusive'),
        { estimatedTax: { ...taxed('DE', 0.19).estimatedTax, varies: true } as const },
        {},
      ].map((storefront) => totalFor(49, 'EUR', storefront)),
      [undefined, undefined, undefined, undefined, undefined],
    );
  });

  it('finds items by all words, whatever their case and accents', () => {
    const item = { name: 'Démo Synth', tagline: 'Sounds', description: 'for Mac' };
    assert.deepEqual(
      ['', 'demo', 'SYNTH mac', 'synth linux'].map((search) => matchesSearch(item, search)),
      [true, true, true, false],
    );
  });
});

describe('the shop', () => {
  it('gives an owner a reason to buy again where that changes the license, or is for teams', () => {
    const upgrade = {
      kind: 'Upgrade' as const,
      licenseId: 'license',
      licenseName: 'App',
      price: { EUR: 5 },
      originalPrice: { EUR: 5 },
    };
    const tier = { minQuantity: 5, price: { EUR: 8 }, originalPrice: { EUR: 8 } };
    const monthly = { type: 'Recurring' as const, cycleLength: 'Monthly' as const };
    const isOpenTo = (...variations: ShopVariation[]) => isBoughtAgain(product('p', ...variations), 'EUR');
    const plain = variation('v', 10);
    assert.deepEqual([isOpenTo(), isOpenTo(plain), isOpenTo(plain, plain)], [false, false, false]);
    assert.equal(isOpenTo(plain, variation('u', 10, { upgrade })), true);
    assert.equal(isOpenTo(variation('s', 10, { recurrence: monthly })), true);
    assert.equal(isOpenTo(variation('t', 10, { pricingTiers: [tier] })), true);
  });
});
