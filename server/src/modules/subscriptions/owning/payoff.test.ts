import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runJobs, runPaymentJobs } from '../../../../test/payments.ts';
import { shopper, stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { loadCatalog } from '../../catalog/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import { listOrders } from '../../orders/index.ts';
import { listRefunds, methodOfPayment } from '../../payments/index.ts';
import type { PaymentTables } from '../../payments/tables.ts';
import {
  changePlan,
  compSubscription,
  endSubscription,
  milestonesOf,
  openPayoff,
  payoffOf,
  payRenewal,
  planPayPage,
  planTerms,
  renewAndPay,
  returnMoneyJob,
  takeStep,
} from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

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
    coupons: [],
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
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').select('id');
  const [payment] = await payments.where('subjectId', '=', order?.id ?? '').execute();
  const saved = await methodOfPayment(app.ctx, payment?.id ?? assert.fail());
  assert.equal(saved, undefined, 'nothing will be charged again, so no method is saved');
  assert.equal((await read()).payoff, undefined);
  assert.equal((await payoff()).json().errorType, 'PayoffNotPossible');
});

test('who pays the rest at once pays less, where the plan says so', async () => {
  const { subscription, customer } = await subscribe(app, { quantity: 3 });
  const price = { unitOriginalMinor: 1_001, adjustments: [], reductions: [] };
  await rentToOwn(app, subscription, { ownAfterCycles: 3, price, payoffBasisPoints: 1_250 });
  const due = await payoffOf(app.ctx, await subscriptionNow(app, subscription), await loadCatalog(app.ctx));
  assert.deepEqual(due, { cycles: 2, amountMinor: 6_006 - 751 });
  const { pathname } = new URL(await openPayoff(app.ctx, subscription.id));
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Succeed' };
  const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.deepEqual([paid.json().status, paid.json().total?.due.amount], ['Completed', 52.55], paid.body);
  assert.equal((await subscriptionNow(app, subscription)).status, 'Completed');
  const [order] = await listOrders(app.ctx, { customerId: customer.id, limit: 1 });
  const refunds = await listRefunds(app.ctx, { kind: 'Order', id: order?.id ?? '', limit: 9 });
  assert.deepEqual(refunds, [], 'nothing of it was too much');
});

test('fewer licenses keep the share off the rest, also if the release before has agreed on them', async () => {
  const { subscription } = await subscribe(app, { quantity: 3, method: 'Succeeds' });
  await rentToOwn(app, subscription, { ownAfterCycles: 9, payoffBasisPoints: 1_250 });
  const terms = await planTerms(app.ctx, subscription.id);
  await changePlan(app.ctx, subscription.id, { quantity: 2, when: 'NextPeriod' }, terms);
  const { nextPlan } = await subscriptionNow(app, subscription);
  assert.ok(nextPlan?.payoffBasisPoints === 1_250);
  await rentToOwn(app, subscription, { nextPlan: { ...nextPlan, payoffBasisPoints: undefined } });
  const { quantity, payoffBasisPoints } = await nextStep(app, subscription);
  assert.deepEqual([quantity, payoffBasisPoints], [2, 1_250]);
});

test('paying off costs no more than the perpetual license, and is not possible while a payment is open', async () => {
  const { subscription } = await subscribe(app);
  await rentToOwn(app, subscription, { ownAfterCycles: 12 });
  const payoff = async () =>
    payoffOf(app.ctx, await subscriptionNow(app, subscription), await loadCatalog(app.ctx));
  assert.deepEqual(await payoff(), { cycles: 11, amountMinor: 4_900 });
  const page = await openPayoff(app.ctx, subscription.id);
  app.system.clock.set(subscription.paidUntil);
  await step(subscription);
  assert.equal(await payoff(), undefined);
  assert.equal(await statusOf(page), 404, 'what is left has changed');
  await assert.rejects(openPayoff(app.ctx, subscription.id), { errorType: 'PayoffNotPossible' });
});

test('what a payoff costs is capped by the dearest perpetual license of the item, never by a free or a lesser one', async () => {
  const { subscription } = await subscribe(app);
  await rentToOwn(app, subscription, { ownAfterCycles: 12 });
  const catalog = await loadCatalog(app.ctx);
  const product = catalog.product(subscription.productId ?? '') ?? assert.fail();
  const perpetual = product.variations.find(({ recurrence }) => recurrence === 'OneOff') ?? assert.fail();
  const costs = async (...prices: number[]) => {
    const variations = prices.map((EUR) => ({ ...perpetual, prices: { EUR } }));
    const sold = { ...catalog, product: () => ({ ...product, variations }) };
    const now = await subscriptionNow(app, subscription);
    return (await payoffOf(app.ctx, now, sold))?.amountMinor;
  };
  assert.equal(await costs(0), 11 * 4_900);
  assert.equal(await costs(0, 900, 19_900), 19_900);
});

/** A rent to own of three cycles of 15 EUR, one of them paid, whose buyer pays the rest: it is on its way. */
async function payingOff() {
  const { subscription, customer, orderId } = await subscribe(app, { method: 'Succeeds' });
  const price = { unitOriginalMinor: 1_500, adjustments: [], reductions: [] };
  await rentToOwn(app, subscription, { ownAfterCycles: 3, price });
  app.system.clock.set(new Date(subscription.paidUntil.getTime() - 1));
  const { pathname } = new URL(await openPayoff(app.ctx, subscription.id));
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Delay' };
  const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.equal(paid.json().status, 'PaymentProcessing', paid.body);
  const [payoff] = await listOrders(app.ctx, { customerId: customer.id, limit: 1 });
  return { subscription, orderId, payoffId: payoff?.id ?? assert.fail() };
}

/** The payment of a payoff arrives; returns what went back of it, in minor units. */
async function arrive(payoffId: string): Promise<number[]> {
  app.system.clock.advance(DAY_MS);
  await runPaymentJobs(app.system);
  await runJobs(app.system, returnMoneyJob);
  const refunds = await listRefunds(app.ctx, { kind: 'Order', id: payoffId, limit: 9 });
  return refunds.map(({ amountMinor }) => amountMinor);
}

const statusOf = async (page: string) =>
  (await app.inject({ url: `/api${new URL(page).pathname}` })).statusCode;

test('a cycle that is charged while the rest is being paid is not paid twice', async () => {
  const { subscription, payoffId } = await payingOff();
  await nextStep(app, subscription);
  assert.deepEqual(
    (await periodsNow(app, subscription)).map(({ state }) => state),
    ['Paid', 'Paid'],
  );
  assert.deepEqual(await arrive(payoffId), [1_500]);
  assert.equal((await subscriptionNow(app, subscription)).status, 'Completed');
});

test('what the vendor has refunded of a cycle that was paid twice does not go back twice', async () => {
  const { subscription, payoffId } = await payingOff();
  await nextStep(app, subscription);
  app.system.clock.advance(DAY_MS);
  await runPaymentJobs(app.system);
  const headers = await app.apiKey(app.demo, 'orders:write');
  const url = `/api/orders/${payoffId}/refunds`;
  const payload = { amount: { currency: 'EUR', amount: 10 } };
  assert.equal((await app.inject({ method: 'POST', url, headers, payload })).statusCode, 201);
  assert.deepEqual(await arrive(payoffId), [500, 1_000]);
});

test('a payoff that is paid after the end of its subscription, or of its licenses, goes back whole', async () => {
  const ended = await payingOff();
  await endSubscription(app.ctx, ended.subscription.id);
  assert.deepEqual(await arrive(ended.payoffId), [3_000]);
  assert.equal((await subscriptionNow(app, ended.subscription)).status, 'Expired');
  const revoked = await payingOff();
  const headers = await app.apiKey(app.demo, 'licenses:write');
  for (const { id } of await licensesOf(revoked.orderId))
    await app.inject({ method: 'POST', url: `/api/licenses/${id}/revoke`, headers, payload: {} });
  assert.deepEqual(await arrive(revoked.payoffId), [3_000]);
  assert.equal((await subscriptionNow(app, revoked.subscription)).status, 'Active');
});

test('a last cycle that costs nothing completes a rent to own', async () => {
  const { subscription, orderId } = await subscribe(app);
  const reductions = [{ name: 'Half a year', amountMinor: 4_900, payments: 2 }];
  const price = { unitOriginalMinor: 4_900, adjustments: [], reductions };
  await rentToOwn(app, subscription, { ownAfterCycles: 2, price });
  assert.equal((await nextStep(app, subscription)).status, 'Completed');
  assert.equal((await licensesOf(orderId))[0]?.expiresAt, null);
});

test('the licenses of a rent to own are taken back with the money of its last payment, if the vendor says so', async () => {
  const { subscription, orderId, payoffId } = await payingOff();
  assert.deepEqual(await arrive(payoffId), []);
  const headers = await app.apiKey(app.demo, 'orders:write');
  const refund = (payload: object) =>
    app.inject({ method: 'POST', url: `/api/orders/${payoffId}/refunds`, headers, payload });
  for (const payload of [{}, { subscription: 'EndWithPeriod' }]) {
    const refused = await refund(payload);
    assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['subscription']]);
  }
  assert.equal((await refund({ subscription: 'EndNow' })).statusCode, 201);
  assert.equal((await licensesOf(orderId))[0]?.status, 'Revoked');
  assert.equal((await subscriptionNow(app, subscription)).status, 'Completed');
});

test('the page of a payoff leads nowhere once its subscription has ended', async () => {
  const { subscription } = await subscribe(app);
  await rentToOwn(app, subscription, { ownAfterCycles: 3 });
  const page = await openPayoff(app.ctx, subscription.id);
  assert.equal(await statusOf(page), 200);
  await endSubscription(app.ctx, subscription.id);
  assert.equal(await statusOf(page), 404);
});

test('the page of a change of plan leads nowhere once its subscription is owned', async () => {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY });
  await rentToOwn(app, subscription, { ownAfterCycles: 3 });
  const terms = await planTerms(app.ctx, subscription.id);
  const changed = await changePlan(app.ctx, subscription.id, { quantity: 2 }, terms);
  const page = (await planPayPage(app.ctx, changed.subscription)) ?? assert.fail('nothing is to be paid');
  assert.equal(await statusOf(page), 200);
  const { pathname } = new URL(await openPayoff(app.ctx, subscription.id));
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Succeed' };
  const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  assert.equal((await subscriptionNow(app, subscription)).status, 'Completed');
  assert.equal(await statusOf(page), 404);
});

test('a subscription that has ended is renewed from now, and paid on the page that its owner gets', async () => {
  const { subscription, customer, orderId } = await subscribe(app);
  await endSubscription(app.ctx, subscription.id);
  app.system.clock.advance(40 * DAY_MS);
  const { pathname } = new URL(await renewAndPay(app.ctx, subscription.id));
  const payload = {
    name: 'Ann',
    email: customer.email,
    sandboxOutcome: 'Succeed',
    recurringConsent: { wording: '2026-12' },
  };
  const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const renewed = await subscriptionNow(app, subscription);
  assert.deepEqual([renewed.status, renewed.endedAt], ['Active', null]);
  assert.equal((await licensesOf(orderId))[0]?.expiresAt?.getTime(), renewed.expiresAt.getTime());
  await assert.rejects(renewAndPay(app.ctx, subscription.id), { errorType: 'NothingToPay' });
});

test('a subscription that was ended with given months ahead is renewed from now', async () => {
  const { subscription } = await subscribe(app);
  await compSubscription(app.ctx, subscription.id, { periods: 3, reason: 'A gift' });
  await endSubscription(app.ctx, subscription.id);
  app.system.clock.advance(DAY_MS);
  await renewAndPay(app.ctx, subscription.id);
  const periods = await periodsNow(app, subscription);
  assert.deepEqual(
    periods.map(({ state }) => state),
    ['Paid', 'Void', 'Open'],
  );
});
