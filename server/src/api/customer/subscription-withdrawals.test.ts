import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { runJobs, runPaymentJobs } from '../../../test/payments.ts';
import { type Shopper, stockShop } from '../../../test/shop.ts';
import { nextStep, rentToOwn, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createVariation } from '../../modules/catalog/index.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import { listOrdersOfSubscription } from '../../modules/orders/index.ts';
import { listRefunds } from '../../modules/payments/index.ts';
import { changePlan, planTerms } from '../../modules/subscriptions/index.ts';
import type { Subscription } from '../../modules/subscriptions/tables.ts';
import { grantJob } from '../../modules/withdrawals/grant-job.ts';

const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { grantsWithdrawals: true, limits: { withdrawalsPerMinute: 0 } });
  const pro = {
    id: 'synth-pro',
    name: 'Pro',
    recurrence: 'Monthly',
    prices: { EUR: 9_900, USD: 9_900 },
  } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, pro);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A subscription whose plan was changed at once, by an order of its own. */
async function changed(request: { readonly quantity?: number; readonly variationId?: string }) {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  await changePlan(app.ctx, subscription.id, request, await planTerms(app.ctx, subscription.id));
  await runPaymentJobs(app.system);
  const [change = assert.fail(), first = assert.fail()] = await ordersOf(subscription);
  return { subscription, customer, change, first };
}

/** The numbers of the orders of a subscription, newest first. */
async function ordersOf({ id: subscriptionId, orderId: firstOrderId }: Subscription): Promise<string[]> {
  const orders = await listOrdersOfSubscription(app.ctx, { subscriptionId, firstOrderId, limit: 9 });
  return orders.map(({ order }) => order.number ?? assert.fail('it is not paid'));
}

const post = (path: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/customer/withdrawals${path}`, payload });

interface Line {
  readonly lineId: string;
  readonly entitlement: string;
  readonly accessedAt?: string;
}

async function linesOf(orderNumber: string, { email }: Shopper): Promise<readonly Line[]> {
  const response = await post('/order', { orderNumber, email });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().lines;
}

/** Withdraws from a whole order, and lets what the law gives be refunded. */
async function withdraw(orderNumber: string, customer: Shopper): Promise<void> {
  const lineIds = (await linesOf(orderNumber, customer)).map(({ lineId }) => lineId);
  const response = await post('', { orderNumber, email: customer.email, lineIds });
  assert.equal(response.statusCode, 201, response.body);
  await runJobs(app.system, grantJob);
  await runPaymentJobs(app.system);
}

async function refundsOf(orderId: string): Promise<number> {
  return (await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: 9 })).length;
}

async function stateOf(subscription: Subscription) {
  const { status, quantity, variationId } = await subscriptionNow(app, subscription);
  const licenses = await listLicenses(app.ctx, { subscriptionId: subscription.id, limit: 9 });
  const active = licenses.filter((license) => license.status === 'Active').length;
  return { status, quantity, variationId, active };
}

test('a withdrawal from the first order leaves units that another order has paid for', async () => {
  const { subscription, customer, first } = await changed({ quantity: 3 });
  await withdraw(first, customer);
  const { status, quantity, active } = await stateOf(subscription);
  assert.deepEqual([status, quantity, active], ['Active', 2, 2]);
});

test('a withdrawal from added units ends these', async () => {
  const { subscription, customer, change } = await changed({ quantity: 3 });
  await withdraw(change, customer);
  const { status, quantity, active } = await stateOf(subscription);
  assert.deepEqual([status, quantity, active], ['Active', 1, 1]);
});

test('a withdrawal from all that was ever bought ends the subscription', async () => {
  const { subscription, customer } = await changed({ quantity: 2 });
  for (const order of await ordersOf(subscription)) await withdraw(order, customer);
  const { status, active } = await stateOf(subscription);
  assert.deepEqual([status, active], ['Expired', 0]);
});

test('a withdrawal from another plan waits for the vendor: what was paid before goes on', async () => {
  const { subscription, customer, change } = await changed({ variationId: 'synth-pro' });
  await withdraw(change, customer);
  const { status, variationId, active } = await stateOf(subscription);
  assert.deepEqual([status, variationId, active], ['Active', 'synth-pro', 1]);
});

test('a withdrawal from a first order waits for the vendor once another order has paid for the same', async () => {
  for (const pay of [
    (subscription: Subscription) => nextStep(app, subscription),
    async ({ id }: Subscription) => {
      await changePlan(app.ctx, id, { variationId: 'synth-pro' }, await planTerms(app.ctx, id));
      await runPaymentJobs(app.system);
    },
  ]) {
    const { subscription, customer, orderId } = await subscribe(app, {
      item: MONTHLY,
      method: 'Succeeds',
      cycle: 'Weekly',
    });
    await pay(subscription);
    const orders = await ordersOf(subscription);
    assert.equal(orders.length, 2);
    await withdraw(orders[1] ?? assert.fail(), customer);
    assert.deepEqual([(await stateOf(subscription)).status, await refundsOf(orderId)], ['Active', 0]);
  }
});

test('a withdrawal from the last order that has paid for a subscription ends it, and then the first one can', async () => {
  const { subscription, customer, orderId } = await subscribe(app, {
    item: MONTHLY,
    method: 'Succeeds',
    cycle: 'Weekly',
  });
  await nextStep(app, subscription);
  for (const order of await ordersOf(subscription)) await withdraw(order, customer);
  assert.deepEqual([(await stateOf(subscription)).status, await refundsOf(orderId)], ['Expired', 1]);
});

test('a renewal of a subscription that has run elsewhere for longer is late', async () => {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  const startedAt = new Date(subscription.startedAt.getTime() - 400 * 86_400_000);
  await rentToOwn(app, subscription, { startedAt });
  await nextStep(app, subscription);
  const [renewal = assert.fail()] = await ordersOf(subscription);
  const lines = await linesOf(renewal, customer);
  assert.deepEqual(
    lines.map(({ entitlement }) => entitlement),
    ['Late'],
  );
});

test('added units that are used say so', async () => {
  const { customer, change } = await changed({ quantity: 2 });
  const accesses = async () => (await linesOf(change, customer)).map(({ accessedAt }) => accessedAt);
  assert.deepEqual(await accesses(), [undefined]);
  // Each license has two devices.
  for (let device = 0; device < 3; device += 1) {
    const payload = { deviceName: 'Laptop', deviceSignature: randomUUID() };
    const url = '/api/client/licenses/synth/request';
    const response = await app.inject({ method: 'POST', url, payload, headers: customer.auth });
    assert.equal(response.statusCode, 200, response.body);
  }
  assert.notDeepEqual(await accesses(), [undefined]);
});
