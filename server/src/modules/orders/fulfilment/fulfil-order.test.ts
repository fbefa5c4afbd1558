import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { aCoupon, enterCoupon } from '../../../../test/coupons.ts';
import { fakeProvider, type FakeProvider } from '../../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { merchantOf } from '../../../../test/merchant.ts';
import { DECLINED, paidInFull, withProvider } from '../../../../test/payments.ts';
import { checkOut, GUEST_LINK, ONE_APP, patchOrder, shopper, stockShop } from '../../../../test/shop.ts';
import type { JobTables } from '../../../platform/jobs/tables.ts';
import { startJobWorker } from '../../../platform/jobs/start-job-worker.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { type Context, updateSettings } from '../../accounts/index.ts';
import { updateVariation } from '../../catalog/index.ts';
import { pageCouponUses } from '../../coupons/index.ts';
import { ensureLockedCustomer } from '../../customers/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import { listPayments, recordPaymentState, recordReversals, settleJob } from '../../payments/index.ts';
import type { Payment, PaymentTables } from '../../payments/tables.ts';
import { eraseCustomer } from '../../privacy/index.ts';
import {
  cartRefusals,
  findOrder,
  fulfilJob,
  fulfilLateOrders,
  orderSubject,
  payOrder,
  purgeAbandonedOrders,
} from '../index.ts';
import type { OrderTables } from '../tables.ts';

let app: TestApp;
let key: { 'api-key': string };
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  key = await app.apiKey(app.demo, 'orders:read');
});
after(() => app.close());

const MINUTE_MS = 60_000;
const guest = () => `${randomUUID()}@example.com`;

/** Starts a payment that waits for its report. */
async function begin(checkout: { orderId: string; pay: string }, email: string): Promise<Payment> {
  const payload = { name: 'Gus', email, sandboxOutcome: 'Delay' };
  const response = await app.inject({ method: 'POST', url: checkout.pay, payload });
  assert.equal(response.json().status, 'PaymentProcessing', response.body);
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  const ofOrder = payments.where('subjectId', '=', checkout.orderId).where('status', '=', 'Pending');
  return (await ofOrder.executeTakeFirst()) ?? assert.fail('no payment is pending');
}

/** Records that the money has arrived, and nothing else. */
const settle = (payment: Payment) => recordPaymentState(app.ctx, payment.id, paidInFull(payment));

async function paidOrder(email = guest()) {
  const checkout = await checkOut(app);
  await settle(await begin(checkout, email));
  return { ...checkout, email };
}

/** Runs the due jobs of payments and fulfilment. */
async function runJobs(...providers: readonly FakeProvider[]): Promise<void> {
  const handlers = {
    [settleJob.kind]: settleJob.handler({ ...app.system, payments: { ...app.system.payments, providers } }),
    [fulfilJob.kind]: fulfilJob.handler(app.system),
  };
  const worker = startJobWorker(app.system, handlers, { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

async function orderOf(orderId: string, query = '') {
  return (await app.inject({ url: `/api/customer/orders/${orderId}${query}` })).json();
}

const statusOf = async (orderId: string): Promise<string> => (await orderOf(orderId)).status;
const licensesOf = (orderId: string) => listLicenses(app.ctx, { orderId, limit: 10 });

async function receiptsTo(email: string): Promise<number> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').select('id');
  return (await mails.where('kind', '=', 'Receipt').where('recipient', '=', email).execute()).length;
}

const setPrices = (prices: Record<string, number>) =>
  updateVariation(app.ctx, { type: 'Product', id: 'app' }, 'app-once', { prices });

/** Deletes the jobs of fulfilment, as if all of them had failed for the last time. */
const loseJobs = () =>
  app.system.database.transaction((tx) =>
    tx.tables<JobTables>().deleteFrom('jobs').where('kind', '=', fulfilJob.kind).execute(),
  );

/** The context in which the nth transaction, from 1, fails. */
function failingAt(number: number): Context {
  const { database } = app.ctx;
  let count = 0;
  return {
    ...app.ctx,
    database: {
      ...database,
      transaction: async (work) => {
        count += 1;
        if (count === number) throw new Error('the disk is full');
        return database.transaction(work);
      },
    },
  };
}

describe('an order is Paid from the arrival of the money until the goods are there', () => {
  test('it shows what was paid, nobody changes or pays it, and its job delivers it, once', async () => {
    const email = guest();
    const checkout = await checkOut(app, [{ ...ONE_APP, quantity: 2, partial: true }]);
    const payment = await begin(checkout, email);
    await recordPaymentState(app.ctx, payment.id, DECLINED);
    await patchOrder(app, checkout.orderId, { currency: 'USD', items: [{ ...ONE_APP, quantity: 3 }] });
    await settle(payment);
    await setPrices({ EUR: 9_900, USD: 9_900 });
    const order = await orderOf(checkout.orderId, '?checkout=true');
    const [line] = order.items;
    assert.deepEqual(
      [order.status, order.currency, line.quantity, line.partial, order.total.due.amount, order.checkoutUrl],
      ['Paid', 'EUR', 2, true, 98, undefined],
    );
    assert.deepEqual([await licensesOf(checkout.orderId), await receiptsTo(email)], [[], 0]);
    const page = (await app.inject({ url: checkout.show })).json();
    await setPrices({ EUR: 4_900, USD: 5_500 });
    assert.deepEqual([page.status, page.taken, page.total.due.amount], ['Paid', false, 98]);
    const refusals = [
      await patchOrder(app, checkout.orderId, { items: [] }),
      await app.inject({ method: 'POST', url: checkout.pay, payload: { name: 'Gus', email } }),
    ];
    for (const refusal of refusals)
      assert.deepEqual([refusal.statusCode, refusal.json().errorType], [409, 'OrderCompleted']);
    const { items } = (await app.inject({ url: '/api/orders?status=Paid', headers: key })).json();
    assert.deepEqual(
      items.map(({ id, billingDetails }: { id: string; billingDetails: object }) => [id, billingDetails]),
      [[checkout.orderId, { name: 'Gus', email }]],
    );
    for (let turn = 0; turn < 2; turn += 1) await runJobs();
    assert.equal(await statusOf(checkout.orderId), 'Completed');
    assert.deepEqual([(await licensesOf(checkout.orderId)).length, await receiptsTo(email)], [2, 1]);
    await assertInvariants(app.system.database.reader);
  });

  test('the cart of another customer, who took it over, is the payer’s again', async () => {
    const checkout = await checkOut(app);
    const payment = await begin(checkout, guest());
    await recordPaymentState(app.ctx, payment.id, DECLINED);
    const other = await shopper(app);
    await patchOrder(app, checkout.orderId, {}, { headers: other.auth });
    await settle(payment);
    const order = (await app.inject({ url: `/api/orders/${checkout.orderId}`, headers: key })).json();
    assert.deepEqual([order.status, order.customerId], ['Paid', undefined]);
    const view = await app.inject({ url: `/api/customer/orders/${checkout.orderId}`, headers: other.auth });
    assert.deepEqual([view.json().status, view.json().customer], ['Paid', undefined]);
    await runJobs();
  });

  test('no housekeeping deletes it, however long it lasts', async () => {
    const { orderId } = await paidOrder();
    app.system.clock.advance(100 * 24 * 60 * MINUTE_MS);
    await purgeAbandonedOrders(app.system);
    assert.equal(await statusOf(orderId), 'Paid');
    await runJobs();
    assert.equal(await statusOf(orderId), 'Completed');
  });
});

describe('a paid order is delivered whatever fails', () => {
  test('a buyer whose request pays gets it immediately; if that fails, the payment counts and the job delivers', async () => {
    for (const [fails, status] of [
      [0, 'Completed'],
      [4, 'Paid'],
    ] as const) {
      const { orderId } = await checkOut(app);
      await payOrder(failingAt(fails), {
        orderId,
        link: GUEST_LINK,
        buyer: { name: 'Gus', email: guest() },
        returnUrl: 'https://shop.demo.test',
        input: { sandboxOutcome: 'Succeed' },
      });
      assert.equal(await statusOf(orderId), status);
      await runJobs();
      assert.equal(await statusOf(orderId), 'Completed');
      assert.equal((await licensesOf(orderId)).length, 1);
    }
  });

  test('one whose job is lost is delivered by housekeeping, after ten minutes, beside one that cannot be', async () => {
    const [broken, sound] = [await paidOrder(), await paidOrder()];
    await loseJobs();
    const purchases = await setContent(broken.orderId, []);
    app.system.clock.advance(9 * MINUTE_MS);
    assert.equal(await fulfilLateOrders(app.system), 0);
    assert.equal(await statusOf(sound.orderId), 'Paid', 'its job has time');
    app.system.clock.advance(2 * MINUTE_MS);
    await fulfilLateOrders(app.system);
    assert.deepEqual([await statusOf(broken.orderId), await statusOf(sound.orderId)], ['Paid', 'Completed']);
    await setContent(broken.orderId, purchases);
    await fulfilLateOrders(app.system);
    assert.equal(await statusOf(broken.orderId), 'Completed');
    assert.deepEqual([(await licensesOf(sound.orderId)).length, await receiptsTo(sound.email)], [1, 1]);
  });

  test('one that cannot be delivered says why, and the vendor gives all of its money back instead', async () => {
    const vendor = await merchantOf(app, app.demo, 'orders:read', 'orders:write');
    const coupon = await aCoupon(app.ctx, { maxUses: 1 });
    const checkout = await checkOut(app);
    await enterCoupon(app, checkout.orderId, coupon);
    const payment = await begin(checkout, guest());
    await settle(payment);
    const path = `/api/orders/${checkout.orderId}`;
    const refund = (body: object = {}) => vendor.send('POST', `${path}/refunds`, body);
    assert.equal((await refund()).json().errorType, 'OrderInFulfilment', 'it is about to be delivered');
    const content = await setContent(checkout.orderId, []);
    await setContent(checkout.orderId, content.map(withoutProduct));
    for (let turn = 0; turn < 2; turn += 1) {
      await runJobs();
      app.system.clock.advance(6 * MINUTE_MS);
    }
    const { items } = await vendor.call<{ items: object[] }>('GET', '/api/orders?status=Paid');
    assert.match(JSON.stringify(items), /"lastFulfilmentFailure":"there is no product gone to grant"/);
    const timeline = await vendor.call<{ items: { type: string }[] }>('GET', `${path}/timeline`);
    const failures = timeline.items.filter(({ type }) => type === 'order.fulfilment-failed');
    assert.equal(failures.length, 1, 'each reason once');
    assert.match(await app.app.metrics.text(), /^latchkey_orders_undelivered 1$/m);
    const part = await refund({ amount: { currency: 'EUR', amount: 1 } });
    assert.match(part.json().detail, /^The order is paid and could not be delivered yet\./);
    const whole = await refund();
    assert.deepEqual([whole.statusCode, whole.json().status], [201, 'Succeeded'], whole.body);
    await setContent(checkout.orderId, content);
    await runJobs();
    await fulfilLateOrders(app.system);
    assert.deepEqual([await statusOf(checkout.orderId), await licensesOf(checkout.orderId)], ['Paid', []]);
    assert.match(await app.app.metrics.text(), /^latchkey_orders_undelivered 0$/m);
    const details = await vendor.call<{ cancelledAt?: string; payments: object[] }>('GET', path);
    assert.ok(details.cancelledAt);
    const seenByBuyer = async () => {
      const page = (await app.inject({ url: checkout.show })).json();
      return [(await orderOf(checkout.orderId)).cancelledAt, page.cancelledAt];
    };
    assert.deepEqual(await seenByBuyer(), [details.cancelledAt, details.cancelledAt]);
    assert.match(JSON.stringify(details.payments), /"refunded":\{"currency":"EUR","amount":44.1\}/);
    assert.deepEqual((await pageCouponUses(app.ctx, coupon.couponId, { limit: 1 }))[0]?.status, 'Returned');
    await assertInvariants(app.system.database.reader);
    // The bank returns the money of the refund: then it has to buy something.
    const { id: refundId, providerReference: reference } = whole.json();
    const back = { reference, refundId, amountMinor: 4_410, currency: 'EUR', status: 'Failed' } as const;
    const reversals = { refunds: [back], disputes: [], warnings: [] };
    await recordReversals(app.ctx, payment.id, reversals);
    await fulfilLateOrders(app.system);
    assert.equal(await statusOf(checkout.orderId), 'Completed');
    assert.equal((await licensesOf(checkout.orderId)).length, 1);
    assert.deepEqual(await seenByBuyer(), [undefined, undefined]);
    assert.equal('lastFulfilmentFailure' in (await vendor.call<object>('GET', path)), false);
    await assertInvariants(app.system.database.reader);
  });
});

/** A purchase of a product that does not exist. */
function withoutProduct(row: OrderTables['purchases']): OrderTables['purchases'] {
  const grants = row.content.grants.map((grant) => ({ ...grant, productId: 'gone' }));
  return { ...row, content: { ...row.content, grants } };
}

/** Removes the purchases of an order, without which it cannot be fulfilled, or restores them; returns those it had. */
function setContent(orderId: string, rows: readonly OrderTables['purchases'][]) {
  return app.system.database.transaction(async (tx) => {
    const db = tx.tables<OrderTables>();
    const before = await db.selectFrom('purchases').selectAll().where('orderId', '=', orderId).execute();
    await db.deleteFrom('purchases').where('orderId', '=', orderId).execute();
    for (const row of rows) await db.insertInto('purchases').values(row).execute();
    return before;
  });
}

describe('who gets it is decided when it is delivered', () => {
  test('a customer who was deleted since: the address of the bill, which has to be proven', async () => {
    const customer = await shopper(app);
    const checkout = await checkOut(app, [ONE_APP], customer.auth);
    await settle(await begin(checkout, customer.email));
    await eraseCustomer(app.ctx, customer.id);
    assert.equal(await statusOf(checkout.orderId), 'Paid', 'the money has to buy something');
    await runJobs();
    const [license] = await licensesOf(checkout.orderId);
    assert.equal(await statusOf(checkout.orderId), 'Completed');
    assert.notEqual(license?.customerId, customer.id);
    assert.equal(license?.awaitsEmailKey, customer.email);
    await assertInvariants(app.system.database.reader);
  });

  test('a guest who has proven the address since: the customer, immediately', async () => {
    const { orderId, email } = await paidOrder();
    const { id } = await app.system.database.transaction(async (tx) => {
      const customer = await ensureLockedCustomer({ ...app.ctx, ...tx }, { email, name: 'Gus' });
      const customers = tx.tables<{ customers: { id: string; isEmailConfirmed: boolean } }>();
      await customers
        .updateTable('customers')
        .set({ isEmailConfirmed: true })
        .where('id', '=', customer.id)
        .execute();
      return customer;
    });
    await runJobs();
    const [license] = await licensesOf(orderId);
    assert.deepEqual([license?.customerId, license?.awaitsEmailKey], [id, null]);
    assert.equal((await app.inject({ url: `/api/orders/${orderId}`, headers: key })).json().customerId, id);
  });
});

/** A cart, and functions to pay for it at a provider. */
async function cartAt(provider: FakeProvider) {
  const { orderId } = await checkOut(app);
  const request = {
    orderId,
    link: GUEST_LINK,
    buyer: { name: 'Gus', email: guest() },
    returnUrl: 'https://shop.demo.test',
  };
  return { orderId, pay: () => payOrder(withProvider(app.ctx, provider), request) };
}

/** All payments of an order, the newest first. */
const paymentsOf = (orderId: string) => listPayments(app.ctx, orderSubject({ id: orderId }));

async function latestPayment(orderId: string): Promise<Payment> {
  const [payment] = await paymentsOf(orderId);
  return payment ?? assert.fail('there is no payment');
}

test('a payment that is pending when another one has paid is cancelled at its provider, so that nobody pays twice', async () => {
  const provider = fakeProvider();
  const { orderId, pay } = await cartAt(provider);
  await pay();
  const first = await latestPayment(orderId);
  await recordPaymentState(app.ctx, first.id, DECLINED);
  app.system.clock.advance(1);
  await pay();
  const { id, providerReference } = await latestPayment(orderId);
  await settle(first);
  await runJobs(provider);
  assert.deepEqual(provider.cancels, [providerReference]);
  const [second] = await paymentsOf(orderId);
  assert.deepEqual([second?.id, second?.status], [id, 'Failed']);
  assert.equal(await statusOf(orderId), 'Completed');
});

test('money for a cart that was deleted is surplus, also when another cart has its id', async () => {
  const provider = fakeProvider();
  const { orderId, pay } = await cartAt(provider);
  await pay();
  const payment = await latestPayment(orderId);
  await recordPaymentState(app.ctx, payment.id, DECLINED);
  app.system.clock.advance(31 * 24 * 60 * MINUTE_MS);
  await purgeAbandonedOrders(app.system);
  await patchOrder(app, orderId, { items: [{ ...ONE_APP, quantity: 3 }] });
  await settle(payment);
  assert.equal((await latestPayment(orderId)).status, 'Surplus');
  assert.equal(await statusOf(orderId), 'Open');
});

test('an amount below the provider’s minimum, above its maximum, or in a currency that it does not take, is refused before anybody pays', async () => {
  for (const [limits, errorType, message] of [
    [
      { minimums: { EUR: 4_901 } },
      'AmountTooSmall',
      /The smallest amount that this shop can charge is €49\.01\./,
    ],
    [
      { maximums: { EUR: 4_899 } },
      'AmountTooLarge',
      /The largest amount that this shop can charge is €48\.99\. Split the order\./,
    ],
    [{ minimums: { USD: 1 } }, 'CurrencyNotTaken', /This shop does not accept payments in EUR\./],
  ] as const) {
    const provider = fakeProvider();
    Object.assign(provider, limits);
    const { orderId, pay } = await cartAt(provider);
    await assert.rejects(pay(), { status: 409, errorType, message });
    const view = await findOrder(app.ctx, orderId, undefined);
    const [refusal, ...more] = await cartRefusals(withProvider(app.ctx, provider), view, undefined);
    assert.match(refusal?.message ?? '', message);
    assert.deepEqual([more, view.order.status, await paymentsOf(orderId)], [[], 'Open', []]);
    Object.assign(provider, { minimums: { EUR: 4_900 }, maximums: { EUR: 4_900 } });
    assert.deepEqual(await cartRefusals(withProvider(app.ctx, provider), view, undefined), []);
    await pay();
    assert.equal(provider.starts.length, 1);
  }
});
