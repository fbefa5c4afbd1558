import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { transaction } from '../../../platform/context/context.ts';
import { closeStore, type Context, findAccount, reopenStore, updateSettings } from '../../accounts/index.ts';
import { restoreSuspendedLicenses, suspendLicenses } from '../../licensing/index.ts';
import { releaseRenewal, takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

const VENDOR = 'vendor@example.com';
const HOUR_MS = 3_600_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { seller: { email: VENDOR } });
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function contextNow(): Promise<Context> {
  const account = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  return { ...app.ctx, account };
}

/** Takes every step of a subscription that is due within some hours. */
async function pass({ id }: Subscription, hours: number): Promise<Subscription> {
  const { clock } = app.system;
  const to = new Date(clock.now().getTime() + hours * HOUR_MS);
  for (let count = 0; count < 200; count += 1) {
    const { dueAt } = await subscriptionNow(app, { id });
    if (dueAt === null || dueAt > to) break;
    if (dueAt > clock.now()) clock.set(dueAt);
    await takeStep(await contextNow(), id);
    await runPaymentJobs(app.system);
  }
  if (to > clock.now()) clock.set(to);
  return subscriptionNow(app, { id });
}

async function standing(subscription: Subscription) {
  const { status, paymentState, holdReason } = await subscriptionNow(app, subscription);
  const periods = await periodsNow(app, subscription);
  return [status, paymentState, holdReason, ...periods.map(({ state }) => state)];
}

/** What the vendor was told by mail. */
async function mailsAbout(text: RegExp): Promise<number> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const rows = await mails.where('recipient', '=', VENDOR).execute();
  return rows.filter(({ textBody }) => text.test(textBody.replaceAll(/\s+/g, ' '))).length;
}

const close = () => closeStore(app.ctx, { mode: 'Closed', confirm: app.demo.id });

test('a renewal that was held because the store was closed goes on once it is open again', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(subscription.paidUntil);
  await close();
  await pass(subscription, 24);
  assert.deepEqual(await standing(subscription), ['Active', 'Held', 'Closed', 'Paid']);
  assert.equal(await mailsAbout(/Your store is closed/), 1);
  await reopenStore(app.ctx);
  await pass(subscription, 6);
  assert.deepEqual(await standing(subscription), ['Active', 'Paid', null, 'Paid', 'Paid']);
});

test('a store that was closed for weeks charges nothing late without its vendor', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(subscription.paidUntil);
  await close();
  await pass(subscription, 20 * 24);
  assert.deepEqual(await standing(subscription), ['Expired', 'Held', 'Closed', 'Paid']);
  await reopenStore(app.ctx);
  await pass(subscription, 24);
  assert.deepEqual(await standing(subscription), ['Expired', 'Held', 'Overdue', 'Paid']);
  assert.equal(await mailsAbout(/overdue for more than 72 hours, such/), 1);
  await releaseRenewal(await contextNow(), subscription.id);
  await pass(subscription, 1);
  assert.deepEqual(await standing(subscription), ['Active', 'Paid', null, 'Paid', 'Paid']);
});

test('a renewal goes on once its licenses work again', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const licenses = { subscriptionId: subscription.id };
  await transaction(app.ctx, (tx) => suspendLicenses(tx, licenses));
  app.system.clock.set(subscription.paidUntil);
  await pass(subscription, 1);
  assert.deepEqual(await standing(subscription), ['Active', 'Held', 'Unlicensed', 'Paid']);
  assert.equal(await mailsAbout(/Every license of a subscription is revoked or suspended/), 1);
  await transaction(app.ctx, (tx) => restoreSuspendedLicenses(tx, licenses));
  await pass(subscription, 6);
  assert.deepEqual(await standing(subscription), ['Active', 'Paid', null, 'Paid', 'Paid']);
});

test('a failed charge is repeated once the store is open again', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesSoftly' });
  app.system.clock.set(subscription.paidUntil);
  await pass(subscription, 1);
  assert.deepEqual(await standing(subscription), ['Active', 'Retrying', null, 'Paid', 'Open']);
  await close();
  await pass(subscription, 60);
  assert.deepEqual(await standing(subscription), ['Active', 'Held', 'Closed', 'Paid', 'Open']);
  await reopenStore(app.ctx);
  const { attempts } = await pass(subscription, 6);

  assert.equal(attempts, 2);
});

test('an open renewal that was held for weeks, because the store was closed, is not charged without its vendor', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesSoftly' });
  app.system.clock.set(subscription.paidUntil);
  await pass(subscription, 1);
  await close();
  await pass(subscription, 40 * 24);
  assert.deepEqual(await standing(subscription), ['Expired', 'Held', 'Closed', 'Paid', 'Open']);
  await reopenStore(app.ctx);
  const { attempts, endedAt } = await pass(subscription, 24);
  assert.deepEqual(await standing(subscription), ['Expired', 'Held', 'Overdue', 'Paid', 'Open']);
  assert.deepEqual([attempts, endedAt], [1, null]);
  await releaseRenewal(await contextNow(), subscription.id);
  await pass(subscription, 1);
  assert.deepEqual(await standing(subscription), ['Expired', 'Retrying', null, 'Paid', 'Open']);
});

test('days on which the store is closed do not count towards the end of what its buyer has to pay', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesForGood' });
  app.system.clock.set(subscription.paidUntil);
  await pass(subscription, 12 * 24);
  const { asks } = await subscriptionNow(app, subscription);
  assert.equal(asks, 3);
  await close();
  await pass(subscription, 5 * 24);
  await reopenStore(app.ctx);
  // 21 days after the first failure, and five days that do not count.
  assert.equal((await pass(subscription, 8 * 24)).endedAt, null);
  await close();
  await pass(subscription, 30 * 24);
  await reopenStore(app.ctx);
  const before = await pass(subscription, 12);
  assert.deepEqual([before.endedAt, before.asks], [null, asks]);
  await pass(subscription, 36);
  assert.deepEqual(await standing(subscription), ['Expired', 'Paid', null, 'Paid', 'Void']);
});
