import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Variation } from './product-queries.ts';
import {
  areMilestones,
  milestoneValuesOf,
  NO_TERMS,
  termsIn,
  termValuesOf,
  wrongTerms,
} from './variation-values.ts';

const RENT: Variation = {
  id: 'rent',
  name: 'Rent to own',
  recurrence: { type: 'Recurring', cycleLength: 'Weekly' },
  prices: { EUR: 9 },
  pricingTiers: [],
  releaseAccess: { updatesMonths: 12, upToMajor: 'current' },
  upgrade: null,
  freeDays: 14,
  ownAfterCycles: 24,
  fallbackAfterCycles: 12,
  milestones: [{ afterCycles: 6, couponId: 'thanks', message: 'Half a year' }],
  payoffDiscount: 0.2899,
  canPause: true,
  isDefault: true,
  position: 0,
  isArchived: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test('terms that are saved without a change stay as they are', () => {
  assert.deepEqual(termsIn(termValuesOf(RENT), milestoneValuesOf(RENT)), {
    recurrence: { type: 'Recurring', cycleLength: 'Weekly' },
    freeDays: 14,
    ownAfterCycles: 24,
    payoffDiscount: 0.2899,
    fallbackAfterCycles: 12,
    canPause: true,
    milestones: [{ afterCycles: 6, couponId: 'thanks', message: 'Half a year' }],
    releaseAccess: { updatesMonths: 12, upToMajor: 'current' },
  });
});

test('what is paid for once keeps nothing that needs a billing cycle', () => {
  const once = termsIn(
    { ...termValuesOf(RENT), rhythm: 'OneOff', upToMajor: ' 3 ' },
    milestoneValuesOf(RENT),
  );
  assert.deepEqual(once, {
    recurrence: { type: 'OneOff' },
    freeDays: null,
    ownAfterCycles: null,
    payoffDiscount: null,
    fallbackAfterCycles: null,
    canPause: false,
    milestones: null,
    releaseAccess: { updatesMonths: 12, upToMajor: 3 },
  });
  assert.equal(termsIn(NO_TERMS, []).releaseAccess, null);
});

test('a share off the rest goes with the payments that it is about, whatever its field had', () => {
  const values = { ...termValuesOf(RENT), ownAfterCycles: ' ', payoffDiscount: 'much' };
  assert.deepEqual(wrongTerms(values), []);
  assert.equal(termsIn({ ...values, payoffDiscount: '10' }, []).payoffDiscount, null);
});

test('a text that is no number is found, so that it never removes what was there', () => {
  const values = { ...termValuesOf(RENT), freeDays: 'two weeks', payoffDiscount: '10 %', upToMajor: 'next' };
  assert.deepEqual(wrongTerms(values), ['freeDays', 'upToMajor', 'payoffDiscount']);
  assert.deepEqual(wrongTerms({ ...values, rhythm: 'OneOff' }), ['upToMajor']);
  assert.deepEqual(wrongTerms(termValuesOf(RENT)), []);
  assert.ok(areMilestones(milestoneValuesOf(RENT)));
  assert.ok(!areMilestones([{ afterCycles: '', couponId: 'thanks', message: '' }]));
  assert.ok(!areMilestones([{ afterCycles: '6', couponId: ' ', message: '' }]));
});
