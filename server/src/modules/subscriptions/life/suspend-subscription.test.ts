import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { paymentOf } from '../../../../test/late-money.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { listLicenses } from '../../licensing/index.ts';
import { type TEST_REVERSALS, tryReversal } from '../../payments/index.ts';
import { cancelSubscription, takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function event(orderId: string, reversal: (typeof TEST_REVERSALS)[number]): Promise<void> {
  await tryReversal(app.ctx, { paymentId: (await paymentOf(app, orderId)).id, reversal });
}

async function licensesOf({ id: subscriptionId }: Subscription): Promise<string[]> {
  return (await listLicenses(app.ctx, { subscriptionId, limit: 9 })).map(({ status }) => status);
}

test('a dispute of what has ended takes its licenses until it is decided, and holds nothing', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  await cancelSubscription(app.ctx, subscription.id);
  const ended = await nextStep(app, subscription);
  assert.notEqual(ended.endedAt, null);
  await event(orderId, 'DisputeOpened');
  assert.deepEqual(await subscriptionNow(app, subscription), ended);
  assert.deepEqual(await licensesOf(subscription), ['Revoked']);
  await event(orderId, 'DisputeWon');
  assert.deepEqual(await subscriptionNow(app, subscription), ended);
  assert.deepEqual(await licensesOf(subscription), ['Active']);
});

test('a renewal that was open when a dispute began is charged once that is won', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  await event(orderId, 'DisputeOpened');
  const onHold = await subscriptionNow(app, subscription);
  assert.deepEqual(
    [onHold.paymentState, onHold.holdReason, onHold.nextAttemptAt],
    ['Held', 'Disputed', null],
  );
  await event(orderId, 'DisputeWon');
  const { paymentState, dueAt } = await subscriptionNow(app, subscription);
  assert.equal(paymentState, 'Retrying');
  assert.ok(dueAt !== null && dueAt <= app.system.clock.now(), 'at once');
  const paid = await nextStep(app, subscription);
  assert.deepEqual([paid.paymentState, paid.status], ['Paid', 'Active']);
  assert.deepEqual(
    (await periodsNow(app, subscription)).map(({ state }) => state),
    ['Paid', 'Paid'],
  );
});
