import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import {
  CATALOG_TOPIC,
  type CatalogTables,
  createProduct,
  createVariation,
} from '../../modules/catalog/index.ts';
import { updateCustomer } from '../../modules/customers/store.ts';
import type { OrderTables } from '../../modules/orders/tables.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await stockShop(app, app.other);
  // Enabled after the products got their prices, so that none has a price in it.
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD', 'JPY'] });
});
after(() => app.close());
// Prevents the limit of sign-ups per minute and address from affecting the tests.
beforeEach(() => app.system.clock.advance(60_000));

const get = (orderId: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/customer/orders/${orderId}`, headers });

const eur = (amount: number) => ({ currency: 'EUR', amount });

describe('a cart', () => {
  test('is made by its first update, priced, and read back the same', async () => {
    const id = randomUUID();
    const first = await patchOrder(app, id, { items: [{ ...ONE_APP, id: 'line-1', quantity: 3 }] });
    assert.equal(first.statusCode, 200);
    const order = first.json();
    assert.deepEqual([order.id, order.status, order.currency], [id, 'Open', 'EUR']);
    assert.deepEqual(order.total, {
      original: eur(147),
      discount: eur(0),
      subtotal: eur(147),
      taxes: eur(0),
      due: eur(147),
    });
    const [line] = order.items;
    assert.deepEqual([line.id, line.type, line.productId, line.quantity], ['line-1', 'Product', 'app', 3]);
    assert.deepEqual([line.price, line.originalPrice], [{ EUR: 49 }, { EUR: 49 }]);
    assert.deepEqual(line.product, { id: 'app', name: 'App', tagline: 'An app', iconUrl: null });
    assert.deepEqual(line.variation.recurrence, { type: 'OneOff' });
    assert.deepEqual(order.couponsApplied, []);
    assert.deepEqual((await get(id)).json(), order);
  });

  test('has no total while it is empty', async () => {
    const order = (await patchOrder(app, randomUUID(), {})).json();
    assert.deepEqual([order.items, 'total' in order], [[], false]);
  });

  test('keeps what an update does not name', async () => {
    const id = randomUUID();
    await patchOrder(app, id, { items: [ONE_APP], currency: 'USD' });
    const order = (await patchOrder(app, id, {})).json();
    assert.deepEqual(
      [order.currency, order.items.length, order.total.due],
      ['USD', 1, { currency: 'USD', amount: 55 }],
    );
  });

  test('is priced in another currency when the update requests it', async () => {
    const id = randomUUID();
    await patchOrder(app, id, { items: [ONE_APP] });
    assert.deepEqual((await patchOrder(app, id, { currency: 'USD' })).json().total.due, {
      currency: 'USD',
      amount: 55,
    });
  });

  test('ignores prices, totals and details that a client sends back', async () => {
    const id = randomUUID();
    const order = (await patchOrder(app, id, { items: [ONE_APP] })).json();
    const [line] = order.items;
    const forged = {
      ...order,
      items: [{ ...line, price: { EUR: 1 }, originalPrice: { EUR: 1 }, total: { due: eur(1) } }],
      status: 'Completed',
    };
    assert.deepEqual((await patchOrder(app, id, forged)).json(), order);
  });

  test('takes an upper-case id for the same order', async () => {
    const id = randomUUID();
    await patchOrder(app, id.toUpperCase(), { items: [ONE_APP] });
    assert.equal((await get(id)).json().items.length, 1);
  });

  test('takes 100 lines of 10,000 and refuses one more of either', async () => {
    const items = Array.from({ length: 100 }, () => ({ ...ONE_APP, quantity: 10_000 }));
    assert.equal((await patchOrder(app, randomUUID(), { items })).json().total.due.amount, 49_000_000);
    assert.deepEqual((await patchOrder(app, randomUUID(), { items: [...items, ONE_APP] })).json().errors, {
      items: ['The items must have at most 100 entries.'],
    });
    assert.deepEqual(
      (await patchOrder(app, randomUUID(), { items: [{ ...ONE_APP, quantity: 10_001 }] })).json().errors,
      {
        'items[0].quantity': ['The quantity of item 1 must be at most 10000.'],
      },
    );
  });

  test('shows only what can be bought once a product is withdrawn, and can still be changed', async () => {
    await stockOne('fading');
    const id = randomUUID();
    await patchOrder(app, id, {
      items: [ONE_APP, { ...ONE_APP, productId: 'fading', variationId: 'fading-once' }],
    });
    await withdraw('fading');
    assert.deepEqual(
      (await get(id)).json().items.map((item: { productId: string }) => item.productId),
      ['app'],
    );
    assert.equal((await patchOrder(app, id, { currency: 'EUR' })).statusCode, 200);
  });
});

describe('an update is refused', () => {
  const cases: [string, object, Record<string, RegExp>][] = [
    [
      'a product that does not exist',
      { items: [{ ...ONE_APP, productId: 'ghost' }] },
      { 'items[0].productId': /^There is no product ghost\.$/ },
    ],
    [
      'a variation of another product',
      { items: [{ ...ONE_APP, variationId: 'synth-monthly' }] },
      { 'items[0].variationId': /variation/ },
    ],
    ['a currency that is not enabled', { currency: 'GBP' }, { currency: /EUR, USD, JPY/ }],
    [
      'a product without a price in the currency',
      { currency: 'JPY', items: [ONE_APP] },
      { 'items[0].currency': /JPY/ },
    ],
    [
      'a line without the id of its item',
      { items: [{ type: 'Bundle', variationId: 'x', quantity: 1 }] },
      { 'items[0].bundleId': /required/ },
    ],
    [
      'a quantity that is text',
      { items: [{ ...ONE_APP, quantity: '1' }] },
      { 'items[0].quantity': /whole number/ },
    ],
    [
      'a quantity of nothing, and an unknown type, at once',
      {
        items: [
          { ...ONE_APP, quantity: 0 },
          { ...ONE_APP, type: 'Gift' },
        ],
      },
      { 'items[0].quantity': /at least 1/, 'items[1].type': /one of/ },
    ],
    [
      'two lines with one id',
      {
        items: [
          { ...ONE_APP, id: 'a' },
          { ...ONE_APP, id: 'a' },
        ],
      },
      { 'items[1].id': /another line/ },
    ],
    [
      'every line that is wrong, at once',
      { items: [ONE_APP, { ...ONE_APP, productId: 'x' }, { ...ONE_APP, productId: 'y' }] },
      { 'items[1].productId': /no product x/, 'items[2].productId': /no product y/ },
    ],
  ];
  for (const [name, body, expected] of cases) {
    test(`that has ${name}`, async () => {
      const id = randomUUID();
      const response = await patchOrder(app, id, body);
      assert.equal(response.statusCode, 400);
      const { errors } = response.json<{ errors: Record<string, string[]> }>();
      assert.deepEqual(Object.keys(errors).toSorted(), Object.keys(expected).toSorted());
      for (const [path, pattern] of Object.entries(expected))
        assert.match(errors[path]?.join() ?? '', pattern);
      assert.equal((await get(id)).statusCode, 404, 'nothing is left behind');
    });
  }

  test('that changes the currency to one in which the cart cannot be bought', async () => {
    const id = randomUUID();
    const order = (await patchOrder(app, id, { items: [ONE_APP] })).json();
    const response = await patchOrder(app, id, { currency: 'JPY' });
    assert.deepEqual(
      [response.statusCode, Object.keys(response.json().errors)],
      [400, ['items[0].currency']],
    );
    assert.deepEqual((await get(id)).json(), order, 'the cart is as it was');
  });

  test('when the id is no GUID', async () => {
    assert.deepEqual((await patchOrder(app, 'my-cart', {})).json().errors, {
      orderId: ['The order id must be a GUID.'],
    });
  });

  test('when the return URL leads elsewhere', async () => {
    const query = `?checkout=true&returnUrl=${encodeURIComponent('https://evil.example/')}`;
    const response = await patchOrder(app, randomUUID(), { items: [ONE_APP] }, { query });
    assert.deepEqual([response.statusCode, Object.keys(response.json().errors)], [400, ['returnUrl']]);
  });
});

describe('a checkout', () => {
  test('is offered on request, on the host of the account', async () => {
    const id = randomUUID();
    const query = `?checkout=true&returnUrl=${encodeURIComponent(`${TEST_ORIGIN}/thanks`)}`;
    const order = (await patchOrder(app, id, { items: [ONE_APP] }, { query })).json();
    assert.match(order.checkoutUrl, new RegExp(`^http://[a-z.]+/checkout/${id}/[\\w~-]+$`));
    assert.equal(order.hostedCheckoutUrl, order.checkoutUrl);
    assert.match(order.embeddedCheckoutUrl, new RegExp(`/checkout/${id}/[\\w~-]+\\?embedded=true$`));
    assert.equal('checkoutUrl' in (await get(id)).json(), false);
    const read = (await app.inject({ url: `/api/customer/orders/${id}?checkout=true` })).json();
    const opened = await app.inject({ url: `/api${new URL(read.checkoutUrl).pathname}` });
    assert.equal(opened.statusCode, 200, 'a GET answers links as well');
  });
});

describe('an order belongs to the customer who touched it', () => {
  test('so that another customer sees nothing, and neither does another account', async () => {
    const [owner, stranger] = [await shopper(app), await shopper(app)];
    const id = randomUUID();
    await patchOrder(app, id, { items: [ONE_APP] }, { headers: owner.auth });
    assert.equal((await get(id, owner.auth)).statusCode, 200);
    for (const refused of [
      await get(id, stranger.auth),
      await patchOrder(app, id, { items: [] }, { headers: stranger.auth }),
    ]) {
      assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'OrderOfAnotherCustomer']);
    }
    assert.equal((await app.injectAs(app.other, { url: `/api/customer/orders/${id}` })).statusCode, 404);
    assert.equal((await get(id)).json().items.length, 1, 'who knows the id may read it');
  });

  test('and the same id in another account is another order', async () => {
    const id = randomUUID();
    await patchOrder(app, id, { items: [ONE_APP] });
    const elsewhere = await app.injectAs(app.other, {
      method: 'PATCH',
      url: `/api/customer/orders/${id}`,
      payload: {},
    });
    assert.deepEqual([elsewhere.statusCode, elsewhere.json().items], [200, []]);
    assert.equal((await get(id)).json().items.length, 1);
  });

  test('and a token that is no good counts as none, which the answer says', async () => {
    const foreign = await shopper(app, app.other);
    const { id } = (await patchOrder(app, randomUUID(), { items: [ONE_APP] })).json();
    for (const authorization of ['Bearer nonsense', 'Basic abc', foreign.auth.authorization]) {
      const { statusCode, headers } = await get(id, { authorization });
      assert.deepEqual([statusCode, headers['www-authenticate']], [200, 'Bearer error="invalid_token"']);
    }
  });

  test('and only that customer reads who bought it', async () => {
    const owner = await shopper(app);
    const { orderId, pay } = await checkOut(app, [ONE_APP], owner.auth);
    await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann Buyer', email: owner.email } });
    const { customer, status } = (await get(orderId, owner.auth)).json();
    assert.equal(status, 'Completed');
    assert.deepEqual(customer, {
      name: 'Ann Buyer',
      businessName: null,
      taxId: null,
      email: owner.email,
      phone: null,
      address: null,
    });
    const anonymous = await get(orderId);
    assert.deepEqual(
      [anonymous.statusCode, anonymous.json().customer],
      [200, { name: null, businessName: null, taxId: null, email: null, phone: null, address: null }],
    );
    assert.equal(anonymous.body.includes(owner.email), false);
  });

  test('also when the customer only read it, while it had no owner', async () => {
    const [owner, stranger] = [await shopper(app), await shopper(app)];
    const id = randomUUID();
    await patchOrder(app, id, { items: [ONE_APP] });
    assert.equal((await get(id)).statusCode, 200);
    assert.equal((await get(id, owner.auth)).json().items.length, 1);
    assert.equal((await get(id, stranger.auth)).statusCode, 403);
    const { customerId, revision } = await storedOrder(id);
    assert.deepEqual([customerId, revision], [owner.id, 2]);
    await get(id, owner.auth);
    assert.equal((await storedOrder(id)).revision, 2, 'a second look changes nothing');
  });

  test('but not while a guest is paying for it', async () => {
    const customer = await shopper(app);
    const { orderId, pay } = await checkOut(app);
    const buyer = { name: 'Gus', email: 'gus@example.com', sandboxOutcome: 'Delay' };
    await app.inject({ method: 'POST', url: pay, payload: buyer });
    assert.equal((await get(orderId, customer.auth)).json().status, 'PaymentProcessing');
    assert.equal((await storedOrder(orderId)).customerId, null);
  });

  test('and of several concurrent readers one gets it', async () => {
    const shoppers = await Promise.all([1, 2, 3, 4].map(() => shopper(app)));
    const id = randomUUID();
    await patchOrder(app, id, { items: [ONE_APP] });
    const answers = await Promise.all(shoppers.map(({ auth }) => get(id, auth)));
    const statuses = answers.map(({ statusCode }) => String(statusCode));
    assert.deepEqual(statuses.toSorted(), ['200', '403', '403', '403']);
    assert.equal((await storedOrder(id)).customerId, shoppers[statuses.indexOf('200')]?.id);
  });

  test('and it is billed to the address and business in the customer’s profile', async () => {
    const owner = await shopper(app);
    const address = { countryCode: 'NO', streetAddress1: 'Storgata 1', postCode: '0155', locality: 'Oslo' };
    const update = { method: 'PATCH', url: '/api/customer/identity', headers: owner.auth } as const;
    assert.equal((await app.inject({ ...update, payload: { address } })).statusCode, 200);
    await makeBusiness(owner.id);
    const { orderId, pay } = await checkOut(app, [ONE_APP], owner.auth);
    await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann at work', email: owner.email } });
    assert.deepEqual((await get(orderId, owner.auth)).json().customer, {
      name: 'Ann at work',
      businessName: 'Ann AS',
      taxId: 'NO974760673MVA',
      email: owner.email,
      phone: '+47 1',
      address: { ...address, streetAddress2: null, region: null },
    });
  });
});

test('a completed order takes no more changes', async () => {
  const { orderId, pay } = await checkOut(app);
  await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann', email: 'ann@example.com' } });
  const response = await patchOrder(app, orderId, { items: [] });
  assert.deepEqual([response.statusCode, response.json().errorType], [409, 'OrderCompleted']);
});

async function storedOrder(id: string) {
  const orders = app.system.database.reader.tables<OrderTables>().selectFrom('orders').selectAll();
  return orders.where('accountId', '=', app.demo.id).where('id', '=', id).executeTakeFirstOrThrow();
}

async function makeBusiness(customerId: string): Promise<void> {
  const business = { businessName: 'Ann AS', taxId: 'NO974760673MVA', phone: '+47 1' };
  await app.system.database.transaction((tx) => updateCustomer(tx, app.demo.id, customerId, business));
}

async function stockOne(id: string): Promise<void> {
  await createProduct(app.ctx, { id, name: id });
  await createVariation(
    app.ctx,
    { type: 'Product', id },
    { id: `${id}-once`, name: 'Once', prices: { EUR: 100, USD: 100 } },
  );
}

async function withdraw(id: string): Promise<void> {
  await app.system.database.transaction(async (tx) => {
    const products = tx.tables<CatalogTables>().updateTable('products').set({ isPurchasable: false });
    await products.where('accountId', '=', app.demo.id).where('id', '=', id).execute();
    await recordChange(tx, app.demo.id, CATALOG_TOPIC);
  });
}
