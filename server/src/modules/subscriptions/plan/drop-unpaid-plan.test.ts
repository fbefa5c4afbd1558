import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { DECLINED, paidInFull, report, runJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { payOnPage, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import type { Payment, PaymentTables } from '../../payments/tables.ts';
import { changePlan, dropUnpaidPlanJob, planPayPage, planTerms } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A monthly subscription of which two licenses more are agreed so many days after it began, and not paid yet. */
async function agreed(days: number) {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY });
  app.system.clock.advance(days * DAY_MS);
  const page = await agree(subscription);
  return { subscription, customer, page };
}

async function agree({ id }: Subscription): Promise<string> {
  const { subscription } = await changePlan(app.ctx, id, { quantity: 3 }, await planTerms(app.ctx, id));
  return (await planPayPage(app.ctx, subscription)) ?? assert.fail();
}

async function dropUnpaid(): Promise<void> {
  await runJobs(app.system, dropUnpaidPlanJob);
}

test('a change that nobody pays for three days is dropped, and can be agreed again', async () => {
  app.system.clock.hold('the time until which it can be paid is exact');
  const { subscription, customer, page } = await agreed(5);
  const until = new Date(app.system.clock.now().getTime() + 3 * DAY_MS);
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const [mail = assert.fail()] = await mails
    .where('recipient', '=', customer.email)
    .where('subject', 'like', '%changes%')
    .execute();
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  assert.ok(mail.textBody.replace(/\s+/g, ' ').includes(`If you do not pay before ${day},`), mail.textBody);
  app.system.clock.set(new Date(until.getTime() - 1));
  await dropUnpaid();
  const { nextPlan } = await subscriptionNow(app, subscription);
  assert.deepEqual([nextPlan?.quantity, nextPlan?.payBy], [3, until.toISOString()]);
  app.system.clock.set(until);
  await dropUnpaid();
  assert.equal((await subscriptionNow(app, subscription)).nextPlan, null);
  assert.equal((await app.inject({ url: `/api${new URL(page).pathname}` })).statusCode, 404);
  await payOnPage(app, await agree(subscription), customer.email);
  assert.equal((await subscriptionNow(app, subscription)).quantity, 3);
});

/** A change whose payment was begun in time, and is still on its way when the time is over. */
async function slowlyPaid(): Promise<{ readonly subscription: Subscription; readonly payment: Payment }> {
  const { subscription, customer, page } = await agreed(5);
  const recurringConsent = { wording: '2026-12' };
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Delay', recurringConsent };
  const url = `/api${new URL(page).pathname}/pay`;
  const paying = await app.inject({ method: 'POST', url, payload });
  assert.equal(paying.json().status, 'PaymentProcessing', paying.body);
  app.system.clock.advance(3 * DAY_MS);
  await dropUnpaid();
  const { nextPlan } = await subscriptionNow(app, subscription);
  const orderId = nextPlan?.orderId ?? assert.fail('it was dropped');
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  const payment = (await payments.where('subjectId', '=', orderId).executeTakeFirst()) ?? assert.fail();
  return { subscription, payment };
}

test('a payment of a change that was begun in time decides, however long it takes', async () => {
  const { subscription, payment } = await slowlyPaid();
  await report(app.ctx, payment, paidInFull(payment));
  assert.equal((await subscriptionNow(app, subscription)).quantity, 3);
});

test('a change whose slow payment fails in the end is dropped the day after', async () => {
  const { subscription, payment } = await slowlyPaid();
  await report(app.ctx, payment, DECLINED);
  app.system.clock.advance(DAY_MS);
  await dropUnpaid();
  assert.equal((await subscriptionNow(app, subscription)).nextPlan, null);
});
