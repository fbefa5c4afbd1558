import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, rentToOwn, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { listLicenses } from '../../licensing/index.ts';
import { cancelSubscription, releaseRenewal, resumeSubscription, takeStep } from '../index.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** Takes steps by a clock that goes 400 days ahead, and sets it right again. */
async function stepAhead(subscriptionId: string): Promise<void> {
  const { clock } = app.system;
  const jumpMs = 400 * DAY_MS;
  const right = clock.now();
  clock.advance(jumpMs);
  const jumped = { now: () => clock.now(), jumpMs: () => jumpMs, moveTo: () => undefined };
  for (let count = 0; count < 3; count += 1) await takeStep({ ...app.ctx, clock: jumped }, subscriptionId);
  clock.set(right);
}

test('a cancelled subscription is not over by a clock that has jumped and is set right again', async () => {
  const { subscription } = await subscribe(app, { cycle: 'Yearly', method: 'Succeeds' });
  app.system.clock.advance(10 * DAY_MS);
  const cancelled = await cancelSubscription(app.ctx, subscription.id);
  await stepAhead(subscription.id);
  assert.deepEqual(await subscriptionNow(app, subscription), cancelled);
  const { status } = await resumeSubscription(app.ctx, subscription.id);
  assert.equal(status, 'Active');
  await cancelSubscription(app.ctx, subscription.id);
  const ended = await nextStep(app, subscription);
  assert.deepEqual([ended.status, ended.endedAt === null], ['Expired', false], 'it ends when it is time');
});

test('licenses that have earned something stay as they are until the clock is set right', async () => {
  const { subscription, orderId } = await subscribe(app, { cycle: 'Yearly', method: 'Succeeds' });
  const updatesUntil = subscription.createdAt.toISOString();
  const earned = { updatesUntil, grantedBefore: updatesUntil, grantedBy: orderId };
  await rentToOwn(app, subscription, {
    fallback: { afterCycles: 1, earned, earnedBefore: null, heldUntil: null },
  });
  const licenses = await listLicenses(app.ctx, { orderId, limit: 9 });
  await stepAhead(subscription.id);
  const ahead = await subscriptionNow(app, subscription);
  assert.deepEqual(
    [ahead.status, ahead.holdReason, ahead.fallback?.heldUntil],
    ['Active', 'ClockJump', null],
  );
  assert.deepEqual(await listLicenses(app.ctx, { orderId, limit: 9 }), licenses);
  const { status, paymentState } = await releaseRenewal(app.ctx, subscription.id);
  assert.deepEqual([status, paymentState], ['Active', 'Paid']);
});
