import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { lastOrder, refundFails } from '../../../../test/late-money.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
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
import { changePlan, endSubscription, mergeSubscriptions, milestonesOf, planTerms } from '../index.ts';
import { addedLineId } from '../plan/renewal-lines.ts';
import type { Subscription, SubscriptionTables } from '../tables.ts';

const DAY_MS = 86_400_000;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'orders:write');
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function refund(orderId: string, payload: object): Promise<void> {
  const url = `/api/orders/${orderId}/refunds`;
  const answer = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.equal(answer.statusCode, 201, answer.body);
  await runPaymentJobs(app.system);
}

async function statusesOf({ id }: Subscription): Promise<string[]> {
  const licenses = await listLicenses(app.ctx, { subscriptionId: id, limit: 20 });
  return licenses.map(({ status }) => status).toSorted();
}

/** For how many units each period is paid. */
async function paidUnits(subscription: Subscription): Promise<unknown[]> {
  return (await periodsNow(app, subscription)).map(({ units }) => units);
}

const quantityOf = async (subscription: Subscription): Promise<number> =>
  (await subscriptionNow(app, subscription)).quantity;

/** A subscription of one unit, to which two are added at once; `day` of its paid month. */
async function withAddedUnits(day: number) {
  const { subscription } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  app.system.clock.advance(day * DAY_MS);
  const terms = await planTerms(app.ctx, subscription.id);
  const { subscription: agreed } = await changePlan(app.ctx, subscription.id, { quantity: 3 }, terms);
  const orderId = agreed.nextPlan?.orderId ?? assert.fail();
  await runPaymentJobs(app.system);
  assert.equal(await quantityOf(subscription), 3);
  return { subscription, orderId, added: { lineId: addedLineId(subscription), quantity: 1 } };
}

/** A subscription of one unit, to which a renewal has added two, and the order of that. */
async function withUnitsOfRenewal(): Promise<{ subscription: Subscription; orderId: string }> {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const change = { quantity: 3, when: 'NextPeriod' } as const;
  await changePlan(app.ctx, subscription.id, change, await planTerms(app.ctx, subscription.id));
  return { subscription, orderId: await lastOrder(app, await nextStep(app, subscription)) };
}

test('an added unit whose refund fails at the bank is charged again, and counts again', async () => {
  const { subscription, orderId, added } = await withAddedUnits(1);
  const { total } = await subscriptionNow(app, subscription);
  await refund(orderId, { lines: [added] });
  assert.deepEqual([await quantityOf(subscription), await paidUnits(subscription)], [2, [2]]);
  assert.deepEqual(await statusesOf(subscription), ['Active', 'Active', 'Revoked']);
  await refundFails(app, orderId);
  const back = await subscriptionNow(app, subscription);
  assert.deepEqual([back.quantity, back.total, await paidUnits(subscription)], [3, total, [3]]);
  assert.deepEqual(await statusesOf(subscription), ['Active', 'Active', 'Active']);
});

test('units that were added in the second half of a period take nothing from what it is paid for', async () => {
  const { subscription, orderId, added } = await withAddedUnits(20);
  assert.deepEqual(await paidUnits(subscription), [1]);
  await refund(orderId, { lines: [added], revokeLicenses: false });
  assert.deepEqual([await quantityOf(subscription), await paidUnits(subscription)], [3, [1]]);
});

test('an added unit that begins with a renewal is charged again when its refund fails', async () => {
  const { subscription, orderId } = await withUnitsOfRenewal();
  await refund(orderId, { lines: [{ lineId: addedLineId(subscription), quantity: 2 }] });
  assert.deepEqual([await quantityOf(subscription), await paidUnits(subscription)], [1, [1, 1]]);
  await refundFails(app, orderId);
  assert.deepEqual([await quantityOf(subscription), await paidUnits(subscription)], [3, [1, 3]]);
});

test('a renewal that goes back whole takes the units that began with it, whose licenses go back, off one that goes on', async () => {
  const { subscription, orderId } = await withUnitsOfRenewal();
  await refund(orderId, { subscription: 'Keep' });
  assert.deepEqual(await statusesOf(subscription), ['Active', 'Revoked', 'Revoked']);
  assert.equal(await quantityOf(subscription), 1);
  await refundFails(app, orderId);
  assert.equal(await quantityOf(subscription), 3);
});

test('a unit that went back before refunds were noted is charged again when that refund fails', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 3 });
  await refund(orderId, { lines: [{ lineId: subscription.lineId, quantity: 1 }] });
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptions')
      .set({ unitReturns: null })
      .where('id', '=', subscription.id)
      .execute(),
  );
  await refundFails(app, orderId);
  assert.equal(await quantityOf(subscription), 3);
});

test('the rest of a period comes back whichever of the refunds of its order fails', async () => {
  for (const before of [0, 1]) {
    const { subscription, orderId } = await withUnitsOfRenewal();
    await endSubscription(app.ctx, subscription.id, { refund: 'Unused' });
    for (const { id } of await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: 9 }))
      await performRefund(app.ctx, id);
    assert.notEqual((await subscriptionNow(app, subscription)).endedAt, null);
    await refundFails(app, orderId, { before });
    assert.equal((await subscriptionNow(app, subscription)).endedAt, null);
  }
});

test('a unit that goes back is not charged after a cancellation that came with it, and is again when the refund fails', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 3 });
  const lines = [{ lineId: subscription.lineId, quantity: 1 }];
  await refund(orderId, { lines, subscription: 'EndWithPeriod' });
  const cancelled = await subscriptionNow(app, subscription);
  assert.deepEqual([cancelled.status, cancelled.quantity], ['Cancelled', 2]);
  await refundFails(app, orderId);
  const back = await subscriptionNow(app, subscription);
  assert.deepEqual([back.status, back.quantity], ['Cancelled', 3]);
});

test('a unit that goes back as its subscription ends is not renewed with it, and comes back with its money', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 3 });
  const lines = [{ lineId: subscription.lineId, quantity: 1 }];
  await refund(orderId, { lines, subscription: 'EndNow' });
  const ended = await subscriptionNow(app, subscription);
  assert.deepEqual([ended.status, ended.quantity], ['Expired', 2]);
  await refundFails(app, orderId);
  const back = await subscriptionNow(app, subscription);
  assert.deepEqual([back.endedAt, back.quantity], [null, 3]);
});

test('a refund that fails revives nothing that another refund has ended', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds', quantity: 2 });
  const orderId = await lastOrder(app, await nextStep(app, subscription));
  await refund(orderId, { lines: [{ lineId: subscription.lineId, quantity: 1 }] });
  await refund(orderId, { subscription: 'EndNow' });
  const ended = await subscriptionNow(app, subscription);
  await refundFails(app, orderId, { before: 1 });
  const after = await subscriptionNow(app, subscription);
  assert.deepEqual([after.status, after.endedAt], ['Expired', ended.endedAt]);
  assert.deepEqual((await periodsNow(app, subscription)).at(-1)?.units, 1, 'one unit is paid after all');
});

test('a unit that went back alone stays away when the refund of the others of a completed subscription fails', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 3 });
  const unit = { lineId: subscription.lineId, quantity: 1 };
  await refund(orderId, { lines: [unit] });
  await rentToOwn(app, subscription, { ownAfterCycles: 2 });
  assert.equal((await nextStep(app, subscription)).status, 'Completed');
  await refund(orderId, { subscription: 'EndNow' });
  assert.deepEqual(await statusesOf(subscription), ['Revoked', 'Revoked', 'Revoked']);
  await refundFails(app, orderId);
  assert.deepEqual(await statusesOf(subscription), ['Active', 'Active', 'Revoked']);
});

test('a unit whose money goes back while its buyer keeps the license is not paid, and leads to owning later', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds', quantity: 2 });
  await rentToOwn(app, subscription, { ownAfterCycles: 3 });
  const orderId = await lastOrder(app, await nextStep(app, subscription));
  const payload = { lines: [{ lineId: subscription.lineId, quantity: 1 }], revokeLicenses: false };
  await refund(orderId, payload);
  const less = await subscriptionNow(app, subscription);
  assert.deepEqual([less.quantity, await paidUnits(subscription)], [2, [2, 1]]);
  assert.equal(
    (await milestonesOf(app.ctx, less, []))?.currentCycleNumber,
    1,
    'the second cycle is paid for one',
  );
  await refundFails(app, orderId);
  assert.deepEqual(await paidUnits(subscription), [2, 2]);
});

test('a unit of one that has ended counts less for the one that it was merged into', async () => {
  const { subscription: past, customer, orderId } = await subscribe(app, { item: MONTHLY, quantity: 2 });
  const { subscription: one } = await subscribe(app, { item: MONTHLY, customer, quantity: 2 });
  await rentToOwn(app, one, { ownAfterCycles: 5 });
  await mergeSubscriptions(app.ctx, one.id, { subscriptionId: past.id, reason: 'bought twice' });
  const cycles = async (): Promise<unknown> => (await subscriptionNow(app, past)).mergedCycles;
  assert.equal(await cycles(), 1);
  await refund(orderId, { lines: [{ lineId: past.lineId, quantity: 1 }] });
  assert.equal(await cycles(), 0, 'half of one');
  await refundFails(app, orderId);
  assert.equal(await cycles(), 1);
});

test('a period that does not say how many units it was paid for keeps them when a unit goes back', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 3 });
  await nextStep(app, subscription);
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptionPeriods')
      .set({ units: null })
      .where('subscriptionId', '=', subscription.id)
      .execute(),
  );
  await refund(orderId, { lines: [{ lineId: subscription.lineId, quantity: 1 }] });
  assert.deepEqual(await paidUnits(subscription), [2, 3]);
});

/** Two units of a first order and one that was added by an order of its own, of which the next period keeps two. */
async function withDroppedUnit(): Promise<{ subscription: Subscription; first: string; added: string }> {
  const { subscription, orderId: first } = await subscribe(app, {
    item: MONTHLY,
    method: 'Succeeds',
    quantity: 2,
  });
  const change = async (quantity: number): Promise<Subscription> =>
    (await changePlan(app.ctx, subscription.id, { quantity }, await planTerms(app.ctx, subscription.id)))
      .subscription;
  const added = (await change(3)).nextPlan?.orderId ?? assert.fail();
  await runPaymentJobs(app.system);
  await change(2);
  assert.equal((await nextStep(app, subscription)).quantity, 2);
  return { subscription, first, added };
}

test('the refund of a unit that has ended takes no unit that is paid for', async () => {
  const { subscription, added } = await withDroppedUnit();
  await refund(added, {});
  assert.equal(await quantityOf(subscription), 2);
  assert.deepEqual(await statusesOf(subscription), ['Active', 'Active']);
  await refundFails(app, added);
  assert.equal(await quantityOf(subscription), 2);
});

test('of a first order with a unit that has ended, the units go back that are charged', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 3 });
  const change = { quantity: 2, when: 'NextPeriod' } as const;
  await changePlan(app.ctx, subscription.id, change, await planTerms(app.ctx, subscription.id));
  await nextStep(app, subscription);
  await refund(orderId, { lines: [{ lineId: subscription.lineId, quantity: 1 }] });
  assert.equal(await quantityOf(subscription), 1);
  assert.deepEqual(await statusesOf(subscription), ['Active', 'Revoked']);
});

test('a first order that goes back in parts leaves the unit that another order has paid for', async () => {
  const { subscription, orderId } = await subscribe(app, {
    item: MONTHLY,
    method: 'Succeeds',
    quantity: 2,
  });
  await changePlan(app.ctx, subscription.id, { quantity: 3 }, await planTerms(app.ctx, subscription.id));
  await runPaymentJobs(app.system);
  for (const left of [2, 1]) {
    await refund(orderId, { lines: [{ lineId: subscription.lineId, quantity: 1 }] });
    assert.equal(await quantityOf(subscription), left);
  }
  assert.deepEqual(await statusesOf(subscription), ['Active', 'Revoked', 'Revoked']);
});
