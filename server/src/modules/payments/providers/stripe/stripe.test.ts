import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CARDS } from '../../../../../test/stripe/payments.ts';
import { openStripeShop, type StripeShop } from '../../../../../test/stripe/shop.ts';
import { LIVE_KEY, OTHER_KEY, RESTRICTED_KEY, TEST_KEY } from '../../../../../test/stripe/stand-in.ts';
import { connectProvider, disconnectProvider, findPayment, providerStatus } from '../../index.ts';

let shop: StripeShop;
before(async () => {
  shop = await openStripeShop();
});
after(() => shop.close());

const DAY_MS = 86_400_000;

describe('a payment by card', () => {
  test('leads to the page of the provider, which asks for exactly what is due', async () => {
    const { stripe } = shop;
    const { answer, session, paymentId, email } = await shop.buyer({ locale: 'de-AT' });
    assert.equal(answer.status, 'PaymentProcessing');
    const page = stripe.state.sessions.get(session) ?? assert.fail();
    assert.deepEqual(answer.payment.continuation, { kind: 'Redirect', url: page.url });
    assert.partialDeepStrictEqual(page, {
      amount_total: 4_900,
      currency: 'eur',
      customer_email: email,
      client_reference_id: paymentId,
      metadata: { latchkey_account: 'demo', latchkey_payment: paymentId },
      locale: 'de',
      ui_mode: 'hosted_page',
      success_url: page.cancel_url,
      expires_at: stripe.state.seconds() + 3_600,
    });
    const call = stripe.calls.findLast(({ path }) => path === '/checkout/sessions');
    assert.deepEqual([call?.idempotencyKey, call?.version], [`start-${paymentId}-1`, '2026-10-28.endive']);
  });

  test('completes the order when the buyer returns, before any event', async () => {
    const one = await shop.buyer();
    shop.stripe.money.payByCard(one.session, CARDS.good);
    assert.equal((await one.comeBack()).status, 'Completed');
    const payment = await findPayment(shop.app.ctx, one.paymentId);
    assert.partialDeepStrictEqual(payment?.details, {
      billingCountry: 'AT',
      cardCountry: 'AT',
      method: 'card',
    });
    assert.deepEqual(await shop.report(), [200, 200]);
    assert.equal((await one.payments()).length, 1);
  });

  test('completes the order by its event, although the buyer never returns', async () => {
    const one = await shop.buyer();
    shop.stripe.money.payByCard(one.session, CARDS.good);
    assert.deepEqual(await shop.report(), [200, 200]);
    assert.equal((await one.order()).status, 'Completed');
  });

  test('completes the order without buyer and event, by the sweep', async () => {
    const one = await shop.buyer();
    shop.stripe.money.payByCard(one.session, CARDS.good);
    shop.stripe.deliveries.take();
    shop.app.system.clock.advance(3 * 60_000);
    await shop.runJobs();
    assert.equal((await one.order()).status, 'Completed');
  });

  test('needs a second step, or is declined, on the page of the provider: the order waits', async () => {
    const { money } = shop.stripe;
    const one = await shop.buyer();
    assert.equal(money.payByCard(one.session, CARDS.declined), 'Declined');
    assert.equal((await one.comeBack()).status, 'PaymentProcessing');
    assert.equal(money.payByCard(one.session, CARDS.secondStep), 'SecondStep');
    assert.equal((await one.comeBack()).status, 'PaymentProcessing');
    assert.equal(money.endSecondStep(one.session, true), 'Paid');
    assert.equal((await one.comeBack()).status, 'Completed');
  });

  test('is not made twice when the buyer presses the button again', async () => {
    const one = await shop.buyer();
    assert.deepEqual((await one.pay()).payment.continuation, one.answer.payment.continuation);
    assert.equal((await one.payments()).length, 1);
  });
});

describe('a session that ends without money', () => {
  test('opens the order again when it expires, by its event', async () => {
    const one = await shop.buyer();
    shop.stripe.money.expire(one.session);
    await shop.report();
    const { status, failure = '' } = await one.order();
    assert.equal(status, 'Open');
    assert.match(failure, /not completed in time/);
    assert.equal((await one.pay()).status, 'PaymentProcessing', 'the buyer can try again');
  });

  test('is expired when the buyer gives up, and cannot be paid any more', async () => {
    const one = await shop.buyer();
    assert.equal((await one.giveUp()).status, 'Open');
    assert.throws(() => shop.stripe.money.payByCard(one.session, CARDS.good), /no longer active/);
    const paid = await shop.buyer();
    shop.stripe.money.payByCard(paid.session, CARDS.good);
    assert.equal((await paid.giveUp()).status, 'Completed', 'what is paid stays paid');
  });

  test('is expired by the sweep, an hour after the buyer left', async () => {
    const one = await shop.buyer();
    shop.app.system.clock.advance(2 * 3_600_000);
    await shop.runJobs();
    assert.equal((await one.order()).status, 'Open');
    assert.equal(shop.stripe.state.sessions.get(one.session)?.status, 'expired');
  });
});

describe('a bank that takes days', () => {
  test('is waited for, and completes the order', async () => {
    const one = await shop.buyer();
    shop.stripe.money.payByBank(one.session);
    await shop.report();
    for (let day = 0; day < 3; day += 1) {
      shop.app.system.clock.advance(DAY_MS);
      await shop.runJobs();
      assert.equal((await one.order()).status, 'PaymentProcessing', `day ${day + 1}`);
    }
    shop.stripe.money.endBank(one.session, true);
    await shop.report();
    assert.equal((await one.order()).status, 'Completed');
    assert.equal((await findPayment(shop.app.ctx, one.paymentId))?.details?.method, 'sepa_debit');
  });

  test('and refuses, opens the order again', async () => {
    const one = await shop.buyer();
    shop.stripe.money.payByBank(one.session);
    await shop.report();
    shop.stripe.money.endBank(one.session, false);
    await shop.report();
    const { status, failure = '' } = await one.order();
    assert.equal(status, 'Open');
    assert.match(failure, /bank declined/);
  });
});

test('the form can be a part of the page once the account has a publishable key', async () => {
  const { app, stripe } = shop;
  const without = await shop.buyer({ embedded: true });
  assert.equal(without.answer.payment.continuation?.kind, 'Redirect');
  assert.equal(without.answer.payment.embedded, undefined);
  assert.match(await policyOf('?embedded=true'), STRICT);
  const publishableKey = 'pk_test_standin';
  await connectProvider(app.ctx, 'stripe', { key: TEST_KEY, hasWebhook: true, publishableKey });
  const one = await shop.buyer({ embedded: true });
  const page = stripe.state.sessions.get(one.session) ?? assert.fail();
  assert.equal(page.ui_mode, 'embedded_page');
  assert.deepEqual(one.answer.payment, {
    provider: 'stripe',
    embedded: { script: `${stripe.url}/endive/stripe.js`, inPage: false },
    isTest: true,
    cancellable: true,
    continuation: {
      kind: 'Embedded',
      parameters: { clientSecret: page.client_secret, publishableKey },
    },
  });
  assert.match(page.return_url ?? '', /\?embedded=true$/);
  const hosts = `'self' ${stripe.url};`;
  const framed = await policyOf('?embedded=true');
  for (const part of [`script-src ${hosts}`, `frame-src ${stripe.url};`, `connect-src ${hosts}`])
    assert.ok(framed.includes(part), framed);
  assert.match(await policyOf(''), STRICT, 'the page on its own');
  const other = { url: '/checkout/order/token?embedded=true' };
  const { headers } = await app.injectAs(app.other, other);
  assert.match(String(headers['content-security-policy']), STRICT);
  await connectProvider(app.ctx, 'stripe', { key: TEST_KEY, hasWebhook: true, hasFormInPage: true });
  assert.ok((await policyOf('')).includes(`script-src ${hosts}`));
  assert.equal((await shop.buyer()).answer.payment.embedded?.inPage, true);
});

/** No script, frame or connection to other hosts. */
const STRICT = /^(?!.*frame-src).*script-src 'self';.* connect-src 'self';/;

async function policyOf(query: string): Promise<string> {
  const { headers } = await shop.app.inject({ url: `/checkout/order/token${query}` });
  return String(headers['content-security-policy']);
}

test('a key of another account is refused while money is under way, also by keys that may not tell theirs', async () => {
  const { app, stripe } = shop;
  await shop.buyer();
  const connect = (key: string) => connectProvider(app.ctx, 'stripe', { key, hasWebhook: true });
  const mixed = { errorType: 'ProviderAccountsMixed' };
  assert.equal(await connect(TEST_KEY), 'Test');
  assert.equal((await providerStatus(app.ctx, 'stripe')).settings['accountId'], 'acct_standin');
  await assert.rejects(connect(OTHER_KEY), mixed);
  const endpoints = stripe.state.endpoints.list();
  stripe.faults.add('GET', /^\/account$/, 'Forbidden', 2);
  await assert.rejects(connect(OTHER_KEY), mixed);
  assert.deepEqual(stripe.state.endpoints.list(), endpoints, 'nothing was changed there');
  const connectionId = async () => (await providerStatus(app.ctx, 'stripe')).settings['connectionId'];
  const before = await connectionId();
  assert.equal(await connect(RESTRICTED_KEY), 'Test', 'it reads the payment');
  assert.equal(await connectionId(), before, 'it is the same account');
  assert.equal((await providerStatus(app.ctx, 'stripe')).settings['accountId'], 'acct_standin');
  assert.equal(await connect(TEST_KEY), 'Test');
});

test('keys of the two modes are never mixed: not while connected, and not while a payment is pending', async () => {
  const { ctx } = shop.app;
  const pending = await shop.buyer();
  const live = { key: LIVE_KEY, hasWebhook: true };
  await assert.rejects(connectProvider(ctx, 'stripe', live), { errorType: 'ProviderModesMixed' });
  await assert.rejects(disconnectProvider(ctx, 'stripe'), { errorType: 'PaymentsPending' });
  assert.equal(await disconnectProvider(ctx, 'stripe', { isForced: true }), null);
  await assert.rejects(connectProvider(ctx, 'stripe', live), { errorType: 'PaymentsPending' });
  assert.equal((await pending.order()).status, 'PaymentProcessing');
});

test('only what the key may not do is called a missing permission', async () => {
  const { app, stripe } = shop;
  const ctx = { ...app.ctx, account: app.other };
  const connect = (key: string = TEST_KEY) => connectProvider(ctx, 'stripe', { key, hasWebhook: true });
  await assert.rejects(connect(`${TEST_KEY}Typo`), {
    errorType: 'ProviderRefused',
    message: /Stripe does not accept this key\./,
  });
  stripe.faults.add('GET', /^\/webhook_endpoints$/, 'BadRequest');
  await assert.rejects(connect(), {
    errorType: 'ProviderRefused',
    message: /Stripe refuses the request.*This is refused/,
  });
  stripe.faults.add('GET', /^\/webhook_endpoints$/, 'Forbidden');
  await assert.rejects(connect(), {
    errorType: 'ProviderRefused',
    message: /permission "Webhook Endpoints: write"/,
  });
  await connect();
  stripe.faults.add('GET', /^\/disputes$/, 'BadRequest');
  const { checks } = await providerStatus(ctx, 'stripe');
  assert.match(checks.find(({ name }) => name === 'disputes')?.text ?? '', /^Stripe refuses the request/);
  stripe.faults.add('GET', /^\/account$/, 'BadRequest');
  await assert.rejects(connect(), { errorType: 'ProviderRefused', message: /Stripe refuses the request/ });
});
