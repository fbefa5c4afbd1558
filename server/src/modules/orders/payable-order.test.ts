import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { updateSettings } from '../accounts/index.ts';
import { findCustomer } from '../customers/store.ts';
import { listLicenses } from '../licensing/store/licenses.ts';
import type { PaymentState } from '../payments/index.ts';
import type { Payment, PaymentTables } from '../payments/tables.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';
import { DECLINED, paidInFull, report as reportTo } from '../../../test/payments.ts';
import { readOrder } from './order/store.ts';
import { readPurchase } from './purchase/store-purchases.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
});
after(() => app.close());

/** Starts a payment that waits for its report, and returns its id. */
async function begin(checkout: { orderId: string; pay: string }, email: string): Promise<Payment> {
  const payload = { name: 'Gus', email, sandboxOutcome: 'Delay' };
  const response = await app.inject({ method: 'POST', url: checkout.pay, payload });
  assert.equal(response.json().status, 'PaymentProcessing', response.body);
  const payments = await paymentsOf(checkout.orderId);
  return payments.find(({ status }) => status === 'Pending') ?? assert.fail('no payment is pending');
}

function paymentsOf(orderId: string): Promise<Payment[]> {
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  return payments.where('subjectId', '=', orderId).orderBy('createdAt').orderBy('id').execute();
}

const report = (payment: Pick<Payment, 'id'>, state: PaymentState) => reportTo(app.ctx, payment, state);
const succeed = (payment: Payment) => report(payment, paidInFull(payment));

async function orderOf(orderId: string) {
  return (await readOrder(app.system.database.reader, 'demo', orderId)) ?? assert.fail('no order');
}

async function licensesOf(orderId: string) {
  const rows = await listLicenses(
    app.system.database.reader,
    'demo',
    { limit: 1_000 },
    app.system.clock.now(),
  );
  return rows.filter((license) => license.orderId === orderId);
}

const guest = () => `${randomUUID()}@example.com`;

describe('payment 1 fails, payment 2 starts, payment 1 succeeds after all', () => {
  async function twoPayments() {
    const checkout = await checkOut(app, [{ ...ONE_APP, quantity: 2 }]);
    const first = await begin(checkout, guest());
    await report(first, DECLINED);
    await patchOrder(app, checkout.orderId, { items: [ONE_APP] });
    app.system.clock.advance(1);
    const second = await begin(checkout, guest());
    await succeed(first);
    assert.equal((await orderOf(checkout.orderId)).status, 'Completed');
    return { ...checkout, first, second };
  }

  const statuses = async (orderId: string) => (await paymentsOf(orderId)).map(({ status }) => status);

  test('and payment 2, too: it is kept as surplus and gives nothing', async () => {
    const { orderId, second } = await twoPayments();
    await succeed(second);
    assert.deepEqual(await statuses(orderId), ['Succeeded', 'Surplus']);
    assert.equal((await licensesOf(orderId)).length, 2, 'what payment 1 was for');
    await succeed(second);
    await report(second, DECLINED);
    assert.deepEqual(await statuses(orderId), ['Succeeded', 'Surplus'], 'whatever comes later');
  });

  test('and payment 2 fails: the completed order stays completed', async () => {
    const { orderId, second } = await twoPayments();
    const before = await orderOf(orderId);
    await report(second, DECLINED);
    assert.deepEqual(await statuses(orderId), ['Succeeded', 'Failed']);
    assert.deepEqual(await orderOf(orderId), before);
  });

  test('for the buyer of payment 1, with the receipt, no matter who started payment 2', async () => {
    const { orderId, first } = await twoPayments();
    const [license] = await licensesOf(orderId);
    const owner = await findCustomer(app.system.database.reader, 'demo', license?.customerId ?? '');
    const purchase = await readPurchase(app.system.database.reader, 'demo', first.id);
    assert.equal(owner?.email, purchase?.buyer.billing.email);
    assert.equal((await orderOf(orderId)).billing.email, owner?.email);
  });
});

test('a report counts once, one about an unknown payment not at all, and a success is not undone by a failure', async () => {
  const checkout = await checkOut(app);
  const payment = await begin(checkout, guest());
  await report({ id: randomUUID() }, paidInFull(payment));
  await report(payment, { kind: 'Pending' });
  assert.equal((await orderOf(checkout.orderId)).status, 'PaymentProcessing');
  await report(payment, DECLINED);
  await report(payment, DECLINED);
  const { status, revision } = await orderOf(checkout.orderId);
  assert.equal(status, 'Open');
  for (const state of [paidInFull(payment), DECLINED, paidInFull(payment)]) await report(payment, state);
  const [paymentRow] = await paymentsOf(checkout.orderId);
  assert.deepEqual([paymentRow?.status, paymentRow?.failure], ['Succeeded', null]);
  assert.equal((await licensesOf(checkout.orderId)).length, 1);
  assert.equal((await orderOf(checkout.orderId)).revision, revision + 2, 'paid, and completed');
});

test('a declined payment opens the order again and says why, until the next one begins', async () => {
  const checkout = await checkOut(app);
  await report(await begin(checkout, guest()), DECLINED);
  const url = `/api/customer/orders/${checkout.orderId}`;
  const declined = (await app.inject({ url })).json();
  assert.deepEqual([declined.status, declined.lastPaymentFailure], ['Open', 'declined']);
  const changed = (await patchOrder(app, checkout.orderId, { items: [ONE_APP] })).json();
  assert.deepEqual([changed.status, changed.lastPaymentFailure], ['Open', 'declined']);
  app.system.clock.advance(1);
  const second = await begin(checkout, guest());
  assert.equal('lastPaymentFailure' in (await app.inject({ url })).json(), false);
  await succeed(second);
  assert.equal('lastPaymentFailure' in (await app.inject({ url })).json(), false);
});

test('a completed order has the currency and the lines that were paid, not those it was changed to', async () => {
  const checkout = await checkOut(app);
  const payment = await begin(checkout, guest());
  await report(payment, DECLINED);
  await patchOrder(app, checkout.orderId, { currency: 'USD', items: [{ ...ONE_APP, quantity: 3 }] });
  await succeed(payment);
  const order = (await app.inject({ url: `/api/customer/orders/${checkout.orderId}` })).json();
  assert.deepEqual(
    [order.currency, order.total.due, order.items.map(({ quantity }: { quantity: number }) => quantity)],
    ['EUR', { currency: 'EUR', amount: 49 }, [1]],
  );
});

test('a cart that another customer takes over after a failed payment is still the payer’s when that succeeds', async () => {
  const checkout = await checkOut(app);
  const email = guest();
  const payment = await begin(checkout, email);
  await report(payment, DECLINED);
  const other = await shopper(app);
  await patchOrder(app, checkout.orderId, {}, { headers: other.auth });
  await succeed(payment);
  const [license] = await licensesOf(checkout.orderId);
  const owner = await findCustomer(app.system.database.reader, 'demo', license?.customerId ?? '');
  assert.equal(owner?.email, email);
  assert.notEqual((await orderOf(checkout.orderId)).customerId, other.id);
  const mine = await app.inject({ url: '/api/customer/inventory/licenses', headers: other.auth });
  assert.deepEqual(mine.json().items, []);
});

test('why a payment failed is said until the next one begins, or until it succeeds after all', async () => {
  const checkout = await checkOut(app);
  const failureOf = async () => (await orderOf(checkout.orderId)).lastPaymentFailure;
  const email = guest();
  const first = await begin(checkout, email);
  await report(first, DECLINED);
  assert.equal(await failureOf(), 'declined');
  const second = await begin(checkout, email);
  assert.equal(await failureOf(), null);
  await report(second, DECLINED);
  await succeed(second);
  assert.deepEqual([(await orderOf(checkout.orderId)).status, await failureOf()], ['Completed', null]);
});
