import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, patchOrder, shopper, type Shopper } from '../../../test/shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { provisionLicenses } from '../../../test/licensing.ts';

let app: TestApp;
let merchant: Merchant;
let owner: Shopper;

interface Cart {
  readonly items: {
    readonly price: { EUR: number };
    readonly total: Record<'original' | 'discount' | 'subtotal' | 'due', { amount: number }>;
    readonly appliedDiscount?: { readonly name: string; readonly total: Record<string, number> };
    readonly offerId?: string;
    readonly bundle?: { readonly products: { readonly id: string }[] };
  }[];
  readonly total: Record<'original' | 'discount' | 'subtotal' | 'taxes' | 'due', { amount: number }>;
}

before(async () => {
  app = await startTestApp();
  const account = await updateSettings(app.ctx, {
    currencies: ['EUR'],
    allowsPartialBundles: true,
  });
  merchant = await merchantOf(app);
  for (const [id, EUR] of Object.entries({ app: 49, synth: 99, verb: 29 })) {
    const variations = [{ id: `${id}-once`, name: 'Once', prices: { EUR } }];
    await merchant.call('POST', '/api/products', { id, name: id, variations });
  }
  const variations = [{ id: 'suite-once', name: 'Once', prices: { EUR: 100.01 } }];
  const productIds = ['app', 'synth', 'verb'];
  await merchant.call('POST', '/api/bundles', { id: 'suite', name: 'Suite', productIds, variations });
  await merchant.call('POST', '/api/offers', {
    id: 'verb-half',
    name: 'Verb for half',
    type: 'PercentageOffDiscount',
    percentage: 0.5,
    target: { type: 'Product', id: 'verb' },
    minimumItems: 2,
  });
  await merchant.call('POST', '/api/discounts', {
    name: 'Launch',
    type: 'PercentageOffDiscount',
    percentage: 0.2,
    utm: { campaign: ['launch'] },
    targets: [
      { type: 'Product', id: 'app' },
      { type: 'Product', id: 'verb' },
    ],
  });
  owner = await shopper(app);
  await provisionLicenses(testContext(app.system, account), {
    ownerId: owner.id,
    requests: [{ productId: 'app' }],
  });
});
after(() => app.close());

const product = (id: string, quantity = 1, fields: object = {}) => ({
  type: 'Product',
  productId: id,
  variationId: `${id}-once`,
  quantity,
  ...fields,
});
const suite = { type: 'Bundle', bundleId: 'suite', variationId: 'suite-once', quantity: 1 };

async function cart(items: readonly object[], options: Parameters<typeof patchOrder>[3] = {}): Promise<Cart> {
  const response = await patchOrder(app, randomUUID(), { items }, options);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Cart>();
}

test('an order costs what the storefront shows to the same visitor', async () => {
  const headers = { ...owner.auth };
  const query = '?utm_campaign=launch';
  const storefront = (await app.inject({ url: `/api/customer/storefront${query}`, headers })).json();
  const price = (list: 'products' | 'bundles', id: string): number =>
    storefront[list].find((item: { id: string }) => item.id === id).variations[0].price.EUR;
  const { items } = await cart([product('app'), product('synth'), suite], { query, headers });
  const expected = [price('products', 'app'), price('products', 'synth'), price('bundles', 'suite')];
  assert.deepEqual(
    items.map((line) => line.price.EUR),
    expected,
  );
  assert.deepEqual(expected, [39.2, 99, 72.32]);
});

test('the discount comes off first, then the offer, and the totals add up', async () => {
  const lines = [product('app', 2), product('verb', 3, { offerId: 'verb-half' })];
  const { items, total } = await cart(lines, { query: '?utm_campaign=launch' });
  assert.deepEqual(
    items.map((line) => line.price.EUR),
    [39.2, 11.6],
  );
  assert.deepEqual(
    items.map((line) => line.total.due.amount),
    [78.4, 34.8],
  );
  assert.equal(items[1]?.offerId, 'verb-half');
  assert.deepEqual(Object.fromEntries(Object.entries(total).map(([name, { amount }]) => [name, amount])), {
    original: 185,
    discount: 71.8,
    subtotal: 113.2,
    taxes: 0,
    due: 113.2,
  });
});

test('an offer waits for its condition, whatever prices the client sends', async () => {
  const forged = { price: { EUR: 1 }, total: { due: { amount: 1 } }, appliedDiscount: { name: 'Mine' } };
  const alone = await cart([product('verb', 1, { offerId: 'verb-half', ...forged })]);
  assert.deepEqual([alone.items[0]?.price.EUR, alone.items[0]?.appliedDiscount], [29, undefined]);
  const withTwo = await cart([product('synth'), product('verb', 1, { offerId: 'verb-half' })]);
  assert.equal(withTwo.items[1]?.price.EUR, 14.5);
});

test('a partial bundle sells only what the customer does not own', async () => {
  const { items } = await cart([suite], { headers: { ...owner.auth } });
  assert.equal(items[0]?.price.EUR, 72.32);
  assert.deepEqual(
    items[0]?.bundle?.products.map(({ id }) => id),
    ['synth', 'verb'],
  );
  const whole = await cart([suite]);
  assert.deepEqual([whole.items[0]?.price.EUR, whole.items[0]?.bundle?.products.length], [100.01, 3]);
});

test('a license that ends, or that cost nothing, sells no part of a bundle', async () => {
  await merchant.call('POST', '/api/products', {
    id: 'gift',
    name: 'Gift',
    variations: [{ id: 'gift-once', name: 'Once', prices: { EUR: 0 } }],
  });
  const productIds = ['app', 'gift', 'verb'];
  const variations = [{ id: 'pack-once', name: 'Once', prices: { EUR: 60 } }];
  await merchant.call('POST', '/api/bundles', { id: 'pack', name: 'Pack', productIds, variations });
  const customer = await shopper(app);
  const ownerId = customer.id;
  const expiresAt = new Date(app.system.clock.now().getTime() + 60_000).toISOString();
  await merchant.call('POST', '/api/licenses/import', { ownerId, productId: 'app', expiresAt });
  await merchant.call('POST', '/api/licenses/provision', {
    ownerId,
    requests: ['verb', 'gift'].map((productId) => ({ productId, isFree: true })),
  });
  const { orderId, pay } = await checkOut(app, [product('gift')], customer.auth);
  const payload = { name: 'Ann Buyer', email: customer.email };
  const paid = await app.inject({ method: 'POST', url: pay, headers: { ...customer.auth }, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const order = await merchant.call<{ numberOfLicenses: number }>('GET', `/api/orders/${orderId}`);
  assert.equal(order.numberOfLicenses, 1, 'what the vendor gives is no part of the limit');
  const { ownedProducts } = await merchant.call<{ ownedProducts: string[] }>(
    'GET',
    `/api/customers/${customer.id}`,
  );
  assert.deepEqual(ownedProducts, ['app', 'gift', 'verb'], 'the customer may use all of them');
  const pack = { type: 'Bundle', bundleId: 'pack', variationId: 'pack-once', quantity: 1 };
  const options = { headers: { ...customer.auth } };
  for (const [bundle, price] of [
    [suite, 100.01],
    [pack, 60],
  ] as const) {
    const [line] = (await cart([bundle], options)).items;
    assert.deepEqual([line?.price.EUR, line?.bundle?.products.length], [price, 3]);
  }
});

test('the license of a voucher sells the rest of a bundle, unless its code was given away', async () => {
  const contents = [{ type: 'Product', id: 'app', quantity: 1 }];
  for (const [isFree, price] of [
    [true, 100.01],
    [false, 72.32],
  ] as const) {
    const input = { name: 'Codes', quantity: 1, contents, isFree };
    const batch = await merchant.call<{ id: string; isFree?: true }>('POST', '/api/vouchers/batches', input);
    const codes = `/api/vouchers/batches/${batch.id}/codes`;
    const [first] = (await merchant.call<{ items: { code: string }[] }>('GET', codes)).items;
    const { auth } = await shopper(app);
    const url = `/api/customer/vouchers/redeem?code=${first?.code}`;
    assert.equal((await app.inject({ method: 'POST', url, headers: auth })).statusCode, 200);
    const granted = `/api/licenses?voucherBatchId=${batch.id}`;
    const [license] = (await merchant.call<{ items: { isFree?: true }[] }>('GET', granted)).items;
    const expected = isFree ? true : undefined;
    assert.deepEqual([batch.isFree, license?.isFree], [expected, expected]);
    assert.equal((await cart([suite], { headers: { ...auth } })).items[0]?.price.EUR, price);
  }
});

test('items that the merchant has withdrawn are refused by line', async () => {
  await merchant.call('PATCH', '/api/products/synth', { purchasable: false });
  const response = await patchOrder(app, randomUUID(), { items: [product('app'), product('synth')] });
  assert.deepEqual([response.statusCode, Object.keys(response.json().errors)], [400, ['items[1].productId']]);
  await merchant.call('PATCH', '/api/products/synth', { purchasable: true });
});
