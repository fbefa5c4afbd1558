import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
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
import { completedOrdersOf } from '../../orders/index.ts';
import { findMethod } from '../../payments/index.ts';
import { changePlan, milestonesOf, payoffOf, planTerms, renewAndPay } from '../index.ts';
import { loadCatalog } from '../../catalog/index.ts';
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

async function refundUnit(orderId: string, lineId: string): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/orders/${orderId}/refunds`,
    headers: vendor,
    payload: { lines: [{ lineId, quantity: 1 }], revokeLicenses: true },
  });
  assert.equal(answer.statusCode, 201, answer.body);
}

async function rent(ownAfterCycles: number, quantity = 1): Promise<Subscription> {
  const { subscription } = await subscribe(app, { item: MONTHLY, quantity, method: 'Succeeds' });
  await rentToOwn(app, subscription, { ownAfterCycles });
  return subscriptionNow(app, subscription);
}

/** Another number of units, at once where the rules say so. */
async function changeTo({ id }: Subscription, quantity: number): Promise<Subscription> {
  await changePlan(app.ctx, id, { quantity }, await planTerms(app.ctx, id));
  await runPaymentJobs(app.system);
  return subscriptionNow(app, { id });
}

async function paidCycles(subscription: Subscription): Promise<number> {
  const now = await subscriptionNow(app, subscription);
  const progress = (await milestonesOf(app.ctx, now, [])) ?? assert.fail();
  return progress.currentCycleIsCompleted ? progress.currentCycleNumber : 0;
}

/** Renews until the next period is paid, or nothing is to come. */
async function renewed(subscription: Subscription): Promise<Subscription> {
  const { paidUntil } = subscription;
  let now = subscription;
  while (now.dueAt !== null && now.paidUntil.getTime() === paidUntil.getTime())
    now = await nextStep(app, now);
  return now;
}

test('units that are added to a rent to own are owned once they are paid for as well, and cost as much by a payoff', async () => {
  const rental = await renewed(await rent(3));
  assert.equal(await paidCycles(rental), 2);
  app.system.clock.advance(20 * DAY_MS);
  const more = await changeTo(rental, 2);
  assert.equal(more.quantity, 2);
  assert.equal(await paidCycles(more), 1, 'two months of one unit are one of two');
  const payoff = await payoffOf(app.ctx, more, await loadCatalog(app.ctx));
  assert.deepEqual(payoff, { cycles: 2, amountMinor: 2 * 2 * 900 });
  const third = await renewed(more);
  assert.deepEqual([third.status, await paidCycles(third)], ['Active', 2]);
  const fourth = await renewed(third);
  assert.equal(fourth.status, 'Completed');
  const licenses = await listLicenses(app.ctx, { subscriptionId: fourth.id, limit: 9 });
  assert.deepEqual(
    licenses.map(({ expiresAt }) => expiresAt),
    [null, null],
  );
});

test('units that are added in the first half of a period count for it, unless their money goes back', async () => {
  const rental = await rent(3);
  app.system.clock.advance(DAY_MS);
  const more = await changeTo(rental, 2);
  assert.deepEqual([more.quantity, await paidCycles(more)], [2, 1]);
  const [change = assert.fail()] = await completedOrdersOf(app.ctx, rental.id, {
    origin: 'PlanChange',
    since: new Date(0),
  });
  await refundUnit(change.id, `${rental.lineId}+`);
  const fewer = await subscriptionNow(app, rental);
  assert.deepEqual([fewer.quantity, await paidCycles(fewer)], [1, 1]);
  app.system.clock.advance(20 * DAY_MS);
  const again = await changeTo(fewer, 2);
  assert.deepEqual([again.quantity, await paidCycles(again)], [2, 0]);
});

test('what was paid for more units completes a rent to own of fewer, without another charge', async () => {
  const rental = await rent(2);
  app.system.clock.advance(20 * DAY_MS);
  const more = await changeTo(rental, 2);
  const second = await renewed(more);
  assert.deepEqual([second.status, await paidCycles(second)], ['Active', 1]);
  const fewer = await changeTo(second, 1);
  const last = await renewed(fewer);
  assert.deepEqual([last.status, last.quantity], ['Completed', 1]);
  const periods = await periodsNow(app, last);
  assert.equal(periods.length, 2, 'no third month was opened');
});

test('a unit whose money went back does not count, also if it is added again', async () => {
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, quantity: 2, method: 'Succeeds' });
  await rentToOwn(app, subscription, { ownAfterCycles: 3 });
  await refundUnit(orderId, subscription.lineId);
  const fewer = await subscriptionNow(app, subscription);
  assert.deepEqual([fewer.quantity, await paidCycles(fewer)], [1, 1]);
  app.system.clock.advance(20 * DAY_MS);
  const again = await changeTo(fewer, 2);
  assert.deepEqual([again.quantity, await paidCycles(again)], [2, 0]);
});

test('who pays the rest at once pays nothing again that some units have paid', async () => {
  const rental = await renewed(await rent(3, 2));
  app.system.clock.advance(20 * DAY_MS);
  const more = await changeTo(rental, 3);
  assert.equal(await paidCycles(more), 1, 'two months of two units are one of three, and one unit');
  const payoff = await payoffOf(app.ctx, more, await loadCatalog(app.ctx));
  assert.deepEqual(payoff, { cycles: 2, amountMinor: 5 * 900 });
});

test('a period of before units were noted counts for those of then, also when there are more', async () => {
  const rental = await rent(3);
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptionPeriods')
      .set({ units: null })
      .where('subscriptionId', '=', rental.id)
      .execute(),
  );
  assert.equal(await paidCycles(rental), 1);
  app.system.clock.advance(20 * DAY_MS);
  assert.equal(await paidCycles(await changeTo(rental, 2)), 0);
});

test('a rent to own that its buyer completes removes the payment method', async () => {
  const rental = await rent(2);
  app.system.clock.advance(20 * DAY_MS);
  const second = await renewed(await changeTo(rental, 2));
  await changeTo(second, 1);
  app.system.clock.set(new Date(second.paidUntil.getTime() + 5 * DAY_MS));
  await rentToOwn(app, second, { paymentState: 'Held', holdReason: 'Overdue' });
  await assert.rejects(renewAndPay(app.ctx, second.id), { errorType: 'NothingToPay' });
  const { status, methodId } = await subscriptionNow(app, second);
  assert.deepEqual([status, methodId], ['Completed', null]);
  assert.equal((await findMethod(app.ctx, second.methodId ?? ''))?.status, 'Removed');
});
