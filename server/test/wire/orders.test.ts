import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Account, updateSettings } from '../../src/modules/accounts/index.ts';
import { testContext } from '../context.ts';
import { aCoupon } from '../coupons.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../harness.ts';
import { merchantOf } from '../merchant.ts';
import { shopper, type Shopper } from '../shop.ts';
import { shopClient, type WireClient } from './deployed-client.ts';
import { assertFields, assertNoNulls, type Fields } from './fields.ts';
import { provisionLicenses } from '../licensing.ts';

let app: TestApp;
let account: Account;
let shop: WireClient;
let owner: Shopper;

before(async () => {
  app = await startTestApp();
  account = await updateSettings(app.ctx, { allowsPartialBundles: true });
  shop = shopClient(app);
  const merchant = await merchantOf(app);
  for (const [id, EUR, USD] of [
    ['app', 40, 44],
    ['synth', 100, 110],
    ['verb', 20, 22],
  ] as const) {
    const variations = [{ id: `${id}-once`, name: 'Once', prices: { EUR, USD } }];
    await merchant.call('POST', '/api/products', { id, name: id, variations });
  }
  const monthly = { type: 'Recurring', cycleLength: 'Monthly' };
  await merchant.call('POST', '/api/products/app/variations', {
    id: 'app-monthly',
    name: 'Monthly',
    prices: { EUR: 5, USD: 6 },
    recurrence: monthly,
  });
  const variations = [{ id: 'suite-once', name: 'Once', prices: { EUR: 80, USD: 88 } }];
  const productIds = ['app', 'synth', 'verb'];
  await merchant.call('POST', '/api/bundles', { id: 'suite', name: 'Suite', productIds, variations });
  await merchant.call('POST', '/api/discounts', {
    name: 'Spring',
    type: 'PercentageOffDiscount',
    percentage: 0.25,
    targets: [{ type: 'Product', id: 'verb' }],
  });
  const offer = { type: 'PercentageOffDiscount', percentage: 0.5, minimumItems: 2 };
  const target = { type: 'Product', id: 'verb' };
  await merchant.call('POST', '/api/offers', { id: 'verb-half', name: 'Half', ...offer, target });
  await merchant.call('POST', '/api/discounts', {
    name: 'Alone',
    type: 'FlatAmountOffDiscount',
    amounts: { EUR: 6, USD: 6 },
    isExclusive: true,
    targets: [target],
    utm: { campaign: ['alone'] },
  });
  owner = await shopper(app);
  await provisionLicenses(testContext(app.system, account), {
    ownerId: owner.id,
    requests: [{ productId: 'app' }],
  });
});
after(() => app.close());

const line = (id: string, fields: object = {}) => ({
  id: `line-of-${id}`,
  type: 'Product',
  productId: id,
  variationId: `${id}-once`,
  quantity: 1,
  ...fields,
});
const suite = { type: 'Bundle', bundleId: 'suite', variationId: 'suite-once', quantity: 1 };
const underOffer = { offerId: 'verb-half' };

interface Send {
  readonly id?: string;
  readonly token?: string;
  readonly query?: Record<string, string>;
}

async function patch(json: object, { id = randomUUID(), token, query }: Send = {}) {
  const answer = await shop('PATCH', `/customer/orders/${id}`, {
    json,
    ...(token && { token }),
    ...(query && { query }),
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const MONEY: Fields = { currency: 'text', amount: 'number' };
const LINE: Fields = {
  id: 'text',
  type: 'text',
  variationId: 'text',
  quantity: 'integer',
  price: 'prices',
  originalPrice: 'prices',
  variation: { id: 'text', name: 'string', price: 'prices', originalPrice: 'prices', hasDiscount: 'boolean' },
  total: { original: MONEY, discount: MONEY, subtotal: MONEY, due: MONEY },
};
const ITEM: Fields = { id: 'text', name: 'text', tagline: 'string', iconUrl: 'url|null' };

test('(client) a cart has every field that a shop shows', async () => {
  const order = await patch({ currency: 'EUR', items: [line('app'), line('verb')] });
  assertFields(order, {
    id: 'guid',
    status: 'text',
    currency: 'text',
    items: [{ ...LINE, productId: 'text', product: ITEM }],
    total: { original: MONEY, discount: MONEY, subtotal: MONEY, taxes: MONEY, due: MONEY },
    couponsApplied: 'list',
  });
  assertNoNulls(order, ['iconUrl']);
  const { items } = await patch({ items: [suite] });
  assertFields(items[0], { ...LINE, bundleId: 'text', bundle: { ...ITEM, products: [ITEM] } });
});

test('(client) a cart without lines has no total, and a list of coupons', async () => {
  const order = await patch({ items: [] });
  assert.deepEqual([order.items, order.couponsApplied, 'total' in order], [[], [], false]);
});

test('(client) coupons are entered and removed by query, without a body, and the order is the answer', async () => {
  const COUPON: Fields = { code: 'text', name: 'text', description: 'string' };
  const { code } = await aCoupon(app.ctx);
  const { id } = await patch({ items: [line('app')] });
  const send = (method: 'PATCH' | 'DELETE', path: string, query?: Record<string, string>) =>
    shop(method, `/customer/orders/${id}/${path}`, query && { query });
  const entered = await send('PATCH', 'coupon', { code: code.toLowerCase() });
  assert.equal(entered.statusCode, 200, entered.body);
  assertFields(entered.json(), { id: 'guid', items: [LINE], couponsApplied: [COUPON] });
  assertNoNulls(entered.json(), ['iconUrl']);
  for (const removal of [await send('DELETE', 'coupon', { code }), await send('DELETE', 'coupons')])
    assert.deepEqual([removal.statusCode, removal.json().couponsApplied], [200, []]);
  const refusal = await send('PATCH', 'coupon', { code: 'never was' });
  assert.equal(refusal.statusCode, 400);
  assertFields(refusal.json(), { title: 'text', status: 'integer', detail: 'text' });
  assert.match(refusal.json().detail, /^[A-Z].*\.$/, 'a sentence that is shown as it is');
});

test('(client) null in a cart means absent', async () => {
  const nothing = { id: null, bundleId: null, offerId: null, partial: null, replaced: null };
  const [item] = (await patch({ currency: null, items: [{ ...line('app'), ...nothing }] })).items;
  assertFields(item, LINE);
  assertNoNulls(item, ['iconUrl']);
  const id = randomUUID();
  await patch({ currency: 'USD', items: [line('app')] }, { id });
  const answer = await patch({ currency: null, items: null }, { id });
  assert.deepEqual([answer.currency, answer.items.length], ['USD', 1]);
  const missing = await shop('PATCH', `/customer/orders/${id}`, {
    json: { items: [{ ...line('app'), productId: null }] },
  });
  assert.deepEqual([missing.statusCode, Object.keys(missing.json().errors)], [400, ['items[0].productId']]);
});

test('(client) a cart is pushed back with all that the server once put in it, and prices in it count for nothing', async () => {
  const id = randomUUID();
  const order = await patch({ items: [line('app'), line('verb', underOffer)] }, { id });
  const forged = order.items.map((item: object) => ({
    ...item,
    price: { EUR: 1 },
    originalPrice: { EUR: 1 },
    appliedDiscount: { name: 'Mine', total: { EUR: 99 } },
    total: null,
    extra: { deep: [1, null] },
  }));
  const pushed = {
    ...order,
    items: forged,
    total: { due: { currency: 'EUR', amount: 0 } },
    status: 'Completed',
  };
  assert.deepEqual(await patch(pushed, { id }), order);
});

test('(client) what a shop notes on a line is echoed, on reading too', async () => {
  const id = randomUUID();
  const replaced = [
    { ...line('app'), product: { id: 'app', name: 'App', deep: [{ a: null }] } },
    line('synth'),
  ];
  const lineId = `${'x'.repeat(199)}é`;
  const noteLine = { ...suite, id: lineId, partial: true, replaced, offerId: 'gone' };
  for (const order of [
    await patch({ items: [noteLine, line('verb')] }, { id }),
    (await shop('GET', `/customer/orders/${id}`)).json(),
  ]) {
    const [bundle, verb] = order.items;
    assert.deepEqual(
      [bundle.id, bundle.partial, bundle.replaced, bundle.offerId],
      [lineId, true, replaced, 'gone'],
    );
    assert.deepEqual(['partial' in verb, 'replaced' in verb], [false, false]);
  }
  const tooLong = await shop('PATCH', `/customer/orders/${id}`, {
    json: { items: [line('app', { id: `${lineId}x` })] },
  });
  assert.deepEqual([tooLong.statusCode, Object.keys(tooLong.json().errors)], [400, ['items[0].id']]);
});

test('(client) a hundred lines with ids of their own are taken, and offer ids that cannot be are no reason to refuse', async () => {
  const items = Array.from({ length: 100 }, (_, index) => line('app', { id: `${index}`.padStart(200, 'x') }));
  assert.equal((await patch({ items })).items.length, 100);
  const guids = Array.from({ length: 100 }, () => line('app', { id: randomUUID(), offerId: 'verb-half' }));
  assert.equal((await patch({ items: guids })).items.length, 100);
  for (const offerId of ['', 'Not An Offer', 'X'.repeat(300)]) {
    const [item] = (await patch({ items: [line('app', { offerId })] })).items;
    assert.deepEqual([item.price, 'offerId' in item], [{ EUR: 40 }, false]);
  }
});

test('(client) notes that are too long for one order are left out, and the cart is taken', async () => {
  const heavy = { replaced: [{ note: 'n'.repeat(20_000) }] };
  const { items } = await patch({
    items: [line('app', heavy), line('synth', heavy), line('verb', { replaced: [1] })],
  });
  assert.deepEqual(
    items.map((item: { replaced?: unknown[] }) => item.replaced?.length),
    [1, undefined, 1],
  );
});

test('(client) the discount on a line is all that came off it, under the name of the first', async () => {
  const { items } = await patch({ items: [line('app'), line('verb', { ...underOffer, quantity: 3 })] });
  const [, verb] = items;
  // 20 less a quarter is 15, half of it is 7.50.
  assert.deepEqual([verb.originalPrice, verb.price], [{ EUR: 20 }, { EUR: 7.5 }]);
  const spring = { type: 'PercentageOffDiscount', name: 'Spring', percentage: 0.25, isExclusive: false };
  assert.deepEqual(verb.appliedDiscount, { ...spring, total: { EUR: 37.5 } });
  assert.deepEqual(verb.variation.discount, { ...spring, total: { EUR: 12.5 } });
  assert.deepEqual(verb.total, {
    original: { currency: 'EUR', amount: 60 },
    discount: { currency: 'EUR', amount: 37.5 },
    subtotal: { currency: 'EUR', amount: 22.5 },
    due: { currency: 'EUR', amount: 22.5 },
  });
});

test('(client) an offer counts lines, is good for one of them, and not for a price that an exclusive discount made', async () => {
  const prices = async (items: object[], query: Record<string, string> = {}) => {
    const order = await patch({ items }, { query });
    return order.items.map(({ price }: { price: { EUR: number } }) => price.EUR);
  };
  assert.deepEqual(await prices([line('verb', { ...underOffer, quantity: 9 })]), [15], 'units are no lines');
  assert.deepEqual(await prices([line('app'), line('verb', underOffer)]), [40, 7.5], 'its own line counts');
  const again = line('verb', { ...underOffer, id: 'again' });
  assert.deepEqual(await prices([line('verb', underOffer), again]), [7.5, 15]);
  const alone = { utm_campaign: 'alone' };
  assert.deepEqual(await prices([line('app'), line('verb', underOffer)], alone), [40, 14]);
});

test('(client) every unit of a partial bundle is the rest', async () => {
  const token = owner.auth.authorization.slice('Bearer '.length);
  const [rest] = (await patch({ items: [{ ...suite, quantity: 3 }] }, { token })).items;
  // 80 over 40 : 100 : 20.
  assert.deepEqual([rest.originalPrice, rest.price], [{ EUR: 60 }, { EUR: 60 }]);
  assert.equal(rest.total.due.amount, 180);
  assert.deepEqual(
    rest.bundle.products.map(({ id }: { id: string }) => id),
    ['synth', 'verb'],
  );
});

test('(client) a subscription goes into the cart with what is paid for once, and says its cycle', async () => {
  const order = await patch({ items: [line('verb'), line('app', { variationId: 'app-monthly' })] });
  assert.deepEqual(
    order.items.map(({ variation }: { variation: { recurrence: object } }) => variation.recurrence),
    [{ type: 'OneOff' }, { type: 'Recurring', cycleLength: 'Monthly' }],
  );
});

const token = ({ auth }: Shopper) => auth.authorization.slice('Bearer '.length);

test('(client) the shop makes the id: a change makes the order, and looking makes none', async () => {
  const id = randomUUID();
  assert.equal((await shop('GET', `/customer/orders/${id}`)).statusCode, 404);
  assert.equal((await patch({ items: [line('app')] }, { id: id.toUpperCase() })).id, id);
  assert.equal((await shop('GET', `/customer/orders/${id}`)).json().items.length, 1);
});

/** The address as clients open it: without `token` and `email`, and with their own additions. */
function asOpened(text: string, returnTo?: string): URL {
  const url = new URL(text);
  url.searchParams.delete('token');
  url.searchParams.delete('email');
  url.searchParams.set('anonymous', '1');
  if (returnTo !== undefined) url.searchParams.set('return', returnTo);
  return url;
}

test('(client) a change and a look answer checkout URLs, which stay good when a client has rewritten their query', async () => {
  const id = randomUUID();
  const query = { checkout: 'true', returnUrl: `${TEST_ORIGIN}/thanks` };
  const changed = await patch({ items: [line('app')] }, { id, query });
  const response = (await shop('GET', `/customer/orders/${id}`, { query: { checkout: 'true' } })).json();
  for (const order of [changed, response]) {
    assertFields(order, { checkoutUrl: 'url', hostedCheckoutUrl: 'url', embeddedCheckoutUrl: 'url' });
    assert.equal(order.hostedCheckoutUrl, order.checkoutUrl);
    for (const text of [order.checkoutUrl, order.embeddedCheckoutUrl]) {
      const own = asOpened(text);
      const elsewhere = asOpened(text, 'https://evil.example/x');
      const back = asOpened(text, `${TEST_ORIGIN}/cart`);
      const returns = [];
      for (const { pathname, search } of [own, elsewhere, back])
        returns.push((await shop('GET', `${pathname}${search}`)).json().returnUrl);
      assert.deepEqual(returns, [`${TEST_ORIGIN}/thanks`, `${TEST_ORIGIN}/thanks`, `${TEST_ORIGIN}/cart`]);
    }
  }
  const unasked = (await shop('GET', `/customer/orders/${id}`)).json();
  const empty = await patch({ items: [] }, { query: { checkout: 'true' } });
  for (const order of [unasked, empty]) assert.equal('checkoutUrl' in order, false);
});

async function checkedOut(by?: Shopper) {
  const id = randomUUID();
  const send = { id, query: { checkout: 'true' }, ...(by && { token: token(by) }) };
  const { checkoutUrl } = await patch({ items: [line('app')] }, send);
  const { pathname } = new URL(checkoutUrl);
  const json = { name: 'Ann Buyer', email: 'ann@example.com' };
  const pay = (sandboxOutcome: string) =>
    shop('POST', `${pathname}/pay`, { json: { ...json, sandboxOutcome } });
  const look = async (who?: Shopper) =>
    (await shop('GET', `/customer/orders/${id}`, who ? { token: token(who) } : {})).json();
  return { id, pay, look };
}

test('(client) after a declined payment the cart is Open again, says why, and can be changed', async () => {
  const { id, pay, look } = await checkedOut();
  await pay('Fail');
  const order = await look();
  assert.equal(order.status, 'Open');
  assertFields(order, { lastPaymentFailure: 'text' });
  assert.equal((await patch({ items: [line('synth')] }, { id })).status, 'Open');
});

test('(client) a completed order tells its owner who is billed, and nobody else', async () => {
  const buyer = await shopper(app);
  const { pay, look } = await checkedOut(buyer);
  assert.equal((await pay('Succeed')).statusCode, 200);
  const nullable = { businessName: 'text|null', taxId: 'text|null', phone: 'text|null' } as const;
  const { status, customer } = await look(buyer);
  assertFields(
    { status, customer },
    { status: 'text', customer: { name: 'text', email: 'text', ...nullable } },
  );
  assert.deepEqual([status, customer.email], ['Completed', buyer.email]);
  const names = ['name', 'businessName', 'taxId', 'email', 'phone', 'address'];
  assert.deepEqual((await look()).customer, Object.fromEntries(names.map((name) => [name, null])));
});

test('(client) the billing details that a shop sends for a guest are what the checkout begins with', async () => {
  const id = randomUUID();
  const query = { checkout: 'true' };
  const { checkoutUrl } = await patch({ items: [line('app')] }, { id, query });
  const address = { countryCode: 'NO', streetAddress1: 'Storgata 1', postCode: '0155', locality: 'Oslo' };
  const json = {
    name: 'Gus',
    email: 'gus@example.com',
    businessName: 'Gus AS',
    taxId: 'NO1',
    phone: null,
    address,
  };
  const answer = await shop('PATCH', `/customer/orders/${id}/billing-details`, { json });
  assert.deepEqual([answer.statusCode, answer.json().id, answer.json().status], [200, id, 'Open']);
  const { buyer } = (await shop('GET', new URL(checkoutUrl).pathname)).json();
  assert.deepEqual([buyer.name, buyer.email], ['Gus', 'gus@example.com']);
  assert.deepEqual(buyer.billing, {
    businessName: 'Gus AS',
    taxId: 'NO1',
    address: { ...address, streetAddress2: null, region: null },
  });
});

test('(client) the order of another customer is 403, so that the shop begins a new cart', async () => {
  const { id } = await checkedOut(owner);
  const other = token(await shopper(app));
  const path = `/customer/orders/${id}`;
  const answers = [
    await shop('GET', path, { token: other }),
    await shop('PATCH', path, { token: other, json: { items: [] } }),
  ];
  for (const answer of answers)
    assert.deepEqual([answer.statusCode, answer.json().errorType], [403, 'OrderOfAnotherCustomer']);
});

test('a paid order is changed no more', async () => {
  const { id, pay } = await checkedOut();
  await pay('Succeed');
  const answer = await shop('PATCH', `/customer/orders/${id}`, { json: { items: [] } });
  assert.deepEqual([answer.statusCode, answer.json().errorType], [409, 'OrderCompleted']);
});
