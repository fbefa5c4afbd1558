import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Variation } from './product-queries.ts';
import {
  currenciesOf,
  draftPrices,
  idFrom,
  newItemIn,
  priceChanges,
  productIdsIn,
} from './product-values.ts';

const variation = (id: string, prices: Record<string, number>): Variation => ({
  id,
  name: id,
  recurrence: { type: 'OneOff' },
  prices,
  pricingTiers: [],
  releaseAccess: null,
  upgrade: null,
  freeDays: null,
  ownAfterCycles: null,
  fallbackAfterCycles: null,
  milestones: [],
  payoffDiscount: null,
  canPause: false,
  isDefault: true,
  position: 0,
  isArchived: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const BOTH = [variation('one', { EUR: 49 }), variation('five', { EUR: 199, CHF: 210 })];

test('the id of a product is made of its name', () => {
  assert.equal(idFrom('  Größe & Söhne 2! '), 'grosse-sohne-2');
  assert.equal(idFrom('!?'), '');
});

test('the table has the currencies of the account, then those that only a price has', () => {
  assert.deepEqual(currenciesOf(['EUR', 'USD'], BOTH), ['EUR', 'USD', 'CHF']);
});

test('only prices of that currency that differ are sent, an empty one as removed, and nothing when one is no amount', () => {
  assert.deepEqual(priceChanges(BOTH, 'EUR', { one: '49.00', five: '179,5' }), {
    changes: [{ variationId: 'five', amount: 179.5 }],
  });
  assert.deepEqual(priceChanges(BOTH, 'CHF', { one: '', five: '' }), {
    changes: [{ variationId: 'five', amount: null }],
  });
  assert.deepEqual(priceChanges(BOTH, 'EUR', { one: 'free', five: '1' }), { wrong: ['one'] });
  assert.deepEqual(priceChanges(BOTH, 'EUR', { one: '1.000', five: '1,000' }), { wrong: ['one', 'five'] });
});

test('a new item is not for sale, and has the id that was typed or one made of its name', () => {
  const parts = { currencies: ['EUR'], firstVariation: 'License' };
  assert.deepEqual(newItemIn({ name: ' Studio Pack ', EUR: '99,5' }, parts), {
    id: 'studio-pack',
    name: 'Studio Pack',
    purchasable: false,
    variations: [{ name: 'License', prices: { EUR: 99.5 } }],
  });
  assert.equal(newItemIn({ name: 'Studio Pack', id: ' studio ' }, parts).id, 'studio');
  assert.deepEqual(productIdsIn('b\na\n'), ['b', 'a']);
});

test('a preview has the amounts that were typed so far', () => {
  const variations = [{ id: 'one' }, { id: 'two' }, { id: 'three' }];
  assert.deepEqual(draftPrices(variations, 'EUR', { one: '45,50', two: 'a lot' }), { one: { EUR: 45.5 } });
});
