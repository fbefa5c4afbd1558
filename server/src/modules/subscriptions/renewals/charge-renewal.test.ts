import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { fakeProvider } from '../../../../test/fake-provider.ts';
import { report, runPaymentJobs, withProvider } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep as stepOf,
  periodsNow,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { JobTables } from '../../../platform/jobs/tables.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { findAccount, updateSettings } from '../../accounts/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import { listOrders } from '../../orders/index.ts';
import { findPayment, setTestMethodBehaviour } from '../../payments/index.ts';
import { writeAttempt } from '../../payments/store.ts';
import type { Payment, PaymentTables } from '../../payments/tables.ts';
import { cancelSubscription, releaseRenewal, returnMoneyJob, takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const nextStep = (subscription: Subscription) => stepOf(app, subscription);

async function mailsTo(email: string): Promise<string[]> {
  const mails = await app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .where('kind', '=', 'Subscription')
    .orderBy('createdAt')
    .execute();
  return mails.map(({ textBody }) => textBody);
}

test('the saved method pays each renewal without the buyer: one order, one period, longer licenses', async () => {
  const { subscription, customer, orderId } = await subscribe(app, { method: 'Succeeds' });
  for (const month of [2, 3, 4]) {
    const renewed = await nextStep(subscription);
    const periods = await periodsNow(app, subscription);
    assert.deepEqual([periods.length, periods.at(-1)?.state], [month, 'Paid']);
    assert.deepEqual(
      [renewed.status, renewed.paymentState, renewed.paidUntil, renewed.dueAt],
      ['Active', 'Paid', periods.at(-1)?.endsAt, periods.at(-1)?.endsAt],
    );
    const [license] = await listLicenses(app.ctx, { orderId, limit: 1 });
    assert.deepEqual(license?.expiresAt, renewed.expiresAt);
  }
  const orders = await listOrders(app.ctx, { customerId: customer.id, limit: 9 });
  assert.deepEqual(
    orders.map(({ origin, status, content }) => [origin, status, content?.quote.total.dueMinor]),
    [...[1, 2, 3].map(() => ['Renewal', 'Completed', 4_900]), ['Cart', 'Completed', 4_900]],
  );
  assert.deepEqual(await mailsTo(customer.email), []);
});

/** Those that ask for a payment. */
const payMailsTo = async (email: string) =>
  (await mailsTo(email)).filter((text) => text.includes('/checkout/'));

/** The steps of a subscription up to its end, as it is after each. */
async function history(subscription: Subscription): Promise<Subscription[]> {
  const steps = [await nextStep(subscription)];
  for (let last = steps[0]; last !== undefined && last.endedAt === null && steps.length < 12;) {
    last = await nextStep(subscription);
    steps.push(last);
  }
  return steps;
}

const daysAfter = (start: Date) => (moment: Date | null) =>
  moment && Math.round((moment.getTime() - start.getTime()) / DAY_MS);

test('a method that is declined softly is charged again after 2, 5, 7 and 7 days, and never after the end', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'DeclinesSoftly' });
  const days = daysAfter(subscription.paidUntil);
  const steps = await history(subscription);
  assert.deepEqual(
    steps.map(({ status, paymentState, attempts, nextAttemptAt, endedAt }) => [
      status,
      paymentState,
      attempts,
      days(nextAttemptAt ?? endedAt),
    ]),
    [
      ['Active', 'Retrying', 1, 2],
      ['Active', 'Retrying', 2, 7],
      ['Expired', 'Retrying', 2, 7],
      ['Expired', 'Retrying', 3, 14],
      ['Expired', 'Retrying', 4, 21],
      ['Expired', 'Retrying', 5, null],
      ['Expired', 'Paid', 0, 21],
    ],
  );
  assert.deepEqual(
    (await periodsNow(app, subscription)).map(({ state, reason }) => reason ?? state),
    ['Paid', 'NotPaid'],
  );
  const mails = await payMailsTo(customer.email);
  assert.equal(mails.length, 4, 'one for each failure but the last, which is the end');
  assert.match(mails[0] ?? '', /was declined.*€49\.00.*We will try again on /s);
  assert.match((await mailsTo(customer.email)).at(-1) ?? '', /has ended/);
});

test('the last charge is made on the day of the end, and what it pays late keeps the anchor', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'DeclinesSoftly' });
  for (let steps = 0; steps < 5; steps += 1) await nextStep(subscription);
  const method = subscription.methodId ?? assert.fail();
  await setTestMethodBehaviour(app.ctx, method, 'Succeeds');
  const { dueAt } = await subscriptionNow(app, subscription);
  app.system.clock.set(dueAt ?? assert.fail());
  assert.equal(daysAfter(subscription.paidUntil)(dueAt), 21);
  await takeStep(app.ctx, subscription.id);
  await takeStep(app.ctx, subscription.id);
  assert.equal((await subscriptionNow(app, subscription)).endedAt, null, 'the end waits for the charge');
  await runPaymentJobs(app.system);
  const renewed = await subscriptionNow(app, subscription);
  const [, second] = await periodsNow(app, subscription);
  assert.deepEqual(
    [renewed.status, renewed.paymentState, second?.state, second?.startsAt, renewed.paidUntil],
    ['Active', 'Paid', 'Paid', subscription.paidUntil, second?.endsAt],
  );
  assert.deepEqual((await listLicenses(app.ctx, { orderId, limit: 1 }))[0]?.expiresAt, renewed.expiresAt);
});

for (const method of ['NeedsBuyer', 'DeclinesForGood'] as const) {
  test(`a method that ${method} is not charged again: its buyer is asked at once, after 3 and 10 days, and it ends after 21`, async () => {
    const { subscription, customer } = await subscribe(app, { method });
    const days = daysAfter(subscription.paidUntil);
    const steps = await history(subscription);
    assert.deepEqual(
      steps.map(({ asks, attempts, dueAt, endedAt }) => [asks, attempts, days(dueAt ?? endedAt)]),
      [
        [1, 1, 3],
        [2, 1, 7],
        [2, 1, 10],
        [3, 1, 21],
        [0, 0, 21],
      ],
    );
    assert.equal((await payMailsTo(customer.email)).length, 3);
  });

  test(`a renewal whose method ${method} is paid by its buyer, and the method of that payment is charged from then on`, async () => {
    const { subscription, customer } = await subscribe(app, { method });
    const open = await nextStep(subscription);
    assert.deepEqual([open.paymentState, open.attempts, open.nextAttemptAt], ['NeedsBuyer', 1, null]);
    const [mail] = await mailsTo(customer.email);
    const [, path = ''] = /https?:\/\/[^/\s]+(\/checkout\/\S+)/.exec(mail ?? '') ?? [];
    const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Succeed' };
    const paid = await app.inject({ method: 'POST', url: `/api${path}/pay`, payload });
    assert.equal(paid.json().status, 'Completed', paid.body);
    const renewed = await subscriptionNow(app, subscription);
    assert.deepEqual(
      [renewed.paymentState, renewed.attempts, renewed.failure, renewed.asks, renewed.askedAt],
      ['Paid', 0, null, 0, null],
    );
    assert.notEqual(renewed.methodId, subscription.methodId);
    const again = await nextStep(subscription);
    assert.deepEqual([again.paymentState, again.methodId], ['Paid', renewed.methodId]);
  });
}

async function openCharge(subscription: Subscription): Promise<Payment> {
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const orderId = (await periodsNow(app, subscription)).at(-1)?.orderId ?? assert.fail();
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  return (await payments.where('subjectId', '=', orderId).executeTakeFirst()) ?? assert.fail();
}

test('a charge that has not reached the provider when its subscription is cancelled is never made', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const charge = await openCharge(subscription);
  const cancelled = await cancelSubscription(app.ctx, subscription.id);
  await runPaymentJobs(app.system);
  assert.deepEqual(await subscriptionNow(app, subscription), cancelled);
  assert.deepEqual([cancelled.status, cancelled.paidUntil], ['Cancelled', subscription.paidUntil]);
  assert.deepEqual(
    (await periodsNow(app, subscription)).map(({ state, reason }) => reason ?? state),
    ['Paid', 'Cancelled'],
  );
  const payment = await findPayment(app.ctx, charge.id);
  assert.deepEqual([payment?.status, payment?.providerReference], ['Failed', null]);
  assert.equal((await listOrders(app.ctx, { customerId: customer.id, limit: 9 })).length, 1);
  assert.deepEqual(await payMailsTo(customer.email), []);
});

test('nobody loses access while the bank has the first charge of a renewal; once that has failed, the grace counts', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'DeclinesForGood' });
  const charge = await openCharge(subscription);
  for (const _ of ['a week', 'another week']) {
    const { expiresAt } = await subscriptionNow(app, subscription);
    app.system.clock.set(expiresAt);
    await takeStep(app.ctx, subscription.id);
    const waiting = await subscriptionNow(app, subscription);
    assert.deepEqual([waiting.status, waiting.paymentState], ['Active', 'Paid']);
    assert.ok(waiting.expiresAt > expiresAt);
    const [license] = await listLicenses(app.ctx, { orderId, limit: 1 });
    assert.deepEqual(license?.expiresAt, waiting.expiresAt);
  }
  await report(app.ctx, charge, { kind: 'Failed', reason: 'Declined.' });
  let step = await subscriptionNow(app, subscription);
  assert.deepEqual([step.status, step.paymentState], ['Active', 'Retrying']);
  const { expiresAt } = step;
  while (step.status === 'Active') step = await nextStep(subscription);
  assert.deepEqual([step.status, step.expiresAt], ['Expired', expiresAt]);
});

test('a charge that may have reached the provider when its subscription is cancelled is returned, and nothing follows', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const charge = await openCharge(subscription);
  const { instruction } = charge;
  if (instruction === null || !('method' in instruction)) assert.fail('it is no charge');
  const attemptedAt = app.system.clock.now().toISOString();
  await transaction(app.ctx, (tx) => writeAttempt(tx, charge, { ...instruction, attemptedAt }));
  await cancelSubscription(app.ctx, subscription.id);
  const cancelled = await subscriptionNow(app, subscription);
  await runPaymentJobs(app.system);
  assert.deepEqual(await subscriptionNow(app, subscription), cancelled);
  const jobs = app.system.database.reader.tables<JobTables>().selectFrom('jobs').select('payload');
  const returns = await jobs.where('kind', '=', returnMoneyJob.kind).execute();
  assert.deepEqual(
    returns.map(({ payload }) => payload['orderId']),
    [charge.subjectId],
  );
  const ended = await nextStep(subscription);
  assert.deepEqual([ended.status, (await periodsNow(app, subscription)).length], ['Expired', 2]);
});

test('without a grace, access lasts day by day while the bank has the first charge, and no longer', async () => {
  await updateSettings(app.ctx, { subscriptions: { graceDays: 0 } });
  const account = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  const patient = { ...app, ctx: { ...app.ctx, account } };
  const { subscription } = await subscribe(patient, { method: 'Succeeds' });
  await updateSettings(app.ctx, { subscriptions: { graceDays: 7 } });
  const provider = fakeProvider();
  const ctx = withProvider(patient.ctx, provider);
  const { paidUntil, expiresAt } = subscription;
  assert.deepEqual(expiresAt, paidUntil);
  app.system.clock.set(paidUntil);
  for (const day of [1, 2]) {
    await takeStep(ctx, subscription.id);
    await runPaymentJobs(withProvider(app.system, provider));
    await takeStep(ctx, subscription.id);
    const waiting = await subscriptionNow(app, subscription);
    const end = waiting.expiresAt.getTime() - app.system.clock.now().getTime();
    assert.ok(end > DAY_MS / 2 && end <= DAY_MS, `day ${day}: ${end / DAY_MS} days are left`);
    assert.deepEqual([waiting.status, waiting.failedAt], ['Active', null]);
    const dueAt = waiting.dueAt ?? assert.fail();
    // A night in which very many steps are due takes as long.
    const ahead = waiting.expiresAt.getTime() - dueAt.getTime();
    assert.equal(ahead, 8 * 3_600_000, 'no application is refused meanwhile');
    app.system.clock.set(dueAt);
  }
});

test('the last charge starts no new one after the end of all tries, and its buyer is asked for nothing', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'DeclinesSoftly' });
  let last = await nextStep(subscription);
  while (last.attempts < 4) last = await nextStep(last);
  const before = (await mailsTo(customer.email)).length;
  // Nothing runs for a day.
  app.system.clock.set(new Date((last.nextAttemptAt ?? assert.fail()).getTime() + DAY_MS));
  await takeStep(app.ctx, subscription.id);
  await runPaymentJobs(app.system);
  const late = await subscriptionNow(app, subscription);
  assert.deepEqual([late.attempts, late.nextAttemptAt, late.endedAt], [5, null, null]);
  assert.equal((await mailsTo(customer.email)).length, before, 'nobody is told of a day that has passed');
  await takeStep(app.ctx, subscription.id);
  const ended = await subscriptionNow(app, subscription);
  assert.deepEqual([ended.status, ended.paymentState, ended.endedAt !== null], ['Expired', 'Paid', true]);
});

test('a charge that nothing repeated for days waits for the vendor, and is charged once it is released', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesSoftly' });
  const first = await nextStep(subscription);
  await setTestMethodBehaviour(app.ctx, subscription.methodId ?? assert.fail(), 'Succeeds');
  const due = first.nextAttemptAt ?? assert.fail();
  app.system.clock.set(new Date(due.getTime() + 60 * DAY_MS));
  await takeStep(app.ctx, subscription.id);
  await runPaymentJobs(app.system);
  const waiting = await subscriptionNow(app, subscription);
  assert.deepEqual([waiting.paymentState, waiting.holdReason, waiting.renewedAt], ['Held', 'Overdue', null]);
  await releaseRenewal(app.ctx, subscription.id);
  const paid = await nextStep(await subscriptionNow(app, subscription));
  assert.deepEqual([paid.status, paid.paymentState], ['Active', 'Paid']);
});
