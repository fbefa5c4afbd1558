import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createProduct, createVariation } from '../../modules/catalog/index.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { jobHandlers } from '../../jobs.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let key: { 'api-key': string };
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await createProduct(app.ctx, { id: 'gift', name: 'Gift' });
  const free = { id: 'gift-once', name: 'Free', prices: { EUR: 0, USD: 0 } };
  await createVariation(app.ctx, { type: 'Product', id: 'gift' }, free);
  key = await app.apiKey(app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 } });
});
after(() => app.close());

const BUYER = { name: 'Ann Buyer', email: 'ann@example.com' };

const pay = (url: string, body: object = {}) =>
  app.inject({ method: 'POST', url, payload: { ...BUYER, email: `${randomUUID()}@example.com`, ...body } });

interface LicenseRow {
  productId: string;
  ownerId: string;
  status: string;
}

async function licensesOf(email: string): Promise<LicenseRow[]> {
  const customer = await app.inject({ url: `/api/customers/${encodeURIComponent(email)}`, headers: key });
  if (customer.statusCode === 404) return [];
  const { items } = (await app.inject({ url: '/api/licenses?pageSize=100', headers: key })).json<{
    items: LicenseRow[];
  }>();
  return items.filter(({ ownerId }) => ownerId === customer.json<{ id: string }>().id);
}

describe('the checkout page', () => {
  test('sees the order, its prices and who sells it', async () => {
    const { show } = await checkOut(app, [{ ...ONE_APP, id: 'one', quantity: 2 }]);
    const response = await app.inject({ url: show });
    assert.equal(response.statusCode, 200);
    const { fingerprint, ...page } = response.json();
    assert.match(fingerprint, /^[\w-]{43}$/);
    assert.deepEqual(page, {
      vendor: { id: 'demo', name: 'Demo Audio' },
      status: 'Open',
      taken: false,
      forOwner: false,
      downloads: false,
      currency: 'EUR',
      lines: [
        {
          id: 'one',
          type: 'Product',
          name: 'App',
          tagline: 'An app',
          iconUrl: null,
          variationName: 'Perpetual',
          recurrence: { type: 'OneOff' },
          quantity: 2,
          unitPrice: 49,
          total: { original: 98, discount: 0, subtotal: 98, due: 98 },
          reductions: [],
        },
      ],
      withdrawnLines: [],
      total: {
        original: { currency: 'EUR', amount: 98 },
        discount: { currency: 'EUR', amount: 0 },
        subtotal: { currency: 'EUR', amount: 98 },
        taxes: { currency: 'EUR', amount: 0 },
        due: { currency: 'EUR', amount: 98 },
      },
      couponsApplied: [],
      buyer: { name: null, email: null, locked: false },
      seller: { name: 'Demo Audio', address: [] },
      links: { shop: 'http://latchkey.test/shop' },
      footer: { links: [] },
      locale: 'en',
      currencies: ['EUR', 'USD'],
      payment: {
        provider: 'sandbox',
        isTest: true,
        test: { field: 'sandboxOutcome', outcomes: ['Succeed', 'Fail', 'Delay'] },
      },
    });
  });

  test('knows the customer whose order it is, and the way back', async () => {
    const customer = await shopper(app);
    const orderId = randomUUID();
    const query = `?checkout=true&returnUrl=${encodeURIComponent(`${TEST_ORIGIN}/thanks`)}`;
    const order = await patchOrder(app, orderId, { items: [ONE_APP] }, { query, headers: customer.auth });
    const { pathname, search } = new URL(order.json<{ checkoutUrl: string }>().checkoutUrl);
    const page = (await app.inject({ url: `/api${pathname}${search}` })).json();
    assert.deepEqual(page.buyer, { name: 'Ann Buyer', email: customer.email, locked: true });
    assert.equal(page.returnUrl, `${TEST_ORIGIN}/thanks`);
  });

  test('gives the way back as browsers read it, and no other way can be read from it', async () => {
    const back = String.raw` ${TEST_ORIGIN}\@evil.example/ä b`;
    const answer = await patchOrder(
      app,
      randomUUID(),
      { items: [ONE_APP] },
      { query: `?checkout=true&returnUrl=${encodeURIComponent(back)}` },
    );
    const { pathname, search } = new URL(answer.json<{ checkoutUrl: string }>().checkoutUrl);
    const page = (await app.inject({ url: `/api${pathname}${search}` })).json();
    assert.equal(page.returnUrl, `${TEST_ORIGIN}/@evil.example/%C3%A4%20b`);
  });

  test('names what the shop withdrew from the cart, and what alone would be refused', async () => {
    const product = { id: 'fading', name: 'Fading Synth' };
    await app.inject({ method: 'POST', url: '/api/products', payload: product, headers: key });
    const variation = { id: 'fading-once', name: 'Once', prices: { EUR: 1, USD: 1 } };
    const url = '/api/products/fading';
    await app.inject({ method: 'POST', url: `${url}/variations`, payload: variation, headers: key });
    const fading = { type: 'Product', productId: 'fading', variationId: 'fading-once', quantity: 1 };
    const gift = { type: 'Product', productId: 'gift', variationId: 'gift-once' };
    const { show, pay: payUrl } = await checkOut(app, [
      { ...fading, id: 'first' },
      { ...gift, id: 'one', quantity: 1 },
      { ...gift, id: 'more', quantity: 2 },
    ]);
    const answer = await app.inject({ method: 'PATCH', url, payload: { purchasable: false }, headers: key });
    assert.equal(answer.statusCode, 200, answer.body);
    const page = (await app.inject({ url: show })).json();
    assert.deepEqual(page.withdrawnLines, [{ id: 'first', name: 'Fading Synth', position: 0 }]);
    const refusal = 'Each customer can get 1 free license of Gift. This order would go beyond that.';
    assert.deepEqual(page.checkoutRefusals, [refusal]);
    assert.deepEqual(
      page.lines.map(({ id, refusals }: { id: string; refusals?: string[] }) => [id, refusals]),
      [
        ['one', undefined],
        ['more', [refusal]],
      ],
    );
    assert.equal((await pay(payUrl)).statusCode, 409);
  });

  test('opens for nobody without the token of this very order and account', async () => {
    const [mine, another] = [await checkOut(app), await checkOut(app)];
    const [token, mineToken] = [another, mine].map(({ show }) => show.split('/').at(-1) ?? '');
    for (const url of [
      `/api/checkout/${mine.orderId}/${token}`,
      `/api/checkout/${mine.orderId}/~~`,
      mine.show.slice(0, -1),
      `/api/checkout/not-an-order/${token}`,
      `/api/checkout/${mine.orderId}?token=${mineToken}`,
      mine.show.replace(/[^/~]+~/, `${(Date.now() * 2).toString(36)}~`),
    ]) {
      assert.equal((await app.inject({ url })).statusCode, 404, url);
    }
    assert.equal((await app.injectAs(app.other, { url: mine.show })).statusCode, 404);
  });
});

describe('a payment that succeeds', () => {
  test('completes the order, grants every license and mails one receipt', async () => {
    const email = `${randomUUID()}@example.com`;
    const synth = { type: 'Product', productId: 'synth', variationId: 'synth-once', quantity: 1 };
    const { orderId, pay: url } = await checkOut(app, [{ ...ONE_APP, quantity: 3 }, synth]);
    const paid = await pay(url, { email });
    assert.deepEqual([paid.statusCode, paid.json().status], [200, 'Completed']);
    assert.equal((await app.inject({ url: `/api/customer/orders/${orderId}` })).json().status, 'Completed');
    const products = (await licensesOf(email)).map(({ productId }) => productId);
    assert.deepEqual(products.toSorted(), ['app', 'app', 'app', 'synth']);
    const [receipt, ...more] = await receiptsTo(email);
    assert.equal(more.length, 0);
    assert.match(
      receipt?.textBody ?? '',
      /3 × App, Perpetual: €147\.00[\s\S]*Synth, Once: €99\.00[\s\S]*Total: €246\.00/,
    );
  });

  test('tells a guest how to get in, and a customer where the licenses are', async () => {
    const guest = `${randomUUID()}@example.com`;
    await pay((await checkOut(app)).pay, { email: guest });
    const text = (await receiptsTo(guest))[0]?.textBody ?? '';
    assert.match(text.replaceAll('\n', ' '), /To get your licenses, confirm that .+ is your email address\./);
    assert.match(text, /account\/confirm#/);
    const customer = await shopper(app);
    await pay((await checkOut(app, [ONE_APP], customer.auth)).pay);
    const [receipt] = await receiptsTo(customer.email);
    assert.match(receipt?.textBody.replaceAll('\n', ' ') ?? '', /in your account/);
    assert.doesNotMatch(receipt?.textBody ?? '', /password/);
  });

  test('is not repeated by a second click or a later one', async () => {
    const email = `${randomUUID()}@example.com`;
    const { pay: url } = await checkOut(app);
    const both = await Promise.all([pay(url, { email }), pay(url, { email })]);
    for (const response of both) assert.ok([200, 409].includes(response.statusCode), response.body);
    const later = await pay(url, { email });
    assert.deepEqual([later.statusCode, later.json().errorType], [409, 'OrderCompleted']);
    assert.equal((await licensesOf(email)).length, 1);
  });

  test('gives the licenses to the customer the order belongs to, whatever email is typed', async () => {
    const customer = await shopper(app);
    const { pay: url } = await checkOut(app, [ONE_APP], customer.auth);
    await pay(url, { email: 'someone.else@example.com' });
    assert.equal((await licensesOf(customer.email)).length, 1);
    assert.deepEqual(await licensesOf('someone.else@example.com'), []);
  });

  test('gives them to the customer who has the email, in any case, and makes one when there is none', async () => {
    const email = `Mixed.${randomUUID()}@example.com`;
    await pay((await checkOut(app)).pay, { email });
    await pay((await checkOut(app)).pay, { email: email.toUpperCase() });
    assert.equal((await licensesOf(email)).length, 2);
  });

  test('needs no provider when nothing is due', async () => {
    const email = `${randomUUID()}@example.com`;
    const gift = { type: 'Product', productId: 'gift', variationId: 'gift-once', quantity: 1 };
    const paid = await pay((await checkOut(app, [gift])).pay, { email, sandboxOutcome: 'Fail' });
    assert.equal(paid.json().status, 'Completed');
    assert.equal((await licensesOf(email)).length, 1);
  });
});

describe('a payment that does not succeed immediately', () => {
  test('says why it failed, grants nothing, and can be tried again', async () => {
    const email = `${randomUUID()}@example.com`;
    const { pay: url, orderId } = await checkOut(app);
    const failed = (await pay(url, { email, sandboxOutcome: 'Fail' })).json();
    assert.deepEqual([failed.status, failed.failure], ['Open', 'The test payment was declined.']);
    assert.deepEqual(await licensesOf(email), []);
    assert.equal(
      (await patchOrder(app, orderId, { items: [{ ...ONE_APP, quantity: 2 }] })).json().status,
      'Open',
    );
    const paid = (await pay(url, { email })).json();
    assert.deepEqual([paid.status, 'failure' in paid], ['Completed', false]);
    assert.equal((await licensesOf(email)).length, 2);
  });

  test('stays in progress, closed to changes, until its job reports it', async () => {
    const email = `${randomUUID()}@example.com`;
    const { pay: url, orderId, show } = await checkOut(app);
    assert.equal((await pay(url, { email, sandboxOutcome: 'Delay' })).json().status, 'PaymentProcessing');
    const change = await patchOrder(app, orderId, { items: [] });
    assert.deepEqual([change.statusCode, change.json().errorType], [409, 'OrderPaymentProcessing']);
    assert.equal(
      (await pay(url, { email })).json().status,
      'PaymentProcessing',
      'a second click starts nothing',
    );
    const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
    try {
      await worker.drain();
      assert.equal(
        (await app.inject({ url: show })).json().status,
        'PaymentProcessing',
        'not before its time',
      );
      app.system.clock.advance(5_000);
      await worker.drain();
    } finally {
      await worker.stop();
    }
    assert.equal((await app.inject({ url: show })).json().status, 'Completed');
    assert.equal((await licensesOf(email)).length, 1);
  });
});

describe('a payment is refused', () => {
  test('with every mistake of the buyer named', async () => {
    const { pay: path } = await checkOut(app);
    const issues = async (buyer: object): Promise<string[]> => {
      const response = await pay(path, buyer);
      assert.equal(response.statusCode, 400);
      return Object.keys(response.json().errors).toSorted();
    };
    const shape = await issues({ name: ' ', email: 'nobody', sandboxOutcome: 'Maybe' });
    assert.deepEqual(shape, ['name', 'sandboxOutcome']);
    const billing = {
      address: { countryCode: 'XX', streetAddress1: '1 Road', postCode: '1', locality: 'Y' },
    };
    const rules = await issues({ name: 'Bob', email: 'nobody', due: 1.234, billing });
    assert.deepEqual(rules, ['billing.address.countryCode', 'due', 'email']);
  });

  test('when the cart is empty', async () => {
    const { orderId, pay: url } = await checkOut(app);
    await patchOrder(app, orderId, { items: [] });
    const response = await pay(url);
    assert.deepEqual([response.statusCode, response.json().errorType], [409, 'OrderEmpty']);
  });

  test('when the price is not the one that the buyer saw', async () => {
    const { pay: url } = await checkOut(app);
    // Less than the amount due, and more: nobody is charged another amount than they saw.
    for (const due of [48.99, 49.01]) {
      const changed = await pay(url, { due });
      assert.deepEqual([changed.statusCode, changed.json().errorType], [409, 'PriceChanged']);
    }
    const nonsense = await pay(url, { due: 1.234 });
    assert.deepEqual(nonsense.json().errors, { due: ['The due must be an amount of EUR.'] });
    const nowhere = await pay(url, { due: 49, currency: 'euro' });
    assert.deepEqual(nowhere.json().errors, {
      currency: ['The currency must be a currency code of ISO 4217.'],
    });
    assert.equal((await pay(url, { due: 49 })).json().status, 'Completed');
  });

  test('when the order is not the one that the buyer saw', async () => {
    const { orderId, show, pay: url } = await checkOut(app);
    const { fingerprint } = (await app.inject({ url: show })).json();
    await patchOrder(app, orderId, { items: [{ ...ONE_APP, quantity: 2 }] });
    const changed = await pay(url, { fingerprint });
    assert.deepEqual([changed.statusCode, changed.json().errorType], [409, 'OrderChanged']);
    await patchOrder(app, orderId, { items: [ONE_APP] });
    assert.equal((await pay(url, { fingerprint })).json().status, 'Completed', 'as it was');
  });

  test('when the account has no provider', async () => {
    const { pay: url } = await checkOut(app);
    await updateSettings(app.ctx, { paymentProvider: 'none' });
    const response = await pay(url);
    await updateSettings(app.ctx, { paymentProvider: 'sandbox' });
    assert.deepEqual([response.statusCode, response.json().errorType], [409, 'PaymentsNotConfigured']);
  });

  test('in production, where the sandbox would give everything away', async () => {
    const production = await startTestApp({ NODE_ENV: 'production' });
    try {
      await stockShop(production, production.demo);
      const { orderId, show, pay: payUrl } = await checkOut(production);
      assert.deepEqual((await production.inject({ url: show })).json().payment, { provider: 'none' });
      const refused = await production.inject({ method: 'POST', url: payUrl, payload: BUYER });
      assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'PaymentsNotConfigured']);
      const order = await production.inject({ url: `/api/customer/orders/${orderId}` });
      assert.equal(order.json().status, 'Open');
    } finally {
      await production.close();
    }
  });

  test('when it would grant more than the 20,000 licenses that one transaction should', async () => {
    const many = { ...ONE_APP, quantity: 10_000 };
    const { pay: url } = await checkOut(app, [many, many, ONE_APP]);
    const response = await pay(url);
    assert.deepEqual([response.statusCode, response.json().errorType], [409, 'OrderTooLarge']);
    assert.match(response.json().detail, /20001 licenses/);
    const exact = await checkOut(app, [many, many]);
    assert.equal((await pay(exact.pay, { sandboxOutcome: 'Delay' })).json().status, 'PaymentProcessing');
  });

  test('above the limit of its address, also when nothing is due', async () => {
    await updateSettings(app.ctx, { limits: { paymentsPerMinute: 1 } });
    app.system.clock.advance(60_000);
    const { pay: url } = await checkOut(app);
    assert.equal((await pay(url, { name: 'Ann', email: 'ann@example.com' })).statusCode, 200);
    const refused = await pay(url);
    await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 } });
    assert.deepEqual([refused.statusCode, refused.json().errorType], [429, 'RateLimited']);
  });

  test('with the token of another order', async () => {
    const [mine, another] = [await checkOut(app), await checkOut(app)];
    const url = another.pay.replace(another.orderId, mine.orderId);
    assert.equal((await pay(url)).statusCode, 404);
  });
});

function receiptsTo(email: string) {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').select('textBody');
  return mails.where('recipient', '=', email).where('kind', '=', 'Receipt').execute();
}
