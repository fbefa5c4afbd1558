import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { runJobs } from '../../../test/payments.ts';
import { stockShop } from '../../../test/shop.ts';
import { rentToOwn, subscribe } from '../../../test/subscriptions.ts';
import { transaction } from '../../platform/context/context.ts';
import { deleteMethodJob, findMethod } from '../payments/index.ts';
import { dropOrphanMethodJob, dropOrphanMethods } from './drop-orphan-methods.ts';
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

test('every night, methods that nothing is charged to are deleted, also at the provider; others stay', async () => {
  const { methodId } = await orphan();
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  assert.equal(await dropOrphanMethods(app.system), 0);
  await runJobs(app.system, dropOrphanMethodJob);
  await runJobs(app.system, deleteMethodJob);
  const method = await findMethod(app.ctx, methodId);
  assert.deepEqual([method?.status, method?.reference], ['Removed', null]);
  assert.equal((await findMethod(app.ctx, subscription.methodId ?? ''))?.status, 'Usable');
});

test('a method that a subscription is charged to by the time of its job stays', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await rentToOwn(app, subscription, { methodId: null });
  await dropOrphanMethods(app.system);
  await rentToOwn(app, subscription, { methodId: subscription.methodId });
  await runJobs(app.system, dropOrphanMethodJob);
  assert.equal((await findMethod(app.ctx, subscription.methodId ?? ''))?.status, 'Usable');
});

test('the erasure of a customer deletes what their orders saved, though nothing is charged to it', async () => {
  const { methodId, customer } = await orphan();
  const { methodId: other } = await orphan();
  await transaction(app.ctx, (tx) => endSubscriptionsOf(tx, customer.id, { ownsAddress: true }));
  assert.equal((await findMethod(app.ctx, methodId))?.status, 'Removed');
  assert.equal((await findMethod(app.ctx, other))?.status, 'Usable');
});
