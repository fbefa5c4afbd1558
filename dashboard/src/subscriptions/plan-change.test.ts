import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreedRequest, onlyDrops, planRequest, plansFor } from './plan-change.ts';

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

test('what is agreed to is the amount of the preview, also if nothing is due', () => {
  const totalOf = (amount: number) => ({ due: { currency: 'EUR', amount } });
  assert.deepEqual(agreedRequest({ quantity: 3 }, { total: totalOf(7.95) }), {
    quantity: 3,
    due: 7.95,
    preview: false,
  });
  assert.equal(agreedRequest({ quantity: 1 }, { total: totalOf(0) }).due, 0);
});

test('the plan and the quantity that a subscription has drop the change that was agreed, and nothing else does', () => {
  const nextPlan = {
    variationId: 'app-yearly',
    quantity: 2,
    cycleLength: 'Yearly',
    when: 'NextPeriod',
  } as const;
  const same = { variationId: 'app-monthly', quantity: 2 };
  assert.equal(onlyDrops({ content, nextPlan }, same), true);
  assert.equal(onlyDrops({ content, nextPlan }, { ...same, quantity: 3 }), false);
  assert.equal(onlyDrops({ content, nextPlan }, nextPlan), false);
  assert.equal(onlyDrops({ content }, same), false);
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
