import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startTestApp } from '../../../../test/harness.ts';
import { ONE_APP, patchOrder, stockShop } from '../../../../test/shop.ts';
import { lockOrder } from '../store.ts';
import { updateOrder } from './update-order.ts';

test(
  'a cart that another transaction holds does not hold up updates of other carts',
  { timeout: 20_000 },
  async (t) => {
    const app = await startTestApp();
    t.after(() => app.close());
    await stockShop(app, app.demo);
    const [lockedId = '', ...others] = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const orderId = randomUUID();
        assert.equal((await patchOrder(app, orderId, { items: [ONE_APP] })).statusCode, 200);
        return orderId;
      }),
    );
    const change = (orderId: string) =>
      updateOrder(app.ctx, { orderId, customerId: undefined, patch: { items: [], utm: {} } });
    const late = await app.system.database.transaction(async (tx) => {
      await lockOrder(tx, app.demo.id, lockedId);
      const updates = [lockedId, ...others].map(change);
      const views = await Promise.all(updates.slice(1));
      assert.deepEqual(
        views.map(({ order }) => order.revision),
        [2, 2],
      );
      return { update: updates[0] };
    });
    assert.equal((await late.update)?.order.revision, 2);
  },
);
