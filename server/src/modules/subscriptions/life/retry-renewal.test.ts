import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { closeStore, findAccount } from '../../accounts/index.ts';
import { listOrders } from '../../orders/index.ts';
import { setTestMethodBehaviour } from '../../payments/index.ts';
import { cancelSubscription, retryRenewal, takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A subscription whose first renewal was declined. */
async function declined(method: 'DeclinesSoftly' | 'NeedsBuyer'): Promise<Subscription> {
  const { subscription } = await subscribe(app, { method });
  return nextStep(app, subscription);
}

/** Its job, and the charge that it begins. */
async function runJob({ id }: Subscription): Promise<Subscription> {
  await takeStep(app.ctx, id);
  await runPaymentJobs(app.system);
  return subscriptionNow(app, { id });
}

async function assertNothingToRetry({ id }: Subscription, detail: RegExp): Promise<void> {
  await assert.rejects(retryRenewal(app.ctx, id), { errorType: 'NothingToRetry', detail });
}

for (const method of ['DeclinesSoftly', 'NeedsBuyer'] as const)
  test(`a renewal that ${method} left open is charged again at once, and once`, async () => {
    const subscription = await declined(method);
    assert.equal(subscription.paymentState, method === 'NeedsBuyer' ? 'NeedsBuyer' : 'Retrying');
    await setTestMethodBehaviour(app.ctx, subscription.methodId ?? assert.fail(), 'Succeeds');
    app.system.clock.advance(DAY_MS);
    const due = await retryRenewal(app.ctx, subscription.id);
    assert.ok(due.dueAt !== null && due.dueAt <= app.system.clock.now());
    await takeStep(app.ctx, subscription.id);
    await assertNothingToRetry(subscription, /on its way/);
    const paid = await runJob(subscription);
    assert.deepEqual([paid.status, paid.paymentState, paid.attempts], ['Active', 'Paid', 0]);
    assert.deepEqual(
      (await periodsNow(app, subscription)).map(({ state }) => state),
      ['Paid', 'Paid'],
    );
    await runJob(subscription);
    const orders = await listOrders(app.ctx, { customerId: subscription.customerId, limit: 9 });
    assert.equal(
      orders.filter(({ origin, status }) => origin === 'Renewal' && status === 'Completed').length,
      1,
    );
    await assertNothingToRetry(subscription, /No charge of this subscription has failed/);
  });

test('a try that fails changes nothing about those that were to come, however often', async () => {
  const subscription = await declined('DeclinesSoftly');
  for (let tries = 0; tries < 5; tries += 1) {
    app.system.clock.advance(DAY_MS / 6);
    await retryRenewal(app.ctx, subscription.id);
    const { paymentState, attempts, nextAttemptAt } = await runJob(subscription);
    assert.deepEqual([paymentState, attempts, nextAttemptAt], ['Retrying', 1, subscription.nextAttemptAt]);
  }
  const again = await nextStep(app, subscription);
  assert.deepEqual([again.paymentState, again.attempts], ['Retrying', 2]);
  const days = ((again.nextAttemptAt?.getTime() ?? 0) - app.system.clock.now().getTime()) / DAY_MS;
  assert.equal(Math.round(days), 5);
});

test('nothing is tried again without a saved method, after a cancellation, or while nothing may be charged', async () => {
  const subscription = await declined('DeclinesSoftly');
  await rentToOwn(app, subscription, { methodId: null });
  await assertNothingToRetry(subscription, /no saved payment method/);
  await rentToOwn(app, subscription, { methodId: subscription.methodId });
  const other = await declined('DeclinesSoftly');
  await cancelSubscription(app.ctx, other.id);
  await assertNothingToRetry(other, /No charge of this subscription has failed/);
  await closeStore(app.ctx, { mode: 'Closed', confirm: app.demo.id });
  const account = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  await assert.rejects(retryRenewal({ ...app.ctx, account }, subscription.id), {
    errorType: 'RenewalNotPossible',
  });
});
