import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { type Shopper, shopper, stockShop } from '../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { listLicenses, revokeLicense } from '../../modules/licensing/index.ts';
import { takeStep } from '../../modules/subscriptions/index.ts';
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

const core = (method: 'GET' | 'POST', path: string, payload?: object) =>
  app.inject({
    method,
    url: `/api/subscriptions${path}`,
    headers: vendor,
    ...(payload && { payload }),
  });
const own = async (customer: Shopper, method: 'GET' | 'POST', path = '') =>
  app.inject({
    method,
    url: `/api/customer/inventory/subscriptions${path}`,
    headers: await signIn(customer),
  });

/** The clock moves by weeks, and access tokens last for minutes. */
async function signIn({ email }: Shopper): Promise<{ authorization: string }> {
  const response = await app.inject({
    method: 'POST',
    url: `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`,
    headers: { 'content-type': 'text/plain' },
    payload: 'Str0ng!passw0rd',
  });
  return { authorization: `Bearer ${response.json<{ accessToken: string }>().accessToken}` };
}

const idsOf = (response: { json: () => { items: { id: string }[] } }) =>
  response.json().items.map(({ id }) => id);

async function overdue(): Promise<Subscription> {
  const { subscription } = await subscribe(app);
  app.system.clock.set(new Date(subscription.paidUntil.getTime() + 73 * 3_600_000));
  await takeStep(app.ctx, subscription.id);
  return subscription;
}

test('the orders of a subscription are listed by it, each with what it is for', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  await subscribe(app, { method: 'Succeeds' });
  await nextStep(app, subscription);
  const headers = await app.apiKey(app.demo, 'orders:read');
  const list = async (query: string, of = app.demo, key = headers) =>
    (await app.injectAs(of, { url: `/api/orders?${query}`, headers: key })).json();
  const { items } = await list(`subscriptionId=${subscription.id.toUpperCase()}`);
  assert.deepEqual(
    items.map(({ origin, subscriptionId }: Record<string, string>) => [origin, subscriptionId]),
    [['Renewal', subscription.id]],
  );
  const { items: none } = await list(`subscriptionId=${subscription.id}&status=Open`);
  assert.deepEqual(none, []);
  const first = (await app.inject({ url: `/api/orders/${orderId}`, headers })).json();
  assert.deepEqual([first.origin, first.subscriptionId], ['Cart', undefined]);
  const other = await app.apiKey(app.other, 'orders:read');
  assert.deepEqual((await list(`subscriptionId=${subscription.id}`, app.other, other)).items, []);
  assert.match((await list('subscriptionId=1')).errors.subscriptionId[0], /must be a GUID/);
});

test('the vendor sees a subscription with its anchor, period, price, payment and licenses', async () => {
  const { subscription, customer, orderId } = await subscribe(app, { quantity: 2 });
  const response = await core('GET', `/${subscription.id}`);
  const { licenseIds, anchor, currentPeriod, startedAt, total, ...rest } = response.json();
  const { id, paidUntil, expiresAt } = subscription;
  assert.deepEqual(rest, {
    id,
    customerId: customer.id,
    orderId,
    status: 'Active',
    cycleLength: 'Monthly',
    expiresAt: expiresAt.toISOString(),
    nextPaymentScheduledAt: paidUntil.toISOString(),
    content: { type: 'Product', id: 'app', variationId: 'app-once', quantity: 2 },
    price: { currency: 'EUR', amount: 49 },
    payment: { state: 'Paid', attempts: 0 },
    ahead: [{ step: 'Renew', at: paidUntil.toISOString() }],
    hasPaymentMethod: false,
  });
  assert.deepEqual([licenseIds.length, total.due, anchor.zone], [2, { currency: 'EUR', amount: 98 }, 'UTC']);
  assert.equal(startedAt, subscription.startedAt.toISOString());
  assert.deepEqual(
    [currentPeriod.number, currentPeriod.state, currentPeriod.endsAt],
    [1, 'Paid', paidUntil.toISOString()],
  );
});

test('the list is filtered by customer, product, status, payment and due time, and paged', async () => {
  const one = await subscribe(app);
  const two = await subscribe(app, { customer: one.customer });
  const list = async (query: string) => idsOf(await core('GET', `?${query}`));
  const [first, second] = [one.subscription.id, two.subscription.id];
  const mine = `customerId=${one.customer.id}`;
  assert.deepEqual(await list(mine), [second, first]);
  assert.deepEqual(await list(`${mine}&productId=app&status=Active&paymentState=Paid`), [second, first]);
  assert.deepEqual(await list(`${mine}&sort=createdAt`), [first, second]);
  for (const none of [
    'productId=synth',
    'status=Expired',
    'paymentState=Held',
    'dueBefore=2020-01-01T00:00:00Z',
  ])
    assert.deepEqual(await list(`${mine}&${none}`), [], none);
  assert.deepEqual(await list(`${mine}&dueAfter=2020-01-01T00:00:00Z`), [second, first]);
  const page = await core('GET', `?${mine}&pageSize=1`);
  assert.deepEqual(idsOf(page), [second]);
  const next = await app.inject({ url: page.json().next, headers: vendor });
  assert.deepEqual([idsOf(next), next.json().next], [[first], null]);
});

test('a customer cancels with the paid period, and takes it back until its end', async () => {
  const { subscription, customer } = await subscribe(app);
  const cancelled = await own(customer, 'POST', `/${subscription.id}/cancel`);
  const { status, cancellable, nextPaymentScheduledAt, expiresAt } = cancelled.json();
  assert.deepEqual(
    [status, cancellable, nextPaymentScheduledAt, expiresAt],
    ['Cancelled', false, null, subscription.expiresAt.toISOString()],
  );
  assert.equal(
    (await own(customer, 'POST', `/${subscription.id}/cancel`)).statusCode,
    200,
    'again: the same',
  );
  const body = (await core('GET', `/${subscription.id}`)).json();
  assert.equal(body.cancelAt, subscription.paidUntil.toISOString());
  const resumed = await own(customer, 'POST', `/${subscription.id}/resume`);
  assert.deepEqual([resumed.json().status, resumed.json().cancellable], ['Active', true]);
  const again = await own(customer, 'POST', `/${subscription.id}/resume`);
  assert.deepEqual([again.statusCode, again.json().errorType], [409, 'NothingToTakeBack']);
  assert.deepEqual((await subscriptionNow(app, subscription)).dueAt, subscription.paidUntil);
});

test('a cancelled subscription is not renewed, ends with the grace, and cannot be taken back then', async () => {
  const { subscription, customer } = await subscribe(app);
  await own(customer, 'POST', `/${subscription.id}/cancel`);
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  assert.equal((await subscriptionNow(app, subscription)).status, 'Cancelled');
  const late = await own(customer, 'POST', `/${subscription.id}/resume`);
  assert.equal(late.json().errorType, 'NothingToTakeBack');
  app.system.clock.set(subscription.expiresAt);
  await takeStep(app.ctx, subscription.id);
  assert.deepEqual(
    (await periodsNow(app, subscription)).map(({ state }) => state),
    ['Paid'],
  );
  const over = (await own(customer, 'GET', `/${subscription.id}`)).json();
  assert.deepEqual([over.status, over.cancellable], ['Expired', false]);
  const refused = await own(customer, 'POST', `/${subscription.id}/cancel`);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'SubscriptionEnded']);
});

test('cancelling gives up an open renewal: nothing is left to pay', async () => {
  const { subscription, customer } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const [, open] = await periodsNow(app, subscription);
  await own(customer, 'POST', `/${subscription.id}/cancel`);
  const periods = (await core('GET', `/${subscription.id}/periods`)).json().items;
  assert.deepEqual(
    periods.map(({ number, state, reason }: Record<string, unknown>) => [number, state, reason]),
    [
      [1, 'Paid', undefined],
      [2, 'Void', 'Cancelled'],
    ],
  );
  const order = await app.inject({
    url: `/api/customer/orders/${open?.orderId ?? ''}`,
    headers: customer.auth,
  });
  assert.equal(order.statusCode, 404);
});

test('the vendor ends a subscription at once, and its licenses end with it', async () => {
  const { subscription, customer } = await subscribe(app);
  const ended = await core('POST', `/${subscription.id}/cancel`, { immediately: true });
  const { status, endedAt, expiresAt, licenseIds } = ended.json();
  assert.deepEqual([status, licenseIds.length], ['Expired', 1]);
  assert.ok(Date.parse(expiresAt) <= Date.parse(endedAt));
  const licenses = await app.inject({ url: '/api/customer/inventory/licenses', headers: customer.auth });
  assert.equal(licenses.json().items[0].status, 'Revoked', 'an expired license reads so to its customer');
  const again = await core('POST', `/${subscription.id}/cancel`, { immediately: true });
  assert.equal(again.json().errorType, 'SubscriptionEnded');
});

test('a held renewal is released by the vendor: it is due for the period that runs now', async () => {
  const subscription = await overdue();
  assert.deepEqual(idsOf(await core('GET', '?paymentState=Held')), [subscription.id]);
  const released = await core('POST', `/${subscription.id}/release`);
  assert.equal(released.json().payment.state, 'Paid', 'its job opens it');
  await takeStep(app.ctx, subscription.id);
  const open = (await core('GET', `/${subscription.id}`)).json();
  assert.deepEqual([open.payment.state, open.currentPeriod.state], ['NeedsBuyer', 'Open']);
  const again = await core('POST', `/${subscription.id}/release`);
  assert.deepEqual([again.statusCode, again.json().errorType], [409, 'RenewalNotHeld']);
});

test('a held renewal is not released while every license of its subscription is revoked', async () => {
  const subscription = await overdue();
  const [license] = await listLicenses(app.ctx, { subscriptionId: subscription.id, limit: 1 });
  await revokeLicense(app.ctx, license?.id ?? assert.fail());
  const released = await core('POST', `/${subscription.id}/release`);
  assert.deepEqual([released.statusCode, released.json().errorType], [409, 'RenewalNotPossible']);
  assert.equal((await subscriptionNow(app, subscription)).paymentState, 'Held');
});

test('a held renewal that is skipped gives its access, and the next one is due at its end', async () => {
  const subscription = await overdue();
  const skipped = (await core('POST', `/${subscription.id}/skip`)).json();
  const [, second] = await periodsNow(app, subscription);
  assert.deepEqual([second?.state, second?.reason], ['Skipped', 'Vendor']);
  assert.deepEqual(
    [skipped.payment.state, skipped.nextPaymentScheduledAt],
    ['Paid', second?.endsAt.toISOString()],
  );
  assert.ok(Date.parse(skipped.expiresAt) > subscription.expiresAt.getTime() + 20 * DAY_MS);
  assert.equal((await core('POST', `/${subscription.id}/skip`)).json().errorType, 'RenewalNotHeld');
});

test('the timeline tells what happened, and who did it', async () => {
  const { subscription, customer } = await subscribe(app);
  await own(customer, 'POST', `/${subscription.id}/cancel`);
  const { items } = (await core('GET', `/${subscription.id}/timeline`)).json();
  assert.deepEqual(
    items.map(({ type, actor }: { type: string; actor: { id?: string } }) => [
      type,
      actor.id === customer.id,
    ]),
    [
      ['subscription.created', false],
      ['subscription.cancelled', true],
    ],
  );
});

interface ListPage<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

/** The rows of a list that is read one row a page, at most five of them. */
async function rowByRow<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let query: string | undefined = `${path}&pageSize=1`;
  while (query !== undefined && rows.length < 5) {
    const page: ListPage<Row> = (await core('GET', query)).json();
    rows.push(...page.items);
    query = page.next?.replace(/^.*\/api\/subscriptions/, '');
  }
  return rows;
}

test('the timeline is read from its newest end, too, page by page', async () => {
  const { subscription, customer } = await subscribe(app);
  await own(customer, 'POST', `/${subscription.id}/cancel`);
  await own(customer, 'POST', `/${subscription.id}/resume`);
  const events = await rowByRow<{ readonly type: string }>(`/${subscription.id}/timeline?sort=-occurredAt`);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['subscription.resumed', 'subscription.cancelled', 'subscription.created'],
  );
});

test('periods are read from either end, page by page', async () => {
  const { subscription } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const numbers = async (sort: string) => {
    const periods = await rowByRow<{ readonly number: number }>(`/${subscription.id}/periods${sort}`);
    return periods.map(({ number }) => number);
  };
  assert.deepEqual(await numbers('?sort=number'), [1, 2]);
  assert.deepEqual(await numbers('?sort=-number'), [2, 1]);
});

test('nobody else sees or changes a subscription: another customer, another account, a key without the scope', async () => {
  const { subscription } = await subscribe(app);
  const stranger = await shopper(app);
  const other = await app.apiKey(app.other, 'subscriptions:read', 'subscriptions:write');
  const reader = await app.apiKey(app.demo, 'subscriptions:read');
  const before = await subscriptionNow(app, subscription);
  assert.deepEqual((await own(stranger, 'GET')).json().items, []);
  for (const path of ['', '/cancel', '/resume']) {
    const response = await own(stranger, path === '' ? 'GET' : 'POST', `/${subscription.id}${path}`);
    assert.equal(response.statusCode, 404, path);
  }
  for (const path of ['', '/periods', '/timeline', '/cancel', '/resume', '/release', '/retry', '/skip']) {
    const method = ['', '/periods', '/timeline'].includes(path) ? 'GET' : 'POST';
    const url = `/api/subscriptions/${subscription.id}${path}`;
    const response = await app.injectAs(app.other, { method, url, headers: other });
    assert.equal(response.statusCode, 404, path);
    if (method === 'POST')
      assert.equal((await app.inject({ method, url, headers: reader })).statusCode, 403, path);
  }
  assert.deepEqual(await subscriptionNow(app, subscription), before);
  assert.equal((await core('GET', `/${randomUUID()}`)).statusCode, 404);
});

test('a customer who is erased has no subscription that is charged, and no details in it', async () => {
  const { subscription, customer } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const keys = await app.apiKey(app.demo, 'customers:write');
  const erased = await app.inject({ method: 'DELETE', url: `/api/customers/${customer.id}`, headers: keys });
  assert.equal(erased.statusCode, 200, erased.body);
  const { status, endedAt, dueAt, billing } = await subscriptionNow(app, subscription);
  assert.deepEqual([status, endedAt !== null, dueAt, billing], ['Expired', true, null, {}]);
});

interface Item {
  readonly id: string;
  readonly currentPeriod: { readonly number: number };
  readonly licenseIds: readonly string[];
}

test('every item of the list is what its own address shows, with its own period and licenses', async () => {
  const first = await subscribe(app, { quantity: 2, method: 'Succeeds' });
  const second = await subscribe(app, { quantity: 1 });
  await nextStep(app, first.subscription);
  await overdue();
  const { items } = (await core('GET', '')).json<{ items: Item[] }>();
  assert.ok(items.length >= 3);
  for (const item of items) assert.deepEqual(item, (await core('GET', `/${item.id}`)).json());
  const contentsOf = ({ id }: Subscription) => {
    const item = items.find((one) => one.id === id);
    return [item?.currentPeriod.number, item?.licenseIds.length];
  };
  assert.deepEqual(
    [first, second].map(({ subscription }) => contentsOf(subscription)),
    [
      [2, 2],
      [1, 1],
    ],
  );
});
