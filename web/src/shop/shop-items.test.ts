import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ShopBundle, ShopProduct } from '../api/storefront.ts';
import {
  categoriesOf,
  inOrder,
  isInCategory,
  isSelective,
  itemsOf,
  hasManyItems,
  propertyTexts,
  relatedTo,
  WHOLE_SHOP,
} from './shop-items.ts';

function product(id: string, category?: string, euros = 10): ShopProduct {
  const variation = {
    id,
    name: 'Perpetual license',
    recurrence: { type: 'OneOff' as const },
    price: { EUR: euros },
    originalPrice: { EUR: euros },
    hasDiscount: false,
  };
  return {
    id,
    name: id,
    tagline: '',
    website: null,
    iconUrl: null,
    owned: false,
    ...(category !== undefined && { properties: { category, formats: ' VST3, AU ,' } }),
    variations: [variation],
    defaultVariation: variation,
  };
}

const [synth, verb, delay, editor] = [
  product('synth', 'Instruments', 30),
  product('verb', 'Effects', 20),
  product('delay', 'Effects', 40),
  product('editor'),
] as const;
const pair: ShopBundle = {
  ...product('pair'),
  partial: false,
  products: [synth, editor].map((part) => ({ ...part, included: true })),
};
const all = [synth, verb, delay, editor];
const EUROS = { currency: 'EUR', locale: 'en' };

describe('the shelves of the shop', () => {
  it('have categories from a public property of the products, which bundles take from their members', () => {
    assert.deepEqual(categoriesOf(all), ['Instruments', 'Effects']);
    assert.deepEqual(
      all.filter((item) => isInCategory(item, 'Effects')),
      [verb, delay],
    );
    assert.deepEqual([isInCategory(pair, 'Instruments'), isInCategory(pair, 'Effects')], [true, false]);
    assert.equal(isInCategory(editor, undefined), true);
    assert.deepEqual(propertyTexts(synth, 'formats'), ['VST3', 'AU']);
    assert.deepEqual(propertyTexts({ properties: { formats: 3 } }, 'formats'), []);
  });

  it('are sorted by name and price, those without a price last', () => {
    const { defaultVariation: _, ...free } = { ...product('abroad'), variations: [] };
    const items = [...all, free];
    const idsIn = (order: Parameters<typeof inOrder>[1]) => inOrder(items, order, EUROS).map(({ id }) => id);
    assert.deepEqual(idsIn('recommended'), ['synth', 'verb', 'delay', 'editor', 'abroad']);
    assert.deepEqual(idsIn('name'), ['abroad', 'delay', 'editor', 'synth', 'verb']);
    assert.deepEqual(idsIn('cheapest'), ['editor', 'verb', 'synth', 'delay', 'abroad']);
    assert.deepEqual(idsIn('dearest'), ['delay', 'synth', 'verb', 'editor', 'abroad']);
  });

  it('repeat the large first product only for a search or in another order', () => {
    const place = { ...EUROS, featuredId: 'verb' };
    const idsOf = (search: Partial<typeof WHOLE_SHOP>, products = all, bundles = [pair]) => {
      const items = itemsOf({ products, bundles }, { ...WHOLE_SHOP, ...search }, place);
      return [...items.products, ...items.bundles].map(({ id }) => id);
    };
    assert.deepEqual(idsOf({}), ['synth', 'delay', 'editor', 'pair']);
    assert.deepEqual(idsOf({ text: ' ' }), ['synth', 'delay', 'editor', 'pair'], 'no search yet');
    assert.deepEqual(idsOf({ text: 'VERB' }), ['verb']);
    assert.deepEqual(idsOf({ category: 'Effects' }), ['verb', 'delay']);
    assert.deepEqual(idsOf({ order: 'cheapest' }), ['editor', 'verb', 'synth', 'delay', 'pair']);
    assert.deepEqual(idsOf({}, [verb]), ['pair']);
    assert.deepEqual(idsOf({}, [verb], []), []);
  });

  it('follow what stands above them, unless somebody looks for some of them', () => {
    assert.equal(isSelective({ ...WHOLE_SHOP, order: 'name' }), false);
    assert.equal(isSelective({ ...WHOLE_SHOP, text: ' ' }), false);
    assert.equal(isSelective({ ...WHOLE_SHOP, text: 'verb' }), true);
    assert.equal(isSelective({ ...WHOLE_SHOP, category: 'Effects' }), true);
  });

  it('are searched, filtered and sorted from eight items on', () => {
    const items = (count: number) => ({
      products: Array.from({ length: count }, () => verb),
      bundles: [pair],
    });
    assert.deepEqual(
      [6, 7].map((count) => hasManyItems(items(count))),
      [false, true],
    );
  });

  it('lead from a product to those of its category, then to those of its bundles, and never to itself', () => {
    const items = { products: all, bundles: [pair] };
    assert.deepEqual(
      relatedTo(verb, items, 2).map(({ id }) => id),
      ['delay', 'synth'],
    );
    assert.deepEqual(
      relatedTo(synth, items, 3).map(({ id }) => id),
      ['editor', 'verb', 'delay'],
    );
  });

  it('lead from a bundle to the products that it does not hold', () => {
    assert.deepEqual(
      relatedTo(pair, { products: all, bundles: [pair] }, 3).map(({ id }) => id),
      ['verb', 'delay'],
    );
  });
});
