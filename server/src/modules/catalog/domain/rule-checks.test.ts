import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDiscount, checkOffer, type DiscountFields, type OfferFields } from './rule-checks.ts';

const NOON = new Date('2026-03-01T12:00:00.000Z');
const LATER = new Date('2026-03-01T12:00:00.001Z');

const items = { variationsOf: new Map([['Product/app', new Set(['app-once'])]]) };
const app = { type: 'Product', id: 'app', variationIds: [] } as const;

const rule = {
  id: 'rule',
  name: 'A rule',
  description: null,
  benefit: { type: 'PercentageOff', basisPoints: 1_000 },
  startsAt: null,
  endsAt: null,
} as const;

function pathsOf(fields: Partial<DiscountFields>): string[] {
  const discount: DiscountFields = {
    ...rule,
    targets: [],
    audience: {},
    utm: {},
    currencies: [],
    recurringPaymentUseCount: null,
    ...fields,
  };
  return Object.keys(checkDiscount(discount, items)).toSorted();
}

function offerPathsOf(fields: Partial<OfferFields>): string[] {
  const offer: OfferFields = {
    ...rule,
    scope: 'Item',
    targets: [],
    minimumTotal: null,
    maximumTotal: null,
    target: app,
    relevantItems: [],
    minimumItems: 1,
    position: 0,
    ...fields,
  };
  return Object.keys(checkOffer(offer, items)).toSorted();
}

test('a window ends after it starts, be it by a millisecond', () => {
  assert.deepEqual(pathsOf({ startsAt: NOON, endsAt: LATER }), []);
  assert.deepEqual(pathsOf({ startsAt: NOON, endsAt: NOON }), ['endsAt']);
  assert.deepEqual(pathsOf({ startsAt: LATER, endsAt: NOON }), ['endsAt']);
  assert.deepEqual(pathsOf({ startsAt: null, endsAt: NOON }), []);
});

test('a share is from a hundredth of a percent to everything, and an amount takes something off', () => {
  const share = (basisPoints: number) => pathsOf({ benefit: { type: 'PercentageOff', basisPoints } });
  assert.deepEqual([share(1), share(10_000)], [[], []]);
  for (const wrong of [0, 10_001, 1.5]) assert.deepEqual(share(wrong), ['percentage']);
  const flat = (amounts: Record<string, number>) => pathsOf({ benefit: { type: 'FlatAmountOff', amounts } });
  assert.deepEqual([flat({ EUR: 1 }), flat({}), flat({ EUR: 0 })], [[], ['amounts'], ['amounts.EUR']]);
});

test('an audience owns a count from least to most, of products that there are', () => {
  const count = (least?: number, most?: number) =>
    pathsOf({
      audience: {
        ownedCount: { ...(least !== undefined && { least }), ...(most !== undefined && { most }) },
      },
    });
  assert.deepEqual([count(2, 2), count(0), count(undefined, 10_000)], [[], [], []]);
  assert.deepEqual(count(), ['audience.ownedCount']);
  assert.deepEqual(count(3, 2), ['audience.ownedCount.most']);
  assert.deepEqual(count(-1, 10_001), ['audience.ownedCount.least', 'audience.ownedCount.most']);
  const owns = (...productIds: string[]) => pathsOf({ audience: { owns: { productIds } } });
  assert.deepEqual([owns('app'), owns()], [[], ['audience.owns.productIds']]);
  assert.deepEqual(owns('app', 'other'), ['audience.owns.productIds[1]']);
});

test('targets are items and variations of the account, and lists have at most 200 entries', () => {
  assert.deepEqual(pathsOf({ targets: [app, { ...app, variationIds: ['app-once'] }] }), []);
  assert.deepEqual(pathsOf({ targets: [{ ...app, type: 'Bundle' }] }), ['targets[0].id']);
  assert.deepEqual(pathsOf({ targets: [{ ...app, variationIds: ['else'] }] }), [
    'targets[0].variationIds[0]',
  ]);
  const many = (count: number) => Array.from({ length: count }, () => app);
  assert.deepEqual([pathsOf({ targets: many(200) }), pathsOf({ targets: many(201) })], [[], ['targets']]);
  const euros = (count: number) => Array.from({ length: count }, () => 'EUR');
  assert.deepEqual(pathsOf({ currencies: [...euros(199), 'XX'] }), ['currencies[199]']);
  assert.deepEqual(pathsOf({ currencies: euros(201) }), ['currencies']);
  assert.deepEqual(pathsOf({ utm: { source: ['', 'a'] } }), ['utm.source[0]']);
});

test('an offer asks for one line or more', () => {
  assert.deepEqual([offerPathsOf({}), offerPathsOf({ minimumItems: 10_000 })], [[], []]);
  for (const minimumItems of [0, 10_001, 1.5])
    assert.deepEqual(offerPathsOf({ minimumItems }), ['minimumItems']);
  assert.deepEqual(offerPathsOf({ relevantItems: [{ ...app, id: 'other' }] }), ['relevantItems[0].id']);
  assert.deepEqual(offerPathsOf({ position: 1_000_001 }), ['position']);
});
