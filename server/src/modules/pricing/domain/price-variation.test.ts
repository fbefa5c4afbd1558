import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aDiscount, minutesFrom, NOON, ownerOf } from '../../../../test/pricing.ts';
import type { Reason, Unit } from './eligibility.ts';
import type { Discount, PricingContext } from './model.ts';
import { explainVariation, priceVariation } from './price-variation.ts';

const visitor: PricingContext = { now: NOON, utm: {}, allowsPartialBundles: false };

function customerWith(...owned: string[]): PricingContext {
  return { ...visitor, customer: ownerOf(...owned) };
}

function unit(originalMinor: number, currency = 'EUR'): Unit {
  return { item: { type: 'Product', id: 'synth' }, variationId: 'once', currency, originalMinor };
}

function share(basisPoints: number, fields: Partial<Discount> = {}): Discount {
  return aDiscount({ benefit: { type: 'PercentageOff', basisPoints }, ...fields });
}

function reasonOf(discount: Discount, context: PricingContext, request = unit(1_000)): Reason | undefined {
  return explainVariation(request, [discount], context).verdicts[0]?.reason;
}

const rounding = [
  // Currency, price, share in basis points, price after it: half a minor unit is deducted in full.
  { currency: 'JPY', original: 1_001, share: 5_000, price: 500 },
  { currency: 'JPY', original: 999, share: 1_000, price: 899 },
  { currency: 'JPY', original: 1, share: 4_999, price: 1 },
  { currency: 'EUR', original: 9_999, share: 1_500, price: 8_499 },
  { currency: 'EUR', original: 1_005, share: 1_000, price: 904 },
  { currency: 'EUR', original: 1, share: 5_000, price: 0 },
  { currency: 'KWD', original: 12_340, share: 3_333, price: 8_230 },
  { currency: 'KWD', original: 1_250, share: 9_999, price: 0 },
  { currency: 'KWD', original: 5_000, share: 9_999, price: 0 },
  { currency: 'KWD', original: 50_010, share: 9_999, price: 10 },
  { currency: 'KWD', original: 10_000, share: 9_999, price: 0 },
  { currency: 'EUR', original: 999_999_999, share: 1, price: 999_899_999 },
  { currency: 'EUR', original: 4_900, share: 10_000, price: 0 },
  { currency: 'EUR', original: 4_900, share: 0, price: 4_900 },
];

for (const { currency, original, share: basisPoints, price } of rounding) {
  test(`rounds ${basisPoints} basis points off ${original} ${currency} (minor units) to ${price}`, () => {
    assert.equal(priceVariation(unit(original, currency), [share(basisPoints)], visitor).priceMinor, price);
  });
}

test('takes a flat amount off in its own currency alone, and never more than the price', () => {
  const flat = aDiscount({ benefit: { type: 'FlatAmountOff', amounts: { EUR: 1_500, KWD: 7 } } });
  assert.equal(priceVariation(unit(2_000), [flat], visitor).priceMinor, 500);
  assert.equal(priceVariation(unit(1_000), [flat], visitor).priceMinor, 0);
  assert.equal(priceVariation(unit(1_000, 'KWD'), [flat], visitor).priceMinor, 990);
  assert.deepEqual(priceVariation(unit(1_000, 'JPY'), [flat], visitor), {
    currency: 'JPY',
    originalMinor: 1_000,
    priceMinor: 1_000,
  });
});

test('applies the discount that takes the most, and only that one', () => {
  const discounts = [
    share(1_000, { id: 'tenth' }),
    aDiscount({ id: 'flat', benefit: { type: 'FlatAmountOff', amounts: { EUR: 250 } } }),
    share(2_000, { id: 'fifth' }),
  ];
  const { priceMinor, discount } = priceVariation(unit(1_000), discounts, visitor);
  assert.deepEqual([priceMinor, discount?.id, discount?.amountMinor], [750, 'flat', 250]);
  assert.equal(priceVariation(unit(2_000), discounts, visitor).discount?.id, 'fifth');
});

test('settles ties in favor of discounts that admit offers, then by id, in any order', () => {
  const shared = [share(1_000, { id: 'b' }), share(1_000, { id: 'c' })];
  const exclusive = share(1_000, { id: 'a', isExclusive: true });
  for (const discounts of [
    [...shared, exclusive],
    [exclusive, ...shared.toReversed()],
  ]) {
    assert.equal(priceVariation(unit(1_000), discounts, visitor).discount?.id, 'b');
  }
  const twoExclusive = [share(1_000, { id: 'z', isExclusive: true }), exclusive];
  assert.equal(priceVariation(unit(1_000), twoExclusive, visitor).discount?.id, 'a');
});

test('a window holds its start and not its end', () => {
  const during = share(1_000, { startsAt: NOON, endsAt: minutesFrom(NOON, 10) });
  const at = (minutes: number) => reasonOf(during, { ...visitor, now: minutesFrom(NOON, minutes) });
  assert.deepEqual([at(-1), at(0), at(9.999), at(10)], ['NotStarted', undefined, undefined, 'Ended']);
});

test('a discount for certain items leaves others and other variations alone', () => {
  const target = { type: 'Product', id: 'synth', variationIds: [] } as const;
  assert.equal(reasonOf(share(1_000, { targets: [target] }), visitor), undefined);
  assert.equal(reasonOf(share(1_000, { targets: [{ ...target, id: 'verb' }] }), visitor), 'OtherItem');
  assert.equal(reasonOf(share(1_000, { targets: [{ ...target, type: 'Bundle' }] }), visitor), 'OtherItem');
  const monthly = { ...target, variationIds: ['monthly'] };
  assert.equal(reasonOf(share(1_000, { targets: [monthly] }), visitor), 'OtherVariation');
  assert.equal(
    reasonOf(share(1_000, { targets: [monthly, { ...target, variationIds: ['once'] }] }), visitor),
    undefined,
  );
});

test('a discount for certain currencies leaves others alone', () => {
  const discount = share(1_000, { currencies: ['USD', 'JPY'] });
  assert.equal(reasonOf(discount, visitor), 'OtherCurrency');
  assert.equal(reasonOf(discount, visitor, unit(1_000, 'JPY')), undefined);
});

test('a campaign is met when each parameter named has one of its values, whatever the case', () => {
  const discount = share(1_000, { utm: { campaign: ['Launch', 'Spring'], source: ['mail'] } });
  const withUtm = (utm: PricingContext['utm']) => reasonOf(discount, { ...visitor, utm });
  assert.equal(withUtm({ campaign: 'launch', source: 'MAIL', term: 'other' }), undefined);
  assert.equal(withUtm({ campaign: 'launch' }), 'CampaignNotMet');
  assert.equal(withUtm({ campaign: 'launch', source: 'web' }), 'CampaignNotMet');
  assert.equal(withUtm({}), 'CampaignNotMet');
});

test('ownership of some, all or none of the products decides, and only for a signed-in customer', () => {
  const owning = (match: 'Some' | 'All' | 'None') =>
    share(1_000, { audience: { owns: { match, productIds: ['a', 'b'] } } });
  const reasons = (...owned: string[]) =>
    (['Some', 'All', 'None'] as const).map(
      (match) => reasonOf(owning(match), customerWith(...owned)) ?? 'applies',
    );
  assert.deepEqual(reasons(), ['OwnershipNotMet', 'OwnershipNotMet', 'applies']);
  assert.deepEqual(reasons('a', 'x'), ['applies', 'OwnershipNotMet', 'OwnershipNotMet']);
  assert.deepEqual(reasons('a', 'b'), ['applies', 'applies', 'OwnershipNotMet']);
  assert.equal(reasonOf(owning('None'), visitor), 'CustomerUnknown');
});

test('the number of products owned decides, both ends included', () => {
  const discount = share(1_000, { audience: { ownedCount: { least: 1, most: 2 } } });
  const reasons = [[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((owned) =>
    reasonOf(discount, customerWith(...owned)),
  );
  assert.deepEqual(reasons, ['OwnershipNotMet', undefined, undefined, 'OwnershipNotMet']);
  const newcomers = share(1_000, { audience: { ownedCount: { most: 0 } } });
  assert.deepEqual(
    [reasonOf(newcomers, customerWith()), reasonOf(newcomers, visitor)],
    [undefined, 'CustomerUnknown'],
  );
});

test('reports the result of every discount', () => {
  const discounts = [
    share(3_000, { id: 'c' }),
    share(1_000, { id: 'a' }),
    share(9_000, { id: 'b', endsAt: NOON }),
    aDiscount({ id: 'd', benefit: { type: 'FlatAmountOff', amounts: { USD: 5 } } }),
  ];
  const verdicts = explainVariation(unit(1_000), discounts, visitor).verdicts;
  assert.deepEqual(
    verdicts.map(({ id, reason, amountMinor }) => [id, reason, amountMinor]),
    [
      ['a', 'BetterDiscountApplies', 100],
      ['b', 'Ended', undefined],
      ['c', undefined, 300],
      ['d', 'NothingToTakeOff', undefined],
    ],
  );
});
