import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { shopper, stockShop } from '../../../test/shop.ts';
import { nextStep, payOnPage, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { providerOf, tryReversal } from '../../modules/payments/index.ts';
import type { PaymentTables } from '../../modules/payments/tables.ts';
import {
  cancelSubscription,
  endSubscription,
  resumeSubscription,
  takeStep,
} from '../../modules/subscriptions/index.ts';
import type { Subscription } from '../../modules/subscriptions/tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const pageOf = ({ id }: Subscription, auth: Record<string, string>, returnUrl: string) => {
  const query = new URLSearchParams({ toUpdatePaymentMethod: 'true', returnUrl });
  return app.inject({
    url: `/api/customer/inventory/subscriptions/${id}?${query.toString()}`,
    headers: auth,
  });
};

/** The code behind the `#` of a page, which lets it change the payment method. */
function codeOf(page: URL): string {
  return new URLSearchParams(page.hash.slice(1)).get('code') ?? assert.fail();
}

test('the account leads to the page that changes the payment method, and its code saves another one', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'DeclinesForGood' });
  const own = await pageOf(subscription, customer.auth, 'https://elsewhere.example/');
  const page = new URL(own.json().embeddedUpdatePaymentUrl);
  assert.deepEqual([page.pathname, page.searchParams.get('return')], ['/account/payment-method', null]);
  assert.equal(page.searchParams.get('embedded'), 'true', 'browsers show it in a frame');
  const home = 'https://shop.demo.test/account';
  const back = new URL((await pageOf(subscription, customer.auth, home)).json().embeddedUpdatePaymentUrl);
  assert.equal(back.searchParams.get('return'), home);
  assert.equal((await pageOf(subscription, (await shopper(app)).auth, home)).statusCode, 404);
  const plain = await app.inject({
    url: `/api/customer/inventory/subscriptions/${subscription.id}`,
    headers: customer.auth,
  });
  assert.equal(plain.json().embeddedUpdatePaymentUrl, undefined, 'only if it is asked for');
  const saved = await app.inject({
    method: 'POST',
    url: '/api/customer/subscription-links/method',
    headers: { 'subscription-token': codeOf(page) },
    payload: { locale: 'en-GB', returnUrl: home },
  });
  assert.deepEqual([saved.statusCode, saved.json()], [200, {}], saved.body);
  const now = await subscriptionNow(app, subscription);
  assert.ok(now.methodId !== null && now.methodId !== subscription.methodId);
  assert.equal((await nextStep(app, subscription)).paymentState, 'Paid');
});

const inAddress = async (token: string) =>
  (await app.inject({ url: `/api/customer/subscription-links?token=${token}` })).json().errorType;

test('the payment service learns no link of a mail: its page leads back with a code that lasts an hour', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const own = await pageOf(subscription, customer.auth, '');
  const token = codeOf(new URL(own.json().embeddedUpdatePaymentUrl));
  assert.equal(await inAddress(token), 'PageOutdated', 'addresses are in logs, and earlier pages used them');
  const provider = (await providerOf(app.ctx)) ?? assert.fail();
  const { start } = provider;
  const pages: string[] = [];
  const watched: typeof start = (ctx, payment) => {
    pages.push(payment.visit.returnUrl);
    return start(ctx, payment);
  };
  Object.assign(provider, { start: watched });
  const change = { method: 'POST', url: '/api/customer/subscription-links/method', payload: {} } as const;
  try {
    const changed = await app.inject({ ...change, headers: { 'subscription-token': token } });
    assert.equal(changed.statusCode, 200, changed.body);
  } finally {
    Object.assign(provider, { start });
  }
  const [page = assert.fail('the provider was not asked')] = pages;
  assert.ok(!page.includes(token));
  const read = async (code: string) => {
    const headers = { 'subscription-token': code };
    return (await app.inject({ url: '/api/customer/subscription-links', headers })).statusCode;
  };
  const short = codeOf(new URL(page));
  assert.deepEqual([await read(short), await read(token)], [200, 200]);
  app.system.clock.advance(3_600_000);
  assert.deepEqual([await read(short), await read(token)], [400, 200]);
});

test('with the link of a mail, what is cancelled is renewed in its grace, and by no other way', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const own = await pageOf(subscription, customer.auth, '');
  const headers = {
    'subscription-token': codeOf(new URL(own.json().embeddedUpdatePaymentUrl)),
  };
  const ask = (verb: 'renew' | 'resume') =>
    app.inject({ method: 'POST', url: `/api/customer/subscription-links/${verb}`, headers });
  await cancelSubscription(app.ctx, subscription.id);
  assert.equal((await ask('renew')).json().errorType, 'NothingToRenew', 'it can be taken back');
  app.system.clock.set(new Date(subscription.paidUntil.getTime() + 3_600_000));
  assert.equal((await ask('resume')).json().errorType, 'NothingToTakeBack');
  const [once, again] = [await ask('renew'), await ask('renew')];
  assert.deepEqual([once.statusCode, again.statusCode], [200, 200], once.body);
  const orderIn = (answer: typeof once) => String(answer.json().payUrl).split('/')[4];
  assert.equal(orderIn(again), orderIn(once));
  await payOnPage(app, once.json().payUrl, customer.email);
  assert.equal((await subscriptionNow(app, subscription)).status, 'Active');
});

test('once nothing is charged any more, there is no page to change the payment method', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await endSubscription(app.ctx, subscription.id);
  const answer = await pageOf(subscription, customer.auth, '');
  assert.deepEqual([answer.statusCode, answer.json().embeddedUpdatePaymentUrl], [200, undefined]);
});

test('what is cancelled and taken back during a dispute stays held, and goes on by itself when that is won', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  const { id: paymentId } =
    (await payments.where('subjectId', '=', orderId).executeTakeFirst()) ?? assert.fail();
  await tryReversal(app.ctx, { paymentId, reversal: 'DisputeOpened' });
  const cancelled = await cancelSubscription(app.ctx, subscription.id);
  assert.deepEqual([cancelled.status, cancelled.holdReason], ['Cancelled', 'Disputed']);
  const back = await resumeSubscription(app.ctx, subscription.id);
  assert.deepEqual([back.status, back.paymentState], ['Active', 'Held']);
  await tryReversal(app.ctx, { paymentId, reversal: 'DisputeWon' });
  const won = await subscriptionNow(app, subscription);
  assert.deepEqual([won.status, won.paymentState, won.holdReason], ['Active', 'Paid', null]);
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  assert.notEqual((await subscriptionNow(app, subscription)).paymentState, 'Held');
});
