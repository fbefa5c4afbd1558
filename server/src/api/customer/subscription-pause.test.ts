import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { shopper, stockShop } from '../../../test/shop.ts';
import { nextStep, periodsNow, rentToOwn, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { createVariation } from '../../modules/catalog/index.ts';
import { milestonesOf } from '../../modules/subscriptions/index.ts';
import type { Subscription } from '../../modules/subscriptions/tables.ts';

const RESTFUL = { type: 'Product', productId: 'synth', variationId: 'synth-restful' } as const;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'products:write', 'products:read');
  const terms = { canPause: true };
  const synth = { type: 'Product', id: 'synth' } as const;
  const prices = { EUR: 900, USD: 900 };
  await createVariation(app.ctx, synth, {
    id: 'synth-restful',
    name: 'Restful',
    recurrence: 'Monthly',
    prices,
    terms,
  });
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const pause = ({ id }: Subscription, auth: Record<string, string>, periods: number) =>
  app.inject({
    method: 'POST',
    url: `/api/customer/inventory/subscriptions/${id}/pause`,
    headers: auth,
    payload: { periods },
  });

test('a customer pauses what can be paused: nothing is charged, access ends, and it goes on by itself', async () => {
  const { subscription, customer } = await subscribe(app, { item: RESTFUL, method: 'Succeeds' });
  const paused = await pause(subscription, customer.auth, 2);
  assert.equal(paused.statusCode, 200, paused.body);
  assert.equal(paused.json().canPause, true);
  const { pausedUntil } = await subscriptionNow(app, subscription);
  assert.equal(paused.json().pausedUntil, pausedUntil?.toISOString());
  const again = await pause(subscription, customer.auth, 1);
  assert.deepEqual([again.statusCode, again.json().errorType], [409, 'RenewalPending']);
  assert.equal((await nextStep(app, subscription)).status, 'Expired', 'its access is over');
  const back = await nextStep(app, subscription);
  assert.deepEqual([back.status, back.pausedUntil], ['Active', null]);
  assert.deepEqual(
    (await periodsNow(app, back)).map(({ state, reason }) => reason ?? state),
    ['Paid', 'Paused', 'Paused', 'Paid'],
  );
});

test('what leads to codes and to owning stands still during a pause', async () => {
  const { subscription, customer } = await subscribe(app, { item: RESTFUL, method: 'Succeeds' });
  await rentToOwn(app, subscription, { ownAfterCycles: 3 });
  const paid = async () =>
    (await milestonesOf(app.ctx, await subscriptionNow(app, subscription), []))?.currentCycleNumber;
  await pause(subscription, customer.auth, 3);
  await nextStep(app, subscription);
  assert.equal(await paid(), 1, 'its access is over');
  await nextStep(app, subscription);
  assert.equal(await paid(), 2, 'only what is paid counts');
  const { status } = await nextStep(app, subscription);
  assert.equal(status, 'Completed');
});

test('a customer ends a pause before it has begun, and nothing has changed', async () => {
  const { subscription, customer } = await subscribe(app, { item: RESTFUL, method: 'Succeeds' });
  await pause(subscription, customer.auth, 3);
  const url = `/api/customer/inventory/subscriptions/${subscription.id}/resume`;
  const resumed = await app.inject({ method: 'POST', url, headers: customer.auth });
  assert.deepEqual([resumed.statusCode, resumed.json().pausedUntil], [200, undefined], resumed.body);
  assert.equal(resumed.json().nextPaymentScheduledAt, subscription.paidUntil.toISOString());
});

test('who cancels during a pause keeps what is paid, not what the pause would have led to', async () => {
  const { subscription, customer } = await subscribe(app, { item: RESTFUL, method: 'Succeeds' });
  const paused = (await pause(subscription, customer.auth, 2)).json();
  const paidUntil = subscription.paidUntil.toISOString();
  assert.ok(paused.pausedUntil > paidUntil && paused.paidUntil === paidUntil);
  const url = `/api/customer/inventory/subscriptions/${subscription.id}/cancel`;
  const cancelled = (await app.inject({ method: 'POST', url, headers: customer.auth })).json();
  assert.deepEqual(
    [cancelled.status, cancelled.cancelAt, cancelled.pausedUntil, cancelled.nextPaymentScheduledAt],
    ['Cancelled', paidUntil, undefined, null],
  );
});

test('a plan without pauses, a length out of range, and another customer are refused', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const refused = await pause(subscription, customer.auth, 1);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'PauseNotAllowed']);
  const restful = await subscribe(app, { item: RESTFUL });
  for (const periods of [0, 4])
    assert.equal((await pause(restful.subscription, restful.customer.auth, periods)).statusCode, 400);
  assert.equal((await pause(restful.subscription, (await shopper(app)).auth, 1)).statusCode, 404);
  assert.equal((await subscriptionNow(app, restful.subscription)).pausedUntil, null);
});

test('pauses are only for variations with a billing cycle, and taking them away moves no running subscription', async () => {
  const { subscription, customer } = await subscribe(app, { item: RESTFUL });
  const patch = (id: string, canPause: boolean) =>
    app.inject({
      method: 'PATCH',
      url: `/api/products/synth/variations/${id}`,
      headers: vendor,
      payload: { canPause },
    });
  assert.match(
    (await patch('synth-once', true)).body,
    /canPause.*only possible for a variation with a billing cycle/,
  );
  assert.equal((await patch('synth-restful', false)).json().canPause, false);
  assert.equal((await pause(subscription, customer.auth, 1)).statusCode, 200);
});
