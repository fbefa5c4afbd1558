import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { dispute, lastOrder, paymentOf, refundFails } from '../../../../test/late-money.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { listLicenses } from '../../licensing/index.ts';
import { listRefunds, performRefund } from '../../payments/index.ts';
import { endSubscription, milestonesOf, renewSubscription } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'orders:read', 'orders:write');
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A subscription whose first renewal was charged, and the order of that. */
async function renewed(): Promise<{ subscription: Subscription; orderId: string }> {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const paid = await nextStep(app, subscription);
  return { subscription: paid, orderId: await lastOrder(app, paid) };
}

async function refund(orderId: string, payload: object): Promise<void> {
  const url = `/api/orders/${orderId}/refunds`;
  const response = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.equal(response.statusCode, 201, response.body);
}

const licensesOf = ({ id }: Subscription) => listLicenses(app.ctx, { subscriptionId: id, limit: 9 });

/** What was cut off is there again. */
async function assertGivenBack(before: Subscription): Promise<Subscription> {
  const now = await subscriptionNow(app, before);
  assert.deepEqual(
    [now.paidUntil, now.expiresAt, now.endedAt, now.cut],
    [before.paidUntil, before.expiresAt, null, null],
  );
  assert.deepEqual((await periodsNow(app, before)).at(-1)?.endsAt, before.paidUntil);
  assert.deepEqual(
    (await licensesOf(before)).map(({ status, expiresAt }) => [status, expiresAt]),
    [['Active', before.expiresAt]],
  );
  return now;
}

test('a dispute that is won on appeal gives back what its loss cut off, and nothing is charged without the buyer', async () => {
  const { subscription, orderId } = await renewed();
  for (const status of ['Open', 'Lost'] as const) await dispute(app, orderId, status);
  const over = await subscriptionNow(app, subscription);
  assert.ok(over.endedAt !== null && over.paidUntil < subscription.paidUntil);
  await dispute(app, orderId, 'Won');
  const back = await assertGivenBack(subscription);
  assert.deepEqual([back.status, back.paymentState, back.cancelledAt], ['Active', 'Paid', null]);
  const due = await nextStep(app, back);
  assert.equal(due.paymentState, 'NeedsBuyer', 'its method was deleted');
});

test('a refund that its bank sends back gives back the rest of what was paid, and the subscription ends with it', async () => {
  const { subscription, orderId } = await renewed();
  await refund(orderId, { subscription: 'EndNow' });
  assert.notEqual((await subscriptionNow(app, subscription)).endedAt, null);
  await refundFails(app, orderId);
  const back = await assertGivenBack(subscription);
  assert.equal(back.status, 'Cancelled', 'the vendor has ended it');
  assert.deepEqual((await periodsNow(app, subscription)).at(-1)?.reason, null, 'it counts as paid again');
  assert.equal((await nextStep(app, back)).status, 'Expired');
});

test('the refund of unused days that its bank sends back gives these days back, and the subscription ends with them', async () => {
  const { subscription, orderId } = await renewed();
  app.system.clock.advance(DAY_MS);
  await endSubscription(app.ctx, subscription.id, { refund: 'Unused' });
  const [unused] = await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: 1 });
  await performRefund(app.ctx, unused?.id ?? assert.fail());
  assert.notEqual((await subscriptionNow(app, subscription)).endedAt, null);
  await refundFails(app, orderId);
  const back = await assertGivenBack(subscription);
  assert.equal(back.status, 'Cancelled', 'the vendor has ended it');
});

test('money of a first order that comes back restores its licenses, too', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  await refund(orderId, { subscription: 'EndNow' });
  assert.equal((await licensesOf(subscription))[0]?.status, 'Revoked');
  await refundFails(app, orderId);
  await assertGivenBack(subscription);
});

test('what is over by then stays ended, and so does what was renewed since', async () => {
  const over = await renewed();
  await refund(over.orderId, { subscription: 'EndNow' });
  const ended = await subscriptionNow(app, over.subscription);
  app.system.clock.set(new Date(over.subscription.paidUntil.getTime() + DAY_MS));
  await refundFails(app, over.orderId);
  const now = await subscriptionNow(app, over.subscription);
  assert.deepEqual([now.status, now.endedAt, now.dueAt], ['Expired', ended.endedAt, null]);
  assert.deepEqual(now.paidUntil, over.subscription.paidUntil);

  const { subscription, orderId } = await renewed();
  await refund(orderId, { subscription: 'EndNow' });
  const again = await renewSubscription(app.ctx, subscription.id);
  await refundFails(app, orderId);
  const open = await subscriptionNow(app, subscription);
  const { revision, updatedAt } = open;
  assert.deepEqual(open, { ...again, unitReturns: [], revision, updatedAt }, 'its renewal is open as before');
});

test('the licenses of a rent to own come back with the money of its last payment', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await rentToOwn(app, subscription, { ownAfterCycles: 2 });
  assert.equal((await nextStep(app, subscription)).status, 'Completed');
  const orderId = await lastOrder(app, subscription);
  await refund(orderId, { subscription: 'EndNow' });
  assert.equal((await licensesOf(subscription))[0]?.status, 'Revoked');
  await refundFails(app, orderId);
  assert.deepEqual(
    (await licensesOf(subscription)).map(({ status, expiresAt }) => [status, expiresAt]),
    [['Active', null]],
  );
});

test('seats whose refund fails are charged again, with their licenses and their share of a deduction', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 3 });
  const reductions = [{ name: 'Half', amountMinor: 7_350, payments: null }];
  await rentToOwn(app, subscription, { price: { unitOriginalMinor: 4_900, adjustments: [], reductions } });
  await refund(orderId, { lines: [{ lineId: subscription.lineId, quantity: 2 }] });
  assert.equal((await subscriptionNow(app, subscription)).quantity, 1);
  await refundFails(app, orderId);
  const back = await subscriptionNow(app, subscription);
  assert.deepEqual([back.quantity, back.total.dueMinor], [3, 7_350]);
  assert.deepEqual(
    (await licensesOf(subscription)).map(({ status }) => status),
    ['Active', 'Active', 'Active'],
  );
  const paid = await nextStep(app, subscription);
  assert.equal((await paymentOf(app, await lastOrder(app, paid))).amountMinor, 7_350);
});

test('a cycle whose money went back does not lead to owning, but uses up a coupon', async () => {
  const { subscription, orderId } = await renewed();
  await rentToOwn(app, subscription, { ownAfterCycles: 3 });
  await refund(orderId, { subscription: 'Keep' });
  const third = await nextStep(app, subscription);
  assert.equal(third.status, 'Active', 'two of three are paid');
  assert.equal((await milestonesOf(app.ctx, third, []))?.currentCycleNumber, 2);
  const fourth = await nextStep(app, subscription);
  assert.equal(fourth.status, 'Completed');
});
