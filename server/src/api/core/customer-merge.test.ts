import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { activationsOf } from '../../../test/activations.ts';
import { aCoupon, enterCoupon } from '../../../test/coupons.ts';
import { followEvents } from '../../../test/events/scenarios.ts';
import { everythingOf } from '../../../test/everything.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { type Shopper, shopOf } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { paidInFull } from '../../../test/payments.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import { nextStep, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import type { CustomerTables } from '../../modules/customers/tables.ts';
import type { LicensingTables } from '../../modules/licensing/tables.ts';
import { fulfilNow, orderSubject } from '../../modules/orders/index.ts';
import { listPayments, recordPaymentState } from '../../modules/payments/index.ts';
import type { OrderTables } from '../../modules/orders/tables.ts';
import type { SubscriptionTables } from '../../modules/subscriptions/tables.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { limits: { signUpPerMinute: 0, paymentsPerMinute: 0 } });
  await stockShop(app, app.demo);
  shop = shopOf(app);
  vendor = await merchantOf(app);
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

const REASON = 'Wrote from both addresses';
const FREE_DAYS = 14;

/** Somebody who has no account of their own to give away: merged at once, without being asked. */
async function guest(): Promise<Shopper> {
  const one = await shop.shopper();
  await setCustomer(one.id, { passwordHash: null });
  return one;
}

const pair = async () => ({ into: await shop.shopper(), from: await guest() });

const merge = (into: { id: string }, from: { id: string }, more: object = {}) =>
  vendor.send('POST', `/api/customers/${into.id}/merge`, { from: from.id, reason: REASON, ...more });

/** All rows of the account; using a key changes it. */
async function rowsNow() {
  const { api_keys: _, ...rows } = await everythingOf(app.system.database.reader, 'demo');
  return rows;
}

/** Pays a cart with one of the product `app`. */
async function buy({ headers, email }: Shopper, coupon?: { readonly code: string }): Promise<string> {
  const { orderId, pay } = await checkOut(app, [ONE_APP], headers);
  if (coupon) await enterCoupon(app, orderId, coupon, headers);
  const paid = await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann', email } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  return orderId;
}

const validate = (productId: string, token: string, action = 'validate') =>
  app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/${action}`,
    headers: { 'content-type': 'text/plain' },
    payload: token,
  });

const setCustomer = (id: string, changes: Partial<CustomerTables['customers']>) =>
  app.system.database.transaction((tx) =>
    tx.tables<CustomerTables>().updateTable('customers').set(changes).where('id', '=', id).execute(),
  );

describe('two customers who are one person', () => {
  test('become one: what the other had is theirs, devices go on, and a dry run says so before and changes nothing', async () => {
    const { into, from } = await pair();
    const productId = await shop.product({ maxActivations: 2, allowsTrials: true });
    const [license = ''] = await shop.give(from, productId);
    const token = await shop.activate(from, productId, 'studio');
    const orderId = await buy(from);
    await checkOut(app, [ONE_APP], from.headers);
    const { subscription } = await subscribe(app, { customer: { ...from, auth: from.headers } });
    const browser = activationsOf(app);
    const trial = await browser.approve(await browser.ask(productId), 'trial', from);
    assert.equal(trial.statusCode, 200, trial.body);
    await setCustomer(from.id, { externalId: `crm-${from.id}`, phone: '+43 555 0100', name: 'Ann Second' });

    const atFirst = await rowsNow();
    const preview = await merge(into, from, { dryRun: true });
    assert.equal(preview.statusCode, 200, preview.body);
    assert.deepEqual(await rowsNow(), atFirst);

    const answer = await merge(into, from);
    assert.equal(answer.statusCode, 200, answer.body);
    const { customer, moved } = answer.json();
    assert.deepEqual(moved, preview.json().moved);
    assert.deepEqual(moved, { orders: 2, licenses: 3, subscriptions: 1, trials: 1, vouchers: 0 });
    assert.deepEqual(
      [customer.id, customer.name, customer.email, customer.phone, customer.externalId],
      [into.id, 'Ada', into.email, '+43 555 0100', `crm-${from.id}`],
    );
    const rest = await vendor.call<Record<string, unknown>>('GET', `/api/customers/${from.id}`);
    assert.deepEqual([rest['isDeleted'], rest['mergedInto'], rest['ownedProducts']], [true, into.id, []]);
    assert.deepEqual(
      [rest['email'], rest['name'], rest['phone']],
      [from.email, 'Merged customer', undefined],
    );

    assert.equal(
      (await vendor.call<{ ownerId: string }>('GET', `/api/licenses/${license}`)).ownerId,
      into.id,
    );
    const renewed = await validate(productId, token);
    assert.equal(renewed.statusCode, 200, renewed.body);
    assert.equal(claimsOf(renewed.body)['u:id'], into.id);
    assert.equal((await validate(productId, token, 'revoke')).statusCode, 200, 'of the former owner');
    assert.equal((await subscriptionNow(app, subscription)).customerId, into.id);
    const orders = (await shop.get(into, '/api/customer/orders')).json().items;
    assert.ok(orders.some(({ id }: { id: string }) => id === orderId));
    assert.equal((await shop.get(from, '/api/customer/orders')).statusCode, 401, 'the session has ended');
    const again = await app.inject({
      method: 'POST',
      url: '/api/customer/identity/sign-up',
      payload: { name: 'Ann', email: from.email, password: 'Correct-Horse-7-Battery' },
    });
    assert.equal(again.statusCode, 200, 'the address is free');
    const { items } = await vendor.call<{ items: { data: object }[] }>(
      'GET',
      `/api/audit?type=customer.merged&subject=customer/${into.id}`,
    );
    assert.deepEqual(
      items.map(({ data }) => data),
      [{ from: from.id, into: into.id, reason: REASON, ...moved }],
    );
  });

  test('whose merged customers are merged again: all lead to the last', async () => {
    const [first, second, third] = [await guest(), await guest(), await shop.shopper()];
    const productId = await shop.product();
    await shop.give(first, productId);
    const token = await shop.activate(first, productId, 'studio');
    assert.equal((await merge(second, first)).statusCode, 200);
    assert.equal((await merge(third, second)).statusCode, 200);
    assert.equal(claimsOf((await validate(productId, token)).body)['u:id'], third.id);
    const { mergedInto } = await vendor.call<{ mergedInto: string }>('GET', `/api/customers/${first.id}`);
    assert.equal(mergedInto, third.id);
  });

  test('a payment that is on its way buys for the customer who stays', async () => {
    const { into, from } = await pair();
    const { orderId, pay } = await checkOut(app, [ONE_APP], from.headers);
    const payload = { name: 'Ann', email: from.email, sandboxOutcome: 'Delay' };
    await app.inject({ method: 'POST', url: pay, payload });
    const [payment = assert.fail()] = await listPayments(app.ctx, orderSubject({ id: orderId }));
    assert.equal((await merge(into, from)).json().moved.orders, 1);
    await recordPaymentState(app.ctx, payment.id, paidInFull(payment));
    await fulfilNow(app.ctx, orderId);
    const order = await vendor.call<{ status: string; customerId: string }>('GET', `/api/orders/${orderId}`);
    assert.deepEqual([order.status, order.customerId], ['Completed', into.id]);
    const { ownedProducts } = await vendor.call<{ ownedProducts: string[] }>(
      'GET',
      `/api/customers/${into.id}`,
    );
    assert.deepEqual(ownedProducts, ['app']);
  });

  test('a renewal that waits for its buyer, and the buyers of what is not paid yet, are those of the customer who stays', async () => {
    const { into, from } = await pair();
    const customer = { ...from, auth: from.headers };
    const { subscription } = await subscribe(app, { customer, method: 'NeedsBuyer' });
    assert.equal((await nextStep(app, subscription)).paymentState, 'NeedsBuyer');
    const ordersOf = ({ id }: Shopper) =>
      vendor.call<{ items: { id: string; status: string; origin: string }[] }>(
        'GET',
        `/api/orders?customerId=${id}`,
      );
    const before = (await ordersOf(from)).items;
    assert.ok(before.some(({ status, origin }) => status === 'Open' && origin === 'Renewal'));
    const answer = await merge(into, from);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(
      (await ordersOf(into)).items,
      before.map((order) => ({ ...order, customerId: into.id })),
    );
    const buyers = await app.system.database.reader
      .tables<OrderTables>()
      .selectFrom('purchases')
      .innerJoin('orders', 'orders.id', 'purchases.orderId')
      .select('purchases.buyer')
      .where('orders.subscriptionId', '=', subscription.id)
      .execute();
    assert.ok(buyers.length > 0);
    for (const { buyer } of buyers) assert.equal(buyer.customerId, into.id);
  });

  test('what is left of the other goes when the customer who stays is deleted, unless the address is somebody’s by then', async () => {
    const { into, from } = await pair();
    const third = await guest();
    assert.equal((await merge(into, from)).statusCode, 200);
    assert.equal((await merge(into, third)).statusCode, 200);
    const payload = { name: 'New', email: third.email, password: 'Correct-Horse-7-Battery' };
    const signUp = { method: 'POST', url: '/api/customer/identity/sign-up', payload } as const;
    assert.equal((await app.inject(signUp)).statusCode, 200);
    const newsletter = { email: from.email, newsletter: true };
    const url = '/api/customer/communications/subscribe';
    assert.equal((await app.inject({ method: 'POST', url, payload: newsletter })).statusCode, 200);
    await vendor.call('DELETE', `/api/customers/${into.id}`);
    const { customers, mails, newsletter_subscriptions: subscriptions } = await rowsNow();
    const find = (rows: readonly string[] | undefined, email: string) =>
      (rows ?? []).filter((row) => row.includes(`"${email}"`)).length;
    assert.deepEqual([find(customers, from.email), find(mails, from.email)], [0, 0]);
    assert.equal(find(subscriptions, from.email), 0);
    assert.deepEqual([find(customers, third.email), find(mails, third.email)], [1, 3]);
  });

  test('whose other email is deleted alone when the vendor asks for that, once, and it still leads to the customer who stays', async () => {
    const { into, from } = await pair();
    const productId = await shop.product();
    await shop.give(from, productId);
    const token = await shop.activate(from, productId, 'studio');
    assert.equal((await merge(into, from)).statusCode, 200);
    const url = `/api/customers/${from.id}`;
    const answers = await Promise.all([1, 2].map(() => vendor.send('DELETE', url)));
    for (const answer of answers) {
      const { email, name, mergedInto } = answer.json();
      assert.deepEqual(
        [answer.statusCode, email, name, mergedInto],
        [200, `deleted-${from.id}@deleted.invalid`, 'Deleted customer', into.id],
      );
    }
    const { customers, mails } = await rowsNow();
    for (const rows of [customers, mails]) assert.ok(rows?.every((row) => !row.includes(`"${from.email}"`)));
    const { items } = await vendor.call<{ items: object[] }>(
      'GET',
      `/api/audit?type=customer.erased&subject=customer/${from.id}`,
    );
    assert.equal(items.length, 1);
    assert.equal(claimsOf((await validate(productId, token)).body)['u:id'], into.id);
    const file = (await shop.get(into, '/api/customer/identity/export')).json();
    assert.deepEqual(file.formerEmails, []);
  });

  test('whose other email is somebody’s by now: deleting the one who was merged leaves theirs alone', async () => {
    const { into, from } = await pair();
    assert.equal((await merge(into, from)).statusCode, 200);
    const payload = { name: 'New', email: from.email, password: 'Correct-Horse-7-Battery' };
    const signUp = { method: 'POST', url: '/api/customer/identity/sign-up', payload } as const;
    assert.equal((await app.inject(signUp)).statusCode, 200);
    const mailsOf = (rows: readonly string[] | undefined) =>
      (rows ?? []).filter((row) => row.includes(`"${from.email}"`)).length;
    const before = mailsOf((await rowsNow()).mails);
    assert.ok(before > 0);
    await vendor.call('DELETE', `/api/customers/${from.id}`);
    const { customers, mails } = await rowsNow();
    assert.deepEqual([mailsOf(customers), mailsOf(mails)], [1, before]);
  });

  test('have a coupon for one customer once, and the free days of an item', async () => {
    const { into, from } = await pair();
    const coupon = await aCoupon(app.ctx, { maxUsesPerCustomer: 1 });
    await buy(from, coupon);
    const customers = [into, from].map((each) => ({ ...each, auth: each.headers }));
    const [one = assert.fail(), other = assert.fail()] = await Promise.all(
      customers.map((customer) => subscribe(app, { customer })),
    );
    await app.system.database.transaction((tx) =>
      tx
        .tables<SubscriptionTables>()
        .updateTable('subscriptions')
        .set({ freeDays: FREE_DAYS })
        .where('id', 'in', [one.subscription.id, other.subscription.id])
        .execute(),
    );
    assert.equal((await merge(into, from)).statusCode, 200);
    assert.equal((await subscriptionNow(app, one.subscription)).freeDays, FREE_DAYS);
    assert.equal((await subscriptionNow(app, other.subscription)).freeDays, 0);
    const { orderId } = await checkOut(app, [ONE_APP], into.headers);
    const url = `/api/customer/orders/${orderId}/coupon?code=${coupon.code}`;
    const refusal = await app.inject({ method: 'PATCH', url, headers: into.headers });
    assert.equal(refusal.statusCode, 400, refusal.body);
  });

  test('what events show of the other goes with the customer who stays, and not before', async () => {
    const { into, from } = await pair();
    await followEvents(app);
    await merge(into, from);
    await followEvents(app);
    const eventsNow = async () => {
      const url = `/api/events?subject=customer/${from.id}&order=oldest`;
      const { items } = await vendor.call<{ items: { type: string; data: object }[] }>('GET', url);
      return items.map(({ type, data }) => [type, 'email' in data]);
    };
    assert.deepEqual(await eventsNow(), [
      ['customer.created', true],
      ['customer.merged', true],
    ]);
    await vendor.call('DELETE', `/api/customers/${into.id}`);
    await followEvents(app);
    assert.deepEqual(await eventsNow(), [
      ['customer.created', false],
      ['customer.merged', false],
      ['customer.deleted', true],
    ]);
  });
});

describe('a merge is refused', () => {
  test('for the same, an unknown and another account’s customer, without a reason, and without the scope of emails', async () => {
    const { into, from } = await pair();
    const stranger = await shop.shopper(app.other);
    assert.deepEqual(Object.keys((await merge(into, into)).json().errors), ['from']);
    assert.deepEqual(Object.keys((await merge(into, from, { reason: ' ' })).json().errors), ['reason']);
    assert.equal((await merge(into, { id: from.email })).statusCode, 400);
    assert.equal((await merge({ id: from.email }, into)).statusCode, 400);
    assert.equal((await merge(into, stranger)).statusCode, 404);
    assert.equal((await merge(stranger, from)).statusCode, 404);
    const foreign = await merchantOf(app, app.other);
    const url = `/api/customers/${into.id}/merge`;
    const body = { from: from.id, reason: REASON };
    assert.equal((await foreign.send('POST', url, body)).statusCode, 404);
    const weak = await merchantOf(app, app.demo, 'customers:write');
    assert.equal((await weak.send('POST', url, body)).statusCode, 403);
    const support = await operatorAtWork(app, 'Support');
    assert.equal((await support.call('POST', url, body)).json().errorType, 'ConfirmationRequired');
    await support.confirm();
    assert.equal((await support.call('POST', url, body)).statusCode, 200);
    assert.equal((await merge(into, from)).statusCode, 404, 'it is done');
  });

  test('when an unproven email would get what a proven one has, and while purchases wait for a proof or a change of email can be undone', async () => {
    const { into, from } = await pair();
    const productId = await shop.product();
    const [license = ''] = await shop.give(from, productId);
    await app.system.database.transaction((tx) =>
      tx
        .tables<LicensingTables>()
        .updateTable('licenses')
        .set({ awaitsEmailKey: from.email })
        .where('id', '=', license)
        .execute(),
    );
    await setCustomer(into.id, { isEmailConfirmed: true });
    assert.match((await merge(into, from)).json().detail, /^Purchases wait until/);
    await setCustomer(into.id, { isEmailConfirmed: false });
    await setCustomer(from.id, { isEmailConfirmed: true });
    const refusal = await merge(into, from);
    assert.deepEqual([refusal.statusCode, refusal.json().errorType], [409, 'MergeRefused']);
    assert.match(refusal.json().detail, /has not proven their email/);
    await vendor.call('PATCH', `/api/customers/${from.id}`, { email: `new-${from.email}` });
    await setCustomer(into.id, { isEmailConfirmed: true });
    for (const [one, other] of [
      [into, from],
      [from, into],
    ] as const)
      assert.match((await merge(one, other)).json().detail, /can undo until/);
  });

  test('when it is the second at the same moment, in whichever direction', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [into, from] = [await guest(), await guest()];
      await shop.give(from, await shop.product());
      const answers = await Promise.all([merge(into, from), merge(from, into), merge(into, from)]);
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
      assert.deepEqual(statuses, [200, 404, 404], answers.map(({ body }) => body).join());
    }
  });
});
