import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benefitIn, dayOf, endOfDay, NO_RULE, phaseOf, ruleIn, startOfDay } from './rule-values.ts';

test('a share is sent as a fraction without the errors of binary fractions, and an amount by currency', () => {
  assert.deepEqual(benefitIn({ ...NO_RULE, percentage: '28,99' }, ['EUR']), {
    type: 'PercentageOffDiscount',
    percentage: 0.2899,
  });
  assert.deepEqual(benefitIn({ ...NO_RULE, percentage: 'half' }, ['EUR']), { type: 'PercentageOffDiscount' });
  const amounts = { ...NO_RULE, type: 'FlatAmountOffDiscount', EUR: '5', USD: '6,5', JPY: '' };
  assert.deepEqual(benefitIn(amounts, ['EUR', 'USD', 'JPY']), {
    type: 'FlatAmountOffDiscount',
    amounts: { EUR: 5, USD: 6.5 },
  });
});

test('a rule begins with its first day and ends with its last one', () => {
  const rule = ruleIn(
    { ...NO_RULE, name: ' Spring ', percentage: '20', startsAt: '2027-03-01', endsAt: '2027-03-31' },
    [],
  );
  assert.equal(rule.name, 'Spring');
  assert.equal(rule.targets, undefined);
  assert.equal(rule.startsAt, new Date(2027, 2, 1).toISOString());
  assert.equal(rule.endsAt, new Date(2027, 2, 31, 23, 59, 59, 999).toISOString());
});

test('a rule is planned, runs, and is over', () => {
  const rule = { isArchived: false, startsAt: '2027-01-01T00:00:00Z', endsAt: '2027-02-01T00:00:00Z' };
  const at = (moment: string) => phaseOf(rule, Date.parse(moment));
  assert.deepEqual(['2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z'].map(at), [
    'planned',
    'running',
    'over',
  ]);
  assert.equal(phaseOf({ ...rule, isArchived: true }, 0), 'off');
  assert.equal(phaseOf({ isArchived: false, startsAt: null, endsAt: null }, 0), 'running');
});

test('a day comes back from its first and from its last moment', () => {
  assert.equal(dayOf(startOfDay('2027-03-01')), '2027-03-01');
  assert.equal(dayOf(endOfDay('2027-03-31')), '2027-03-31');
  assert.equal(dayOf(null), '');
});
