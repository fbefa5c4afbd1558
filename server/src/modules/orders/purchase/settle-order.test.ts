import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { checkOut, ONE_APP, stockShop } from '../../../../test/shop.ts';
import { transaction } from '../../../platform/context/context.ts';
import { lockOrder } from '../order/store.ts';
import { insertLines } from '../order/store-lines.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('an order can be paid whose lines an earlier version has stored as rows', async () => {
  const { orderId, pay } = await checkOut(app, [{ ...ONE_APP, quantity: 2 }]);
  await transaction(app.ctx, async (tx) => {
    const order = (await lockOrder(tx, app.demo.id, orderId)) ?? assert.fail();
    await insertLines(
      tx,
      order,
      order.lines.map((line) => ({ ...line, quantity: 1 })),
    );
  });
  const payload = { name: 'Gus', email: 'gus@example.com' };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  await assertInvariants(app.system.database.reader);
});
