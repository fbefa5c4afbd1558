import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { lastOrder, paymentOf, refundFails } from '../../../../test/late-money.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { createVariation } from '../../catalog/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import { type TEST_REVERSALS, tryReversal } from '../../payments/index.ts';
import { changePlan, planTerms } from '../index.ts';
import type { Subscription } from '../tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A subscription whose first renewal was charged, and the order of that. */
async function renewed(): Promise<{ subscription: Subscription; orderId: string }> {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const paid = await nextStep(app, subscription);
  return { subscription: paid, orderId: await lastOrder(app, paid) };
}

const licensesOf = async ({ id }: Subscription) =>
  (await listLicenses(app.ctx, { subscriptionId: id, limit: 9 })).map(({ status }) => status);

const reasonsOf = async (subscription: Subscription) =>
  (await periodsNow(app, subscription)).map(({ reason }) => reason);

async function event(orderId: string, reversal: (typeof TEST_REVERSALS)[number]): Promise<void> {
  await tryReversal(app.ctx, { paymentId: (await paymentOf(app, orderId)).id, reversal });
}

test('a refund at the provider ends the subscription whose first payment went back whole', async () => {
  const { subscription, orderId } = await renewed();
  await event(orderId, 'Refund');
  assert.equal((await subscriptionNow(app, subscription)).status, 'Expired');
});

test('a refund at the provider of a month that is over leaves what another order has paid for', async () => {
  const { subscription, orderId } = await renewed();
  const again = await nextStep(app, subscription);
  await event(orderId, 'Refund');
  const after = await subscriptionNow(app, subscription);
  assert.deepEqual([after.status, after.paidUntil], ['Active', again.paidUntil]);
  assert.deepEqual(await licensesOf(subscription), ['Active']);
  assert.deepEqual(await reasonsOf(subscription), [null, 'Refunded', null]);
});

test('a refund at the provider of a change to another plan leaves the period that another order has paid for', async () => {
  const item = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;
  const pro = {
    id: 'synth-pro',
    name: 'Pro',
    recurrence: 'Monthly',
    prices: { EUR: 1_500, USD: 1_500 },
  } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, pro);
  const { subscription } = await subscribe(app, { item, method: 'Succeeds' });
  const terms = await planTerms(app.ctx, subscription.id);
  const { subscription: agreed } = await changePlan(app.ctx, subscription.id, { variationId: pro.id }, terms);
  await runPaymentJobs(app.system);
  await event(agreed.nextPlan?.orderId ?? assert.fail(), 'Refund');
  const { status, variationId, paidUntil } = await subscriptionNow(app, subscription);
  assert.deepEqual([status, variationId, paidUntil], ['Active', pro.id, subscription.paidUntil]);
  assert.deepEqual(await licensesOf(subscription), ['Active']);
});

test('a refund at the provider of the first month, once it is over, leaves what another order has paid for', async () => {
  const { subscription } = await renewed();
  await event(subscription.orderId, 'Refund');
  const after = await subscriptionNow(app, subscription);
  assert.deepEqual([after.status, after.paidUntil], ['Active', subscription.paidUntil]);
  assert.deepEqual(await licensesOf(subscription), ['Active']);
  assert.deepEqual(await reasonsOf(subscription), ['Refunded', null]);
  await refundFails(app, subscription.orderId);
  assert.deepEqual(await reasonsOf(subscription), [null, null]);
  assert.equal((await nextStep(app, subscription)).paymentState, 'Paid');
});

test('a refund at the provider of the first month ends what no other order has paid for', async () => {
  const { subscription: running } = await subscribe(app, { method: 'Succeeds' });
  const { subscription: unpaid } = await subscribe(app, { method: 'DeclinesForGood' });
  assert.equal((await nextStep(app, unpaid)).paymentState, 'NeedsBuyer');
  for (const subscription of [running, unpaid]) {
    await event(subscription.orderId, 'Refund');
    assert.equal((await subscriptionNow(app, subscription)).status, 'Expired');
    assert.deepEqual(await licensesOf(subscription), ['Revoked']);
  }
});

test('a lost dispute of the first month ends also what another order has paid for', async () => {
  const { subscription } = await renewed();
  for (const reversal of ['DisputeOpened', 'DisputeLost'] as const)
    await event(subscription.orderId, reversal);
  assert.equal((await subscriptionNow(app, subscription)).status, 'Expired');
  assert.deepEqual(await licensesOf(subscription), ['Revoked']);
});

test('a refund at the provider of the first month of what is owned since leaves it owned', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await rentToOwn(app, subscription, { ownAfterCycles: 2 });
  const owned = await nextStep(app, subscription);
  assert.equal(owned.status, 'Completed');
  await event(subscription.orderId, 'Refund');
  assert.deepEqual(await licensesOf(subscription), ['Active']);
});
