import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  payOnPage,
  periodsNow,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { listLicenses } from '../../licensing/index.ts';
import { cancelSubscription, renewAndPay, resumeSubscription, takeStep } from '../index.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function mailsTo(email: string): Promise<number> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const rows = await mails.where('recipient', '=', email).where('kind', '=', 'Subscription').execute();
  return rows.length;
}

/** One that is cancelled, an hour after the end of its paid period. */
async function cancelled() {
  const { subscription, customer, orderId } = await subscribe(app, { method: 'Succeeds' });
  await cancelSubscription(app.ctx, subscription.id);
  app.system.clock.set(new Date(subscription.paidUntil.getTime() + HOUR_MS));
  return { subscription, customer, orderId };
}

test('what is cancelled is renewed within its grace, once its buyer pays, and its licenses go on', async () => {
  const { subscription, customer, orderId } = await cancelled();
  await assert.rejects(resumeSubscription(app.ctx, subscription.id), { errorType: 'NothingToTakeBack' });
  const page = await renewAndPay(app.ctx, subscription.id);
  const again = await renewAndPay(app.ctx, subscription.id);
  assert.equal(again.split('/')[4], page.split('/')[4], 'the page of the same order');
  assert.equal((await subscriptionNow(app, subscription)).status, 'Cancelled');
  await payOnPage(app, page, customer.email);
  const { status, cancelledAt, paymentState, paidUntil, expiresAt } = await subscriptionNow(
    app,
    subscription,
  );
  assert.deepEqual([status, cancelledAt, paymentState], ['Active', null, 'Paid']);
  assert.ok(paidUntil > app.system.clock.now());
  const [license] = await listLicenses(app.ctx, { orderId, limit: 1 });
  assert.deepEqual([license?.status, license?.expiresAt], ['Active', expiresAt]);
});

test('what is cancelled and not renewed after all ends with the grace, as it would have', async () => {
  const { subscription, customer } = await cancelled();
  await renewAndPay(app.ctx, subscription.id);
  const mails = await mailsTo(customer.email);
  const { status, endedAt, methodId } = await nextStep(app, subscription);
  assert.deepEqual([status, endedAt !== null, methodId], ['Expired', true, null]);
  assert.ok(app.system.clock.now() < new Date(subscription.expiresAt.getTime() + HOUR_MS));
  assert.equal(await mailsTo(customer.email), mails + 1, 'that it has ended');
});

test('nobody is asked to pay for the renewal of what has ended, and it is dropped when it is left alone', async () => {
  const { subscription, customer } = await cancelled();
  const before = await nextStep(app, subscription);
  assert.notEqual(before.endedAt, null);
  const mails = await mailsTo(customer.email);
  await renewAndPay(app.ctx, subscription.id);
  for (let count = 0; count < 4; count += 1) await nextStep(app, subscription);
  const { status, endedAt, paymentState } = await subscriptionNow(app, subscription);
  assert.deepEqual([status, endedAt, paymentState], ['Expired', subscription.expiresAt, 'Paid']);
  assert.equal(await mailsTo(customer.email), mails);
  assert.equal((await periodsNow(app, subscription)).at(-1)?.state, 'Void');
  await renewAndPay(app.ctx, subscription.id);
  assert.equal((await periodsNow(app, subscription)).at(-1)?.state, 'Open', 'it can be renewed again');
});

test('nor is anybody asked after days on which nothing ran', async () => {
  const { subscription, customer } = await cancelled();
  await nextStep(app, subscription);
  const mails = await mailsTo(customer.email);
  await renewAndPay(app.ctx, subscription.id);
  app.system.clock.advance(60 * 86_400_000);
  for (let count = 0; count < 4; count += 1) await takeStep(app.ctx, subscription.id);
  const { endedAt, asks } = await subscriptionNow(app, subscription);
  assert.deepEqual([endedAt !== null, asks], [true, 0]);
  assert.equal(await mailsTo(customer.email), mails);
});
