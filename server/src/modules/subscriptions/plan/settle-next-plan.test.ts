import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { lastOrder, paymentOf, refundFails } from '../../../../test/late-money.ts';
import { paidInFull, report, runJobs, runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { createVariation } from '../../catalog/index.ts';
import { getOrder } from '../../orders/index.ts';
import { changePlan, planPayPage, planTerms, returnMoneyJob } from '../index.ts';
import type { Subscription } from '../tables.ts';

const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'orders:write');
  const pro = {
    id: 'synth-pro',
    name: 'Pro',
    recurrence: 'Monthly',
    prices: { EUR: 1_500, USD: 1_500 },
  } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, pro);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function refund(orderId: string, payload: object): Promise<void> {
  const url = `/api/orders/${orderId}/refunds`;
  const answer = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.equal(answer.statusCode, 201, answer.body);
  await runPaymentJobs(app.system);
}

type Request = Parameters<typeof changePlan>[2];

async function agree({ id }: Pick<Subscription, 'id'>, request: Request): Promise<Subscription> {
  return (await changePlan(app.ctx, id, request, await planTerms(app.ctx, id))).subscription;
}

/** A monthly subscription of so many units without a saved method, of which a change is agreed. */
async function agreed(quantity: number, request: Request) {
  const { subscription, customer, orderId } = await subscribe(app, { item: MONTHLY, quantity });
  const plan = await agree(subscription, request);
  const units = (count: number) => ({ lines: [{ lineId: subscription.lineId, quantity: count }] });
  return { subscription, customer, orderId, plan, units };
}

const ONE_EURO = { amount: { currency: 'EUR', amount: 1 }, revokeLicenses: false };

test('a change that is not paid yet is dropped when a unit goes back, and can be agreed again', async () => {
  const { subscription, orderId, plan, units } = await agreed(3, { quantity: 5 });
  const page = (await planPayPage(app.ctx, plan)) ?? assert.fail();
  await refund(orderId, units(1));
  const { nextPlan, quantity } = await subscriptionNow(app, subscription);
  assert.deepEqual([nextPlan, quantity], [null, 2]);
  assert.equal((await app.inject({ url: `/api${new URL(page).pathname}` })).statusCode, 404);
  assert.equal((await agree(subscription, { quantity: 5 })).nextPlan?.quantity, 5);
});

test('a change whose payment is on its way when a unit goes back does not begin, and its money goes back', async () => {
  const { subscription, customer, orderId, plan, units } = await agreed(3, { quantity: 5 });
  const change = plan.nextPlan?.orderId ?? assert.fail();
  const { pathname } = new URL((await planPayPage(app.ctx, plan)) ?? assert.fail());
  const recurringConsent = { wording: '2026-12' };
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Delay', recurringConsent };
  const paying = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.equal(paying.json().status, 'PaymentProcessing', paying.body);
  await refund(orderId, units(1));
  const payment = await paymentOf(app, change);
  await report(app.ctx, payment, paidInFull(payment));
  await runJobs(app.system, returnMoneyJob);
  assert.equal((await subscriptionNow(app, subscription)).quantity, 2);
  assert.equal((await getOrder(app.ctx, change)).isRefunded, true);
});

test('another plan that is credited with money that goes back is dropped, and more units are not', async () => {
  for (const [request, quantity] of [
    [{ variationId: 'synth-pro' }, undefined],
    [{ quantity: 5 }, 5],
  ] as const) {
    const { subscription, orderId } = await agreed(3, request);
    await refund(orderId, ONE_EURO);
    assert.equal((await subscriptionNow(app, subscription)).nextPlan?.quantity, quantity);
  }
});

test('money of a month that is over changes nothing about another plan', async () => {
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  await nextStep(app, subscription);
  await agree(subscription, { variationId: 'synth-pro' });
  await refund(orderId, ONE_EURO);
  assert.equal((await subscriptionNow(app, subscription)).variationId, 'synth-pro');
});

test('fewer units of the next period are as many as are left after a refund', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 5 });
  await agree(subscription, { quantity: 4, when: 'NextPeriod' });
  await refund(orderId, { lines: [{ lineId: subscription.lineId, quantity: 2 }] });
  const renewed = await nextStep(app, subscription);
  assert.equal(renewed.quantity, 3);
  assert.equal((await paymentOf(app, await lastOrder(app, renewed))).amountMinor, 3 * 4_900);
});

test('another plan of all units that begins with the next period is of those that are left after a refund', async () => {
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds', quantity: 3 });
  await agree(subscription, { variationId: 'synth-pro', when: 'NextPeriod' });
  await refund(orderId, { lines: [{ lineId: subscription.lineId, quantity: 1 }] });
  const renewed = await nextStep(app, subscription);
  assert.deepEqual([renewed.quantity, renewed.variationId], [2, 'synth-pro']);
  assert.equal((await paymentOf(app, await lastOrder(app, renewed))).amountMinor, 2 * 1_500);
});

test('a change that was agreed for fewer units is dropped when one comes back whose refund has failed', async () => {
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, quantity: 3 });
  await refund(orderId, { lines: [{ lineId: subscription.lineId, quantity: 1 }] });
  await agree(subscription, { quantity: 4 });
  await refundFails(app, orderId);
  const { nextPlan, quantity } = await subscriptionNow(app, subscription);
  assert.deepEqual([nextPlan, quantity], [null, 3]);
});
