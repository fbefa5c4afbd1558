import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { stockShop } from '../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import { listOrders } from '../../modules/orders/index.ts';
import { renewAndPay, renewSubscription } from '../../modules/subscriptions/index.ts';
import type { Subscription } from '../../modules/subscriptions/tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'subscriptions:read', 'subscriptions:write');
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const post = (path: string, payload: object = {}) =>
  app.inject({ method: 'POST', url: `/api/subscriptions/${path}`, headers: vendor, payload });

const statesOf = async (subscription: Subscription) =>
  (await periodsNow(app, subscription)).map(({ state, reason }) => reason ?? state);

async function chain(subscription: Subscription): Promise<void> {
  const periods = await periodsNow(app, subscription);
  for (const [index, { startsAt, number }] of periods.entries()) {
    assert.deepEqual(startsAt, periods[index - 1]?.endsAt ?? startsAt, 'without gap or overlap');
    assert.equal(number, index + 1);
  }
}

const daysBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / DAY_MS);

test('the vendor extends the last period by days: renewals are counted from its new end', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  const answer = await post(`${subscription.id}/extend`, { days: 10, reason: 'an outage' });
  assert.equal(answer.statusCode, 200, answer.body);
  const extended = await subscriptionNow(app, subscription);
  assert.equal(daysBetween(subscription.paidUntil, extended.paidUntil), 10);
  assert.equal(daysBetween(subscription.expiresAt, extended.expiresAt), 10);
  assert.deepEqual((await listLicenses(app.ctx, { orderId, limit: 1 }))[0]?.expiresAt, extended.expiresAt);
  const renewed = await nextStep(app, subscription);
  assert.equal(renewed.paidUntil.getUTCDate(), extended.paidUntil.getUTCDate());
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Paid']);
  await chain(subscription);
  const timeline = await app.inject({
    url: `/api/subscriptions/${subscription.id}/timeline`,
    headers: vendor,
  });
  assert.match(timeline.body, /subscription\.extended.*an outage/);
});

test('a license ends with its subscription: another end of its own is refused, alone and among many', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  const [license] = await listLicenses(app.ctx, { orderId, limit: 1 });
  const id = license?.id ?? assert.fail();
  const headers = await app.apiKey(app.demo, 'licenses:read', 'licenses:write');
  const [later, reason] = ['2035-01-01T00:00:00.000Z', 'a present'];
  for (const expiresAt of [later, null]) {
    const payload = { expiresAt, reason };
    const refused = await app.inject({ method: 'PATCH', url: `/api/licenses/${id}`, headers, payload });
    assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'EndFollowsSubscription']);
  }
  const many = { ids: [id], action: 'Extend', expiresAt: later, reason };
  const url = '/api/licenses/change-many';
  const { items } = (await app.inject({ method: 'POST', url, headers, payload: many })).json();
  assert.deepEqual(items[0].outcome, 'Refused');
  assert.match(items[0].detail, /Extend or end the subscription instead/);
  const seats = { maxNumberOfActivations: 9 };
  const changed = await app.inject({ method: 'PATCH', url: `/api/licenses/${id}`, headers, payload: seats });
  assert.equal(changed.statusCode, 200, changed.body);
  assert.equal(changed.json().expiresAt, subscription.expiresAt.toISOString());
  await post(`${subscription.id}/cancel`, { immediately: true });
  const payload = { expiresAt: later, reason };
  const gift = await app.inject({ method: 'PATCH', url: `/api/licenses/${id}`, headers, payload });
  assert.equal(gift.json().expiresAt, later, 'after the end of its subscription');
});

test('the vendor gives periods away: nothing is charged for them, and the open renewal is the first', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesForGood' });
  await nextStep(app, subscription);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Open']);
  const answer = await post(`${subscription.id}/comp`, { periods: 2, reason: 'sorry' });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Comp', 'Comp']);
  const after = await subscriptionNow(app, subscription);
  assert.deepEqual(
    [after.status, after.paymentState, after.paidUntil],
    ['Active', 'Paid', (await periodsNow(app, subscription)).at(-1)?.endsAt],
  );
  await chain(subscription);
  assert.equal((await nextStep(app, subscription)).paymentState, 'NeedsBuyer', 'the one after them is due');
});

test('a pause: nothing is charged for its periods, access ends as if it was cancelled, and it goes on by itself', async () => {
  const { subscription, customer, orderId } = await subscribe(app, { method: 'Succeeds' });
  const answer = await post(`${subscription.id}/pause`, { periods: 2 });
  assert.equal(answer.statusCode, 200, answer.body);
  const { pausedUntil } = answer.json();
  assert.equal((await post(`${subscription.id}/pause`, { periods: 1 })).json().errorType, 'RenewalPending');
  const over = await nextStep(app, subscription);
  assert.deepEqual([over.status, over.expiresAt], ['Expired', subscription.expiresAt]);
  assert.deepEqual([await statesOf(subscription), over.dueAt?.toISOString()], [['Paid'], pausedUntil]);
  const back = await nextStep(app, subscription);
  assert.deepEqual([back.status, back.pausedUntil], ['Active', null]);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Paused', 'Paused', 'Paid']);
  await chain(subscription);
  assert.equal((await listOrders(app.ctx, { customerId: customer.id, limit: 9 })).length, 2);
  assert.deepEqual((await listLicenses(app.ctx, { orderId, limit: 1 }))[0]?.expiresAt, back.expiresAt);
});

test('a pause ends by hand: before the paid period is over nothing has changed, and after it a period begins then', async () => {
  const early = await subscribe(app, { method: 'Succeeds' });
  await post(`${early.subscription.id}/pause`, { periods: 3 });
  assert.equal((await post(`${early.subscription.id}/resume`)).statusCode, 200);
  const same = await subscriptionNow(app, early.subscription);
  assert.deepEqual([same.pausedUntil, same.dueAt], [null, early.subscription.dueAt]);
  const late = await subscribe(app, { method: 'Succeeds' });
  await post(`${late.subscription.id}/pause`, { periods: 3 });
  await nextStep(app, late.subscription);
  app.system.clock.advance(20 * DAY_MS);
  const now = app.system.clock.now();
  assert.equal((await post(`${late.subscription.id}/resume`)).statusCode, 200);
  const back = await nextStep(app, late.subscription);
  assert.deepEqual(await statesOf(late.subscription), ['Paid', 'Paused', 'Paid']);
  const start = (await periodsNow(app, late.subscription)).at(-1)?.startsAt ?? assert.fail();
  assert.equal(daysBetween(now, start), 0);
  assert.equal(back.status, 'Active');
  await chain(late.subscription);
});

test('a subscription that has ended is renewed from now, with the licenses that it had', async () => {
  const { subscription, customer, orderId } = await subscribe(app, { method: 'Succeeds' });
  await post(`${subscription.id}/cancel`);
  const ended = await nextStep(app, subscription);
  assert.equal(ended.status, 'Expired');
  app.system.clock.advance(100 * DAY_MS);
  const open = await renewSubscription(app.ctx, subscription.id);
  assert.deepEqual([open.status, open.endedAt, open.paymentState], ['Expired', null, 'NeedsBuyer']);
  const { pathname: path } = new URL(await renewAndPay(app.ctx, subscription.id));
  const payload = {
    name: 'Ann',
    email: customer.email,
    sandboxOutcome: 'Succeed',
    recurringConsent: { wording: '2026-12' },
  };
  const paid = await app.inject({ method: 'POST', url: `/api${path}/pay`, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const renewed = await subscriptionNow(app, subscription);
  assert.deepEqual([renewed.status, renewed.dueAt], ['Active', renewed.paidUntil]);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Ended', 'Paid']);
  await chain(subscription);
  const licenses = await listLicenses(app.ctx, { subscriptionId: subscription.id, limit: 9 });
  assert.deepEqual(
    licenses.map((license) => [license.orderId, license.status, license.expiresAt]),
    [[orderId, 'Active', renewed.expiresAt]],
  );
  await assert.rejects(renewSubscription(app.ctx, subscription.id), /Only a subscription that has ended/);
});

test('a change that costs another amount by now than its preview said is refused, and nothing is charged', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const wish = { quantity: 2 };
  app.system.clock.advance(DAY_MS);
  const path = `${subscription.id}/change`;
  const due: number = (await post(path, { ...wish, preview: true })).json().change.total.due.amount;
  assert.ok(due > 0);
  app.system.clock.advance(DAY_MS);
  const outdated = await post(path, { ...wish, due });
  assert.deepEqual([outdated.statusCode, outdated.json().errorType], [409, 'PreviewOutdated'], outdated.body);
  const shape = await post(path, { ...wish, due: 1.001 });
  assert.deepEqual(shape.json().errors, { due: ['The due must be an amount in EUR.'] });
  assert.deepEqual(await subscriptionNow(app, subscription), subscription);
  assert.equal((await listOrders(app.ctx, { customerId: customer.id, limit: 9 })).length, 1);
  const { change } = (await post(path, { ...wish, preview: true })).json();
  assert.ok(change.total.due.amount < due, 'a day less');
  const answer = await post(path, { ...wish, due: change.total.due.amount });
  assert.deepEqual([answer.statusCode, answer.json().nextPlan.quantity], [200, 2], answer.body);
});

test('bad input is a sentence that names it, and nothing is half done', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const soon = new Date(app.system.clock.now().getTime() + 29 * DAY_MS).toISOString();
  const price = { currency: 'EUR', amount: 59 };
  const cases: readonly (readonly [string, object, string])[] = [
    [`${subscription.id}/extend`, { days: 0, reason: 'x' }, 'days'],
    [`${subscription.id}/extend`, { days: 1, reason: ' ' }, 'reason'],
    [`${subscription.id}/comp`, { periods: 121, reason: 'x' }, 'periods'],
    [`${subscription.id}/pause`, { periods: 4 }, 'periods'],
    ['price-changes', { variationId: subscription.variationId, price, from: soon }, 'from'],
    ['price-changes', { variationId: subscription.id, price, from: '2099-01-01T00:00:00Z' }, 'variationId'],
    [
      'price-changes',
      { variationId: subscription.variationId, price: { currency: 'EUR', amount: 0 }, from: soon },
      'price',
    ],
  ];
  for (const [path, payload, field] of cases) {
    const refused = await post(path, payload);
    assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, [field]], path);
  }
  assert.deepEqual(await subscriptionNow(app, subscription), subscription);
  await post(`${subscription.id}/cancel`, { immediately: true });
  const ended = await post(`${subscription.id}/pause`, { periods: 1 });
  assert.deepEqual([ended.statusCode, ended.json().errorType], [409, 'SubscriptionEnded']);
});

test('a key that may only read changes nothing', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const reader = await app.apiKey(app.demo, 'subscriptions:read');
  for (const [path, payload] of [
    ['extend', { days: 1, reason: 'x' }],
    ['comp', { periods: 1, reason: 'x' }],
    ['pause', { periods: 1 }],
  ] as const) {
    const url = `/api/subscriptions/${subscription.id}/${path}`;
    const refused = await app.inject({ method: 'POST', url, headers: reader, payload });
    assert.equal(refused.statusCode, 403, path);
  }
  assert.deepEqual(await subscriptionNow(app, subscription), subscription);
});
