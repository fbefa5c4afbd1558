import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { countTransactions } from '../../../../test/context.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { ONE_APP, patchOrder, stockShop } from '../../../../test/shop.ts';
import { lockOrder } from '../order/store.ts';
import { updateOrder } from './update-order.ts';

test('only the update of a cart that another transaction holds has to wait, and to run alone', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  await stockShop(app, app.demo);
  const [lockedId = '', ...freeIds] = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const orderId = randomUUID();
      assert.equal((await patchOrder(app, orderId, { items: [ONE_APP] })).statusCode, 200);
      return orderId;
    }),
  );
  const { ctx, transactions } = countTransactions(app.system, app.demo);
  const change = (orderId: string) =>
    updateOrder(ctx, { orderId, customerId: undefined, patch: { items: [], utm: {} } });
  const { late } = await app.system.database.transaction(async (tx) => {
    await lockOrder(tx, app.demo.id, lockedId);
    const lateUpdate = change(lockedId);
    const views = await Promise.all(freeIds.map(change));
    assert.deepEqual(
      views.map(({ order }) => order.revision),
      [2, 2],
    );
    return { late: lateUpdate };
  });
  assert.equal((await late).order.revision, 2);
  assert.equal(transactions(), 2);
});
