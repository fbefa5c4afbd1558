import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { lastOrder, paymentOf } from '../../../../test/late-money.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { transaction } from '../../../platform/context/context.ts';
import { listLicenses, revokeLicense } from '../../licensing/index.ts';
import { listOrders } from '../../orders/index.ts';
import { writeAttempt } from '../../payments/store.ts';
import {
  cancelSubscription,
  compSubscription,
  endSubscription,
  extendSubscription,
  pauseSubscription,
  skipRenewal,
  takeStep,
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

const extend = ({ id }: Subscription) => extendSubscription(app.ctx, id, { days: 5, reason: 'Sorry' });
const skip = ({ id }: Subscription) => skipRenewal(app.ctx, id);
const comp = ({ id }: Subscription) => compSubscription(app.ctx, id, { periods: 1, reason: 'Sorry' });

async function refuses(
  give: (subscription: Subscription) => Promise<unknown>,
  subscription: Subscription,
  errorType: string,
): Promise<void> {
  const before = await subscriptionNow(app, subscription);
  await assert.rejects(give(subscription), { errorType });
  assert.deepEqual(await subscriptionNow(app, subscription), before, 'nothing was given');
}

test('nothing is given once a subscription has ended, or is owned', async () => {
  const { subscription: ended } = await subscribe(app, { method: 'Succeeds' });
  await endSubscription(app.ctx, ended.id);
  const { subscription: owned } = await subscribe(app, { method: 'Succeeds' });
  await rentToOwn(app, owned, { ownAfterCycles: 2 });
  assert.equal((await nextStep(app, owned)).status, 'Completed');
  for (const subscription of [ended, owned])
    for (const give of [extend, comp]) await refuses(give, subscription, 'SubscriptionEnded');
});

test('no days are given while a renewal is open, held or paused, and no period during a pause', async () => {
  const { subscription: open } = await subscribe(app, { method: 'DeclinesForGood' });
  await nextStep(app, open);
  await refuses(extend, open, 'RenewalPending');
  const { subscription: paused } = await subscribe(app, { method: 'Succeeds' });
  await pauseSubscription(app.ctx, paused.id, 1);
  for (const give of [extend, comp]) await refuses(give, paused, 'RenewalPending');
  const { subscription: overdue } = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(new Date(overdue.paidUntil.getTime() + 4 * DAY_MS));
  await takeStep(app.ctx, overdue.id);
  await refuses(extend, overdue, 'RenewalPending');
});

test('no days are given for a cancelled renewal whose payment may still arrive', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const charge = await paymentOf(app, await lastOrder(app, subscription));
  const { instruction } = charge;
  if (instruction === null || !('method' in instruction)) assert.fail('it is no charge');
  const attemptedAt = app.system.clock.now().toISOString();
  await transaction(app.ctx, (tx) => writeAttempt(tx, charge, { ...instruction, attemptedAt }));
  await cancelSubscription(app.ctx, subscription.id);
  await refuses(extend, subscription, 'RenewalPending');
});

test('renewals after given days are counted from their end, at the same time of day', async () => {
  const { subscription } = await subscribe(app, { cycle: 'Weekly', method: 'Succeeds' });
  const extended = await extend(subscription);
  await nextStep(app, subscription);
  const later = await nextStep(app, subscription);
  assert.equal(later.paidUntil.getTime() - extended.paidUntil.getTime(), 14 * DAY_MS);
  const [first, second, third] = (await periodsNow(app, subscription)).map(
    ({ startsAt, endsAt }) => (endsAt.getTime() - startsAt.getTime()) / DAY_MS,
  );
  assert.deepEqual([first, second, third], [12, 7, 7]);
});

test('periods that are given to a subscription whose licenses are revoked end its hold for good', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  const [license = assert.fail()] = await listLicenses(app.ctx, { orderId, limit: 1 });
  await revokeLicense(app.ctx, license.id);
  const onHold = await nextStep(app, subscription);
  assert.deepEqual([onHold.paymentState, onHold.holdReason], ['Held', 'Unlicensed']);
  const gift = await comp(subscription);
  assert.deepEqual([gift.paymentState, gift.holdReason, gift.dueAt], ['Paid', null, gift.paidUntil]);
});

test('a period that is given of a renewal whose own period is over is the one that runs: nothing is charged now', async () => {
  for (const give of [comp, skip]) {
    const { subscription } = await subscribe(app, { method: 'DeclinesForGood' });
    await nextStep(app, subscription);
    await rentToOwn(app, subscription, { paymentState: 'Held', holdReason: 'Provider' });
    app.system.clock.advance(50 * DAY_MS);
    await give(subscription);
    const skipped = await subscriptionNow(app, subscription);
    const now = app.system.clock.now();
    assert.ok(skipped.paidUntil > now && (skipped.dueAt ?? now) > now, 'nothing is due before its end');
    const periods = await periodsNow(app, subscription);
    assert.deepEqual(
      periods.map(({ state }) => state),
      ['Paid', 'Skipped', 'Skipped'],
    );
    assert.equal((await listOrders(app.ctx, { subscriptionId: subscription.id, limit: 9 })).length, 0);
  }
});
