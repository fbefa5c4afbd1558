import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  payOnPage,
  periodsNow,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { listLicenses, revokeLicense } from '../../licensing/index.ts';
import { pauseSubscription, renewAndPay, takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const statesOf = async (subscription: Subscription) =>
  (await periodsNow(app, subscription)).map(({ state, reason }) => reason ?? state);

/** Overdue for five days, and held; in a week, its access is over. */
async function overdue() {
  const sale = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(new Date(sale.subscription.paidUntil.getTime() + 5 * DAY_MS));
  await takeStep(app.ctx, sale.subscription.id);
  const lapsed = await nextStep(app, sale.subscription);
  assert.deepEqual([lapsed.status, lapsed.holdReason, lapsed.endedAt], ['Expired', 'Overdue', null]);
  return sale;
}

test('who renews during a pause without access ends the pause, and pays from now', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await pauseSubscription(app.ctx, subscription.id, 2);
  await assert.rejects(renewAndPay(app.ctx, subscription.id), { errorType: 'NothingToPay' });
  assert.equal((await nextStep(app, subscription)).status, 'Expired');
  const page = await renewAndPay(app.ctx, subscription.id);
  assert.equal((await subscriptionNow(app, subscription)).paymentState, 'NeedsBuyer', 'nothing is charged');
  await renewAndPay(app.ctx, subscription.id);
  await payOnPage(app, page, customer.email);
  const back = await subscriptionNow(app, subscription);
  assert.deepEqual([back.status, back.pausedUntil, back.paymentState], ['Active', null, 'Paid']);
  assert.notEqual(back.methodId, null);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Paused', 'Paid']);
});

test('who renews what is held because it is overdue pays it without the vendor', async () => {
  const { subscription, customer } = await overdue();
  await payOnPage(app, await renewAndPay(app.ctx, subscription.id), customer.email);
  const back = await subscriptionNow(app, subscription);
  assert.deepEqual([back.status, back.holdReason, back.paymentState], ['Active', null, 'Paid']);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Paid']);
});

test('nobody pays for what is held for another reason', async () => {
  const { subscription, orderId } = await overdue();
  const [license = assert.fail()] = await listLicenses(app.ctx, { orderId, limit: 1 });
  await revokeLicense(app.ctx, license.id);
  await assert.rejects(renewAndPay(app.ctx, subscription.id), { errorType: 'NothingToPay' });
  assert.deepEqual(await statesOf(subscription), ['Paid']);
});
