import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, stockShop } from '../../../test/shop.ts';
import { purgeAbandonedOrders } from './purge-orders.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

const DAY_MS = 86_400_000;

test('carts that were left alone for 90 days go with their lines; those begun to be paid, or touched, stay', async () => {
  const pay = (url: string, sandboxOutcome: string) =>
    app.inject({
      method: 'POST',
      url,
      payload: { name: 'Ann', email: `${randomUUID()}@example.com`, sandboxOutcome },
    });
  const [left, failed, paid] = [await checkOut(app), await checkOut(app), await checkOut(app)];
  await pay(failed.pay, 'Fail');
  await pay(paid.pay, 'Succeed');
  app.system.clock.advance(89 * DAY_MS);
  const fresh = await checkOut(app);
  assert.equal(await purgeAbandonedOrders(app.system), 0);
  app.system.clock.advance(2 * DAY_MS);
  assert.equal(await purgeAbandonedOrders(app.system), 1);
  assert.equal(await purgeAbandonedOrders(app.system), 0);
  const statuses = [left, failed, paid, fresh].map(
    async ({ orderId }) => (await app.inject({ url: `/api/customer/orders/${orderId}` })).statusCode,
  );
  assert.deepEqual(await Promise.all(statuses), [404, 200, 200, 200]);
});
