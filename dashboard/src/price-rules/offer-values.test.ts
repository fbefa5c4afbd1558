import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOffer, NO_OFFER, offerIn, offerValuesOf, wrongTotals } from './offer-values.ts';
import type { Offer } from './rule-queries.ts';

const common = {
  id: 'third-half',
  name: 'Half off',
  description: null,
  isExclusive: false,
  position: 0,
  isArchived: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const ON_AN_ITEM: Offer = {
  ...common,
  type: 'PercentageOffDiscount',
  percentage: 0.2899,
  startsAt: '2027-03-01T15:30:00.000Z',
  endsAt: null,
  scope: 'Item',
  target: { type: 'Product', id: 'verb', variationIds: ['once'] },
  relevantItems: [{ type: 'Bundle', id: 'studio', variationIds: [] }],
  minimumItems: 2,
};
const ON_THE_CART: Offer = {
  ...common,
  type: 'PercentageOffDiscount',
  percentage: 0.1,
  startsAt: null,
  endsAt: null,
  scope: 'Cart',
  targets: [],
  minimumTotal: { EUR: 100 },
  maximumTotal: null,
};

test('an offer that is saved without a change stays as it was: its variations and the hour of its first day', () => {
  const { startsAt, ...same } = offerIn(offerValuesOf(ON_AN_ITEM), ['EUR'], ON_AN_ITEM);
  assert.equal(startsAt, undefined);
  assert.deepEqual(same, {
    name: 'Half off',
    type: 'PercentageOffDiscount',
    percentage: 0.2899,
    description: null,
    isExclusive: false,
    target: { type: 'Product', id: 'verb', variationIds: ['once'] },
    relevantItems: [{ type: 'Bundle', id: 'studio', variationIds: [] }],
    minimumItems: 2,
  });
  const cart = offerIn(offerValuesOf(ON_THE_CART), ['EUR'], ON_THE_CART);
  assert.deepEqual('minimumTotal' in cart && [cart.minimumTotal, cart.maximumTotal, cart.targets], [
    { EUR: 100 },
    null,
    [],
  ]);
});

test('days that are emptied are removed, and new items have all of their variations', () => {
  const values = { ...offerValuesOf(ON_AN_ITEM), startsAt: '', items: 'Product/delay\nBundle/studio' };
  const changes = offerIn(values, ['EUR'], ON_AN_ITEM);
  assert.equal(changes.startsAt, null);
  assert.deepEqual('relevantItems' in changes && changes.relevantItems, [
    { type: 'Product', id: 'delay' },
    { type: 'Bundle', id: 'studio', variationIds: [] },
  ]);
});

test('an offer on a cart is a share, whatever was chosen before, and has no part of the other kind', () => {
  const values = {
    ...NO_OFFER,
    scope: 'Cart',
    type: 'FlatAmountOffDiscount',
    percentage: '10',
    'most-EUR': '50',
  };
  const body = offerIn(values, ['EUR', 'USD']);
  assert.deepEqual(
    [body.type, 'target' in body, 'minimumItems' in body],
    ['PercentageOffDiscount', false, false],
  );
  assert.deepEqual('maximumTotal' in body && [body.minimumTotal, body.maximumTotal], [null, { EUR: 50 }]);
});

test('amounts and totals in a currency without a field stay', () => {
  const cart = { ...ON_THE_CART, minimumTotal: { EUR: 100, CHF: 90 } };
  const body = offerIn({ ...offerValuesOf(cart), 'least-EUR': '80' }, ['EUR'], cart);
  assert.deepEqual('minimumTotal' in body && body.minimumTotal, { EUR: 80, CHF: 90 });
  const { percentage: _, ...flat } = {
    ...ON_AN_ITEM,
    type: 'FlatAmountOffDiscount' as const,
    amounts: { EUR: 5, CHF: 6 },
  };
  assert.deepEqual(offerIn(offerValuesOf(flat), ['EUR'], flat).amounts, { EUR: 5, CHF: 6 });
});

test('a total that is no amount is found before anything is sent', () => {
  const values = { ...NO_OFFER, scope: 'Cart', 'least-EUR': '1.000', 'most-EUR': '2000', 'least-JPY': '' };
  assert.deepEqual(wrongTotals(values, ['EUR', 'JPY']), ['least-EUR']);
  assert.deepEqual(wrongTotals({ ...values, scope: 'Item' }, ['EUR', 'JPY']), []);
});

test('the draft of an offer has a name, and the hours of the one that it changes', () => {
  const content = {
    ...offerIn({ ...offerValuesOf(ON_AN_ITEM), name: ' ' }, ['EUR'], ON_AN_ITEM),
    scope: 'Item' as const,
  };
  const { id, name, startsAt } = draftOffer(content, 'This offer', ON_AN_ITEM);
  assert.deepEqual([id, name, startsAt], ['third-half', 'This offer', '2027-03-01T15:30:00.000Z']);
  assert.deepEqual(draftOffer({ ...content, name: 'Mine' }, 'This offer'), { ...content, name: 'Mine' });
});
