import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { stockShop } from '../../../test/shop.ts';
import { rentToOwn, subscribe } from '../../../test/subscriptions.ts';
import { transaction } from '../../platform/context/context.ts';
import { findMethod } from '../payments/index.ts';
import { endSubscriptionsOf } from './index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

/** A method that was saved and is not charged, and its customer. */
async function orphan() {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const methodId = subscription.methodId ?? assert.fail();
  await rentToOwn(app, subscription, { methodId: null });
  return { methodId, customer };
}

test('the erasure of a customer deletes what their orders saved, though nothing is charged to it', async () => {
  const { methodId, customer } = await orphan();
  const { methodId: other } = await orphan();
  await transaction(app.ctx, (tx) => endSubscriptionsOf(tx, customer.id, { ownsAddress: true }));
  assert.equal((await findMethod(app.ctx, methodId))?.status, 'Removed');
  assert.equal((await findMethod(app.ctx, other))?.status, 'Usable', 'of another customer');
});
