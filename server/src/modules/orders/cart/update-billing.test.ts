import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../../test/shop.ts';
import { transaction } from '../../../platform/context/context.ts';
import { findCustomer, raiseSessionEpoch } from '../../customers/index.ts';
import { findOrder } from './find-order.ts';
import { updateBilling } from './update-billing.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('billing details of a session that has ended stay away after the owner resets them', async () => {
  const { id, auth } = await shopper(app);
  const { orderId } = await checkOut(app, [ONE_APP], auth);
  const update = async (billing: { readonly businessName?: string }) =>
    updateBilling(app.ctx, {
      orderId,
      customer: await findCustomer(app.ctx, id),
      billing,
      network: undefined,
    });
  const billing = async () => (await findOrder(app.ctx, orderId, id)).order.billing;
  await update({ businessName: 'Mallory Ltd' });
  assert.deepEqual(await billing(), { businessName: 'Mallory Ltd' });
  await transaction(app.ctx, (tx) => raiseSessionEpoch(tx, id));
  assert.deepEqual(await billing(), {});
  await update({});
  assert.deepEqual(await billing(), {});
});
