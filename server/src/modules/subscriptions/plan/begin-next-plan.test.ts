import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { createVariation } from '../../catalog/index.ts';
import { changePlan, planTerms, releaseRenewal, takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  for (const recurrence of ['Daily', 'Weekly'] as const) {
    const id = `synth-${recurrence.toLowerCase()}`;
    const variation = { id, name: recurrence, recurrence, prices: { EUR: 100, USD: 100 } };
    await createVariation(app.ctx, { type: 'Product', id: 'synth' }, variation);
  }
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A monthly subscription that changes to another plan at the end of its month, so many days after that end. */
async function daysAfterMonth(variationId: string, days: number): Promise<Subscription> {
  const { subscription } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  const terms = await planTerms(app.ctx, subscription.id);
  await changePlan(app.ctx, subscription.id, { variationId, when: 'NextPeriod' }, terms);
  app.system.clock.set(new Date(subscription.paidUntil.getTime() + days * DAY_MS));
  return subscription;
}

async function step(subscription: Subscription): Promise<Subscription> {
  await takeStep(app.ctx, subscription.id);
  await runPaymentJobs(app.system);
  return subscriptionNow(app, subscription);
}

const statesOf = async (subscription: Subscription) =>
  (await periodsNow(app, subscription)).map(({ state, reason }) => reason ?? state);

test('days of a shorter cycle that passed while nothing ran are given, and the running one is paid', async () => {
  const subscription = await daysAfterMonth('synth-daily', 2.5);
  const renewed = await step(subscription);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Downtime', 'Downtime', 'Paid']);
  assert.equal(renewed.variationId, 'synth-daily');
  assert.equal(renewed.paidUntil.getTime(), subscription.paidUntil.getTime() + 3 * DAY_MS);
});

test('weeks of a shorter cycle that passed while the renewal was held are given, and the running one is paid', async () => {
  const subscription = await daysAfterMonth('synth-weekly', 17);
  assert.equal((await step(subscription)).paymentState, 'Held');
  await releaseRenewal(app.ctx, subscription.id);
  const renewed = await step(subscription);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Downtime', 'Downtime', 'Paid']);
  assert.equal(renewed.paidUntil.getTime(), subscription.paidUntil.getTime() + 21 * DAY_MS);
});
