import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LineInput } from '../api/cart.ts';
import type { ShopOffer, ShopProduct } from '../api/storefront.ts';
import { openOffers } from './cart-offers.ts';

const product = (id: string, price: number): ShopProduct => ({
  id,
  name: id,
  tagline: '',
  website: null,
  iconUrl: null,
  owned: false,
  variations: [
    {
      id: `${id}-1`,
      name: '',
      recurrence: { type: 'OneOff' },
      price: { EUR: price },
      originalPrice: { EUR: price },
      hasDiscount: false,
    },
  ],
});
const products = [product('app', 49), product('synth', 129), product('verb', 79)];
const discount = {
  type: 'PercentageOffDiscount',
  name: 'Half',
  isExclusive: false,
  percentage: 0.5,
} as const;
const relevant = { 'Product/app': ['app-1'], 'Product/synth': ['synth-1'], 'Product/verb': ['verb-1'] };

const onVerb = (minimumItems: number): ShopOffer => ({
  id: 'half-verb',
  scope: 'Item',
  target: { type: 'Product', ...product('verb', 79) },
  targetVariations: [],
  targets: [],
  condition: {
    type: 'CartContainsItems',
    minimumItems,
    relevantItemVariations: relevant,
    relevantItemsVariations: relevant,
  },
  discount,
});
const onCart: ShopOffer = {
  id: 'big-cart',
  scope: 'Cart',
  targets: [],
  condition: { type: 'CartTotal', minimumTotal: { EUR: 150 } },
  discount,
};

const line = (id: string, quantity = 1): LineInput => ({
  id,
  type: 'Product',
  productId: id,
  variationId: `${id}-1`,
  quantity,
});
const open = (offers: ShopOffer[], ...lines: LineInput[]) => {
  const { forLines, toAdd, forCart } = openOffers(lines, {
    storefront: { offers, products, bundles: [] },
    currency: 'EUR',
  });
  return {
    forLines: forLines.map(({ lineId }) => lineId),
    toAdd: toAdd.map(({ variation }) => variation.id),
    forCart: forCart.map(({ id }) => id),
  };
};
const NONE = { forLines: [], toAdd: [], forCart: [] };

describe('offers for a cart', () => {
  it('offers to add what the cart has earned, counting lines and not units, with the line under the offer', () => {
    assert.deepEqual(open([onVerb(2)], line('app')), { ...NONE, toAdd: ['verb-1'] });
    assert.deepEqual(open([onVerb(3)], line('app', 5)), NONE);
    assert.deepEqual(open([onVerb(1)]), NONE);
  });

  it('offers it for the line that is in the cart, once', () => {
    assert.deepEqual(open([onVerb(2)], line('app'), line('verb')), { ...NONE, forLines: ['verb'] });
    assert.deepEqual(open([onVerb(2)], line('app'), { ...line('verb'), offerId: 'half-verb' }), NONE);
  });

  it('offers on the whole cart when its sum is within the limits', () => {
    assert.deepEqual(open([onCart], line('app', 3)), NONE);
    assert.deepEqual(open([onCart], line('app', 4)), { ...NONE, forCart: ['big-cart'] });
  });
});
