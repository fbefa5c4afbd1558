import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { lastOrder, paymentOf, refundFails } from '../../../../test/late-money.ts';
import { runJobs, runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  payOnPage,
  periodsNow,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { getOrder } from '../../orders/index.ts';
import { listRefunds } from '../../payments/index.ts';
import { changePlan, payPageOfSubscription, planTerms, returnMoneyJob, takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

const UNIT = 4_900;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'orders:write');
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** One unit of the first order goes back. */
async function refundUnit({ orderId, lineId }: Subscription): Promise<void> {
  const url = `/api/orders/${orderId}/refunds`;
  const payload = { lines: [{ lineId, quantity: 1 }] };
  const answer = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.equal(answer.statusCode, 201, answer.body);
  await runPaymentJobs(app.system);
}

/** What the order of the last period is of, and what its period is paid for. */
async function lastRenewal(subscription: Subscription) {
  const { lines } = await getOrder(app.ctx, await lastOrder(app, subscription));
  const units = (await periodsNow(app, subscription)).at(-1)?.units;
  return { quantities: lines.map(({ quantity }) => quantity), units };
}

test('an open renewal charges only the units that are left after a refund, by the same link', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'DeclinesForGood', quantity: 3 });
  const open = await nextStep(app, subscription);
  assert.equal(open.paymentState, 'NeedsBuyer');
  const page = (await payPageOfSubscription(app.ctx, open)) ?? assert.fail();
  const orderId = await lastOrder(app, subscription);
  await refundUnit(subscription);
  assert.deepEqual(await lastRenewal(subscription), { quantities: [2], units: 2 });
  assert.equal((await subscriptionNow(app, subscription)).total.dueMinor, 2 * UNIT);
  await payOnPage(app, page, customer.email);
  const paid = await subscriptionNow(app, subscription);
  assert.deepEqual([paid.paymentState, paid.quantity], ['Paid', 2]);
  assert.equal((await getOrder(app.ctx, orderId)).content?.quote.total.dueMinor, 2 * UNIT);
});

test('a unit whose refund fails is charged again by an open renewal', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesForGood', quantity: 3 });
  await nextStep(app, subscription);
  await refundUnit(subscription);
  assert.deepEqual(await lastRenewal(subscription), { quantities: [2], units: 2 });
  await refundFails(app, subscription.orderId);
  assert.deepEqual(await lastRenewal(subscription), { quantities: [3], units: 3 });
});

test('units that begin with an open renewal stay in it when another one goes back', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesForGood', quantity: 3 });
  const change = { quantity: 5, when: 'NextPeriod' } as const;
  await changePlan(app.ctx, subscription.id, change, await planTerms(app.ctx, subscription.id));
  await nextStep(app, subscription);
  assert.deepEqual(await lastRenewal(subscription), { quantities: [3, 2], units: 5 });
  await refundUnit(subscription);
  assert.deepEqual(await lastRenewal(subscription), { quantities: [2, 2], units: 4 });
});

test('what a renewal on its way charges for a unit that goes back is returned', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds', quantity: 3 });
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const orderId = await lastOrder(app, subscription);
  await refundUnit(subscription);
  assert.equal((await paymentOf(app, orderId)).amountMinor, 3 * UNIT);
  await runJobs(app.system, returnMoneyJob);
  const refunds = await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: 9 });
  assert.deepEqual(
    refunds.map(({ amountMinor }) => amountMinor),
    [UNIT],
  );
  const paid = await subscriptionNow(app, subscription);
  assert.deepEqual([paid.status, paid.paymentState, paid.quantity], ['Active', 'Paid', 2]);
  assert.equal((await lastRenewal(subscription)).units, 2);
  const next = await nextStep(app, subscription);
  assert.equal((await paymentOf(app, await lastOrder(app, next))).amountMinor, 2 * UNIT);
});

test('a renewal on its way that fails is charged again without the unit that went back meanwhile', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesSoftly', quantity: 3 });
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const orderId = await lastOrder(app, subscription);
  // The payment that is on its way is answered beside that of the refund.
  await refundUnit(subscription);
  const failing = await subscriptionNow(app, subscription);
  assert.deepEqual([failing.paymentState, failing.attempts, failing.quantity], ['Retrying', 1, 2]);
  assert.equal((await paymentOf(app, orderId)).amountMinor, 3 * UNIT);
  assert.deepEqual(await lastRenewal(subscription), { quantities: [2], units: 2 });
});
