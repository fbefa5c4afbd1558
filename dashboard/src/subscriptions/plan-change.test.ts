import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planRequest, plansFor } from './plan-change.ts';

const content = { type: 'Product', id: 'app', variationId: 'app-monthly', quantity: 2 } as const;
const values = { variationId: 'app-monthly', quantity: '2', when: '' };

test('what stays as it is, is not asked for', () => {
  assert.deepEqual(planRequest({ content }, values), {});
  assert.deepEqual(planRequest({ content }, { ...values, quantity: '5' }), { quantity: 5 });
  assert.deepEqual(planRequest({ content }, { ...values, variationId: 'app-yearly', when: 'NextPeriod' }), {
    variationId: 'app-yearly',
    when: 'NextPeriod',
  });
});

test('what is no number is asked for, so that the server says what is wrong with it', () => {
  assert.ok(Number.isNaN(planRequest({ content }, { ...values, quantity: 'five' }).quantity));
});

test('the plans to choose from are sold in the currency of the subscription; its own is always one', () => {
  const plan = (id: string, currency: string, isArchived = false) => ({
    id,
    isArchived,
    prices: { [currency]: 10 },
  });
  const plans = [
    plan('app-monthly', 'EUR', true),
    plan('app-yearly', 'EUR'),
    plan('app-old', 'EUR', true),
    plan('app-us', 'USD'),
  ];
  const price = { currency: 'EUR', amount: 9 };
  assert.deepEqual(
    plansFor({ content, price }, plans).map(({ id }) => id),
    ['app-monthly', 'app-yearly'],
  );
});
