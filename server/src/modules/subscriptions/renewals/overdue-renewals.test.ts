import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { paymentOf } from '../../../../test/late-money.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type TEST_REVERSALS, tryReversal } from '../../payments/index.ts';
import {
  compSubscription,
  pauseSubscription,
  releaseRenewal,
  resumeSubscription,
  skipRenewal,
  takeStep,
} from '../index.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS);
const statesOf = async (subscription: Subscription) =>
  (await periodsNow(app, subscription)).map(({ state, reason }) => reason ?? state);

async function standingOf(subscription: Subscription): Promise<readonly (string | null)[]> {
  const { paymentState, holdReason } = await subscriptionNow(app, subscription);
  return [paymentState, holdReason];
}

/** Something about it changes that the renewal does not depend on. */
async function touch({ id }: Subscription): Promise<void> {
  await transaction(app.ctx, async (tx) => {
    const { subscription, isOpen } = await lockWithOrder(tx, id);
    await updateSubscription(tx, subscription, { locale: 'de' }, { isOpen });
  });
}

async function event(orderId: string, reversal: (typeof TEST_REVERSALS)[number]): Promise<void> {
  await tryReversal(app.ctx, { paymentId: (await paymentOf(app, orderId)).id, reversal });
}

const step = ({ id }: Subscription) => takeStep(app.ctx, id);

test('a renewal that is overdue for more than 72 hours is held, whatever changes before it is looked at', async () => {
  const { subscription } = await subscribe(app, { cycle: 'Daily', method: 'Succeeds' });
  app.system.clock.set(daysAfter(subscription.paidUntil, 5.5));
  await touch(subscription);
  await step(subscription);
  assert.deepEqual(await standingOf(subscription), ['Held', 'Overdue']);
  assert.deepEqual(await statesOf(subscription), ['Paid'], 'nothing is charged');
  await touch(subscription);
  await releaseRenewal(app.ctx, subscription.id);
  await touch(subscription);
  await nextStep(app, subscription);
  const days = Array.from({ length: 5 }, () => 'Downtime');
  assert.deepEqual(await statesOf(subscription), ['Paid', ...days, 'Paid'], 'its days are given');
  assert.deepEqual(await standingOf(subscription), ['Paid', null]);
});

test('periods that passed while nothing ran are given, also if something has changed since', async () => {
  const { subscription } = await subscribe(app, { cycle: 'Daily', method: 'Succeeds' });
  app.system.clock.set(daysAfter(subscription.paidUntil, 2.5));
  await touch(subscription);
  await nextStep(app, subscription);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Downtime', 'Downtime', 'Paid']);
});

test('what was released is due since then, and not charged once that is more than 72 hours ago', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(daysAfter(subscription.paidUntil, 4));
  await step(subscription);
  const released = await releaseRenewal(app.ctx, subscription.id);
  assert.ok(released.dueAt !== null && released.dueAt > subscription.paidUntil);
  app.system.clock.set(daysAfter(subscription.paidUntil, 5));
  await touch(subscription);
  assert.deepEqual((await subscriptionNow(app, subscription)).dueAt, released.dueAt);
  app.system.clock.set(daysAfter(subscription.paidUntil, 8));
  await touch(subscription);
  await step(subscription);
  assert.deepEqual(await standingOf(subscription), ['Held', 'Overdue']);
});

test('a renewal that was held before a dispute is held after it, too, and charged only once it is released', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(daysAfter(subscription.paidUntil, 4));
  await step(subscription);
  await event(orderId, 'DisputeOpened');
  await assert.rejects(releaseRenewal(app.ctx, subscription.id), { errorType: 'RenewalNotPossible' });
  await event(orderId, 'DisputeWon');
  await step(subscription);
  assert.deepEqual(await standingOf(subscription), ['Held', 'Overdue']);
  assert.deepEqual(await statesOf(subscription), ['Paid']);
  await releaseRenewal(app.ctx, subscription.id);
  await nextStep(app, subscription);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Paid']);
});

test('periods that are given during a dispute end no hold of it: once it is won, renewals go on by themselves', async () => {
  const give = {
    comp: (id: string) => compSubscription(app.ctx, id, { periods: 1, reason: 'Sorry' }),
    skip: (id: string) => skipRenewal(app.ctx, id),
  };
  for (const [name, gift] of Object.entries(give))
    for (const overdueDays of [0, 4]) {
      const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
      app.system.clock.set(daysAfter(subscription.paidUntil, overdueDays));
      if (overdueDays > 0) await step(subscription);
      await event(orderId, 'DisputeOpened');
      await gift(subscription.id);
      assert.deepEqual(await standingOf(subscription), ['Held', 'Disputed'], name);
      await event(orderId, 'DisputeWon');
      const { paidUntil, dueAt } = await subscriptionNow(app, subscription);
      assert.deepEqual(dueAt, paidUntil, name);
      await nextStep(app, subscription);
      assert.deepEqual(await standingOf(subscription), ['Paid', null], name);
      assert.equal((await statesOf(subscription)).at(-1), 'Paid', name);
    }
});

test('a pause goes on after a dispute, and one that ends during it charges nothing before the dispute is won', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  const { pausedUntil } = await pauseSubscription(app.ctx, subscription.id, 1);
  await event(orderId, 'DisputeOpened');
  app.system.clock.set(daysAfter(subscription.paidUntil, 10));
  await event(orderId, 'DisputeWon');
  assert.deepEqual((await subscriptionNow(app, subscription)).pausedUntil, pausedUntil);
  await step(subscription);
  assert.deepEqual(await statesOf(subscription), ['Paid'], 'nothing is charged before its end');
  await event(orderId, 'DisputeOpened');
  await resumeSubscription(app.ctx, subscription.id);
  await step(subscription);
  assert.deepEqual(await standingOf(subscription), ['Held', 'Disputed']);
  await event(orderId, 'DisputeWon');
  await nextStep(app, subscription);
  assert.deepEqual(await standingOf(subscription), ['Paid', null]);
});
