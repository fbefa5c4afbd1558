import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entitlementOf, type WithdrawalFacts, withdrawalEnd } from './entitlement.ts';

const FACTS: WithdrawalFacts = {
  isBusiness: false,
  isInCountry: true,
  now: new Date('2026-07-15T21:59:59.999Z'),
  end: new Date('2026-07-15T22:00:00Z'),
  isWaived: false,
  isAccessed: false,
};

test('the period ends with the fourteenth day after the purchase, where the seller is', () => {
  assert.equal(
    withdrawalEnd(new Date('2026-07-01T10:00:00Z'), 'Europe/Berlin').toISOString(),
    '2026-07-15T22:00:00.000Z',
  );
  assert.equal(
    withdrawalEnd(new Date('2026-07-01T22:30:00Z'), 'Europe/Berlin').toISOString(),
    '2026-07-16T22:00:00.000Z',
  );
  assert.equal(
    withdrawalEnd(new Date('2026-07-01T22:30:00Z'), 'UTC').toISOString(),
    '2026-07-16T00:00:00.000Z',
  );
});

test('a consumer may withdraw until then, unless they consented to immediate delivery and have used it', () => {
  assert.equal(entitlementOf(FACTS), 'Entitled');
  assert.equal(entitlementOf({ ...FACTS, now: FACTS.end }), 'Late');
  assert.equal(entitlementOf({ ...FACTS, isWaived: true }), 'Entitled');
  assert.equal(entitlementOf({ ...FACTS, isAccessed: true }), 'Entitled');
  assert.equal(entitlementOf({ ...FACTS, isWaived: true, isAccessed: true }), 'Waived');
  assert.equal(entitlementOf({ ...FACTS, isBusiness: true }), 'Business');
  assert.equal(entitlementOf({ ...FACTS, isInCountry: false }), 'OtherCountry');
});
