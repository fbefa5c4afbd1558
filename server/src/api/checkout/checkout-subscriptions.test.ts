import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { CHORES } from '../../jobs.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createDiscount, createVariation, updateDiscount } from '../../modules/catalog/index.ts';
import { readOrder } from '../../modules/orders/order/store.ts';
import { methodOfPayment, providerOf } from '../../modules/payments/index.ts';
import type { PaymentTables } from '../../modules/payments/tables.ts';
import { eraseCustomer } from '../../modules/privacy/index.ts';
import { pagePeriods, subscriptionsOfOrder, takeStep } from '../../modules/subscriptions/index.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { testClock } from '../../../test/clock.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 } });
  app.system.clock.set(new Date('2026-01-31T09:00:00Z'));
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const DAY_MS = 86_400_000;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly', quantity: 1 };
const AGREED = { recurringConsent: { wording: '2026-12' } };

const pay = (url: string, body: object = {}) => {
  const buyer = { name: 'Ann Buyer', email: `${randomUUID()}@example.com` };
  return app.inject({ method: 'POST', url, payload: { ...buyer, ...body } });
};

const page = async (url: string) => (await app.inject({ url })).json();

async function receiptOf(email: string): Promise<string> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const rows = await mails.where('recipient', '=', email).where('kind', '=', 'Receipt').execute();
  return rows.at(-1)?.textBody ?? assert.fail('no receipt');
}

async function paymentOf(orderId: string) {
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  return (await payments.where('subjectId', '=', orderId).executeTakeFirst()) ?? assert.fail();
}

test('the checkout says what is due today, what later, on which day, and what the buyer agrees to', async () => {
  const { show } = await checkOut(app, [
    { ...MONTHLY, id: 'sub', quantity: 2 },
    { ...ONE_APP, id: 'once' },
  ]);
  const { lines, total, subscription, payment } = await page(show);
  assert.equal(total.due.amount, 67);
  assert.deepEqual(
    lines.map(({ renewal }: { renewal?: object }) => renewal),
    [
      {
        prices: [{ payment: 2, subtotal: 18, taxes: 0, due: 18 }],
        // The last day of a shorter month; the time is that of the reading.
        nextPaymentAt: lines[0].renewal.nextPaymentAt,
      },
      undefined,
    ],
  );
  assert.match(lines[0].renewal.nextPaymentAt, /^2026-02-28T09:0/);
  assert.deepEqual(subscription.subscribed, []);
  assert.equal(subscription.consent.wording, '2026-12');
  assert.equal(
    subscription.consent.en,
    'I agree that my payment method is saved and charged until I cancel: Synth, Monthly: €18.00 every month.',
  );
  assert.match(
    subscription.consent.de,
    /bis zur Kündigung belastet wird: Synth, Monthly: 18,00\s€ jeden Monat\.$/,
  );
  assert.deepEqual(payment.test.method, {
    field: 'sandboxMethod',
    outcomes: ['Succeeds', 'NeedsBuyer', 'DeclinesSoftly', 'DeclinesForGood'],
  });
});

test('nothing is charged again without a consent, which the purchase keeps with its text and time', async () => {
  const { orderId, show, pay: url } = await checkOut(app, [MONTHLY, ONE_APP]);
  const refused = await pay(url);
  assert.equal(refused.statusCode, 400);
  assert.deepEqual(Object.keys(refused.json().errors), ['recurringConsent']);
  assert.match(refused.json().errors.recurringConsent[0], /send its version 2026-12: “I agree that/);
  const withMistake = await pay(url, { email: 'no address' });
  assert.deepEqual(Object.keys(withMistake.json().errors).toSorted(), ['email', 'recurringConsent']);

  const email = `${randomUUID()}@example.com`;
  const paid = await pay(url, { ...AGREED, email, locale: 'de-AT', sandboxMethod: 'DeclinesSoftly' });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const order = await readOrder(app.system.database.reader, app.demo.id, orderId);
  const { recurringConsent } = order?.content ?? {};
  assert.equal(recurringConsent?.wording, '2026-12');
  assert.match(recurringConsent?.text ?? '', /^Ich bin einverstanden, .*9,00\s€ jeden Monat/);
  assert.ok(Date.parse(recurringConsent?.at ?? '') <= app.system.clock.now().getTime());

  const [subscription, ...others] = await subscriptionsOfOrder(app.ctx, orderId);
  assert.deepEqual([subscription?.variationId, others.length], ['synth-monthly', 0]);
  const method = await methodOfPayment(app.ctx, (await paymentOf(orderId)).id);
  assert.equal(method?.status, 'Usable', 'the same payment has saved its method');
  const done = await page(show);
  assert.equal(done.lines[0].renewal.nextPaymentAt, subscription?.paidUntil.toISOString());
  assert.equal(done.subscription, undefined, 'nothing is left to agree to');
  assert.match(
    await receiptOf(email),
    /Synth, Monthly: Die nächste Zahlung, €\s9,00, ist am 28\. Februar 2026 fällig/,
  );
});

test('the consent is kept for three years after the end, also once its customer was deleted', async () => {
  const buyer = await shopper(app);
  const { orderId, pay: url } = await checkOut(app, [MONTHLY], buyer.auth);
  const paid = await app.inject({
    method: 'POST',
    url,
    payload: { name: 'Ann', email: buyer.email, ...AGREED },
  });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const consentNow = async () =>
    (await readOrder(app.system.database.reader, app.demo.id, orderId))?.content?.recurringConsent;
  const consent = await consentNow();
  assert.match(consent?.text ?? '', /€9\.00 every month/);
  await eraseCustomer(app.ctx, buyer.id);
  const [subscription] = await subscriptionsOfOrder(app.ctx, orderId);
  const end = subscription?.endedAt ?? assert.fail('the deletion ends it');
  const system = { ...app.system, clock: testClock(new Date(end.getTime() + 3 * 366 * DAY_MS)) };
  for (const [, chore] of Object.values(CHORES)) await chore(system);
  assert.deepEqual(await consentNow(), consent);
});

test('one cart has one billing cycle: a line of another one is refused with a sentence', async () => {
  const yearly = {
    id: 'synth-yearly',
    name: 'Yearly',
    recurrence: 'Yearly',
    prices: { EUR: 9_000, USD: 9_900 },
  } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, yearly);
  const items = [MONTHLY, ONE_APP, { ...MONTHLY, variationId: 'synth-yearly' }];
  const refused = await patchOrder(app, randomUUID(), { items });
  assert.deepEqual(refused.json().errors, {
    'items[2].variationId': [
      'One cart has one billing cycle: synth-yearly is paid for every year, another item of this cart every month. Buy them one after the other.',
    ],
  });
});

test('a subscription whose first payment is nothing saves its method all the same', async () => {
  const recurrence = 'Monthly';
  const free = { id: 'synth-gift', name: 'Gift', recurrence, prices: { EUR: 0, USD: 0 } } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, free);
  const { orderId, pay: url } = await checkOut(app, [{ ...MONTHLY, variationId: 'synth-gift' }]);
  const paid = await pay(url, AGREED);
  assert.equal(paid.json().status, 'Completed', paid.body);
  const payment = await paymentOf(orderId);
  assert.deepEqual([payment.amountMinor, payment.provider], [0, 'sandbox']);
  assert.equal((await methodOfPayment(app.ctx, payment.id))?.status, 'Usable');
});

test('who subscribes to a product confirms another subscription to it; a guest learns nothing of an address', async () => {
  const customer = await shopper(app);
  const first = await checkOut(app, [MONTHLY], customer.auth);
  assert.equal((await pay(first.pay, AGREED)).json().status, 'Completed');
  const again = await checkOut(app, [MONTHLY, ONE_APP], customer.auth);
  assert.deepEqual((await page(again.show)).subscription.subscribed, ['Synth']);
  const refused = await pay(again.pay, AGREED);
  assert.deepEqual(refused.json().errors, {
    anotherSubscription: ['You already subscribe to Synth. Confirm that you want another subscription.'],
  });
  const guest = await checkOut(app, [MONTHLY]);
  assert.deepEqual((await page(guest.show)).subscription.subscribed, []);
  assert.equal((await pay(guest.pay, { ...AGREED, email: customer.email })).json().status, 'Completed');
  const confirmed = await pay(again.pay, { ...AGREED, anotherSubscription: true });
  assert.equal(confirmed.json().status, 'Completed', confirmed.body);
});

test('later prices are part of what the buyer agrees to: a change of one refuses the payment', async () => {
  const discount = {
    id: 'half',
    name: 'Half',
    benefit: { type: 'PercentageOff', basisPoints: 5_000 },
  } as const;
  await createDiscount(app.ctx, { ...discount, recurringPaymentUseCount: 3 });
  const { show, pay: url } = await checkOut(app, [MONTHLY]);
  const { fingerprint, total, subscription, lines } = await page(show);
  assert.match(subscription.consent.en, /€4\.50 every month, €9\.00 from payment 4 on/);
  assert.deepEqual(
    lines[0].renewal.prices.map(({ payment, due }: { payment: number; due: number }) => [payment, due]),
    [
      [2, 4.5],
      [4, 9],
    ],
  );
  await updateDiscount(app.ctx, 'half', { recurringPaymentUseCount: 2 });
  assert.deepEqual((await page(show)).total, total, 'today it costs the same');
  const changed = await pay(url, { ...AGREED, fingerprint });
  assert.equal(changed.json().errorType, 'OrderChanged');
  await updateDiscount(app.ctx, 'half', { isArchived: true });
});

test('a customer sees the plan, the method and the payments of their subscription, and nobody else does', async () => {
  const customer = await shopper(app);
  const { orderId, pay: url } = await checkOut(app, [MONTHLY], customer.auth);
  assert.equal((await pay(url, AGREED)).json().status, 'Completed');
  const path = '/api/customer/inventory/subscriptions';
  const read = async (suffix: string, { auth: headers } = customer) =>
    app.inject({ url: `${path}${suffix}`, headers });
  const [own] = (await read('')).json().items;
  assert.deepEqual(
    [own.variation, own.payment, own.hasPaymentMethod, own.paymentMethod.brand],
    [{ id: 'synth-monthly', name: 'Monthly' }, { state: 'Paid' }, true, 'test card'],
  );
  const orders = (await read(`/${own.id}/orders`)).json();
  assert.deepEqual([orders.items.map(({ id }: { id: string }) => id), orders.hasMore], [[orderId], false]);
  const stranger = await shopper(app);
  assert.equal((await read(`/${own.id}/orders`, stranger)).statusCode, 404);
});

test('where no method can be saved, subscriptions are hidden, refused, and taken out of carts', async () => {
  const { orderId, show, pay: url } = await checkOut(app, [ONE_APP, MONTHLY]);
  const provider = (await providerOf(app.ctx)) ?? assert.fail();
  const { capabilities } = provider;
  const able = await capabilities(app.ctx);
  Object.assign(provider, { capabilities: async () => ({ ...able, savesMethods: false }) });
  try {
    const { products } = await page('/api/customer/storefront');
    const synth = products.find(({ id }: { id: string }) => id === 'synth');
    assert.deepEqual(
      synth.variations.map(({ id }: { id: string }) => id),
      ['synth-once'],
    );
    const refused = await patchOrder(app, randomUUID(), { items: [MONTHLY] });
    assert.deepEqual(refused.json().errors, {
      'items[0].variationId': [
        'This shop sells no subscriptions at the moment, so synth-monthly cannot be bought.',
      ],
    });
    const { lines, withdrawnLines } = await page(show);
    assert.deepEqual([lines.length, withdrawnLines[0].name], [1, 'Synth']);
    assert.equal((await pay(url)).json().status, 'Completed');
  } finally {
    Object.assign(provider, { capabilities });
  }
  assert.deepEqual(await subscriptionsOfOrder(app.ctx, orderId), []);
});

test('a customer and guests of their address get free days once, also if they pay at the same moment', async () => {
  const recurrence = 'Monthly';
  const terms = { freeDays: 14 };
  const prices = { EUR: 1_200, USD: 1_300 };
  const trial = { id: 'synth-shared-free', name: 'Days', recurrence, terms, prices } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, trial);
  const line = { ...MONTHLY, variationId: trial.id };
  const { auth, email } = await shopper(app);
  const carts = await Promise.all(
    [auth, undefined, auth, undefined].map((headers) => checkOut(app, [line], headers)),
  );
  const slow = { ...AGREED, email, sandboxOutcome: 'Delay' };
  const answers = await Promise.all(carts.map(({ pay: url }) => pay(url, slow)));
  const outcomes = answers.map((answer): string => answer.json().errorType ?? answer.json().status);
  assert.deepEqual(outcomes.toSorted(), [
    'FreeDaysInPayment',
    'FreeDaysInPayment',
    'FreeDaysInPayment',
    'PaymentProcessing',
  ]);
});

test('free days that are in payment in another cart are refused, and whoever gets them twice is charged on the day they were told', async () => {
  const recurrence = 'Monthly';
  const terms = { freeDays: 14 };
  const days = {
    id: 'synth-days',
    name: 'Days',
    recurrence,
    terms,
    prices: { EUR: 1_200, USD: 1_300 },
  } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, days);
  const line = { ...MONTHLY, variationId: 'synth-days' };
  const { auth } = await shopper(app);
  const [one, other] = [await checkOut(app, [line], auth), await checkOut(app, [line], auth)];
  const slow = { ...AGREED, sandboxOutcome: 'Delay' };
  assert.equal((await pay(one.pay, slow)).json().status, 'PaymentProcessing');
  const refused = await pay(other.pay, AGREED);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'FreeDaysInPayment']);
  app.system.clock.advance(60_000);
  assert.equal((await pay(one.pay, AGREED)).json().status, 'Completed');
  const changed = (await page(other.show)).total.due.amount;
  assert.equal(changed, 12, 'the other cart offers none any more');
});

test('guests of one address get free days once, also if they pay at the same moment', async () => {
  const recurrence = 'Monthly';
  const terms = { freeDays: 14 };
  const prices = { EUR: 1_200, USD: 1_300 };
  const trial = { id: 'synth-once-free', name: 'Days', recurrence, terms, prices } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, trial);
  const line = { ...MONTHLY, variationId: trial.id };
  const email = `${randomUUID()}@example.com`;
  const carts = await Promise.all([1, 2, 3, 4].map(() => checkOut(app, [line])));
  const slow = { ...AGREED, email, sandboxOutcome: 'Delay' };
  const answers = await Promise.all(carts.map(({ pay: url }) => pay(url, slow)));
  const outcomes = answers.map((answer): string => answer.json().errorType ?? answer.json().status);
  assert.deepEqual(Map.groupBy(outcomes, (outcome) => outcome).get('FreeDaysInPayment')?.length, 3);
  assert.ok(outcomes.includes('PaymentProcessing'));
  const others = await checkOut(app, [line]);
  assert.equal((await pay(others.pay, AGREED)).json().status, 'Completed', 'another address');
});

test('free days save the method without a payment, the first charge is due at their end, and everybody has them once', async () => {
  const key = await app.apiKey(app.demo);
  const url = '/api/products/synth/variations';
  const prices = { EUR: 12, USD: 13 };
  const recurrence = { type: 'Recurring', cycleLength: 'Monthly' };
  const send = (method: 'POST' | 'PATCH', path: string, payload: object) =>
    app.inject({ method, url: path, payload, headers: key });
  const once = await send('POST', url, { id: 'synth-wrong', name: 'Wrong', prices, freeDays: 14 });
  assert.deepEqual(once.json().errors, {
    freeDays: ['The free days are only possible for a variation with a billing cycle.'],
  });
  const trial = { id: 'synth-trial', name: 'Trial', prices, recurrence };
  assert.match(
    (await send('POST', url, { ...trial, freeDays: 400 })).json().errors.freeDays[0],
    /from 1 to 365/,
  );
  assert.equal((await send('POST', url, { ...trial, freeDays: 14 })).json().freeDays, 14);

  const line = { ...MONTHLY, variationId: 'synth-trial' };
  const customer = await shopper(app);
  const { orderId, show, pay: payUrl } = await checkOut(app, [line], customer.auth);
  const { lines, total, subscription: terms } = await page(show);
  assert.deepEqual([total.original.amount, total.due.amount], [12, 0]);
  assert.deepEqual(lines[0].renewal.prices, [{ payment: 1, subtotal: 12, taxes: 0, due: 12 }]);
  assert.match(terms.consent.en, /€12\.00 every month, for the first time after 14 free days/);
  const paid = await pay(payUrl, AGREED);
  assert.equal(paid.json().status, 'Completed', paid.body);
  assert.deepEqual((await paymentOf(orderId)).amountMinor, 0);
  const [subscription = assert.fail()] = await subscriptionsOfOrder(app.ctx, orderId);
  const end = subscription.paidUntil;
  assert.equal(Math.round((end.getTime() - subscription.startedAt.getTime()) / 86_400_000), 14);
  const announcedAt = new Date(end.getTime() - 3 * 86_400_000);
  assert.deepEqual([subscription.dueAt, subscription.total.dueMinor], [announcedAt, 1_200]);
  assert.notEqual(subscription.methodId, null);

  await send('PATCH', `${url}/synth-trial`, { freeDays: 30 });
  const unmoved = await subscriptionsOfOrder(app.ctx, orderId);
  assert.deepEqual(unmoved[0]?.paidUntil, end, 'a change moves no running subscription');
  const again = await checkOut(app, [line], customer.auth);
  assert.equal((await page(again.show)).total.due.amount, 12);
  const guest = await checkOut(app, [line, { ...line, id: 'second' }]);
  assert.equal((await page(guest.show)).total.due.amount, 12, 'one of two lines');
  const refused = await pay(guest.pay, { ...AGREED, email: customer.email });
  assert.equal(refused.json().errorType, 'FreeDaysUsed');
  assert.equal((await pay(guest.pay, AGREED)).json().status, 'Completed');

  app.system.clock.set(announcedAt);
  await takeStep(app.ctx, subscription.id);
  assert.equal((await pagePeriods(app.ctx, subscription, { limit: 9 })).length, 1, 'it is only announced');
  app.system.clock.set(end);
  await takeStep(app.ctx, subscription.id);
  const [charged] = await subscriptionsOfOrder(app.ctx, orderId);
  const periods = await pagePeriods(app.ctx, subscription, { limit: 9 });
  assert.deepEqual(
    periods.map(({ number, state, reason }) => [number, state, reason]),
    [
      [1, 'Paid', 'FreeDays'],
      [2, 'Open', null],
    ],
  );
  assert.deepEqual(periods[1]?.startsAt, end);
  assert.equal(charged?.quantity, 1);
});
