import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { dispute, lastOrder } from '../../../../test/late-money.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  payOnPage,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { listLicenses } from '../../licensing/index.ts';
import { changePlan, compSubscription, payRenewal, planTerms, skipRenewal } from '../index.ts';
import type { Subscription } from '../tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A subscription of three units, of which two wait for a renewal that is held. */
async function withWaitingUnits(): Promise<Awaited<ReturnType<typeof subscribe>>> {
  const { subscription, ...others } = await subscribe(app, { method: 'DeclinesSoftly' });
  const terms = await planTerms(app.ctx, subscription.id);
  await changePlan(app.ctx, subscription.id, { quantity: 3, when: 'NextPeriod' }, terms);
  await nextStep(app, subscription);
  await rentToOwn(app, subscription, { paymentState: 'Held', holdReason: 'Overdue' });
  return { subscription: await subscriptionNow(app, subscription), ...others };
}

const statusesOf = async ({ id }: Subscription) =>
  (await listLicenses(app.ctx, { subscriptionId: id, limit: 9 })).map(({ status }) => status);

test('a dispute suspends also the licenses of units that the vendor has given, until it is won', async () => {
  const { subscription, orderId } = await withWaitingUnits();
  await skipRenewal(app.ctx, subscription.id);
  assert.deepEqual(await statusesOf(subscription), ['Active', 'Active', 'Active']);
  await dispute(app, orderId, 'Open');
  assert.deepEqual(await statusesOf(subscription), ['Revoked', 'Revoked', 'Revoked']);
  await dispute(app, orderId, 'Won');
  assert.deepEqual(await statusesOf(subscription), ['Active', 'Active', 'Active']);
});

test('units that the vendor gives during a dispute work once it is won', async () => {
  const { subscription, orderId } = await withWaitingUnits();
  await dispute(app, orderId, 'Open');
  await compSubscription(app.ctx, subscription.id, { periods: 1, reason: 'an outage' });
  assert.deepEqual(await statusesOf(subscription), ['Revoked', 'Revoked', 'Revoked']);
  await dispute(app, orderId, 'Won');
  assert.deepEqual(await statusesOf(subscription), ['Active', 'Active', 'Active']);
});

test('owned licenses of units that the vendor has given are taken back with the others', async () => {
  const { subscription, customer } = await withWaitingUnits();
  await skipRenewal(app.ctx, subscription.id);
  await rentToOwn(app, subscription, { ownAfterCycles: 1, methodId: null });
  await nextStep(app, subscription);
  await payOnPage(app, await payRenewal(app.ctx, subscription.id), customer.email);
  const owned = await subscriptionNow(app, subscription);
  assert.equal(owned.status, 'Completed');
  const refund = await app.inject({
    method: 'POST',
    url: `/api/orders/${await lastOrder(app, owned)}/refunds`,
    headers: await app.apiKey(app.demo, 'orders:write'),
    payload: { subscription: 'EndNow' },
  });
  assert.equal(refund.statusCode, 201, refund.body);
  assert.deepEqual(await statusesOf(subscription), ['Revoked', 'Revoked', 'Revoked']);
});
