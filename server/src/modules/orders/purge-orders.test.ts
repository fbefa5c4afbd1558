import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../test/shop.ts';
import { purgeAbandonedOrders } from './purge-orders.ts';

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

test("carts of guests that were left alone for 30 days go, a customer's after 90; those begun to be paid, or touched, stay", async () => {
  const { auth } = await shopper(app);
  const [left, mine] = [await checkOut(app), await checkOut(app, [ONE_APP], auth)];
  const [failed, paid] = [await checkOut(app), await checkOut(app)];
  await pay(failed.pay, 'Fail');
  await pay(paid.pay, 'Succeed');
  app.system.clock.advance(29 * DAY_MS);
  const touched = await checkOut(app);
  assert.equal(await purgeAbandonedOrders(app.system), 0);
  app.system.clock.advance(2 * DAY_MS);
  assert.equal(await purgeAbandonedOrders(app.system), 1);
  const statuses = () =>
    Promise.all(
      [left, mine, failed, paid, touched].map(
        async ({ orderId }) => (await app.inject({ url: `/api/customer/orders/${orderId}` })).statusCode,
      ),
    );
  assert.deepEqual(await statuses(), [404, 200, 200, 200, 200]);
  app.system.clock.advance(60 * DAY_MS);
  assert.equal(await purgeAbandonedOrders(app.system), 2);
  assert.equal(await purgeAbandonedOrders(app.system), 0);
  assert.deepEqual(await statuses(), [404, 404, 200, 200, 404]);
});
