import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { releaseRenewal, takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** The context of a server whose clock has jumped by some days since it started. */
const jumped = (days: number) => ({
  ...app.ctx,
  clock: { now: () => app.system.clock.now(), jumpMs: () => days * DAY_MS, moveTo: () => undefined },
});

async function statesOf(subscription: Subscription): Promise<string[]> {
  return (await periodsNow(app, subscription)).map(({ state }) => state);
}

test('renewals are held once the clock of the server has jumped by more than a day, until they are released', async () => {
  const { subscription } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  await takeStep(jumped(1.05), subscription.id);
  const wait = await subscriptionNow(app, subscription);
  assert.deepEqual(
    [wait.paymentState, wait.holdReason, await statesOf(wait)],
    ['Held', 'ClockJump', ['Paid']],
  );
  await releaseRenewal(jumped(1.05), subscription.id);
  await takeStep(jumped(1.05), subscription.id);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Open'], 'the vendor has decided');
  const other = (await subscribe(app)).subscription;
  app.system.clock.set(other.paidUntil);
  await takeStep(jumped(-0.95), other.id);
  assert.deepEqual(await statesOf(other), ['Paid', 'Open']);
});

test('neither a charge that is repeated nor an end is due by a clock that has jumped, until the vendor releases it', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesSoftly' });
  const failing = await nextStep(app, subscription);
  assert.equal(failing.attempts, 1);
  app.system.clock.advance(365 * DAY_MS);
  const standing = async () => {
    const { paymentState, holdReason, attempts, endedAt } = await subscriptionNow(app, subscription);
    return [paymentState, holdReason, attempts, endedAt];
  };
  await takeStep(jumped(365), subscription.id);
  assert.deepEqual(await standing(), ['Held', 'ClockJump', 1, null], 'not charged again');

  const other = (await subscribe(app, { method: 'NeedsBuyer' })).subscription;
  const waiting = await nextStep(app, other);
  assert.deepEqual([waiting.paymentState, waiting.endedAt], ['NeedsBuyer', null]);
  app.system.clock.advance(365 * DAY_MS);
  await takeStep(jumped(365), other.id);
  const { endedAt, holdReason, methodId } = await subscriptionNow(app, other);
  assert.deepEqual([endedAt, holdReason, methodId], [null, 'ClockJump', other.methodId], 'not ended');

  const releasedAt = app.system.clock.now();
  await releaseRenewal(jumped(365), subscription.id);
  await takeStep(jumped(365), subscription.id);
  await runPaymentJobs(app.system);
  const { paymentState, failedAt } = await subscriptionNow(app, subscription);
  assert.equal(paymentState, 'Retrying', 'the vendor has decided');
  assert.ok(failedAt !== null && failedAt > releasedAt, 'it was charged again, and declined');
});
