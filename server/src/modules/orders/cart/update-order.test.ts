import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { checkOut, GUEST_LINK, shopper, stockShop } from '../../../../test/shop.ts';
import { findOrder } from './find-order.ts';
import { updateOrder } from './update-order.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('a checkout link changes a cart only while the cart is its own, as decided under the lock of the change', async () => {
  const { orderId } = await checkOut(app);
  const change = (currency: string, id = orderId) =>
    updateOrder(app.ctx, {
      orderId: id,
      customerId: undefined,
      link: GUEST_LINK,
      patch: { currency, utm: {} },
    });
  assert.equal((await change('USD')).order.currency, 'USD');
  const ann = await shopper(app);
  await findOrder(app.ctx, orderId, ann.id);
  await assert.rejects(change('EUR'), { status: 409, errorType: 'OrderTaken' });
  assert.equal((await findOrder(app.ctx, orderId, ann.id)).order.currency, 'USD');
  const unknown = randomUUID();
  await assert.rejects(change('EUR', unknown), { status: 404 });
  await assert.rejects(findOrder(app.ctx, unknown, undefined), { status: 404 });
});
