import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earnedBy, fallbackAt, fallbackAtEnd, fallbackOnPlan, firstFallback } from './fallback.ts';

type Periods = Parameters<typeof earnedBy>[0];
type Kind = 'paid' | 'refunded' | 'free' | 'given' | 'paused' | 'unpaid' | 'ended' | 'open';

const KINDS: Readonly<Record<Kind, Pick<Periods[number], 'state' | 'reason'>>> = {
  paid: { state: 'Paid', reason: null },
  refunded: { state: 'Paid', reason: 'Refunded' },
  free: { state: 'Paid', reason: 'FreeDays' },
  given: { state: 'Skipped', reason: 'Downtime' },
  paused: { state: 'Void', reason: 'Paused' },
  unpaid: { state: 'Void', reason: 'NotPaid' },
  ended: { state: 'Void', reason: 'Ended' },
  open: { state: 'Open', reason: null },
};

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 9, 30, 0, 250));

/** Daily periods from the first of January on, newest first. */
const periods = (...kinds: Kind[]): Periods =>
  kinds
    .map((kind, index) => ({ ...KINDS[kind], startsAt: day(index + 1), orderId: `order-${index + 1}` }))
    .toReversed();

const since = (...kinds: Kind[]): number | undefined => {
  const earned = earnedBy(periods(...kinds), 3);
  if (earned === undefined) return undefined;
  const date = new Date(earned.updatesUntil);
  assert.equal(date.getUTCMilliseconds(), 0, 'limits of licenses are whole seconds');
  assert.equal(
    earned.grantedBefore,
    day(date.getUTCDate()).toISOString(),
    'seats within it are not paid in full',
  );
  assert.equal(earned.grantedBy, `order-${date.getUTCDate()}`);
  return date.getUTCDate();
};

test('the latest paid cycles in a row count, and the first of them is when they began', () => {
  assert.equal(since('paid', 'paid'), undefined);
  assert.equal(since('paid', 'paid', 'paid'), 1);
  assert.equal(since('paid', 'paid', 'paid', 'paid', 'paid'), 3, 'it moves on with each payment');
  assert.equal(since('paid', 'paid', 'paid', 'open'), 1);
});

test('a cycle that was not paid or refunded breaks the row, and what was earned before stays', () => {
  for (const kind of ['refunded', 'unpaid', 'ended'] as const) {
    assert.equal(since('paid', 'paid', kind, 'paid'), undefined, kind);
    assert.equal(since('paid', 'paid', 'paid', kind, 'paid', 'paid'), 1, kind);
    assert.equal(since('paid', 'paid', kind, 'paid', 'paid', 'paid'), 4, kind);
  }
});

test('a cycle that was free, given or paused neither counts nor breaks the row', () => {
  for (const kind of ['free', 'given', 'paused'] as const) {
    assert.equal(since('paid', 'paid', kind), undefined, kind);
    assert.equal(since('paid', kind, 'paid', kind, 'paid'), 1, kind);
  }
});

const EARNED = { updatesUntil: '2026-01-01T00:00:00.000Z', grantedBefore: '2026-01-01T00:00:00.000Z' };
const BEFORE = { updatesUntil: '2025-01-01T00:00:00.000Z', grantedBefore: '2025-01-01T00:00:00.000Z' };

test('a new subscription has earned what its first periods are enough for, where its plan has a fallback', () => {
  assert.equal(firstFallback(periods('paid'), null), null);
  const nothing = { afterCycles: 3, earned: null, earnedBefore: null, heldUntil: null };
  assert.deepEqual(firstFallback(periods('paid', 'paid'), 3), nothing);
  assert.equal(firstFallback(periods('paid'), 1)?.earned?.grantedBy, 'order-1');
});

test('a new plan keeps what was earned, and counts for itself', () => {
  assert.equal(fallbackOnPlan(null, { afterCycles: null, countsFrom: 2 }), null);
  assert.equal(fallbackOnPlan(null, { afterCycles: 12, countsFrom: 2 })?.afterCycles, 12, 'the first one');
  const earned = { afterCycles: 12, earned: EARNED, earnedBefore: null, heldUntil: null };
  const next = fallbackOnPlan(earned, { afterCycles: 1, countsFrom: 14 });
  assert.deepEqual(next, {
    afterCycles: 1,
    countsFrom: 14,
    earned: null,
    earnedBefore: EARNED,
    heldUntil: null,
  });
  assert.equal(fallbackAtEnd(next), EARNED);
  assert.equal(fallbackAtEnd({ ...earned, earnedBefore: BEFORE }), EARNED);
  assert.deepEqual(
    fallbackOnPlan(next, { afterCycles: null, countsFrom: 15 })?.earnedBefore,
    EARNED,
    'also on a plan without one',
  );
});

test('licenses get it an hour before they end, once, and never while the period is paid', () => {
  const [paidUntil, expiresAt] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-08T00:00:00Z')];
  const fallback = { afterCycles: 12, earned: EARNED, earnedBefore: null, heldUntil: null };
  const at = fallbackAt({ fallback, paidUntil, expiresAt });
  assert.equal(at?.toISOString(), '2026-03-07T23:00:00.000Z');
  assert.deepEqual(fallbackAt({ fallback, paidUntil, expiresAt: paidUntil }), paidUntil, 'without grace');
  const inForce = { ...fallback, heldUntil: EARNED.updatesUntil };
  assert.equal(fallbackAt({ fallback: inForce, paidUntil, expiresAt }), null);
  assert.equal(fallbackAt({ fallback: { ...fallback, earned: null }, paidUntil, expiresAt }), null);
  assert.equal(fallbackAt({ fallback: null, paidUntil, expiresAt }), null);
});
