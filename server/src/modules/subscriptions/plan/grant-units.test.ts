import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  payOnPage,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import type { Context } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import { getOrder } from '../../orders/index.ts';
import { changePlan, compSubscription, payoffOf, payRenewal, planTerms, skipRenewal } from '../index.ts';
import { lastPeriod } from '../store.ts';
import type { Subscription } from '../tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function atNextRenewal({ id }: Subscription, quantity: number): Promise<void> {
  await changePlan(app.ctx, id, { quantity, when: 'NextPeriod' }, await planTerms(app.ctx, id));
}

const licensesOf = ({ id }: Subscription) => listLicenses(app.ctx, { subscriptionId: id, limit: 20 });

test('units that are added to the next renewal are paid with it, and have licenses from then on', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await atNextRenewal(subscription, 3);
  assert.equal((await licensesOf(subscription)).length, 1, 'they have not begun');
  const renewed = await nextStep(app, subscription);
  const { orderId } = await lastPeriod(app.system.database.reader, renewed);
  const order = await getOrder(app.ctx, orderId ?? assert.fail());
  assert.deepEqual(
    order.content?.quote.lines.map(({ quantity }) => quantity),
    [1, 2],
  );
  const licenses = await licensesOf(subscription);
  assert.equal(licenses.length, 3);
  for (const { status, customerId, variationId, expiresAt } of licenses)
    assert.deepEqual(
      [status, customerId, variationId, expiresAt],
      ['Active', customer.id, renewed.variationId, renewed.expiresAt],
    );
  await nextStep(app, subscription);
  assert.equal((await licensesOf(subscription)).length, 3, 'they are there once');
});

test('units of a renewal that is not paid have no licenses, and cannot be paid off', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesSoftly' });
  await rentToOwn(app, subscription, { ownAfterCycles: 12 });
  const catalog = await loadCatalog(app.ctx);
  assert.ok(await payoffOf(app.ctx, await subscriptionNow(app, subscription), catalog));
  await atNextRenewal(subscription, 3);
  const declined = await nextStep(app, subscription);
  assert.deepEqual([declined.paymentState, declined.quantity, declined.unitsToGrant], ['Retrying', 3, 2]);
  assert.equal((await licensesOf(subscription)).length, 1);
  assert.equal(await payoffOf(app.ctx, declined, catalog), undefined);
});

test('a buyer who pays such a renewal has the units, and is not asked whether they want another subscription', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await rentToOwn(app, subscription, { methodId: null });
  await atNextRenewal(subscription, 3);
  assert.equal((await nextStep(app, subscription)).paymentState, 'NeedsBuyer');
  await payOnPage(app, await payRenewal(app.ctx, subscription.id), customer.email);
  assert.equal((await licensesOf(subscription)).length, 3);
});

test('units whose money goes back end, and are not charged again', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await atNextRenewal(subscription, 3);
  const renewed = await nextStep(app, subscription);
  const { orderId } = await lastPeriod(app.system.database.reader, renewed);
  const line = { lineId: `${subscription.lineId}+`, quantity: 1 };
  const refund = await app.inject({
    method: 'POST',
    url: `/api/orders/${orderId}/refunds`,
    headers: await app.apiKey(app.demo, 'orders:write'),
    payload: { lines: [line], revokeLicenses: true },
  });
  assert.equal(refund.statusCode, 201, refund.body);
  await runPaymentJobs(app.system);
  const { quantity, total } = await subscriptionNow(app, subscription);
  assert.deepEqual([quantity, total.subtotalMinor], [2, 2 * renewed.price.unitOriginalMinor]);
  const active = (await licensesOf(subscription)).filter(({ status }) => status === 'Active');
  assert.equal(active.length, 2);
});

test('units that are given up before they were paid get no licenses, and end none', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await rentToOwn(app, subscription, { quantity: 4, unitsToGrant: 3 });
  await atNextRenewal(subscription, 2);
  await nextStep(app, subscription);
  assert.equal((await licensesOf(subscription)).length, 2);
});

test('a renewal that costs nothing gives the units their licenses, too', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await rentToOwn(app, subscription, { price: { unitOriginalMinor: 0, adjustments: [], reductions: [] } });
  await atNextRenewal(subscription, 2);
  await nextStep(app, subscription);
  assert.equal((await licensesOf(subscription)).length, 2);
});

test('a renewal that the vendor gives away gives the units, too, and they are charged from the next one on', async () => {
  const ways: ((ctx: Context, id: string) => Promise<Subscription>)[] = [
    skipRenewal,
    (ctx, id) => compSubscription(ctx, id, { periods: 1, reason: 'an outage' }),
  ];
  for (const give of ways) {
    const { subscription, customer } = await subscribe(app, { method: 'DeclinesSoftly' });
    await atNextRenewal(subscription, 3);
    const declined = await nextStep(app, subscription);
    assert.equal(declined.unitsToGrant, 2);
    await rentToOwn(app, subscription, { paymentState: 'Held', holdReason: 'Overdue' });
    const gift = await give(app.ctx, subscription.id);
    assert.deepEqual([gift.paymentState, gift.quantity, gift.unitsToGrant], ['Paid', 3, 0]);
    const licenses = await licensesOf(subscription);
    assert.deepEqual(
      licenses.map(({ expiresAt }) => expiresAt),
      [1, 2, 3].map(() => gift.expiresAt),
    );
    await rentToOwn(app, subscription, { methodId: null });
    assert.equal((await nextStep(app, subscription)).paymentState, 'NeedsBuyer');
    await payOnPage(app, await payRenewal(app.ctx, subscription.id), customer.email);
    assert.equal((await licensesOf(subscription)).length, 3);
  }
});
