import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Variation } from './product-queries.ts';
import {
  areTiers,
  isUpgrade,
  newVariationDraft,
  NO_SALES,
  saleDraft,
  saleValuesOf,
  tiersIn,
  upgradeIn,
} from './sale-values.ts';
import { NO_TERMS, termValuesOf } from './variation-values.ts';

function variationOf(fields: Partial<Variation>): Variation {
  return {
    id: 'once',
    name: 'License',
    recurrence: { type: 'OneOff' },
    prices: { EUR: 49, USD: 54 },
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
    ...fields,
  };
}

const TIERS = [
  { minQuantity: 5, prices: { EUR: 40, USD: 44.5 } },
  { minQuantity: 25, prices: { EUR: 35 } },
];
const UPGRADE = {
  kind: 'Upgrade' as const,
  from: ['delay-1', 'delay-basic'],
  oldLicense: 'Kept' as const,
  prices: { EUR: 19 },
};

test('volume prices and prices for owners that are saved without a change stay as they are', () => {
  const { tiers, upgrade } = saleValuesOf(variationOf({ pricingTiers: TIERS, upgrade: UPGRADE }));
  assert.deepEqual([tiersIn(tiers), upgradeIn(upgrade)], [TIERS, UPGRADE]);
  assert.ok(areTiers(tiers));
  assert.ok(isUpgrade(upgrade, ['EUR']));
  const none = saleValuesOf(variationOf({}));
  assert.deepEqual([tiersIn(none.tiers), upgradeIn(none.upgrade)], [[], null]);
});

test('volume prices need ascending quantities from two on, each with an amount', () => {
  const tier = (minQuantity: string, EUR: string) => ({ minQuantity, prices: { EUR, USD: '' } });
  assert.ok(areTiers([]));
  assert.ok(areTiers([tier('2', '9,50'), tier('10', '9')]));
  for (const wrong of [
    [tier('1', '9')],
    [tier('ten', '9')],
    [tier('5', '')],
    [tier('5', 'nine')],
    [tier('5', '9.505')],
    [tier('5', '9'), tier('5', '8')],
  ])
    assert.ok(!areTiers(wrong), JSON.stringify(wrong));
  assert.deepEqual(tiersIn([tier('2', '9,50')]), [{ minQuantity: 2, prices: { EUR: 9.5 } }]);
});

test('a price for owners needs to say whose, and an amount in each currency', () => {
  const { upgrade } = saleValuesOf(variationOf({ upgrade: UPGRADE }));
  assert.ok(!isUpgrade({ ...upgrade, from: '' }, ['EUR']));
  assert.ok(!isUpgrade(upgrade, ['EUR', 'USD']));
  assert.ok(!isUpgrade({ ...upgrade, prices: { EUR: 'much' } }, ['EUR']));
  assert.ok(isUpgrade({ ...upgrade, kind: '', from: '' }, ['EUR']));
  assert.ok(isUpgrade(NO_SALES.upgrade, ['EUR', 'USD']));
});

test('a draft of a sale has what is whole, and nothing for owners of what is paid for again and again', () => {
  const once = termValuesOf(variationOf({}));
  const sales = saleValuesOf(variationOf({ pricingTiers: TIERS, upgrade: UPGRADE }));
  assert.deepEqual(saleDraft(once, sales, ['EUR']), {
    recurrence: { type: 'OneOff' },
    releaseAccess: null,
    pricingTiers: TIERS,
    upgrade: UPGRADE,
  });
  const half = { ...sales, tiers: [{ minQuantity: '5', prices: {} }] };
  assert.deepEqual(saleDraft({ ...once, updatesMonths: 'a year' }, half, ['EUR', 'USD']), {
    recurrence: { type: 'OneOff' },
  });
  assert.deepEqual(saleDraft({ ...once, rhythm: 'Yearly' }, sales, ['EUR']), {
    recurrence: { type: 'Recurring', cycleLength: 'Yearly' },
    releaseAccess: null,
    pricingTiers: TIERS,
    upgrade: null,
  });
});

test('the draft of a new variation has the prices so far, and a name in any case', () => {
  const values = { ...NO_TERMS, rhythm: 'Weekly', name: ' ', EUR: '4,50', USD: '' };
  const tiers = [{ minQuantity: '3', prices: { EUR: '4' } }];
  const { name, prices, recurrence, pricingTiers } = newVariationDraft(values, { ...NO_SALES, tiers }, [
    'EUR',
    'USD',
  ]);
  assert.deepEqual([name, prices], ['–', { EUR: 4.5 }]);
  assert.deepEqual(recurrence, { type: 'Recurring', cycleLength: 'Weekly' });
  assert.deepEqual(pricingTiers, [{ minQuantity: 3, prices: { EUR: 4 } }]);
  assert.equal(newVariationDraft({ ...values, name: 'Small' }, NO_SALES, []).name, 'Small');
});
