import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectedRates, isCheckOld, lastCheck } from './collected-rates.ts';
import type { OwnRate, TaxBasis } from './decide-taxes.ts';
import { REVIEWED_ON } from './standard-rates.ts';

const BASIS: TaxBasis = {
  prices: 'inclusive',
  collectsIn: ['PT', 'EE'],
  sellerCountry: 'PT',
  ownRates: [],
  day: '2026-03-01',
};

const own = (fields: Partial<OwnRate>): OwnRate => ({
  id: 'own',
  country: 'EE',
  region: null,
  basisPoints: 1_000,
  reason: 'Standard',
  targets: [],
  firstDay: null,
  lastDay: null,
  ...fields,
});

const ratesOf = (basis: Partial<TaxBasis>) =>
  collectedRates({ ...BASIS, ...basis }).map(
    ({ country, region, basisPoints }) =>
      `${country}${region === null ? '' : `/${region}`} ${basisPoints / 100}`,
  );

test('the rates in force where the vendor collects are those of countries and of their parts', () => {
  assert.deepEqual(ratesOf({}), ['EE 24', 'PT 23', 'PT/Azores 16', 'PT/Madeira 22']);
  assert.deepEqual(ratesOf({ collectsIn: [] }), []);
  assert.equal(new Set(ratesOf({ collectsIn: ['EU'] }).map((rate) => rate.slice(0, 2))).size, 27);
});

test('a rate names the one that follows, until that one is in force', () => {
  const [before] = collectedRates({ ...BASIS, collectsIn: ['EE'], day: '2025-06-30' });
  assert.deepEqual(
    [before?.basisPoints, before?.firstDay, before?.next?.basisPoints, before?.next?.firstDay],
    [2_200, '2024-01-01', 2_400, '2025-07-01'],
  );
  const [after] = collectedRates({ ...BASIS, collectsIn: ['EE'], day: '2025-07-01' });
  assert.deepEqual([after?.basisPoints, after?.next], [2_400, undefined]);
});

test('a rate of the vendor’s own replaces it while it is in force, if it is for everything', () => {
  const replaced = (...ownRates: OwnRate[]) =>
    collectedRates({ ...BASIS, ownRates })
      .filter(({ isReplaced }) => isReplaced)
      .map(({ country, region }) => region ?? country);
  assert.deepEqual(replaced(), []);
  assert.deepEqual(replaced(own({})), ['EE']);
  assert.deepEqual(replaced(own({ country: 'PT' })), ['PT', 'Azores', 'Madeira']);
  assert.deepEqual(replaced(own({ country: 'PT', region: 'madeira' })), ['Madeira']);
  assert.deepEqual(replaced(own({ lastDay: '2026-02-28' }), own({ firstDay: '2026-03-02' })), []);
  const targets = [{ type: 'Product', id: 'book', variationIds: [] } as const];
  assert.deepEqual(replaced(own({ targets })), []);
});

test('a check of the table counts for half a year, and the later of two counts', () => {
  assert.deepEqual(
    ['2027-07-14', '2027-07-15', '2027-07-16'].map((today) => isCheckOld('2027-01-15', today)),
    [false, false, true],
  );
  assert.equal(isCheckOld('2026-08-31', '2027-02-28'), false);
  assert.equal(isCheckOld('2026-08-31', '2027-03-01'), true);
  assert.equal(lastCheck(undefined), REVIEWED_ON);
  assert.equal(lastCheck('2020-01-01'), REVIEWED_ON, 'a newer version was checked since');
  assert.equal(lastCheck('2099-01-01'), '2099-01-01');
});
