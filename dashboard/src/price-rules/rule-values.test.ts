import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  NO_RULE,
  benefitIn,
  dayAhead,
  dayOf,
  draftDiscount,
  endOfDay,
  phaseOf,
  productIn,
  ruleChangesIn,
  ruleIn,
  ruleValuesOf,
  startOfDay,
} from './rule-values.ts';

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

const DISCOUNT = {
  id: 'owners',
  name: 'Owners',
  type: 'PercentageOffDiscount' as const,
  percentage: 0.2,
  description: null,
  isExclusive: true,
  startsAt: '2027-03-01T09:30:00.000Z',
  endsAt: null,
  targets: [{ type: 'Product' as const, id: 'delay' }],
  audience: { owns: { match: 'All' as const, productIds: ['delay'] } },
  utm: { campaign: ['spring'] },
  currencies: [],
  recurringPaymentUseCount: null,
  isArchived: false,
  createdAt: '2027-01-01T00:00:00.000Z',
  updatedAt: '2027-01-01T00:00:00.000Z',
};

test('the draft of a discount has its changes, and for the rest what it was', () => {
  const values = { ...ruleValuesOf(DISCOUNT), type: 'FlatAmountOffDiscount', EUR: '5' };
  const {
    isArchived: _archived,
    createdAt: _created,
    updatedAt: _updated,
    percentage: _share,
    ...rest
  } = DISCOUNT;
  assert.deepEqual(draftDiscount(DISCOUNT, ruleChangesIn(values, ['EUR'], DISCOUNT)), {
    ...rest,
    type: 'FlatAmountOffDiscount',
    amounts: { EUR: 5 },
  });
});

test('a preview begins with a first day that has not come, and with the first product of a rule', () => {
  const now = new Date(2027, 2, 1, 9);
  assert.deepEqual(
    ['', '2027-02-28', '2027-03-01', '2027-03-02'].map((day) => dayAhead(day, now)),
    ['', '', '', '2027-03-02'],
  );
  assert.equal(productIn({ ...NO_RULE, items: 'Bundle/pair\nProduct/delay\nProduct/reverb' }), 'delay');
  assert.equal(productIn({ ...NO_RULE, items: 'Bundle/pair' }), undefined);
});
