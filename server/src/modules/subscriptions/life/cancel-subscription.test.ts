import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { listLicenses, revokeLicense } from '../../licensing/index.ts';
import { findMethod } from '../../payments/index.ts';
import {
  cancelSubscription,
  endSubscription,
  openPayoff,
  pauseSubscription,
  renewSubscription,
  resumeSubscription,
  subscriptionTimeline,
} from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** What the timeline says of its end. */
async function endsIn({ id }: Subscription): Promise<string[]> {
  const events = await subscriptionTimeline(app.ctx, id, {
    afterId: undefined,
    isOldestFirst: true,
    limit: 50,
  });
  return events.map(({ type }) => type.replace('subscription.', '')).filter((type) => type !== 'created');
}

const statusOf = async (page: string) =>
  (await app.inject({ url: `/api${new URL(page).pathname}` })).statusCode;

test('the timeline says once that a subscription was cancelled, and once that it expired', async () => {
  const { subscription: now } = await subscribe(app, { method: 'Succeeds' });
  await endSubscription(app.ctx, now.id);
  assert.deepEqual(await endsIn(now), ['cancelled', 'expired']);
  const { subscription: later } = await subscribe(app, { method: 'Succeeds' });
  const { cancelledAt } = await cancelSubscription(app.ctx, later.id);
  await cancelSubscription(app.ctx, later.id);
  app.system.clock.advance(DAY_MS);
  const ended = await endSubscription(app.ctx, later.id);
  assert.deepEqual(await endsIn(later), ['cancelled', 'expired']);
  assert.deepEqual(ended.cancelledAt, cancelledAt, 'when its customer cancelled');
  const { subscription: passed } = await subscribe(app, { method: 'Succeeds' });
  await cancelSubscription(app.ctx, passed.id);
  await nextStep(app, passed);
  assert.deepEqual(await endsIn(passed), ['cancelled', 'expired']);
});

test('cancelling after the access is over ends the subscription at once, with its method', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await pauseSubscription(app.ctx, subscription.id, 2);
  const paused = await nextStep(app, subscription);
  assert.deepEqual([paused.status, paused.endedAt], ['Expired', null]);
  const ended = await cancelSubscription(app.ctx, subscription.id);
  assert.deepEqual([ended.status, ended.endedAt, ended.methodId], ['Expired', ended.cancelledAt, null]);
  assert.deepEqual([ended.dueAt, ended.pausedUntil], [null, null]);
  assert.equal((await findMethod(app.ctx, subscription.methodId ?? ''))?.status, 'Removed');
  assert.equal((await endsIn(subscription)).filter((type) => type === 'expired').length, 1);
});

test('the rest of a rent to own can still be paid once it is cancelled, and no more once it has ended', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await rentToOwn(app, subscription, { ownAfterCycles: 3 });
  const page = await openPayoff(app.ctx, subscription.id);
  await cancelSubscription(app.ctx, subscription.id);
  assert.equal(await statusOf(page), 200);
  await nextStep(app, subscription);
  assert.notEqual((await subscriptionNow(app, subscription)).endedAt, null);
  assert.equal(await statusOf(page), 404);
  const { subscription: paused } = await subscribe(app, { method: 'Succeeds' });
  await rentToOwn(app, paused, { ownAfterCycles: 3 });
  await pauseSubscription(app.ctx, paused.id, 2);
  await nextStep(app, paused);
  const other = await openPayoff(app.ctx, paused.id);
  assert.equal(await statusOf(other), 200);
  await cancelSubscription(app.ctx, paused.id);
  assert.equal(await statusOf(other), 404);
});

test('a cancellation can be taken back until the very end of the paid period', async () => {
  app.system.clock.hold('the end of the paid period is exact');
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await cancelSubscription(app.ctx, subscription.id);
  app.system.clock.set(new Date(subscription.paidUntil.getTime() - 1));
  assert.equal((await resumeSubscription(app.ctx, subscription.id)).status, 'Active');
  await cancelSubscription(app.ctx, subscription.id);
  app.system.clock.set(subscription.paidUntil);
  await assert.rejects(resumeSubscription(app.ctx, subscription.id), { errorType: 'NothingToTakeBack' });
});

test('a subscription that has ended is renewed only with licenses that were not taken back', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  await assert.rejects(renewSubscription(app.ctx, subscription.id), { errorType: 'NothingToRenew' });
  await endSubscription(app.ctx, subscription.id);
  const [license = assert.fail()] = await listLicenses(app.ctx, { orderId, limit: 1 });
  await revokeLicense(app.ctx, license.id);
  await assert.rejects(renewSubscription(app.ctx, subscription.id), { errorType: 'NothingToRenew' });
  assert.equal((await periodsNow(app, subscription)).length, 1);
});

test('what is renewed the moment it has ended begins a period there, without an empty one between', async () => {
  app.system.clock.hold('it is renewed at the moment of its end');
  const { subscription } = await subscribe(app);
  app.system.clock.advance(DAY_MS);
  await endSubscription(app.ctx, subscription.id);
  await renewSubscription(app.ctx, subscription.id);
  const periods = await periodsNow(app, subscription);
  assert.deepEqual(
    periods.map(({ state }) => state),
    ['Paid', 'Open'],
  );
});
