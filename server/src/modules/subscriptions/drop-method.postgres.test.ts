import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testTx } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { stockShop } from '../../../test/shop.ts';
import { rentToOwn, subscribe } from '../../../test/subscriptions.ts';
import { whileUncommitted } from '../../../test/uncommitted.ts';
import { findMethod } from '../payments/index.ts';
import { endSubscription } from './index.ts';
import { endNow } from './life/cancel-subscription.ts';
import { lockWithOrder } from './locked-subscription.ts';

// On SQLite one transaction writes at a time; here two do, and the lock of the method decides.

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('the method of two subscriptions that end at the same time is deleted, by the one that ends last', async () => {
  const { subscription: one, customer } = await subscribe(app, { method: 'Succeeds' });
  const { subscription: other } = await subscribe(app, { customer });
  const methodId = one.methodId ?? assert.fail();
  await rentToOwn(app, other, { methodId });
  const { system, demo } = app;
  const settled = await whileUncommitted(
    system.database,
    async (tx) => {
      const command = testTx(system, tx, demo);
      await endNow(command, await lockWithOrder(command, one.id));
      assert.equal((await findMethod(command, methodId))?.status, 'Usable', 'the other one needs it yet');
    },
    () => endSubscription(app.ctx, other.id),
  );
  assert.equal(settled.status, 'fulfilled');
  assert.equal((await findMethod(app.ctx, methodId))?.status, 'Removed');
});
