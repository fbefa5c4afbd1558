import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { shopper, stockShop } from '../../../../test/shop.ts';
import { rentToOwn, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { loadCatalog } from '../../catalog/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import { listOrders } from '../../orders/index.ts';
import {
  endSubscription,
  milestonesOf,
  openPayoff,
  payoffOf,
  payRenewal,
  renewAndPay,
  takeStep,
} from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const licensesOf = (orderId: string) => listLicenses(app.ctx, { orderId, limit: 9 });
const step = async ({ id }: Subscription) => {
  await takeStep(app.ctx, id);
  return subscriptionNow(app, { id });
};

test('the cycle that completes a rent to own makes the licenses perpetual, and nothing more is charged', async () => {
  const { subscription, customer, orderId } = await subscribe(app);
  await rentToOwn(app, subscription, { ownAfterCycles: 2 });
  const progress = async () =>
    (await milestonesOf(app.ctx, await subscriptionNow(app, subscription), ['OneOff', 'Daily'])) ??
    assert.fail();
  assert.deepEqual(await progress(), {
    currentCycleNumber: 1,
    currentNormalizedCycleNumber: 30,
    currentCycleIsCompleted: true,
    toCycleNumber: 2,
    toNormalizedCycleNumber: 60,
  });
  await assert.rejects(payRenewal(app.ctx, subscription.id), { errorType: 'NothingToPay' });
  app.system.clock.set(subscription.paidUntil);
  await step(subscription);
  const { pathname } = new URL(await payRenewal(app.ctx, subscription.id));
  const url = `/api${pathname}/pay`;
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Succeed' };
  assert.equal((await app.inject({ method: 'POST', url, payload })).json().status, 'Completed');
  const owned = await subscriptionNow(app, subscription);
  assert.deepEqual([owned.status, owned.dueAt, owned.endedAt !== null], ['Completed', null, true]);
  const [license] = await licensesOf(orderId);
  assert.deepEqual([license?.expiresAt, license?.status], [null, 'Active']);
  assert.equal((await progress()).currentCycleNumber, 2);
  app.system.clock.advance(400 * DAY_MS);
  assert.deepEqual(await step(owned), owned, 'nothing is due any more');
});

test('the rest of a rent to own is paid at once, and an earlier page of it leads nowhere', async () => {
  const { subscription, customer, orderId } = await subscribe(app, { quantity: 2 });
  const price = { unitOriginalMinor: 1_501, adjustments: [], reductions: [] };
  await rentToOwn(app, subscription, { ownAfterCycles: 3, price });
  const path = `/api/customer/inventory/subscriptions/${subscription.id}`;
  const headers = customer.auth;
  const read = async () => (await app.inject({ url: path, headers })).json();
  assert.deepEqual((await read()).payoff, { cycles: 2, price: { currency: 'EUR', amount: 60.04 } });
  const payoff = (auth = headers) => app.inject({ method: 'POST', url: `${path}/payoff`, headers: auth });
  assert.equal((await payoff((await shopper(app)).auth)).statusCode, 404);
  const earlier = new URL((await payoff()).json().location);
  const { pathname } = new URL((await payoff()).json().location);
  assert.equal((await app.inject({ url: `/api${earlier.pathname}` })).statusCode, 404);
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Succeed' };
  const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.deepEqual([paid.json().status, paid.json().total?.due.amount], ['Completed', 60.04], paid.body);
  const owned = await subscriptionNow(app, subscription);
  assert.deepEqual([owned.status, owned.dueAt], ['Completed', null]);
  assert.deepEqual(
    (await licensesOf(orderId)).map(({ expiresAt }) => expiresAt),
    [null, null],
  );
  const [order] = await listOrders(app.ctx, { customerId: customer.id, limit: 1 });
  assert.equal(order?.origin, 'Payoff');
  assert.equal((await read()).payoff, undefined);
  assert.equal((await payoff()).json().errorType, 'PayoffNotPossible');
});

test('paying off costs no more than the perpetual license, and is not possible while a payment is open', async () => {
  const { subscription } = await subscribe(app);
  await rentToOwn(app, subscription, { ownAfterCycles: 12 });
  const payoff = async () =>
    payoffOf(app.ctx, await subscriptionNow(app, subscription), await loadCatalog(app.ctx));
  assert.deepEqual(await payoff(), { cycles: 11, amountMinor: 4_900 });
  app.system.clock.set(subscription.paidUntil);
  await step(subscription);
  assert.equal(await payoff(), undefined);
  await assert.rejects(openPayoff(app.ctx, subscription.id), { errorType: 'PayoffNotPossible' });
});

test('a subscription that has ended is renewed from now, and paid on the page that its owner gets', async () => {
  const { subscription, customer, orderId } = await subscribe(app);
  await endSubscription(app.ctx, subscription.id);
  app.system.clock.advance(40 * DAY_MS);
  const { pathname } = new URL(await renewAndPay(app.ctx, subscription.id));
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Succeed' };
  const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const renewed = await subscriptionNow(app, subscription);
  assert.deepEqual([renewed.status, renewed.endedAt], ['Active', null]);
  assert.equal((await licensesOf(orderId))[0]?.expiresAt?.getTime(), renewed.expiresAt.getTime());
  await assert.rejects(renewAndPay(app.ctx, subscription.id), { errorType: 'NothingToPay' });
});
