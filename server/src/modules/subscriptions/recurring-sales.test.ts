import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { lastOrder, paymentOf } from '../../../test/late-money.ts';
import { paidInFull, report, runJobs } from '../../../test/payments.ts';
import { stockShop } from '../../../test/shop.ts';
import { nextStep, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { findMethod, methodOfPayment } from '../payments/index.ts';
import { sandboxMethod } from '../payments/providers/sandbox/sandbox-methods.ts';
import { cancelSubscription, payRenewal, returnMoneyJob } from './index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** The buyer pays the open renewal of a subscription on its page. */
async function pay(id: string, email: string, input: object): Promise<void> {
  const { pathname } = new URL(await payRenewal(app.ctx, id));
  const payload = { name: 'Ann', email, recurringConsent: { wording: '2026-12' }, ...input };
  const answer = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.equal(answer.statusCode, 200, answer.body);
}

test('a method that was saved with money that goes back is deleted again', async () => {
  const { subscription, customer } = await subscribe(app);
  await nextStep(app, subscription);
  await pay(subscription.id, customer.email, { sandboxOutcome: 'Delay' });
  const payment = await paymentOf(app, await lastOrder(app, subscription));
  await cancelSubscription(app.ctx, subscription.id);
  const method = sandboxMethod(payment.id, 'Succeeds');
  await report(app.ctx, payment, { ...paidInFull(payment), method });
  const saved = (await methodOfPayment(app.ctx, payment.id)) ?? assert.fail('nothing was saved');
  assert.equal((await findMethod(app.ctx, saved.id))?.status, 'Removed');
  await runJobs(app.system, returnMoneyJob);
});

test('a subscription speaks the language in which its buyer has paid last, and keeps it when it is charged', async () => {
  const { subscription, customer } = await subscribe(app);
  const { locale } = await nextStep(app, subscription);
  assert.notEqual(locale, 'de-AT');
  await pay(subscription.id, customer.email, { sandboxOutcome: 'Succeed', locale: 'de-AT' });
  const paid = await subscriptionNow(app, subscription);
  assert.deepEqual([paid.paymentState, paid.locale], ['Paid', 'de-AT']);
  assert.notEqual(paid.methodId, null);
  assert.equal((await nextStep(app, subscription)).locale, 'de-AT');
});
