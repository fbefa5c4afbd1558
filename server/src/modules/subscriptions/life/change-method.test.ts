import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { lastOrder } from '../../../../test/late-money.ts';
import { DECLINED, report, runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, rentToOwn, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { findMethod } from '../../payments/index.ts';
import type { PaymentTables } from '../../payments/tables.ts';
import {
  changeMethod,
  changePlan,
  endSubscription,
  payPageOfSubscription,
  planTerms,
  takeStep,
} from '../index.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { updateSubscription } from '../subscription-change.ts';

const DAY_MS = 86_400_000;
const PAGE = { returnUrl: 'https://shop.demo.test/account' };

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function lettersTo(email: string): Promise<string[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const ofBuyer = mails.where('recipient', '=', email).where('kind', '=', 'Subscription');
  const rows = await ofBuyer.orderBy('createdAt').execute();
  return rows.map(({ textBody }) => textBody);
}

test('another method of a subscription that is paid changes nothing else: it is charged at the next renewal', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await changeMethod(app.ctx, subscription, PAGE);
  const changed = await subscriptionNow(app, subscription);
  assert.notEqual(changed.methodId, subscription.methodId);
  assert.deepEqual(
    [changed.paymentState, changed.nextAttemptAt, changed.dueAt],
    ['Paid', null, subscription.dueAt],
  );
  assert.equal((await findMethod(app.ctx, subscription.methodId ?? ''))?.status, 'Removed');
  assert.equal((await nextStep(app, subscription)).paymentState, 'Paid');
});

test('a renewal that was announced is not announced again for another method', async () => {
  const { subscription, customer } = await subscribe(app, { cycle: 'Yearly', method: 'Succeeds' });
  await nextStep(app, subscription);
  const announced = await lettersTo(customer.email);
  assert.equal(announced.length, 1);
  await changeMethod(app.ctx, await subscriptionNow(app, subscription), PAGE);
  const { noticeAt, dueAt } = await subscriptionNow(app, subscription);
  assert.deepEqual([noticeAt, dueAt], [null, subscription.paidUntil]);
  await nextStep(app, subscription);
  assert.equal((await lettersTo(customer.email)).length, 1);
});

test('a card that takes the place of another after the announcement, and does not last, is told without the amount', async () => {
  const { subscription, customer } = await subscribe(app, { cycle: 'Yearly', method: 'Succeeds' });
  await nextStep(app, subscription);
  await changeMethod(app.ctx, await subscriptionNow(app, subscription), PAGE);
  const { methodId } = await subscriptionNow(app, subscription);
  await app.system.database.transaction((tx) =>
    tx
      .tables<PaymentTables>()
      .updateTable('savedPaymentMethods')
      .set({ expires: app.system.clock.now().toISOString().slice(0, 7) })
      .where('id', '=', methodId ?? '')
      .execute(),
  );
  await transaction(app.ctx, async (tx) => {
    const locked = await lockWithOrder(tx, subscription.id);
    const other = { ...locked.subscription, methodId: null };
    await updateSubscription(tx, other, { methodId }, { isOpen: false });
  });
  app.system.clock.advance(2 * DAY_MS);
  const { noticeAt } = await subscriptionNow(app, subscription);
  assert.equal(noticeAt?.getTime(), subscription.paidUntil.getTime() - 14 * DAY_MS);
  await nextStep(app, subscription);
  const [, card = assert.fail(), ...others] = await lettersTo(customer.email);
  assert.deepEqual(
    [others.length, card.includes('is not valid any more'), /49[.,]00/.test(card)],
    [0, true, false],
  );
});

test('a charge whose announcement came late is not moved by another method', async () => {
  const { subscription } = await subscribe(app, { cycle: 'Yearly', method: 'Succeeds' });
  app.system.clock.set(new Date(subscription.paidUntil.getTime() + DAY_MS));
  await takeStep(app.ctx, subscription.id);
  const late = await subscriptionNow(app, subscription);
  assert.ok(late.noticeAt !== null && late.noticeAt > late.paidUntil);
  await changeMethod(app.ctx, late, PAGE);
  const { noticeAt, dueAt } = await subscriptionNow(app, subscription);
  assert.deepEqual([noticeAt, dueAt], [late.noticeAt, late.dueAt]);
});

test('another method does not charge a renewal that is held: only the vendor releases it', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesForGood' });
  await nextStep(app, subscription);
  await rentToOwn(app, subscription, { paymentState: 'Held', holdReason: 'Unlicensed' });
  await changeMethod(app.ctx, await subscriptionNow(app, subscription), PAGE);
  const { paymentState, holdReason, nextAttemptAt } = await subscriptionNow(app, subscription);
  assert.deepEqual([paymentState, holdReason, nextAttemptAt], ['Held', 'Unlicensed', null]);
});

test('no method is saved for a subscription that has ended, or is owned', async () => {
  const { subscription: over } = await subscribe(app, { method: 'Succeeds' });
  const ended = await endSubscription(app.ctx, over.id);
  const { subscription: rental } = await subscribe(app, { method: 'Succeeds' });
  await rentToOwn(app, rental, { ownAfterCycles: 2 });
  const owned = await nextStep(app, rental);
  assert.equal(owned.status, 'Completed');
  for (const each of [ended, owned]) {
    await assert.rejects(changeMethod(app.ctx, each, PAGE), { errorType: 'SubscriptionEnded' });
    assert.equal((await subscriptionNow(app, each)).methodId, null);
  }
});

test('while a payment of the renewal is on its way, another method moves no step, and no plan can be agreed', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const before = await subscriptionNow(app, subscription);
  const terms = await planTerms(app.ctx, subscription.id);
  const agreement = changePlan(app.ctx, subscription.id, { quantity: 2 }, terms);
  await assert.rejects(agreement, { errorType: 'RenewalPending' });
  await changeMethod(app.ctx, before, PAGE);
  const changed = await subscriptionNow(app, subscription);
  assert.notEqual(changed.methodId, before.methodId);
  assert.deepEqual(changed.dueAt, before.dueAt);
  await runPaymentJobs(app.system);
  await takeStep(app.ctx, subscription.id);
  await runPaymentJobs(app.system);
  assert.ok((await subscriptionNow(app, subscription)).paidUntil > before.paidUntil);
});

test('another method that is saved while a page of the checkout is open is charged once that payment is given up', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'DeclinesSoftly' });
  const failing = await nextStep(app, subscription);
  const page = (await payPageOfSubscription(app.ctx, failing)) ?? assert.fail();
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Delay' };
  const url = `/api${new URL(page).pathname}/pay`;
  const paying = await app.inject({ method: 'POST', url, payload });
  assert.equal(paying.json().status, 'PaymentProcessing', paying.body);
  await changeMethod(app.ctx, failing, PAGE);
  const waiting = await subscriptionNow(app, subscription);
  const isDue = ({ dueAt }: typeof waiting) => dueAt !== null && dueAt <= app.system.clock.now();
  assert.equal(isDue(waiting), false, 'the page may still be paid');
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  const ofOrder = payments.where('subjectId', '=', await lastOrder(app, subscription));
  const last = await ofOrder.orderBy('createdAt', 'desc').executeTakeFirstOrThrow();
  await report(app.ctx, last, DECLINED);
  assert.equal(isDue(await subscriptionNow(app, subscription)), true);
  await takeStep(app.ctx, subscription.id);
  await runPaymentJobs(app.system);
  assert.equal((await subscriptionNow(app, subscription)).paymentState, 'Paid');
});
