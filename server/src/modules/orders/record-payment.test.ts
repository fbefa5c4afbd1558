import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { updateSettings } from '../accounts/index.ts';
import { findCustomer } from '../customers/index.ts';
import { listLicenses } from '../licensing/index.ts';
import type { Payment, PaymentReport, PaymentTables } from '../payments/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';
import { recordPaymentReport } from './record-payment.ts';
import { readOrder } from './store.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.system, app.demo, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
});
after(() => app.close());

const SUCCEEDED = { kind: 'Succeeded' } as const;
const DECLINED = { kind: 'Failed', reason: 'declined' } as const;

/** Begins a payment that waits for its report, and says which it is. */
async function begin(checkout: { orderId: string; pay: string }, email: string): Promise<Payment> {
  const payload = { name: 'Gus', email, sandboxOutcome: 'Delay' };
  const response = await app.inject({ method: 'POST', url: checkout.pay, payload });
  assert.equal(response.json().status, 'PaymentProcessing', response.body);
  const payments = await paymentsOf(checkout.orderId);
  return payments.find(({ status }) => status === 'Pending') ?? assert.fail('no payment is pending');
}

function paymentsOf(orderId: string): Promise<Payment[]> {
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  return payments.where('orderId', '=', orderId).orderBy('createdAt').orderBy('id').execute();
}

function report(
  { id }: Payment,
  outcome: PaymentReport['outcome'],
  provider = 'sandbox',
  eventId: string = randomUUID(),
) {
  return recordPaymentReport(app.ctx, {
    provider,
    eventId,
    paymentId: id,
    outcome,
  });
}

async function orderOf(orderId: string) {
  return (await readOrder(app.system.database.reader, 'demo', orderId)) ?? assert.fail('no order');
}

async function licensesOf(orderId: string) {
  const rows = await listLicenses(app.system.database.reader, 'demo', { limit: 1_000 });
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
    await report(first, SUCCEEDED);
    assert.equal((await orderOf(checkout.orderId)).status, 'Completed');
    return { ...checkout, first, second };
  }

  const statuses = async (orderId: string) => (await paymentsOf(orderId)).map(({ status }) => status);

  test('and payment 2, too: it is kept as surplus and gives nothing', async () => {
    const { orderId, second } = await twoPayments();
    await report(second, SUCCEEDED);
    assert.deepEqual(await statuses(orderId), ['Succeeded', 'Surplus']);
    assert.equal((await licensesOf(orderId)).length, 2, 'what payment 1 was for');
    await report(second, SUCCEEDED);
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

  test('for the buyer of payment 1, with the receipt, whoever began payment 2', async () => {
    const { orderId, first } = await twoPayments();
    const [license] = await licensesOf(orderId);
    const owner = await findCustomer(app.system.database.reader, 'demo', license?.customerId ?? '');
    assert.equal(owner?.email, first.buyer?.billing.email);
    assert.equal((await orderOf(orderId)).billing.email, first.buyer?.billing.email);
  });
});

test('a report counts once, an unknown or foreign one not at all, and a success is not undone by a failure', async () => {
  const checkout = await checkOut(app);
  const payment = await begin(checkout, guest());
  await report(payment, SUCCEEDED, 'another provider');
  await report({ ...payment, id: randomUUID() }, SUCCEEDED);
  assert.equal((await orderOf(checkout.orderId)).status, 'PaymentProcessing');
  await report(payment, DECLINED, 'sandbox', 'same');
  await report(payment, SUCCEEDED, 'sandbox', 'same');
  assert.equal(
    (await orderOf(checkout.orderId)).status,
    'Open',
    'the name of a report decides, not what it says',
  );
  await report(payment, SUCCEEDED);
  await report(payment, DECLINED);
  assert.deepEqual(
    (await paymentsOf(checkout.orderId)).map(({ status }) => status),
    ['Succeeded'],
  );
  assert.equal((await licensesOf(checkout.orderId)).length, 1);
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
  await report(second, SUCCEEDED);
  assert.equal('lastPaymentFailure' in (await app.inject({ url })).json(), false);
});

test('a completed order has the currency and the lines that were paid, not those it was changed to', async () => {
  const checkout = await checkOut(app);
  const payment = await begin(checkout, guest());
  await report(payment, DECLINED);
  await patchOrder(app, checkout.orderId, { currency: 'USD', items: [{ ...ONE_APP, quantity: 3 }] });
  await report(payment, SUCCEEDED);
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
  await report(payment, SUCCEEDED);
  const [license] = await licensesOf(checkout.orderId);
  const owner = await findCustomer(app.system.database.reader, 'demo', license?.customerId ?? '');
  assert.equal(owner?.email, email);
  assert.notEqual((await orderOf(checkout.orderId)).customerId, other.id);
  const mine = await app.inject({ url: '/api/customer/inventory/licenses', headers: other.auth });
  assert.deepEqual(mine.json().items, []);
});

test('a payment that was begun before payments kept their buyer is the order’s', async () => {
  const customer = await shopper(app);
  const checkout = await checkOut(app, [ONE_APP], customer.auth);
  const payment = await begin(checkout, customer.email);
  await app.system.database.transaction((tx) =>
    tx
      .tables<PaymentTables>()
      .updateTable('payments')
      .set({ buyer: null })
      .where('id', '=', payment.id)
      .execute(),
  );
  await report(payment, SUCCEEDED);
  assert.deepEqual(
    (await licensesOf(checkout.orderId)).map(({ customerId }) => customerId),
    [customer.id],
  );
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
  await report(second, SUCCEEDED);
  assert.deepEqual([(await orderOf(checkout.orderId)).status, await failureOf()], ['Completed', null]);
});
