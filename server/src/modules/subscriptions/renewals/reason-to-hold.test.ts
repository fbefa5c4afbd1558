import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { stockShop } from '../../../../test/shop.ts';
import { periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { listLicenses, revokeLicense } from '../../licensing/index.ts';
import { takeStep } from '../index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

test('one license that works is enough for a renewal, however many newer ones are revoked', async () => {
  const { subscription, orderId } = await subscribe(app, { quantity: 201 });
  const [, ...newer] = (await listLicenses(app.ctx, { orderId, limit: 300 })).toReversed();
  assert.equal(newer.length, 200);
  for (const { id } of newer) await revokeLicense(app.ctx, id);
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  assert.equal((await subscriptionNow(app, subscription)).holdReason, null);
  assert.equal((await periodsNow(app, subscription)).at(-1)?.state, 'Open');
});
