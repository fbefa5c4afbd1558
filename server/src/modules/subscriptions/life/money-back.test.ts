import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { paidInFull, report, runJobs, runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { transaction } from '../../../platform/context/context.ts';
import { listLicenses } from '../../licensing/index.ts';
import {
  findMethod,
  listRefunds,
  type TEST_REVERSALS,
  trySettlePayment,
  tryReversal,
} from '../../payments/index.ts';
import { writeAttempt } from '../../payments/store.ts';
import type { Payment, PaymentTables } from '../../payments/tables.ts';
import {
  cancelSubscription,
  changeMethod,
  endSubscription,
  extendSubscription,
  endSubscriptionsOf,
  returnMoneyJob,
  takeStep,
} from '../index.ts';
import type { Subscription } from '../tables.ts';
import { startMethodChange } from './change-method.ts';

const DAY_MS = 86_400_000;
const PAGE = 'https://shop.demo.test/account';

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'orders:read', 'orders:write', 'subscriptions:write');
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A subscription whose first renewal was charged, and the order of that. */
async function renewed(quantity = 1): Promise<{ subscription: Subscription; orderId: string }> {
  const { subscription } = await subscribe(app, { method: 'Succeeds', quantity });
  const paid = await nextStep(app, subscription);
  return { subscription: paid, orderId: await lastOrder(paid) };
}

async function lastOrder(subscription: Subscription): Promise<string> {
  return (await periodsNow(app, subscription)).at(-1)?.orderId ?? assert.fail('its last period has no order');
}

async function paymentOf(orderId: string): Promise<Payment> {
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  return (await payments.where('subjectId', '=', orderId).executeTakeFirst()) ?? assert.fail('no payment');
}

const refund = (orderId: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/orders/${orderId}/refunds`, headers: vendor, payload });

const licensesOf = async ({ id }: Subscription) =>
  (await listLicenses(app.ctx, { subscriptionId: id, limit: 9 })).map(({ status }) => status);

async function event(orderId: string, reversal: (typeof TEST_REVERSALS)[number]): Promise<void> {
  await tryReversal(app.ctx, { paymentId: (await paymentOf(orderId)).id, reversal });
}

test('the refund of a whole renewal asks the vendor what becomes of the subscription', async () => {
  const { subscription, orderId } = await renewed();
  const silent = await refund(orderId, {});
  assert.deepEqual([silent.statusCode, Object.keys(silent.json().errors)], [400, ['subscription']]);
  assert.deepEqual(await subscriptionNow(app, subscription), subscription, 'nothing was done');
  assert.equal((await refund(orderId, { subscription: 'Keep' })).statusCode, 201);
  const after = await subscriptionNow(app, subscription);
  assert.deepEqual([after.status, after.dueAt], ['Active', subscription.dueAt]);
  assert.deepEqual(
    (await periodsNow(app, subscription)).map(({ state, reason }) => [state, reason]),
    [
      ['Paid', null],
      ['Paid', 'Refunded'],
    ],
  );
});

test('a refunded renewal ends its subscription now, with its licenses, or with the paid period', async () => {
  const now = await renewed();
  assert.equal((await refund(now.orderId, { subscription: 'EndNow' })).statusCode, 201);
  const ended = await subscriptionNow(app, now.subscription);
  assert.deepEqual([ended.status, ended.dueAt], ['Expired', null]);
  assert.ok(ended.endedAt !== null && ended.expiresAt <= ended.endedAt);
  assert.equal((await findMethod(app.ctx, now.subscription.methodId ?? ''))?.status, 'Removed');
  const later = await renewed();
  assert.equal((await refund(later.orderId, { subscription: 'EndWithPeriod' })).statusCode, 201);
  const cancelled = await subscriptionNow(app, later.subscription);
  assert.deepEqual([cancelled.status, cancelled.paidUntil], ['Cancelled', later.subscription.paidUntil]);
});

test('a seat of the first order that goes back is not charged any more', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 3 });
  const lines = [{ lineId: subscription.lineId, quantity: 1 }];
  assert.equal((await refund(orderId, { lines })).statusCode, 201);
  assert.equal((await subscriptionNow(app, subscription)).quantity, 2);
  const paid = await nextStep(app, subscription);
  assert.equal((await paymentOf(await lastOrder(paid))).amountMinor, 9_800);
  const rest = await refund(orderId, { subscription: 'Keep' });
  assert.deepEqual([rest.statusCode, Object.keys(rest.json().errors)], [400, ['subscription']]);
  assert.equal((await refund(orderId, { subscription: 'EndNow' })).statusCode, 201);
  assert.equal((await subscriptionNow(app, subscription)).status, 'Expired');
});

test('what reduced the price of all units reduces those that are left by as much', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 3 });
  const reductions = [{ name: 'Half', amountMinor: 7_350, payments: null }];
  await rentToOwn(app, subscription, {
    price: { unitOriginalMinor: 4_900, adjustments: [], reductions },
  });
  const lines = [{ lineId: subscription.lineId, quantity: 2 }];
  assert.equal((await refund(orderId, { lines })).statusCode, 201);
  const after = await subscriptionNow(app, subscription);
  assert.deepEqual([after.quantity, after.total.dueMinor], [1, 2_450]);
  const paid = await nextStep(app, subscription);
  assert.equal((await paymentOf(await lastOrder(paid))).amountMinor, 2_450);
});

test('a renewal that goes back in parts asks the vendor once all of it has', async () => {
  const { subscription, orderId } = await renewed(3);
  const lines = [{ lineId: subscription.lineId, quantity: 1 }];
  assert.equal((await refund(orderId, { lines })).statusCode, 201);
  const rest = await refund(orderId, {});
  assert.deepEqual([rest.statusCode, Object.keys(rest.json().errors)], [400, ['subscription']]);
  assert.equal((await refund(orderId, { subscription: 'Keep' })).statusCode, 201);
  assert.equal((await periodsNow(app, subscription)).at(-1)?.reason, 'Refunded');
});

test('while another payment of it is disputed, a won dispute brings nothing back', async () => {
  const { subscription, orderId } = await renewed();
  await event(orderId, 'DisputeOpened');
  await event(subscription.orderId, 'DisputeOpened');
  for (const [won, isOver] of [
    [subscription.orderId, false],
    [orderId, true],
  ] as const) {
    await event(won, 'DisputeWon');
    assert.deepEqual(await licensesOf(subscription), [isOver ? 'Active' : 'Revoked']);
    assert.equal((await subscriptionNow(app, subscription)).paymentState, isOver ? 'Paid' : 'Held');
  }
});

test('a lost dispute of a month that is over ends the subscription', async () => {
  const { subscription, orderId } = await renewed();
  await nextStep(app, subscription);
  for (const reversal of ['DisputeOpened', 'DisputeLost'] as const) await event(orderId, reversal);
  assert.equal((await subscriptionNow(app, subscription)).status, 'Expired');
});

test('a dispute stops charging at once and suspends the licenses; once it is won, both come back', async () => {
  const { subscription, orderId } = await renewed(2);
  await event(orderId, 'DisputeOpened');
  const now = await subscriptionNow(app, subscription);
  assert.deepEqual([now.paymentState, now.holdReason], ['Held', 'Disputed']);
  assert.deepEqual(await licensesOf(subscription), ['Revoked', 'Revoked']);
  const released = await app.inject({
    method: 'POST',
    url: `/api/subscriptions/${subscription.id}/release`,
    headers: vendor,
  });
  assert.equal(released.json().errorType, 'RenewalNotPossible');
  app.system.clock.set(new Date(subscription.paidUntil.getTime() + DAY_MS));
  await takeStep(app.ctx, subscription.id);
  await runPaymentJobs(app.system);
  assert.equal((await periodsNow(app, subscription)).length, 2, 'nothing was charged');
  await event(orderId, 'DisputeWon');
  assert.deepEqual(await licensesOf(subscription), ['Active', 'Active']);
  const restored = await nextStep(app, subscription);
  assert.deepEqual([restored.paymentState, restored.holdReason], ['Paid', null]);
  assert.deepEqual(
    (await periodsNow(app, subscription)).map(({ state }) => state),
    ['Paid', 'Paid', 'Paid'],
  );
});

test('a dispute stops a charge that has not reached the provider, and a lost one ends the subscription', async () => {
  const { subscription, orderId } = await renewed();
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const open = await lastOrder(subscription);
  await event(orderId, 'DisputeOpened');
  await runPaymentJobs(app.system);
  assert.equal((await paymentOf(open)).status, 'Failed');
  const now = await subscriptionNow(app, subscription);
  assert.deepEqual([now.paymentState, now.attempts, now.asks], ['Held', 0, 0], 'nobody is asked to pay');
  await event(orderId, 'DisputeLost');
  const ended = await subscriptionNow(app, subscription);
  assert.deepEqual([ended.status, ended.dueAt], ['Expired', null]);
});

test('one whose access has ended during a dispute ends for good, and the end of its licenses stays', async () => {
  for (const end of [cancelSubscription, endSubscription]) {
    const { subscription, orderId } = await renewed();
    await event(orderId, 'DisputeOpened');
    let over = await subscriptionNow(app, subscription);
    while (over.status !== 'Expired') over = await nextStep(app, over);
    assert.deepEqual([over.holdReason, over.endedAt], ['Disputed', null]);
    app.system.clock.advance(DAY_MS);
    const ended = await end(app.ctx, subscription.id);
    assert.notEqual(ended.endedAt, null);
    assert.deepEqual([ended.paymentState, ended.holdReason], ['Paid', null], 'nothing is held any more');
    assert.deepEqual([ended.expiresAt, ended.paidUntil], [over.expiresAt, over.paidUntil]);
  }
});

test('a changed method pays the open renewal at once, and the old one is deleted', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesForGood' });
  const open = await nextStep(app, subscription);
  assert.equal(open.paymentState, 'NeedsBuyer');
  assert.equal(await changeMethod(app.ctx, open, { returnUrl: PAGE }), null);
  const changed = await subscriptionNow(app, subscription);
  assert.notEqual(changed.methodId, subscription.methodId);
  assert.equal((await findMethod(app.ctx, subscription.methodId ?? ''))?.status, 'Removed');
  const paid = await nextStep(app, subscription);
  assert.deepEqual([paid.paymentState, paid.status], ['Paid', 'Active']);
  assert.ok(paid.paidUntil > subscription.paidUntil);
});

test('a method that is changed while the old one is being charged is charged as soon as that has failed', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesForGood' });
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  assert.equal(await changeMethod(app.ctx, subscription, { returnUrl: PAGE }), null);
  await runPaymentJobs(app.system);
  const after = await subscriptionNow(app, subscription);
  assert.deepEqual([after.paymentState, after.asks], ['Retrying', 0]);
  assert.equal((await nextStep(app, subscription)).paymentState, 'Paid');
});

test('a method that is saved for a subscription that ended meanwhile is deleted again', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const { paymentId } = await startMethodChange(app.ctx, subscription, {
    payer: { name: 'Ann', email: customer.email },
    visit: { returnUrl: 'https://shop.demo.test/account', input: { sandboxOutcome: 'Delay' } },
  });
  const ended = await endSubscription(app.ctx, subscription.id);
  app.system.clock.advance(DAY_MS);
  await trySettlePayment(app.ctx, paymentId);
  assert.deepEqual(await subscriptionNow(app, subscription), ended);
  const methods = app.system.database.reader
    .tables<PaymentTables>()
    .selectFrom('savedPaymentMethods')
    .selectAll();
  const [method] = await methods.where('paymentId', '=', paymentId).execute();
  assert.equal(method?.status, 'Removed');
});

test('the erasure of a customer deletes the method, unless somebody else is charged to it', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await transaction(app.ctx, (tx) => endSubscriptionsOf(tx, customer.id, { ownsAddress: true }));
  const ended = await subscriptionNow(app, subscription);
  assert.deepEqual([ended.status, ended.methodId], ['Expired', null]);
  assert.equal((await findMethod(app.ctx, subscription.methodId ?? ''))?.status, 'Removed');
});

test('a subscription that the vendor ends at once gives back the money of its unused days', async () => {
  const { subscription, orderId } = await renewed();
  const [, period] = await periodsNow(app, subscription);
  const startsAt = period?.startsAt.getTime() ?? assert.fail();
  const half = (subscription.paidUntil.getTime() - startsAt) / 2;
  app.system.clock.set(new Date(startsAt + half));
  const ended = await app.inject({
    method: 'POST',
    url: `/api/subscriptions/${subscription.id}/cancel`,
    headers: vendor,
    payload: { immediately: true, refund: 'Unused' },
  });
  assert.deepEqual([ended.statusCode, ended.json().status], [200, 'Expired'], ended.body);
  const refunds = await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: 9 });
  assert.deepEqual(
    refunds.map(({ amountMinor }) => amountMinor),
    [2_449],
    'half of 4,900, less the moment since',
  );
  const refused = await app.inject({
    method: 'POST',
    url: `/api/subscriptions/${subscription.id}/cancel`,
    headers: vendor,
    payload: { refund: 'Unused' },
  });
  assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['refund']]);
});

test('money that arrives after the vendor has ended a subscription is returned', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const orderId = await lastOrder(subscription);
  const charge = await paymentOf(orderId);
  const { instruction } = charge;
  if (instruction === null || !('method' in instruction)) assert.fail('it is no charge');
  const attemptedAt = app.system.clock.now().toISOString();
  await transaction(app.ctx, (tx) => writeAttempt(tx, charge, { ...instruction, attemptedAt }));
  const ended = await endSubscription(app.ctx, subscription.id);
  await report(app.ctx, charge, paidInFull(charge));
  await runJobs(app.system, returnMoneyJob);
  const refunds = await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: 9 });
  assert.deepEqual(
    refunds.map(({ amountMinor }) => amountMinor),
    [4_900],
  );
  assert.deepEqual(await subscriptionNow(app, subscription), ended);
});

test('days that are given after a cancellation in grace are only these days', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesForGood' });
  await nextStep(app, subscription);
  await cancelSubscription(app.ctx, subscription.id);
  const extended = await extendSubscription(app.ctx, subscription.id, { days: 3, reason: 'Sorry' });
  const days = (extended.paidUntil.getTime() - subscription.paidUntil.getTime()) / DAY_MS;
  assert.equal(Math.round(days), 3);
  const periods = await periodsNow(app, subscription);
  assert.deepEqual(
    periods.map(({ state }) => state),
    ['Paid', 'Skipped'],
  );
});
