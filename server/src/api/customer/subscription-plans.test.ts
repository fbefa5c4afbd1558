import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { paidInFull, report, runJobs, runPaymentJobs } from '../../../test/payments.ts';
import { checkOut, ONE_APP, type Shopper, shopper, stockShop } from '../../../test/shop.ts';
import { nextStep, periodsNow, rentToOwn, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { createVariation } from '../../modules/catalog/index.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import type { LicensingTables } from '../../modules/licensing/tables.ts';
import { listOrders } from '../../modules/orders/index.ts';
import type { PaymentTables } from '../../modules/payments/tables.ts';
import { cancelSubscription, returnMoneyJob } from '../../modules/subscriptions/index.ts';
import type { Subscription, SubscriptionTables } from '../../modules/subscriptions/tables.ts';

const DAY_MS = 86_400_000;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'subscriptions:read', 'subscriptions:write', 'orders:write');
  const synth = { type: 'Product', id: 'synth' } as const;
  for (const [id, recurrence, EUR] of [
    ['synth-pro', 'Monthly', 1_500],
    ['synth-light', 'Monthly', 500],
    ['synth-pro-yearly', 'Yearly', 30_000],
  ] as const)
    await createVariation(app.ctx, synth, { id, name: id, recurrence, prices: { EUR, USD: EUR } });
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const AGREED = { recurringConsent: { wording: '2026-12' } };
const pathOf = ({ id }: Subscription) => `/api/customer/inventory/subscriptions/${id}/changes`;
const preview = (subscription: Subscription, { auth }: Shopper, query: Record<string, string>) =>
  app.inject({ url: `${pathOf(subscription)}?${new URLSearchParams(query).toString()}`, headers: auth });
const change = (subscription: Subscription, { auth }: Shopper, payload: object) =>
  app.inject({ method: 'POST', url: pathOf(subscription), headers: auth, payload });
const licensesOf = async ({ id: subscriptionId }: Subscription) =>
  (await listLicenses(app.ctx, { subscriptionId, limit: 9 })).toReversed();
const lastOrder = async ({ id: customerId }: Shopper) =>
  (await listOrders(app.ctx, { customerId, limit: 1 }))[0] ?? assert.fail();

/** Ten days of the paid period have passed. */
async function tenDaysLater({ quantity = 1, isSaved = true } = {}) {
  const method = isSaved ? { method: 'Succeeds' as const } : {};
  const sale = await subscribe(app, { item: MONTHLY, quantity, ...method });
  app.system.clock.advance(10 * DAY_MS);
  const { startsAt, endsAt } = (await periodsNow(app, sale.subscription))[0] ?? assert.fail();
  const whole = Math.round((endsAt.getTime() - startsAt.getTime()) / DAY_MS);
  const customer = await signedInAgain(sale.customer);
  return { ...sale, customer, whole, rest: whole - 10 };
}

/** With a token that is valid by now. */
async function signedInAgain(customer: Shopper): Promise<Shopper> {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/customer/identity/sign-in?email=${encodeURIComponent(customer.email)}`,
    headers: { 'content-type': 'text/plain' },
    payload: 'Str0ng!passw0rd',
  });
  const { accessToken } = answer.json<{ accessToken: string }>();
  return { ...customer, auth: { authorization: `Bearer ${accessToken}` } };
}

/** Somebody uses a device with a license. */
async function useOne(license: { readonly id: string }): Promise<void> {
  await app.system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ activeActivations: 1 })
      .where('id', '=', license.id)
      .execute(),
  );
}

async function useNone(subscription: Subscription): Promise<void> {
  await app.system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ activeActivations: 0 })
      .where('subscriptionId', '=', subscription.id)
      .execute(),
  );
}

test('a dearer plan begins at once: the lines of its preview are what is charged, to the cent', async () => {
  const { subscription, customer, whole, rest } = await tenDaysLater({ quantity: 2 });
  const answer = await preview(subscription, customer, { variationId: 'synth-pro' });
  assert.equal(answer.statusCode, 200, answer.body);
  const unit = Math.floor((1_500 * rest) / whole);
  const credit = Math.floor((1_800 * rest) / whole);
  const { when, lines, total, next } = answer.json();
  assert.deepEqual(
    [when, lines.length, lines[0].quantity, lines[0].price.amount, lines[0].credit.amount, total.due.amount],
    ['Now', 1, 2, unit / 100, credit / 100, (unit * 2 - credit) / 100],
  );
  assert.deepEqual([next.at, next.total.due.amount], [subscription.paidUntil.toISOString(), 30]);
  const changed = await change(subscription, customer, {
    variationId: 'synth-pro',
    due: total.due.amount,
  });
  assert.equal(changed.statusCode, 200, changed.body);
  assert.equal(changed.json().subscription.nextPlan.when, 'Now', 'it has not begun');
  assert.equal((await subscriptionNow(app, subscription)).variationId, 'synth-monthly');
  await runPaymentJobs(app.system);
  const now = await subscriptionNow(app, subscription);
  assert.deepEqual(
    [now.variationId, now.quantity, now.nextPlan, now.paidUntil, now.total.dueMinor],
    ['synth-pro', 2, null, subscription.paidUntil, 3_000],
  );
  const order = await lastOrder(customer);
  assert.deepEqual(
    [order.origin, order.status, order.content?.quote.total.dueMinor],
    ['PlanChange', 'Completed', unit * 2 - credit],
  );
  assert.deepEqual(
    (await licensesOf(now)).map(({ variationId, expiresAt }) => [variationId, expiresAt]),
    [1, 2].map(() => ['synth-pro', subscription.expiresAt]),
  );
  const renewed = await nextStep(app, now);
  assert.ok(renewed.paidUntil > now.paidUntil);
  assert.equal((await lastOrder(customer)).content?.quote.total.dueMinor, 3_000);
});

test('what has gone back by amount is no part of the credit; units that went back with their licenses are', async () => {
  const credit = async (sale: Awaited<ReturnType<typeof tenDaysLater>>, payload: object) => {
    const url = `/api/orders/${sale.orderId}/refunds`;
    const refunded = await app.inject({ method: 'POST', url, headers: vendor, payload });
    assert.equal(refunded.statusCode, 201, refunded.body);
    const answer = await preview(sale.subscription, sale.customer, { variationId: 'synth-pro' });
    return Math.round(answer.json().lines[0].credit.amount * 100);
  };
  const one = await tenDaysLater();
  const { whole, rest } = one;
  const share = (minor: number) => Math.floor((minor * rest) / whole);
  assert.equal(await credit(one, { amount: { currency: 'EUR', amount: 4 } }), share(500));
  const three = await tenDaysLater({ quantity: 3 });
  const lines = [{ lineId: three.subscription.lineId, quantity: 1 }];
  const shareOfThree = (minor: number) => Math.floor((minor * three.rest) / three.whole);
  assert.equal(await credit(three, { lines }), shareOfThree(1_800));
});

test('money of another line of the order that began it is no part of what went back', async () => {
  const customer = await shopper(app);
  const once = { ...ONE_APP, id: 'once' };
  const { orderId, pay } = await checkOut(app, [{ ...MONTHLY, quantity: 1 }, once], customer.auth);
  const buyer = { name: 'Ann', email: customer.email, recurringConsent: { wording: '2026-12' } };
  const paid = await app.inject({ method: 'POST', url: pay, headers: customer.auth, payload: buyer });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const license = (await listLicenses(app.ctx, { orderId, limit: 9 })).find((one) => one.subscriptionId);
  const subscription = await subscriptionNow(app, { id: license?.subscriptionId ?? assert.fail() });
  const credit = async () =>
    (await preview(subscription, customer, { variationId: 'synth-pro' })).json().lines[0].credit.amount;
  const whole = await credit();
  assert.ok(whole > 0);
  const payload = { lines: [{ lineId: 'once', quantity: 1 }], revokeLicenses: false };
  const url = `/api/orders/${orderId}/refunds`;
  assert.equal((await app.inject({ method: 'POST', url, headers: vendor, payload })).statusCode, 201);
  assert.equal(await credit(), whole);
});

test('more licenses begin at once, for their share; refunding one takes its license and its later payments', async () => {
  const { subscription, customer, whole, rest } = await tenDaysLater();
  assert.equal((await change(subscription, customer, { quantity: 3 })).statusCode, 200);
  await runPaymentJobs(app.system);
  const more = await subscriptionNow(app, subscription);
  assert.deepEqual([more.quantity, more.total.dueMinor, (await licensesOf(more)).length], [3, 2_700, 3]);
  const order = await lastOrder(customer);
  const unit = Math.floor((900 * rest) / whole);
  assert.equal(order.content?.quote.total.dueMinor, 2 * unit);
  const refund = await app.inject({
    method: 'POST',
    url: `/api/orders/${order.id}/refunds`,
    headers: vendor,
    payload: { reason: 'One too many', lines: [{ lineId: `${subscription.lineId}+`, quantity: 1 }] },
  });
  assert.equal(refund.statusCode, 201, refund.body);
  const less = await subscriptionNow(app, subscription);
  assert.deepEqual([less.status, less.quantity], ['Active', 2]);
  const statuses = (await licensesOf(less)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), ['Active', 'Active', 'Revoked']);
});

test('fewer licenses begin with the next renewal, which ends those without devices; never fewer than are in use', async () => {
  const { subscription, customer } = await tenDaysLater({ quantity: 3 });
  const [first, second, third] = await licensesOf(subscription);
  await useOne(second ?? assert.fail());
  await useOne(third ?? assert.fail());
  const refused = await change(subscription, customer, { quantity: 1 });
  assert.equal(refused.statusCode, 400);
  assert.match(refused.body, /must be at least 2, because 2 of its licenses are used on devices/);
  const agreed = await change(subscription, customer, { quantity: 2 });
  assert.equal(agreed.statusCode, 200, agreed.body);
  const { location, subscription: now } = agreed.json();
  assert.deepEqual([location, now.nextPlan.when], [undefined, 'NextPeriod']);
  assert.deepEqual(
    [now.total.due.amount, now.nextPlan.total.due.amount],
    [27, 18],
    'of the plan that runs, and of the one that begins with the next renewal',
  );
  assert.equal((await subscriptionNow(app, subscription)).quantity, 3);
  const renewed = await nextStep(app, subscription);
  assert.deepEqual([renewed.quantity, renewed.nextPlan, renewed.total.dueMinor], [2, null, 1_800]);
  assert.deepEqual(
    (await licensesOf(renewed)).map(({ id }) => id),
    [second?.id, third?.id],
  );
  const [ended] = await listLicenses(app.ctx, { orderId: subscription.orderId, limit: 9 }).then((all) =>
    all.filter(({ id }) => id === first?.id),
  );
  assert.ok(ended?.expiresAt && ended.expiresAt <= app.system.clock.now());
  await useNone(subscription);
});

test('a deduction from all licenses goes with those that go: the rest is not free', async () => {
  const { subscription, customer } = await tenDaysLater({ quantity: 3 });
  const reductions = [{ name: 'Half of it', amountMinor: 1_350, payments: null }];
  await rentToOwn(app, subscription, { price: { ...subscription.price, reductions } });
  const previewed = await preview(subscription, customer, { quantity: '1' });
  assert.equal(previewed.json().next.total.due.amount, 4.5, previewed.body);
  assert.equal((await change(subscription, customer, { quantity: 1 })).statusCode, 200);
  const renewed = await nextStep(app, subscription);
  assert.deepEqual([renewed.quantity, renewed.total.dueMinor, renewed.status], [1, 450, 'Active']);
  assert.equal((await lastOrder(customer)).content?.quote.total.dueMinor, 450);
});

test('a cheaper plan begins with the next renewal, and asking for the present one drops it', async () => {
  const { subscription, customer } = await tenDaysLater();
  const light = { variationId: 'synth-light' };
  assert.equal((await preview(subscription, customer, light)).json().total.due.amount, 0);
  assert.equal((await change(subscription, customer, light)).json().subscription.nextPlan.price.amount, 5);
  const dropped = await change(subscription, customer, { variationId: 'synth-monthly' });
  assert.deepEqual([dropped.statusCode, dropped.json().subscription.nextPlan], [200, undefined]);
  await change(subscription, customer, light);
  const renewed = await nextStep(app, subscription);
  assert.deepEqual([renewed.variationId, renewed.price.unitOriginalMinor], ['synth-light', 500]);
  assert.equal((await lastOrder(customer)).content?.quote.total.dueMinor, 500);
});

test('another cycle that is dearer begins a period and an anchor of its own', async () => {
  const { subscription, customer, whole, rest } = await tenDaysLater();
  await change(subscription, customer, { variationId: 'synth-pro-yearly' });
  await runPaymentJobs(app.system);
  const yearly = await subscriptionNow(app, subscription);
  const [first, second] = await periodsNow(app, subscription);
  assert.deepEqual([yearly.cycleLength, second?.state, first?.endsAt], ['Yearly', 'Paid', second?.startsAt]);
  assert.deepEqual([yearly.paidUntil, yearly.anchorNumber], [second?.endsAt, 2]);
  const order = await lastOrder(customer);
  assert.equal(order.content?.quote.total.dueMinor, 30_000 - Math.floor((900 * rest) / whole));
  assert.equal(second?.orderId, order.id);
  assert.ok(
    (await licensesOf(yearly)).every(({ expiresAt }) => expiresAt?.getTime() === yearly.expiresAt.getTime()),
  );
});

test('what cannot be is refused with a sentence that names it, and nothing changes', async () => {
  const { subscription, customer } = await tenDaysLater();
  for (const [wish, sentence] of [
    [{ variationId: 'app-once' }, /is not a plan of Synth: a subscription stays with its item/],
    [{ variationId: 'nothing' }, /is not a variation of this account/],
    [{ variationId: 'synth-once' }, /has no billing cycle: buy it in the shop instead/],
    [{ quantity: 0 }, /must be a whole number from 1 to 10000/],
    [{ quantity: 10_001 }, /must be a whole number from 1 to 10000/],
    [{ variationId: 'synth-monthly' }, /is what the subscription has/],
    [{ variationId: 'nothing', quantity: 0 }, /variationId.*quantity|quantity.*variationId/],
  ] as const) {
    const refused = await change(subscription, customer, wish);
    assert.equal(refused.statusCode, 400, refused.body);
    assert.match(refused.body, sentence);
  }
  const outdated = await change(subscription, customer, { variationId: 'synth-pro', due: 1 });
  assert.deepEqual([outdated.statusCode, outdated.json().errorType], [409, 'PreviewOutdated']);
  const stranger = await shopper(app);
  assert.equal((await change(subscription, stranger, { quantity: 2 })).statusCode, 404);
  assert.equal((await preview(subscription, stranger, { quantity: '2' })).statusCode, 404);
  assert.deepEqual(await subscriptionNow(app, subscription), subscription);
});

async function soldIn({ id }: Subscription, currency: string): Promise<void> {
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptions')
      .set({ currency })
      .where('id', '=', id)
      .execute(),
  );
}

test('a plan in another currency only, and a change while something is open, are refused', async () => {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY });
  await soldIn(subscription, 'GBP');
  const refused = await change(subscription, customer, { variationId: 'synth-pro' });
  assert.match(refused.body, /has no price in GBP, the currency of this subscription/);
  await soldIn(subscription, 'EUR');
  await nextStep(app, subscription);
  const open = await change(subscription, await signedInAgain(customer), { quantity: 2 });
  assert.deepEqual([open.statusCode, open.json().errorType], [409, 'RenewalPending']);
});

test('without a saved method, the change is paid on its page; one that was replaced leads nowhere', async () => {
  const { subscription, customer } = await tenDaysLater({ isSaved: false });
  const earlier = new URL((await change(subscription, customer, { quantity: 2 })).json().location);
  const page = new URL((await change(subscription, customer, { quantity: 3 })).json().location);
  assert.equal((await app.inject({ url: `/api${earlier.pathname}` })).statusCode, 404);
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Succeed', ...AGREED };
  const paid = await app.inject({ method: 'POST', url: `/api${page.pathname}/pay`, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  assert.equal((await subscriptionNow(app, subscription)).quantity, 3);
});

async function returnMoney(): Promise<void> {
  await runJobs(app.system, returnMoneyJob);
}

test('money for a change that no longer holds goes back, and nothing changes', async () => {
  const { subscription, customer } = await tenDaysLater();
  await change(subscription, customer, { variationId: 'synth-pro' });
  await Promise.all([runPaymentJobs(app.system), cancelSubscription(app.ctx, subscription.id)]);
  await runPaymentJobs(app.system);
  await returnMoney();
  const now = await subscriptionNow(app, subscription);
  const order = (await listOrders(app.ctx, { customerId: customer.id, limit: 1 }))[0];
  const hasBegun = now.variationId === 'synth-pro';
  assert.equal(now.nextPlan, null);
  if (order?.origin === 'PlanChange') assert.equal(order.isRefunded, !hasBegun);
  else assert.ok(!hasBegun);
});

test('money that arrives for a change after the subscription was cancelled goes back, with the licenses it would add', async () => {
  const { subscription, customer } = await tenDaysLater({ isSaved: false });
  const page = new URL((await change(subscription, customer, { quantity: 3 })).json().location);
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Delay', ...AGREED };
  const paying = await app.inject({ method: 'POST', url: `/api${page.pathname}/pay`, payload });
  assert.equal(paying.json().status, 'PaymentProcessing', paying.body);
  const again = await change(subscription, customer, { quantity: 2 });
  assert.deepEqual([again.statusCode, again.json().errorType], [409, 'PlanChangePending']);
  const { nextPlan } = await subscriptionNow(app, subscription);
  await cancelSubscription(app.ctx, subscription.id);
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  const orderId = nextPlan?.orderId ?? assert.fail();
  const payment = (await payments.where('subjectId', '=', orderId).executeTakeFirst()) ?? assert.fail();
  await report(app.ctx, payment, paidInFull(payment));
  await returnMoney();
  const order = await lastOrder(customer);
  assert.deepEqual([order.id, order.isRefunded], [orderId, true]);
  const now = await subscriptionNow(app, subscription);
  assert.deepEqual([now.status, now.quantity, now.nextPlan], ['Cancelled', 1, null]);
  const usable = (await licensesOf(now)).filter(
    ({ status, expiresAt }) =>
      status === 'Active' && (expiresAt === null || expiresAt > app.system.clock.now()),
  );
  assert.equal(usable.length, 1);
});

test('of many changes at once one is agreed at a time, and paid once', async () => {
  const { subscription, customer } = await tenDaysLater();
  const answers = await Promise.all(
    [2, 3, 4, 5].map((quantity) => change(subscription, customer, { quantity })),
  );
  for (const { statusCode } of answers) assert.ok([200, 409].includes(statusCode));
  await runPaymentJobs(app.system);
  const now = await subscriptionNow(app, subscription);
  const orders = await listOrders(app.ctx, { customerId: customer.id, limit: 9 });
  assert.equal(orders.filter(({ origin }) => origin === 'PlanChange').length, 1);
  assert.equal((await licensesOf(now)).length, now.quantity);
});

test('the vendor previews and changes a plan, and cannot begin now what begins with the next period', async () => {
  const { subscription } = await tenDaysLater();
  const post = (payload: object) =>
    app.inject({
      method: 'POST',
      url: `/api/subscriptions/${subscription.id}/change`,
      headers: vendor,
      payload,
    });
  const answer = await post({ variationId: 'synth-pro', preview: true });
  assert.equal(answer.json().change.when, 'Now', answer.body);
  assert.equal((await subscriptionNow(app, subscription)).nextPlan, null);
  assert.match((await post({ variationId: 'synth-light', when: 'Now' })).body, /must be NextPeriod/);
  const later = await post({ variationId: 'synth-pro', when: 'NextPeriod' });
  assert.equal(later.json().nextPlan.when, 'NextPeriod', later.body);
  const now = await post({ variationId: 'synth-pro' });
  assert.equal(now.json().change.total.due.amount, answer.json().change.total.due.amount);
  await runPaymentJobs(app.system);
  assert.equal((await subscriptionNow(app, subscription)).variationId, 'synth-pro');
  const timeline = await app.inject({
    url: `/api/subscriptions/${subscription.id}/timeline`,
    headers: vendor,
  });
  assert.match(timeline.body, /subscription\.change-agreed.*subscription\.changed/);
});
