import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fakeProvider } from '../../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { paidInFull, report, runPaymentJobs, withProvider } from '../../../../test/payments.ts';
import { checkOut, GUEST_LINK, ONE_APP, shopper, stockShop } from '../../../../test/shop.ts';
import { updateSettings } from '../../accounts/index.ts';
import { listPayments, resumeStarts } from '../../payments/index.ts';
import { ProviderError } from '../../payments/provider-error.ts';
import { findOrder } from '../cart/find-order.ts';
import type { Order } from '../tables.ts';
import type { CheckoutLink } from '../rights/checkout-links.ts';
import { orderSubject, decisivePurchase } from '../purchase/purchases.ts';
import { payOrder } from './pay-order.ts';
import { abandonPayment, continuationOf, returnToOrder } from './running-payment.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 } });
});
after(() => app.close());

/** The view of a link's holder. */
const visit = async (order: Order, link: CheckoutLink) => ({
  order,
  link,
  purchase: await decisivePurchase(app.ctx, order),
});

const PAID = paidInFull({ amountMinor: 4_900, currency: 'EUR' });
const OTHER_LINK = { ...GUEST_LINK, id: 'another-link' };

/** An order whose buyer is on the page of the provider. */
async function orderOnItsWay() {
  const provider = fakeProvider();
  const { orderId } = await checkOut(app);
  const request = {
    orderId,
    link: GUEST_LINK,
    buyer: { name: 'Gus', email: `${orderId}@example.com` },
    returnUrl: 'https://demo.latchkey.test/checkout/page',
    locale: 'de-AT',
  };
  const pay = () => payOrder(withProvider(app.ctx, provider), request);
  await pay();
  const order = async () => (await findOrder(app.ctx, orderId, undefined)).order;
  return { provider, order, pay };
}

test('only the link that started a payment leads on to the provider, and only while the payment is pending', async () => {
  const { provider, order } = await orderOnItsWay();
  const redirect = { kind: 'Redirect', url: 'https://pay.example/session' };
  assert.deepEqual(await continuationOf(app.ctx, await visit(await order(), GUEST_LINK)), redirect);
  assert.equal(await continuationOf(app.ctx, await visit(await order(), OTHER_LINK)), null);
  assert.equal(provider.starts[0]?.visit.locale, 'de-AT');
  provider.state = PAID;
  await returnToOrder(withProvider(app.ctx, provider), await visit(await order(), OTHER_LINK));
  assert.equal((await order()).status, 'PaymentProcessing', 'the link of somebody else does nothing');
  await returnToOrder(withProvider(app.ctx, provider), await visit(await order(), GUEST_LINK));
  assert.equal((await order()).status, 'Completed');
  assert.equal(await continuationOf(app.ctx, await visit(await order(), GUEST_LINK)), null);
  await returnToOrder(withProvider(app.ctx, provider), await visit(await order(), GUEST_LINK));
});

test('a buyer who gives up opens the order again, unless the money arrived in the meantime', async () => {
  const first = await orderOnItsWay();
  await abandonPayment(withProvider(app.ctx, first.provider), await visit(await first.order(), OTHER_LINK));
  assert.deepEqual(first.provider.cancels, []);
  first.provider.state = { kind: 'Failed', reason: 'It was cancelled.' };
  await abandonPayment(withProvider(app.ctx, first.provider), await visit(await first.order(), GUEST_LINK));
  assert.equal(first.provider.cancels.length, 1);
  const { status, lastPaymentFailure } = await first.order();
  assert.deepEqual([status, lastPaymentFailure], ['Open', 'It was cancelled.']);
  const second = await orderOnItsWay();
  second.provider.state = PAID;
  await abandonPayment(withProvider(app.ctx, second.provider), await visit(await second.order(), GUEST_LINK));
  assert.equal((await second.order()).status, 'Completed');
});

test('a buyer gives up a payment that a process died over while it started it', async () => {
  const { provider, order, payments } = await orderLeftByItsProcess();
  provider.state = { kind: 'Failed', reason: 'It was cancelled.' };
  await abandonPayment(withProvider(app.ctx, provider), await visit(await order(), GUEST_LINK));
  const [first, second] = provider.starts;
  assert.deepEqual(second, first, 'what the provider may have is found under the same key');
  assert.deepEqual(provider.cancels, [(await payments())[0]?.providerReference]);
  assert.deepEqual(await order().then(({ status }) => status), 'Open');
});

test('a buyer gives up such a payment although the provider does not respond; money still counts', async () => {
  const { provider, order, payments } = await orderLeftByItsProcess();
  provider.answerStart = async () => {
    throw new ProviderError('Unavailable', 'socket hang up');
  };
  await abandonPayment(withProvider(app.ctx, provider), await visit(await order(), GUEST_LINK));
  const { status, lastPaymentFailure } = await order();
  assert.deepEqual([status, lastPaymentFailure], ['Open', 'The payment was cancelled. Nothing was charged.']);
  const [payment = assert.fail('no payment')] = await payments();
  await report(app.ctx, payment, PAID);
  assert.equal((await order()).status, 'Completed');
});

test('a payment that a process died over while it started it is started again at once after a restart', async () => {
  const { provider, order } = await orderLeftByItsProcess();
  const waits = await orderOnItsWay();
  provider.state = PAID;
  waits.provider.state = PAID;
  const status = async (each = order) => (await each()).status;
  await runPaymentJobs(withProvider(app.system, provider));
  assert.equal(await status(), 'PaymentProcessing', 'the process may be at it');
  await resumeStarts(app.system);
  await runPaymentJobs(withProvider(app.system, provider));
  assert.equal(await status(), 'Completed');
  const [first, second] = provider.starts;
  assert.deepEqual(second, first, 'the same request, and the same key');
  assert.equal(await status(waits.order), 'PaymentProcessing', 'its provider gets the time to report');
});

/** An order whose process ended while it called the provider, and will never get the answer. */
async function orderLeftByItsProcess() {
  const { orderId } = await checkOut(app, [ONE_APP]);
  const provider = fakeProvider();
  const { answerStart } = provider;
  const startCall = Promise.withResolvers<void>();
  provider.answerStart = () => {
    startCall.resolve();
    return new Promise(() => undefined);
  };
  const buyer = { name: 'Gus', email: `${orderId}@example.com` };
  const returnUrl = 'https://demo.latchkey.test/checkout/page';
  void payOrder(withProvider(app.ctx, provider), { orderId, link: GUEST_LINK, buyer, returnUrl });
  await startCall.promise;
  provider.answerStart = answerStart;
  return {
    provider,
    order: async () => (await findOrder(app.ctx, orderId, undefined)).order,
    payments: () => listPayments(app.ctx, orderSubject({ id: orderId })),
  };
}

test('the customer who owns the order gives up a payment that a stranger started, and nobody else does', async () => {
  const ann = await shopper(app);
  const { orderId } = await checkOut(app, [ONE_APP], ann.auth);
  const provider = fakeProvider();
  const stranger = { ...GUEST_LINK, buyer: { kind: 'Stranger' } } as const;
  const buyer = { name: 'Spy', email: 'spy@example.com' };
  const returnUrl = 'https://demo.latchkey.test/checkout/page';
  await payOrder(withProvider(app.ctx, provider), { orderId, link: stranger, buyer, returnUrl });
  const order = async () => (await findOrder(app.ctx, orderId, ann.id)).order;
  provider.state = { kind: 'Failed', reason: 'It was cancelled.' };
  const ofAnother = { ...OTHER_LINK, buyer: { kind: 'Customer', customerId: orderId } } as const;
  for (const link of [OTHER_LINK, { ...stranger, id: 'another' }, ofAnother])
    await abandonPayment(withProvider(app.ctx, provider), await visit(await order(), link));
  assert.deepEqual(provider.cancels, []);
  const own = { ...OTHER_LINK, buyer: { kind: 'Customer', customerId: ann.id } } as const;
  await abandonPayment(withProvider(app.ctx, provider), await visit(await order(), own));
  assert.deepEqual([provider.cancels.length, (await order()).status], [1, 'Open']);
});

test('a provider that is away changes nothing, and one that waits for a bank gets the time it needs', async () => {
  const { provider, order } = await orderOnItsWay();
  provider.state = 'Away';
  await returnToOrder(withProvider(app.ctx, provider), await visit(await order(), GUEST_LINK));
  assert.equal((await order()).status, 'PaymentProcessing');
  const until = new Date(app.system.clock.now().getTime() + 14 * 86_400_000);
  provider.state = { kind: 'Pending', until };
  await returnToOrder(withProvider(app.ctx, provider), await visit(await order(), GUEST_LINK));
  const [payment] = await listPayments(app.ctx, orderSubject(await order()));
  assert.deepEqual(payment?.expiresAt, until);
});

test('a buyer who returns while our server fails waits, and the log has an error', async (t) => {
  const errors = t.mock.method(app.system.log, 'error', () => undefined);
  const { provider, order } = await orderOnItsWay();
  provider.state = PAID;
  const none = { ...app.ctx, payments: { ...app.ctx.payments, providers: [] } };
  await returnToOrder(none, await visit(await order(), GUEST_LINK));
  assert.equal((await order()).status, 'PaymentProcessing');
  assert.match(JSON.stringify(errors.mock.calls[0]?.arguments), /could not be recorded/);
  await returnToOrder(withProvider(app.ctx, provider), await visit(await order(), GUEST_LINK));
  assert.equal((await order()).status, 'Completed');
});

test('a buyer who cancels while the provider is unavailable is asked to try again, and then can', async () => {
  const { provider, order } = await orderOnItsWay();
  const giveUp = async () =>
    abandonPayment(withProvider(app.ctx, provider), await visit(await order(), GUEST_LINK));
  const { fetch } = provider;
  const away = { status: 503, errorType: 'ProviderUnavailable', headers: { 'Retry-After': '5' } };
  provider.state = 'Away';
  await assert.rejects(giveUp(), away);
  provider.state = { kind: 'Failed', reason: 'It was cancelled.' };
  provider.fetch = () => Promise.reject(new ProviderError('Unavailable', 'the answer is lost'));
  await assert.rejects(giveUp(), away);
  const [pending] = await listPayments(app.ctx, orderSubject(await order()));
  assert.deepEqual([(await order()).status, pending?.status], ['PaymentProcessing', 'Pending']);
  provider.fetch = fetch;
  await giveUp();
  assert.deepEqual([(await order()).status, provider.cancels.length], ['Open', 2]);
});

test('a failure of our own is not called one of the provider', async () => {
  const { provider, order } = await orderOnItsWay();
  provider.fetch = () => Promise.reject(new Error('a seal cannot be opened'));
  await assert.rejects(
    abandonPayment(withProvider(app.ctx, provider), await visit(await order(), GUEST_LINK)),
    /a seal cannot/,
  );
  assert.equal((await order()).status, 'PaymentProcessing');
});

test('a buyer who pays again while the provider is unavailable learns that the payment is in process', async () => {
  const { provider, order, pay } = await orderOnItsWay();
  provider.state = 'Away';
  await pay();
  assert.equal((await order()).status, 'PaymentProcessing');
  provider.state = PAID;
  await pay();
  assert.equal((await order()).status, 'Completed');
});

test('the routes of the checkout answer with the order, and refuse whoever it does not belong to', async () => {
  const checkout = await checkOut(app);
  const buyer = { name: 'Gus', email: `${checkout.orderId}@example.com`, sandboxOutcome: 'Delay' };
  await app.inject({ method: 'POST', url: checkout.pay, payload: buyer });
  const call = (action: string) =>
    app.inject({ method: 'POST', url: checkout.pay.replace('/pay', `/${action}`) });
  assert.equal((await call('cancel')).json().status, 'PaymentProcessing', 'the sandbox waits');
  app.system.clock.advance(5_000);
  assert.equal((await call('return')).json().status, 'Completed');
  assert.equal((await call('return')).json().status, 'Completed', 'nothing is left to do');
});
