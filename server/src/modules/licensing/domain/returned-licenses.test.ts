import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  licensesKept,
  licensesPaidAgain,
  licensesToGiveBack,
  licensesToTakeBack,
  type ReturnableLicense,
} from './returned-licenses.ts';

const license = (orderOrdinal: number, facts: Partial<ReturnableLicense> = {}): ReturnableLicense => ({
  id: String(orderOrdinal),
  status: 'Active',
  revocationReason: null,
  activeActivations: 0,
  isUpgraded: false,
  orderOrdinal,
  subscriptionId: null,
  isFree: false,
  ...facts,
});

const HAND = { status: 'Revoked' } as const;
const REFUND = { status: 'Revoked', revocationReason: 'Refund' } as const;
const DISPUTE = { status: 'Revoked', revocationReason: 'Dispute' } as const;

test('licenses without devices go back first, and of these the newest', () => {
  const licenses = [license(0), license(1, { activeActivations: 1 }), license(2), license(3, DISPUTE)];
  const ids = (quantity: number) =>
    licensesToTakeBack(licenses, { quantity, returnedInAll: quantity }).map(({ id }) => id);
  assert.deepEqual(ids(1), ['3']);
  assert.deepEqual(ids(3), ['3', '2', '0']);
  assert.deepEqual(ids(9), ['3', '2', '0', '1']);
});

test('a license that somebody paid to change goes back last', () => {
  const licenses = [
    license(0, { activeActivations: 2 }),
    license(1, { isUpgraded: true }),
    license(2, { isUpgraded: true, activeActivations: 1 }),
  ];
  const ids = (quantity: number) =>
    licensesToTakeBack(licenses, { quantity, returnedInAll: quantity }).map(({ id }) => id);
  assert.deepEqual([ids(1), ids(3)], [['0'], ['0', '1', '2']]);
});

test('licenses that are revoked already count, and no more go back than the units of the refund', () => {
  const cases: [ReturnableLicense[], quantity: number, returnedInAll: number, number][] = [
    [[license(0), license(1, HAND)], 1, 1, 0],
    [[license(0), license(1), license(2, REFUND)], 1, 2, 1],
    [[license(0), license(1), license(2)], 1, 2, 1],
    [[license(0, HAND), license(1, REFUND), license(2)], 1, 2, 0],
    [[license(0, DISPUTE), license(1, DISPUTE)], 2, 2, 2],
    [[], 1, 1, 0],
    // The vendor has revoked more than was returned.
    [[license(0), license(1), license(2, HAND), license(3, HAND)], 1, 1, 0],
  ];
  for (const [licenses, quantity, returnedInAll, count] of cases)
    assert.equal(licensesToTakeBack(licenses, { quantity, returnedInAll }).length, count);
});

test('a refund that failed gives back the licenses that it took last, unless those that stay returned need them', () => {
  const inUse = { activeActivations: 1 };
  const cases: [ReturnableLicense[], quantity: number, returnedInAll: number, string[]][] = [
    [[license(0), license(1, REFUND), license(2, REFUND)], 2, 1, ['1']],
    [[license(0, { ...REFUND, ...inUse }), license(1, REFUND)], 1, 0, ['0']],
    [[license(0, HAND), license(1, REFUND)], 1, 1, ['1']],
    [[license(0, DISPUTE), license(1, REFUND)], 1, 1, []],
    [[license(0), license(1, HAND)], 1, 0, []],
    // More was returned than there are licenses.
    [[license(0, REFUND), license(1, REFUND), license(2, REFUND)], 1, 4, []],
    [[license(0, HAND), license(1, HAND), license(2, REFUND), license(3, REFUND)], 1, 0, ['2']],
  ];
  for (const [licenses, quantity, returnedInAll, ids] of cases)
    assert.deepEqual(
      licensesToGiveBack(licenses, { quantity, returnedInAll }).map(({ id }) => id),
      ids,
    );
});

test('a license that its buyer keeps after a refund goes back last of all', () => {
  const licenses = [
    license(0, { isUpgraded: true, activeActivations: 1 }),
    license(1, { isFree: true }),
    license(2, { isUpgraded: true }),
  ];
  const ids = (quantity: number) =>
    licensesToTakeBack(licenses, { quantity, returnedInAll: quantity }).map(({ id }) => id);
  assert.deepEqual(ids(3), ['2', '0', '1']);
});

test('a license that a subscription has given up goes back after those that it pays for', () => {
  const licenses = [
    license(0, { subscriptionId: 's', activeActivations: 1 }),
    license(1, { subscriptionId: 's' }),
    license(2),
  ];
  const ids = (quantity: number) =>
    licensesToTakeBack(licenses, { quantity, returnedInAll: quantity }).map(({ id }) => id);
  assert.deepEqual(ids(3), ['1', '0', '2']);
});

test('licenses that are kept after a refund are those that would go back first, without those of subscriptions', () => {
  const licenses = [
    license(0),
    license(1, { activeActivations: 1 }),
    license(2),
    license(3, { subscriptionId: 's' }),
    license(4, { isFree: true }),
    license(5, REFUND),
  ];
  const ids = (quantity: number) => licensesKept(licenses, { quantity }).map(({ id }) => id);
  assert.deepEqual([ids(1), ids(2), ids(9)], [['2'], ['2', '0'], ['2', '0', '1']]);
});

test('when that refund fails, as many of the kept licenses are paid for again, and no others', () => {
  const licenses = [license(0), license(1, { isFree: true }), license(2, { isFree: true })];
  const ids = (quantity: number) => licensesPaidAgain(licenses, { quantity }).map(({ id }) => id);
  assert.deepEqual([ids(1), ids(9)], [['1'], ['1', '2']]);
});
