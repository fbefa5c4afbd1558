import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { lastOrder, refundFails } from '../../../../test/late-money.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { createVariation } from '../../catalog/index.ts';
import { completedOrdersOf, type Order } from '../../orders/index.ts';
import { listRefunds } from '../../payments/index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'subscriptions:write', 'orders:read', 'orders:write');
  for (const [id, recurrence, EUR] of [
    ['synth-pro', 'Monthly', 1_500],
    ['synth-pro-quarterly', 'Quarterly', 3_600],
    ['synth-pro-yearly', 'Yearly', 30_000],
  ] as const)
    await createVariation(
      app.ctx,
      { type: 'Product', id: 'synth' },
      { id, name: id, recurrence, prices: { EUR, USD: EUR } },
    );
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function post(url: string, payload: object): Promise<void> {
  const answer = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.ok(answer.statusCode < 300, answer.body);
}

async function change(subscription: Subscription, payload: object): Promise<void> {
  await post(`/api/subscriptions/${subscription.id}/change`, payload);
  await runPaymentJobs(app.system);
}

const changesOf = ({ id }: Subscription): Promise<Order[]> =>
  completedOrdersOf(app.ctx, id, { origin: 'PlanChange', since: new Date(0) });

async function refundedOf(orderId: string): Promise<number> {
  const refunds = await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: 9 });
  return refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Ends it now with a refund of what was not used: what goes back of each order should be this share of what was paid. */
async function endWithRefund(
  subscription: Subscription,
): Promise<(amountMinor: number, since: Date) => number> {
  const { endsAt } = (await periodsNow(app, subscription)).at(-1) ?? assert.fail();
  await post(`/api/subscriptions/${subscription.id}/cancel`, { immediately: true, refund: 'Unused' });
  const { endedAt } = await subscriptionNow(app, subscription);
  const rest = endsAt.getTime() - (endedAt?.getTime() ?? assert.fail());
  return (amountMinor, since) => Math.floor((amountMinor * rest) / (endsAt.getTime() - since.getTime()));
}

const dueOf = ({ content }: Order) => content?.quote.total.dueMinor ?? assert.fail();

test('what each change of the plan has cost goes back for the days that are left, from the change on', async () => {
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  app.system.clock.advance(10 * DAY_MS);
  await change(subscription, { quantity: 3 });
  app.system.clock.advance(5 * DAY_MS);
  await change(subscription, { variationId: 'synth-pro' });
  app.system.clock.advance(5 * DAY_MS);
  const changes = await changesOf(subscription);
  assert.equal(changes.length, 2);
  const { startsAt } = (await periodsNow(app, subscription))[0] ?? assert.fail();
  const share = await endWithRefund(subscription);
  assert.equal(await refundedOf(orderId), share(900, startsAt));
  for (const order of changes)
    assert.equal(await refundedOf(order.id), share(dueOf(order), order.completedAt ?? assert.fail()));
});

test('what has gone back before is never paid twice', async () => {
  const { subscription } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  app.system.clock.advance(10 * DAY_MS);
  await change(subscription, { quantity: 3 });
  const [order = assert.fail()] = await changesOf(subscription);
  const amount = { currency: 'EUR', amount: (dueOf(order) - 100) / 100 };
  await post(`/api/orders/${order.id}/refunds`, { amount, revokeLicenses: false });
  await endWithRefund(subscription);
  assert.equal(await refundedOf(order.id), dueOf(order));
});

test('another cycle is refunded with its added units, and what it was credited with of the orders before', async () => {
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  app.system.clock.advance(10 * DAY_MS);
  await change(subscription, { quantity: 2 });
  const [earlier = assert.fail()] = await changesOf(subscription);
  app.system.clock.advance(5 * DAY_MS);
  await change(subscription, { variationId: 'synth-pro-yearly', quantity: 3 });
  const yearly = await lastOrder(app, subscription);
  const order = (await changesOf(subscription)).find(({ id }) => id === yearly) ?? assert.fail();
  app.system.clock.advance(100 * DAY_MS);
  const { startsAt } = (await periodsNow(app, subscription)).at(-1) ?? assert.fail();
  const share = await endWithRefund(subscription);
  const lines = order.content?.quote.lines ?? [];
  assert.equal(lines.length, 2);
  assert.equal(
    await refundedOf(yearly),
    lines.reduce((sum, { dueMinor }) => sum + share(dueMinor, startsAt), 0),
  );
  const creditMinor = lines.reduce((sum, { discountMinor }) => sum + discountMinor, 0);
  assert.ok(creditMinor > 0);
  const [first, second] = [await refundedOf(orderId), await refundedOf(earlier.id)];
  const [isUnused, paid] = [share(creditMinor, startsAt), 900 + dueOf(earlier)];
  assert.ok(Math.abs(first - (900 * isUnused) / paid) <= 1, `${first} of ${isUnused}`);
  assert.ok(Math.abs(first + second - isUnused) <= 2, `${first} and ${second} of ${isUnused}`);
});

test('a credit that came from another credit goes back of the order that was paid for it', async () => {
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  await change(subscription, { variationId: 'synth-pro-quarterly' });
  const quarterly = await lastOrder(app, subscription);
  app.system.clock.advance(5 * DAY_MS);
  await change(subscription, { variationId: 'synth-pro-yearly' });
  const yearly = await lastOrder(app, subscription);
  app.system.clock.advance(100 * DAY_MS);
  const { startsAt } = (await periodsNow(app, subscription)).at(-1) ?? assert.fail();
  const share = await endWithRefund(subscription);
  let sum = 0;
  for (const id of [orderId, quarterly, yearly]) {
    const refundedMinor = await refundedOf(id);
    assert.ok(refundedMinor > 0);
    sum += refundedMinor;
  }
  assert.ok(Math.abs(sum - share(30_000, startsAt)) <= 3, `${sum} of ${share(30_000, startsAt)}`);
});

test('days that were given after a paid period are no part of what was paid', async () => {
  for (const [daysUsed, share] of [
    [2, 0],
    [-10, 10],
  ] as const) {
    const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
    const paidMs = subscription.paidUntil.getTime() - subscription.startedAt.getTime();
    app.system.clock.set(new Date(subscription.paidUntil.getTime() - 11 * DAY_MS));
    await post(`/api/subscriptions/${subscription.id}/extend`, { days: 365, reason: 'a gift' });
    app.system.clock.set(new Date(subscription.paidUntil.getTime() + daysUsed * DAY_MS));
    await post(`/api/subscriptions/${subscription.id}/cancel`, { immediately: true, refund: 'Unused' });
    const due = Math.floor((900 * share * DAY_MS) / paidMs);
    const refunded = await refundedOf(orderId);
    assert.ok(refunded === due || refunded === due - 1, `${refunded} instead of ${due}`);
  }
});

test('units that were added before days were given are refunded up to the end of what was paid', async () => {
  const { subscription } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  app.system.clock.advance(10 * DAY_MS);
  await change(subscription, { quantity: 3 });
  const [order = assert.fail()] = await changesOf(subscription);
  await post(`/api/subscriptions/${subscription.id}/extend`, { days: 90, reason: 'a gift' });
  app.system.clock.set(new Date(subscription.paidUntil.getTime() + DAY_MS));
  await post(`/api/subscriptions/${subscription.id}/cancel`, { immediately: true, refund: 'Unused' });
  assert.equal(await refundedOf(order.id), 0);
});

test('what an earlier period was paid with is not refunded', async () => {
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  await change(subscription, { quantity: 2 });
  const [earlier = assert.fail()] = await changesOf(subscription);
  app.system.clock.set(subscription.paidUntil);
  await nextStep(app, subscription);
  await endWithRefund(subscription);
  assert.deepEqual([await refundedOf(orderId), await refundedOf(earlier.id)], [0, 0]);
});

test('a subscription that ends the moment it began gives everything back, without units, and nothing of it was used', async () => {
  app.system.clock.hold('it ends at the moment at which its period began');
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  await endWithRefund(subscription);
  const answer = await app.inject({ method: 'GET', url: `/api/orders/${orderId}/refunds`, headers: vendor });
  const [refund = assert.fail()] = answer.json<{
    items: { lines: { quantity: number; amount: object }[] }[];
  }>().items;
  const lines = refund.lines.map(({ quantity, amount }) => ({ quantity, amount }));
  assert.deepEqual(lines, [{ quantity: 0, amount: { currency: 'EUR', amount: 9 } }]);
  const [period = assert.fail(), ...others] = await periodsNow(app, subscription);
  assert.deepEqual([period.state, period.startsAt, others], ['Void', subscription.startedAt, []]);
});

test('a subscription that the vendor ends the moment it began without a refund gives no access either', async () => {
  app.system.clock.hold('it ends at the moment at which its period began');
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  await post(`/api/subscriptions/${subscription.id}/cancel`, { immediately: true });
  const { status, paidUntil } = await subscriptionNow(app, subscription);
  assert.deepEqual([status, paidUntil], ['Expired', subscription.startedAt]);
  assert.equal(await refundedOf(orderId), 0);
});

test('the rest of the period comes back if the refund of its own order fails', async () => {
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  app.system.clock.advance(10 * DAY_MS);
  await change(subscription, { quantity: 2 });
  await endWithRefund(subscription);
  await refundFails(app, orderId);
  const { status, paidUntil } = await subscriptionNow(app, subscription);
  assert.deepEqual([status, paidUntil], ['Cancelled', subscription.paidUntil]);
});

test('a line of the cart whose id is like that of added units is another sale', async () => {
  const lineIds = ['x', 'x+'];
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds', lineIds });
  assert.equal(subscription.lineId, 'x');
  await post(`/api/orders/${orderId}/refunds`, {
    lines: [{ lineId: 'x+', quantity: 1 }],
    subscription: 'EndNow',
  });
  const { status, unitReturns } = await subscriptionNow(app, subscription);
  assert.deepEqual([status, unitReturns], ['Active', null]);
  assert.deepEqual((await periodsNow(app, subscription))[0]?.units, 1);

  const other = await subscribe(app, { item: MONTHLY, method: 'Succeeds', lineIds });
  app.system.clock.advance(10 * DAY_MS);
  const { startsAt } = (await periodsNow(app, other.subscription))[0] ?? assert.fail();
  const share = await endWithRefund(other.subscription);
  assert.equal(await refundedOf(other.orderId), share(900, startsAt));
});
