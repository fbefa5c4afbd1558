import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../../test/shop.ts';
import { wrongDays } from '../../../../test/line-invariants.ts';
import { DECLINED, paidInFull, report } from '../../../../test/payments.ts';
import type { PaymentTables } from '../../payments/tables.ts';
import { purgeAbandonedOrders } from './delete-carts.ts';
import type { OrderTables } from '../tables.ts';

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
  const [guests, mine] = [await checkOut(app), await checkOut(app, [ONE_APP], auth)];
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
      [guests, mine, failed, paid, touched].map(
        async ({ orderId }) => (await app.inject({ url: `/api/customer/orders/${orderId}` })).statusCode,
      ),
    );
  assert.deepEqual(await statuses(), [404, 200, 404, 200, 200]);
  app.system.clock.advance(60 * DAY_MS);
  assert.equal(await purgeAbandonedOrders(app.system), 2);
  assert.equal(await purgeAbandonedOrders(app.system), 0);
  assert.deepEqual(await statuses(), [404, 404, 404, 200, 404]);
});

test('a cart stays for exactly 30 days, and not until the end of the day', async () => {
  app.system.clock.hold('it deletes carts in the last millisecond of the 30 days');
  await purgeAbandonedOrders(app.system);
  await checkOut(app);
  assert.deepEqual(await wrongDays(app.system.database.reader), []);
  app.system.clock.advance(30 * DAY_MS);
  assert.equal(await purgeAbandonedOrders(app.system), 0);
  app.system.clock.advance(1);
  assert.equal(await purgeAbandonedOrders(app.system), 1);
});

test('whatever changes an order on another day stores that day', async () => {
  const { orderId } = await checkOut(app);
  const days = () => wrongDays(app.system.database.reader);
  app.system.clock.advance(DAY_MS);
  const billing = await app.inject({
    method: 'PATCH',
    url: `/api/customer/orders/${orderId}/billing-details`,
    payload: { name: 'Gus', email: 'gus@example.com' },
  });
  assert.equal(billing.statusCode, 200, billing.body);
  assert.deepEqual(await days(), []);
  // One second before midnight.
  app.system.clock.advance(DAY_MS - (app.system.clock.now().getTime() % DAY_MS) - 1_000);
  const { pathname, search } = new URL(
    (await patchOrder(app, orderId, {}, { query: '?checkout=true' })).json().checkoutUrl,
  );
  app.system.clock.advance(2_000);
  assert.equal((await pay(`/api${pathname}/pay${search}`, 'Succeed')).statusCode, 200);
  assert.deepEqual(await days(), []);
});

/** The payments of an order, and its stored purchases. */
async function paymentsOf(orderId: string) {
  const db = app.system.database.reader.tables<PaymentTables & OrderTables>();
  const payments = await db.selectFrom('payments').selectAll().where('subjectId', '=', orderId).execute();
  const purchases = await db.selectFrom('purchases').selectAll().where('orderId', '=', orderId).execute();
  const states = payments.map(({ status }) => status).toSorted();
  return { payments, states, purchases: purchases.length };
}

test('with a cart goes what its failed payments were for; a payment that may still hold money keeps it', async () => {
  const { auth } = await shopper(app);
  const [guest, mine, waiting] = [
    await checkOut(app),
    await checkOut(app, [ONE_APP], auth),
    await checkOut(app),
  ];
  for (const { pay: url } of [guest, mine, waiting]) await pay(url, 'Fail');
  assert.equal((await paymentsOf(guest.orderId)).purchases, 1);
  await pay(waiting.pay, 'Delay');
  // As if a provider's report about another payment had reopened the order while this one is pending.
  await app.system.database.transaction((tx) =>
    tx
      .tables<OrderTables>()
      .updateTable('orders')
      .set({ status: 'Open', content: null })
      .where('id', '=', waiting.orderId)
      .execute(),
  );
  app.system.clock.advance(31 * DAY_MS);
  assert.equal(await purgeAbandonedOrders(app.system), 1);
  assert.equal((await paymentsOf(guest.orderId)).purchases, 0);
  assert.equal((await paymentsOf(mine.orderId)).purchases, 1, 'of a customer, after 90 days');
  app.system.clock.advance(91 * DAY_MS);
  assert.equal(await purgeAbandonedOrders(app.system), 1);
  assert.equal((await paymentsOf(mine.orderId)).purchases, 0);
  const { states, purchases } = await paymentsOf(waiting.orderId);
  assert.deepEqual([states, purchases], [['Failed', 'Pending'], 2]);
  assert.deepEqual(await wrongDays(app.system.database.reader), []);
});

for (const [status, amountMinor] of [
  ['Short', 4_899],
  ['Surplus', 4_901],
] as const)
  test(`a cart whose money is not what was due (${status}) stays, because it has to go back`, async () => {
    const cart = await checkOut(app);
    await pay(cart.pay, 'Delay');
    const { payments } = await paymentsOf(cart.orderId);
    const [payment = assert.fail('no payment')] = payments;
    await report(app.ctx, payment, { kind: 'Succeeded', amountMinor, currency: 'EUR' });
    app.system.clock.advance(200 * DAY_MS);
    await purgeAbandonedOrders(app.system);
    assert.deepEqual((await paymentsOf(cart.orderId)).states, [status]);
    assert.equal((await app.inject({ url: `/api/customer/orders/${cart.orderId}` })).statusCode, 200);
  });

test('money that a provider reports for a cart that is gone is settled once, and its report is not refused', async () => {
  app.system.clock.hold('it compares when the payment was settled with the clock');
  const guest = await checkOut(app);
  await pay(guest.pay, 'Fail');
  const { payments } = await paymentsOf(guest.orderId);
  const [payment = assert.fail('no payment')] = payments;
  app.system.clock.advance(31 * DAY_MS);
  await purgeAbandonedOrders(app.system);
  const remaining = async () => (await paymentsOf(guest.orderId)).payments;
  assert.deepEqual(await remaining(), [payment]);
  assert.doesNotMatch(JSON.stringify(payment), /Ann|@/, 'nothing about the buyer');
  await report(app.ctx, payment, DECLINED);
  assert.deepEqual(await remaining(), [payment]);
  await report(app.ctx, payment, paidInFull(payment));
  const settled = await remaining();
  const settledAt = app.system.clock.now();
  assert.deepEqual(settled, [{ ...payment, status: 'Surplus', failure: null, settledAt }]);
  app.system.clock.advance(1_000);
  await report(app.ctx, payment, paidInFull(payment));
  assert.deepEqual(await remaining(), settled, 'once');
});
