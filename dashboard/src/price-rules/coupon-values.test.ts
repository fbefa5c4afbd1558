import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  couponChangesIn,
  couponValuesOf,
  draftCoupon,
  limitsIn,
  NO_COUPON,
  wrongCounts,
} from './coupon-values.ts';
import type { Coupon } from './rule-queries.ts';

const COUPON: Coupon = {
  id: 'friends',
  name: 'Friends',
  type: 'FlatAmountOffDiscount',
  amounts: { EUR: 9 },
  description: null,
  startsAt: '2027-03-01T15:30:00.000Z',
  endsAt: null,
  targets: [{ type: 'Bundle', id: 'studio', variationIds: ['once'] }],
  minimumTotal: {},
  maxUses: 100,
  maxUsesPerCustomer: null,
  firstPurchaseOnly: true,
  recurringPaymentUseCount: null,
  uses: 3,
  isArchived: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test('a coupon that is saved without a change stays as it was', () => {
  assert.deepEqual(couponChangesIn(couponValuesOf(COUPON), ['EUR', 'USD'], COUPON), {
    name: 'Friends',
    type: 'FlatAmountOffDiscount',
    amounts: { EUR: 9 },
    targets: [{ type: 'Bundle', id: 'studio', variationIds: ['once'] }],
    maxUses: 100,
    maxUsesPerCustomer: null,
    firstPurchaseOnly: true,
  });
});

test('a limit that is no number is found, so that it never becomes no limit', () => {
  for (const maxUses of ['1.000', 'ten', '-1', '2.5'])
    assert.deepEqual(wrongCounts({ ...NO_COUPON, maxUses }), ['maxUses'], maxUses);
  assert.deepEqual(wrongCounts({ ...NO_COUPON, maxUsesPerCustomer: ' 1 ' }), []);
  assert.equal(limitsIn({ ...NO_COUPON, maxUsesPerCustomer: ' 1 ' }).maxUsesPerCustomer, 1);
});

test('the draft of a coupon has its changes, and for the rest what it was', () => {
  const changes = couponChangesIn({ ...couponValuesOf(COUPON), EUR: '7' }, ['EUR'], COUPON);
  const { uses: _uses, isArchived: _archived, createdAt: _created, updatedAt: _updated, ...rest } = COUPON;
  assert.deepEqual(draftCoupon(COUPON, changes), { ...rest, amounts: { EUR: 7 } });
});
