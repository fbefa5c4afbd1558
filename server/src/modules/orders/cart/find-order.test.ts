import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../accounts/index.ts';
import { testContext } from '../../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { checkOut, patchOrder, type Shopper, shopper, stockShop } from '../../../../test/shop.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { System } from '../../../platform/system.ts';
import { findOrder } from './find-order.ts';
import { readOrder } from '../order/store.ts';

let app: TestApp;
let visitor: Shopper;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  visitor = await shopper(app);
});
after(() => app.close());

/** The system, with a hook between the claim's read of the order and its lock. */
function withHook(hook: () => Promise<unknown>): System {
  const { database } = app.system;
  const transaction: Database['transaction'] = async (work) => {
    await hook();
    return database.transaction(work);
  };
  return { ...app.system, database: { ...database, transaction } };
}

const look = (orderId: string, hook: () => Promise<unknown>) =>
  findOrder(testContext(withHook(hook), app.demo), orderId, visitor.id);

const readRow = async (orderId: string) => {
  const order = await readOrder(app.system.database.reader, app.demo.id, orderId);
  return [order?.status, order?.customerId, order?.billing.name];
};

const pay = (url: string, sandboxOutcome: string) =>
  app.inject({ method: 'POST', url, payload: { name: 'Gus', email: 'gus@example.com', sandboxOutcome } });

test('a cart whose payment starts between the read and the claim stays with its payer', async () => {
  const { orderId, pay: url } = await checkOut(app);
  const { order } = await look(orderId, () => pay(url, 'Delay'));
  assert.deepEqual([order.status, order.customerId], ['PaymentProcessing', null]);
  assert.deepEqual(await readRow(orderId), ['PaymentProcessing', null, undefined]);
});

test('an order that is paid between the read and the claim stays unchanged', async () => {
  const { orderId, pay: url } = await checkOut(app);
  const { order } = await look(orderId, () => pay(url, 'Succeed'));
  assert.deepEqual([order.status, order.customerId], ['Completed', null]);
  assert.deepEqual(await readRow(orderId), ['Completed', null, 'Gus']);
});

test('a cart that another customer takes between the read and the claim is that customer’s', async () => {
  const { orderId } = await checkOut(app);
  const other = await shopper(app);
  const late = look(orderId, () => patchOrder(app, orderId, {}, { headers: other.auth }));
  await assert.rejects(late, { status: 403, errorType: 'OrderOfAnotherCustomer' });
  assert.deepEqual(await readRow(orderId), ['Open', other.id, undefined]);
});

/** A guest's cart with billing details. */
async function billedCart() {
  const checkout = await checkOut(app);
  const billing = { name: 'Gus', email: 'gus@example.com' };
  const url = `/api/customer/orders/${checkout.orderId}/billing-details`;
  assert.equal((await app.inject({ method: 'PATCH', url, payload: billing })).statusCode, 200);
  assert.deepEqual(await readRow(checkout.orderId), ['Open', null, 'Gus']);
  return checkout;
}

test('a claim drops a guest’s input, on a read and on a change', async () => {
  const cart = await billedCart();
  await look(cart.orderId, () => Promise.resolve());
  assert.deepEqual(await readRow(cart.orderId), ['Open', visitor.id, undefined]);
  const changed = await billedCart();
  await patchOrder(app, changed.orderId, {}, { headers: visitor.auth });
  assert.deepEqual(await readRow(changed.orderId), ['Open', visitor.id, undefined]);
});

test('a guest’s input is proposed while the cart is open, and shown to no other link once it is paid', async () => {
  const cart = await billedCart();
  const link = await patchOrder(app, cart.orderId, {}, { query: '?checkout=true' });
  const other = `/api${new URL(link.json<{ checkoutUrl: string }>().checkoutUrl).pathname}`;
  const nameAt = async (url: string) => (await app.inject({ url })).json().buyer.name;
  assert.equal(await nameAt(other), 'Gus');
  await pay(cart.pay, 'Succeed');
  assert.deepEqual([await nameAt(cart.show), await nameAt(other)], ['Gus', null]);
});
