import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../test/shop.ts';
import type { PaymentTables } from '../payments/index.ts';
import { purgeAbandonedOrders } from './purge-orders.ts';
import { recordPaymentReport } from './record-payment.ts';
import type { OrderTables } from './tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

const DAY_MS = 86_400_000;

const pay = (url: string, sandboxOutcome: string) =>
  app.inject({
    method: 'POST',
    url,
    payload: { name: 'Ann', email: `${randomUUID()}@example.com`, sandboxOutcome },
  });

test("carts of guests that were left alone for 30 days go, a customer's after 90; those paid, or touched, stay", async () => {
  const { auth } = await shopper(app);
  const [left, mine] = [await checkOut(app), await checkOut(app, [ONE_APP], auth)];
  const [failed, paid] = [await checkOut(app), await checkOut(app)];
  for (let turn = 0; turn < 2; turn += 1) await pay(failed.pay, 'Fail');
  await pay(paid.pay, 'Succeed');
  app.system.clock.advance(29 * DAY_MS);
  const touched = await checkOut(app);
  assert.equal(await purgeAbandonedOrders(app.system), 0);
  app.system.clock.advance(2 * DAY_MS);
  assert.equal(await purgeAbandonedOrders(app.system), 2);
  const statuses = () =>
    Promise.all(
      [left, mine, failed, paid, touched].map(
        async ({ orderId }) => (await app.inject({ url: `/api/customer/orders/${orderId}` })).statusCode,
      ),
    );
  assert.deepEqual(await statuses(), [404, 200, 404, 200, 200]);
  app.system.clock.advance(60 * DAY_MS);
  assert.equal(await purgeAbandonedOrders(app.system), 2);
  assert.equal(await purgeAbandonedOrders(app.system), 0);
  assert.deepEqual(await statuses(), [404, 404, 404, 200, 404]);
});

/** What is left of the payments of an order: their states, and how many reports of them. */
async function paymentsOf(orderId: string) {
  const db = app.system.database.reader.tables<PaymentTables>();
  const payments = await db.selectFrom('payments').selectAll().where('orderId', '=', orderId).execute();
  const events = await db.selectFrom('paymentEvents').selectAll().execute();
  const ids = new Set(payments.map(({ id }) => id));
  return {
    states: payments.map(({ status }) => status).toSorted(),
    reports: events.filter(({ paymentId }) => ids.has(paymentId)).length,
    allReports: events.length,
  };
}

test('money that a provider reports for a cart that is gone is noted once, and its report is not refused', async () => {
  const guest = await checkOut(app);
  await pay(guest.pay, 'Fail');
  const db = app.system.database.reader.tables<PaymentTables>();
  const [payment] = await db
    .selectFrom('payments')
    .selectAll()
    .where('orderId', '=', guest.orderId)
    .execute();
  const { id: paymentId, provider, providerReference, amountMinor } = payment ?? assert.fail('no payment');
  app.system.clock.advance(31 * DAY_MS);
  await purgeAbandonedOrders(app.system);
  const left = () =>
    db.selectFrom('forgottenPayments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow();
  const before = await left();
  assert.deepEqual(
    [before.status, before.providerReference, before.amountMinor, before.orderId],
    ['Failed', providerReference, amountMinor, guest.orderId],
  );
  assert.doesNotMatch(JSON.stringify(before), /Ann|@/, 'nothing about the buyer');
  const report = (kind: 'Succeeded' | 'Failed', by = provider) =>
    recordPaymentReport(app.ctx, {
      provider: by,
      eventId: randomUUID(),
      paymentId,
      outcome: kind === 'Failed' ? { kind, reason: 'declined' } : { kind },
    });
  await report('Failed');
  await report('Succeeded', 'another provider');
  assert.deepEqual(await left(), before);
  await report('Succeeded');
  const noted = await left();
  assert.deepEqual([noted.status, noted.settledAt], ['Surplus', app.system.clock.now()]);
  app.system.clock.advance(1_000);
  await report('Succeeded');
  assert.deepEqual(await left(), noted, 'once');
});

test('payments that failed go with their cart, reports and all; a payment that may still hold money keeps it', async () => {
  const { auth } = await shopper(app);
  const [guest, mine, waiting] = [
    await checkOut(app),
    await checkOut(app, [ONE_APP], auth),
    await checkOut(app),
  ];
  const before = (await paymentsOf(guest.orderId)).allReports;
  for (const { pay: url } of [guest, mine, waiting]) await pay(url, 'Fail');
  assert.equal((await paymentsOf(guest.orderId)).reports, 1);
  await pay(waiting.pay, 'Delay');
  // As where a provider's report of another payment opened the order while this one is undecided.
  await app.system.database.transaction((tx) =>
    tx
      .tables<OrderTables>()
      .updateTable('orders')
      .set({ status: 'Open' })
      .where('id', '=', waiting.orderId)
      .execute(),
  );
  app.system.clock.advance(31 * DAY_MS);
  assert.equal(await purgeAbandonedOrders(app.system), 1);
  assert.deepEqual(await paymentsOf(guest.orderId), { states: [], reports: 0, allReports: before + 2 });
  assert.deepEqual((await paymentsOf(mine.orderId)).states, ['Failed'], 'of a customer, after 90 days');
  app.system.clock.advance(60 * DAY_MS);
  assert.equal(await purgeAbandonedOrders(app.system), 1);
  assert.deepEqual((await paymentsOf(mine.orderId)).states, []);
  assert.deepEqual((await paymentsOf(waiting.orderId)).states, ['Failed', 'Pending']);
});
