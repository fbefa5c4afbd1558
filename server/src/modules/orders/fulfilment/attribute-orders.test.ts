import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { transaction } from '../../../platform/context/context.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../../test/shop.ts';
import { attributeOrders } from './attribute-orders.ts';
import { readOrder } from '../order/store.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

const ownerOf = async (orderId: string) =>
  (await readOrder(app.system.database.reader, app.demo.id, orderId))?.customerId;

const attribute = (orderIds: readonly string[], customerId: string, account = app.demo) =>
  transaction(testContext(app.system, account), (tx) => attributeOrders(tx, orderIds, customerId));

test('a proof of an address assigns its orders to the customer: completed ones without an owner', async () => {
  const [ann, bob] = [await shopper(app), await shopper(app)];
  const [order, cart, owned] = [
    await checkOut(app),
    await checkOut(app),
    await checkOut(app, [ONE_APP], bob.auth),
  ];
  for (const { pay: url } of [order, owned]) {
    const payload = { name: 'Gus', email: `${randomUUID()}@example.com` };
    const paid = await app.inject({ method: 'POST', url, payload });
    assert.equal(paid.json().status, 'Completed');
  }
  const ids = [order, cart, owned].map(({ orderId }) => orderId);
  const owners = () => Promise.all(ids.map(ownerOf));
  assert.deepEqual(await owners(), [null, null, bob.id]);
  await attribute(ids, ann.id, app.other);
  await attribute([], ann.id);
  assert.deepEqual(await owners(), [null, null, bob.id], 'of another account, or none');
  await attribute(ids, ann.id);
  assert.deepEqual(await owners(), [ann.id, null, bob.id]);
  await attribute(ids, bob.id);
  assert.deepEqual(await owners(), [ann.id, null, bob.id], 'who has an order keeps it');
});
