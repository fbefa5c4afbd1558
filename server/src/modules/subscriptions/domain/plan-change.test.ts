import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundToStep } from '../../../kernel/money.ts';
import { type PlanChange, plannedChange } from './plan-change.ts';

const day = (text: string): Date => new Date(`2026-${text}T09:00:00Z`);
const cost = (unitMinor: number, quantity = 1, cycle: PlanChange['before']['cycle'] = 'Monthly') => ({
  cycle,
  quantity,
  unitMinor,
  subtotalMinor: unitMinor * quantity,
});
const change = (changes: Partial<PlanChange>): PlanChange => ({
  before: cost(1_000),
  after: cost(3_000),
  isOtherVariation: true,
  running: {
    startsAt: day('06-01'),
    endsAt: day('07-01'),
    paidEndsAt: day('07-01'),
    isPaid: true,
    returnedMinor: 0,
  },
  newEndsAt: day('07-16'),
  now: day('06-16'),
  rounded: (amountMinor) => roundToStep(amountMinor, 'EUR'),
  ...changes,
});
const LATER = { when: 'NextPeriod' };

test('a dearer plan costs the rest of the period, by whole days, less the unused value of what was paid', () => {
  const charged = [{ quantity: 1, unitMinor: 1_500, creditMinor: 500, isAdded: false }];
  assert.deepEqual(plannedChange(change({})), { when: 'Now', charged, dueMinor: 1_000 });
  const later = new Date(day('06-16').getTime() + 3_600_000);
  assert.deepEqual(
    plannedChange(change({ now: later })),
    { when: 'Now', charged, dueMinor: 1_000 },
    'the same within a day',
  );
});

test('days that were given after what was paid are no part of the credit', () => {
  const creditOn = (now: Date) => {
    const running = { ...change({}).running, endsAt: day('08-30') };
    const plan = plannedChange(change({ running, now }));
    return plan.when === 'Now' ? plan.charged.map(({ creditMinor }) => creditMinor) : [];
  };
  assert.deepEqual([creditOn(day('06-16')), creditOn(day('07-16'))], [[500], [0]]);
});

test('units of the same plan cost their share of what was paid: days that were given after it are free for all', () => {
  const dueOn = (now: Date) => {
    const running = { ...change({}).running, endsAt: day('08-30') };
    const plan = plannedChange(
      change({ after: cost(1_000, 3), isOtherVariation: false, running, now, newEndsAt: day('07-31') }),
    );
    return plan.when === 'Now' ? plan.dueMinor : plan.when;
  };
  assert.deepEqual([dueOn(day('06-16')), dueOn(day('07-16'))], [1_000, 'NextPeriod']);
});

test('what has gone back of the period that runs is no part of the credit', () => {
  const creditAfter = (returnedMinor: number) => {
    const { running } = change({});
    const plan = plannedChange(change({ running: { ...running, returnedMinor } }));
    return plan.when === 'Now' ? plan.charged.map(({ creditMinor }) => creditMinor) : [];
  };
  assert.deepEqual([creditAfter(400), creditAfter(1_000), creditAfter(5_000)], [[300], [0], [0]]);
});

test('more units of the same plan cost their share of the period, without a credit', () => {
  const plan = change({ after: cost(1_000, 3), isOtherVariation: false });
  const charged = [{ quantity: 2, unitMinor: 500, creditMinor: 0, isAdded: true }];
  assert.deepEqual(plannedChange(plan), { when: 'Now', charged, dueMinor: 1_000 });
});

test('another plan with more units charges both, and the credit is never more than what is due', () => {
  const plan = plannedChange(change({ before: cost(2_000, 2), after: cost(1_500, 3) }));
  assert.deepEqual(plan, {
    when: 'Now',
    charged: [
      { quantity: 2, unitMinor: 750, creditMinor: 1_500, isAdded: false },
      { quantity: 1, unitMinor: 750, creditMinor: 500, isAdded: true },
    ],
    dueMinor: 250,
  });
});

test('another cycle that is dearer per day begins now, for its whole price less the unused value', () => {
  const plan = change({ after: cost(40_000, 1, 'Yearly'), newEndsAt: new Date('2027-06-16T09:00:00Z') });
  const charged = [{ quantity: 1, unitMinor: 40_000, creditMinor: 500, isAdded: false }];
  assert.deepEqual(plannedChange(plan), { when: 'Now', charged, dueMinor: 39_500 });
  assert.equal(
    plannedChange({ ...plan, newEndsAt: plan.running.endsAt }).when,
    'Now',
    'not before the paid end',
  );
});

test('what is not dearer per day, has fewer units, or was not paid for, begins with the next period', () => {
  for (const later of [
    change({ after: cost(1_000) }),
    change({ after: cost(900) }),
    change({ after: cost(12_000, 1, 'Yearly'), newEndsAt: new Date('2027-06-16T09:00:00Z') }),
    change({ before: cost(1_000, 3), after: cost(9_000, 2) }),
    change({ running: { ...change({}).running, isPaid: false } }),
    change({ now: day('07-01') }),
    change({ before: cost(36_500, 1, 'Yearly'), running: { ...change({}).running, endsAt: day('12-01') } }),
    // The same price, though less of it is left as a credit.
    change({ after: cost(1_000), running: { ...change({}).running, returnedMinor: 400 } }),
    // Another cycle, once the paid period is over.
    change({
      after: cost(40_000, 1, 'Yearly'),
      newEndsAt: new Date('2027-07-01T09:00:00Z'),
      now: day('07-01'),
    }),
    // What is left of the period costs nothing more.
    change({ before: cost(100), after: cost(101), now: day('06-30') }),
  ])
    assert.deepEqual(plannedChange(later), LATER);
});

test('amounts are such that they can be paid', () => {
  const plan = plannedChange(
    change({
      before: cost(1_000),
      after: cost(1_015),
      rounded: (amountMinor) => roundToStep(amountMinor, 'KWD'),
    }),
  );
  assert.ok(plan.when === 'Now' && plan.dueMinor % 10 === 0);
});
