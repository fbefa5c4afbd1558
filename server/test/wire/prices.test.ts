import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { provisionLicenses } from '../licensing.ts';
import { type Merchant, merchantOf } from '../merchant.ts';
import { shopper, type Shopper } from '../shop.ts';
import { shopClient, type WireClient } from './deployed-client.ts';
import { assertFields } from './fields.ts';

let app: TestApp;
let merchant: Merchant;
let shop: WireClient;
let owner: Shopper;
let token: string;

const TIERS = [
  { minQuantity: 5, prices: { EUR: 80, USD: 90 } },
  { minQuantity: 10, prices: { EUR: 60 } },
];

before(async () => {
  app = await startTestApp({ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry' });
  await updateSettings(app.ctx, { allowsPartialBundles: true });
  merchant = await merchantOf(app);
  shop = shopClient(app);
  for (const [id, fields] of [
    ['synth', { pricingTiers: TIERS }],
    ['verb', {}],
  ] as const) {
    const variations = [{ id: `${id}-once`, name: 'Once', prices: { EUR: 100, USD: 110 }, ...fields }];
    await merchant.call('POST', '/api/products', { id, name: id, variations });
  }
  await merchant.call('POST', '/api/bundles', {
    id: 'suite',
    name: 'Suite',
    productIds: ['synth', 'verb'],
    variations: [
      {
        id: 'suite-once',
        name: 'Once',
        prices: { EUR: 150, USD: 160 },
        pricingTiers: [{ minQuantity: 3, prices: { EUR: 99.99, USD: 160 } }],
      },
    ],
  });
  owner = await shopper(app);
  token = owner.auth.authorization.slice('Bearer '.length);
  await provisionLicenses(app.ctx, { ownerId: owner.id, requests: [{ productId: 'synth' }] });
});
after(() => app.close());

async function storefront(own?: string) {
  const answer = await shop('GET', '/customer/storefront', own === undefined ? {} : { token: own });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

/** A line with this many units. */
function lineOf(id: string, quantity: number, fields: object = {}) {
  const reference = id === 'suite' ? { type: 'Bundle', bundleId: id } : { type: 'Product', productId: id };
  return { id: `line-${id}`, ...reference, variationId: `${id}-once`, quantity, ...fields };
}

/** Sends the cart as a shop does; a new one unless `id` is given. */
async function cart(body: object, { id = randomUUID(), ...call }: { id?: string; token?: string } = {}) {
  const answer = await shop('PATCH', `/customer/orders/${id}`, { json: body, ...call });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

/** Runs `check` while the discount is active, and archives it afterwards. */
async function withDiscount(fields: object, check: (id: string) => Promise<void>): Promise<void> {
  const body = { name: 'Less', type: 'PercentageOffDiscount', percentage: 0.1, ...fields };
  const { id } = await merchant.call<{ id: string }>('POST', '/api/discounts', body);
  await check(id);
  await merchant.call('POST', `/api/discounts/${id}/archive`);
}

const byId = (list: ReturnType<typeof JSON.parse>, id: string) =>
  list.find((item: { readonly id: string }) => item.id === id) ?? assert.fail(`${id} is missing`);

test('(client) a variation shows its tiers, ascending, with prices as records before and after the discount', async () => {
  const { products, bundles } = await storefront();
  const [synth] = byId(products, 'synth').variations;
  assertFields(synth, {
    pricingTiers: [{ minQuantity: 'integer', originalPrice: 'prices', price: 'prices' }],
  });
  assert.deepEqual(synth.pricingTiers, [
    { minQuantity: 5, originalPrice: { EUR: 80, USD: 90 }, price: { EUR: 80, USD: 90 } },
    // A currency without a price at the tier costs what the variation costs.
    { minQuantity: 10, originalPrice: { EUR: 60, USD: 110 }, price: { EUR: 60, USD: 110 } },
  ]);
  assert.equal('pricingTiers' in byId(products, 'verb').variations[0], false);
  assert.deepEqual(byId(bundles, 'suite').variations[0].pricingTiers[0].price, { EUR: 99.99, USD: 160 });
  await withDiscount({ targets: [{ type: 'Product', id: 'synth' }] }, async () => {
    const discounted = byId((await storefront()).products, 'synth').variations[0];
    assert.deepEqual([discounted.originalPrice.EUR, discounted.price.EUR], [100, 90]);
    assert.deepEqual(discounted.pricingTiers[0], {
      minQuantity: 5,
      originalPrice: { EUR: 80, USD: 90 },
      price: { EUR: 72, USD: 81 },
    });
  });
});

test('(client) the last tier that a line reaches counts for all its units, and the discount comes off it', async () => {
  const euros = async (quantity: number) => {
    const { items, total } = await cart({ items: [lineOf('synth', quantity)] });
    return [items[0].originalPrice.EUR, items[0].price.EUR, total.due.amount];
  };
  assert.deepEqual(
    [await euros(4), await euros(5), await euros(10)],
    [
      [100, 100, 400],
      [80, 80, 400],
      [60, 60, 600],
    ],
  );
  await withDiscount({ targets: [{ type: 'Product', id: 'synth' }] }, async () => {
    const { items, total } = await cart({ items: [lineOf('synth', 5)] });
    assert.deepEqual([items[0].originalPrice, items[0].price], [{ EUR: 80 }, { EUR: 72 }]);
    assert.deepEqual([total.original.amount, total.discount.amount, total.due.amount], [400, 40, 360]);
    assert.deepEqual(items[0].appliedDiscount.total, { EUR: 40 });
  });
  // The tier of 10 has no price in this currency.
  const dollars = await cart({ currency: 'USD', items: [lineOf('synth', 10)] });
  assert.equal(dollars.total.due.amount, 1_100);
});

test('(client) a partial bundle has the share of the tier that its shown price has', async () => {
  const { bundles } = await storefront(token);
  const [variation] = byId(bundles, 'suite').variations;
  assert.deepEqual([variation.price.EUR, variation.pricingTiers[0].price.EUR], [75, 49.99]);
  const { items, total } = await cart({ items: [lineOf('suite', 3)] }, { token });
  assert.deepEqual([items[0].price.EUR, total.due.amount], [49.99, 149.97]);
});

/** Runs `check` while there is such an offer on the whole cart, and archives it afterwards. */
async function withCartOffer(fields: object, check: (id: string) => Promise<void>): Promise<void> {
  const share = { name: 'Cart', type: 'PercentageOffDiscount', percentage: 0.1 };
  const { id } = await merchant.call<{ id: string }>('POST', '/api/offers', {
    ...share,
    scope: 'Cart',
    ...fields,
  });
  await check(id);
  await merchant.call('POST', `/api/offers/${id}/archive`);
}

test('(client) the storefront shows offers on the whole cart, with limits as records and targets that may be empty', async () => {
  assert.deepEqual((await storefront()).offers, []);
  const limits = { minimumTotal: { EUR: 50, USD: 55 }, maximumTotal: { EUR: 500.5 } };
  await withCartOffer({ ...limits, description: 'A tenth' }, async (id) => {
    const { offers } = await storefront();
    assert.deepEqual(offers, [
      {
        id,
        scope: 'Cart',
        targets: [],
        condition: { type: 'CartTotal', ...limits },
        discount: {
          type: 'PercentageOffDiscount',
          name: 'Cart',
          description: 'A tenth',
          isExclusive: false,
          percentage: 0.1,
        },
      },
    ]);
  });
  const targets = [
    { type: 'Product', id: 'synth' },
    { type: 'Bundle', id: 'suite', variationIds: ['suite-once'] },
  ];
  await withCartOffer({ targets, position: -1 }, async (first) => {
    await withCartOffer({}, async (second) => {
      const { offers, products } = await storefront();
      assert.deepEqual([offers[0].id, offers[1].id], [first, second]);
      assert.deepEqual(offers[0].condition, { type: 'CartTotal' });
      assert.deepEqual(offers[0].targets[0], {
        item: { type: 'Product', ...byId(products, 'synth') },
        variations: [],
      });
      assert.deepEqual(offers[0].targets[1].variations, ['suite-once']);
      assert.deepEqual([offers[0].target.id, offers[0].targetVariations], ['synth', []]);
    });
    // It cannot list variations whose price an exclusive discount determines, nor stay without a target.
    const synth = { isExclusive: true, targets: [{ type: 'Product', id: 'synth' }] };
    await withDiscount(synth, async () => {
      const { offers } = await storefront();
      assert.deepEqual(
        offers[0].targets.map(({ item }: { item: { id: string } }) => item.id),
        ['suite'],
      );
    });
  });
});

test('(client) a cart takes the offer by its id, keeps it when the id is absent, and drops it at null', async () => {
  await withCartOffer({ minimumTotal: { EUR: 200 } }, async (offerId) => {
    const id = randomUUID();
    const items = [lineOf('synth', 1), lineOf('verb', 1, { quantity: 1 })];
    const order = await cart({ items, offerId }, { id });
    assertFields(order, {
      offerId: 'text',
      appliedOffer: {
        type: 'text',
        name: 'text',
        percentage: 'number',
        isExclusive: 'boolean',
        total: 'prices',
      },
      total: { cartOfferDiscount: { currency: 'text', amount: 'number' } },
      items: [{ total: { cartOfferDiscount: { currency: 'text', amount: 'number' } } }],
    });
    assert.deepEqual([order.offerId, order.appliedOffer.total], [offerId, { EUR: 20 }]);
    const { original, discount, subtotal, due, cartOfferDiscount } = order.total;
    assert.deepEqual(
      [original, discount, subtotal, due, cartOfferDiscount].map(({ amount }) => amount),
      [200, 20, 180, 180, 20],
    );
    for (const { total, price, appliedDiscount } of order.items) {
      assert.deepEqual(total.cartOfferDiscount, { currency: 'EUR', amount: 10 });
      assert.deepEqual([price.EUR, total.due.amount, appliedDiscount.name], [100, 90, 'Cart']);
    }
    // The whole order is sent back, once without the offer and once with it.
    const { offerId: _, ...rest } = order;
    assert.equal((await cart(rest, { id })).total.due.amount, 180);
    assert.deepEqual(await cart(order, { id }), order);
    // Below the minimum it stays on the order and deducts nothing.
    const less = await cart({ items: [lineOf('verb', 1)] }, { id });
    assert.deepEqual(
      [less.offerId, 'appliedOffer' in less, 'cartOfferDiscount' in less.total],
      [offerId, false, false],
    );
    const again = await cart({ items }, { id });
    assert.equal(again.total.due.amount, 180);
    const without = await cart({ offerId: null }, { id });
    assert.deepEqual(['offerId' in without, without.total.due.amount], [false, 200]);
    assert.equal((await cart({ offerId }, { id })).total.due.amount, 180);
    const removed = await shop('DELETE', `/customer/orders/${id}/offer`);
    assert.deepEqual([removed.statusCode, removed.json()], [200, without]);
    assert.equal((await shop('DELETE', `/customer/orders/${id}/offer`)).statusCode, 200);
    assert.equal((await shop('DELETE', `/customer/orders/${randomUUID()}/offer`)).statusCode, 404);
  });
});

test('(client) the total of a cart offer is that after tiers and discounts; only the best of several applies', async () => {
  await withCartOffer({ minimumTotal: { EUR: 450 } }, async (offerId) => {
    const due = async (quantity: number) =>
      (await cart({ items: [lineOf('synth', quantity)], offerId })).total.due.amount;
    // 5 at the tier of 80 are below the minimum, 10 at that of 60 are not.
    assert.deepEqual([await due(5), await due(10)], [400, 540]);
    await withCartOffer(
      { percentage: 0.2, name: 'Better', targets: [{ type: 'Product', id: 'verb' }] },
      async (better) => {
        const items = [lineOf('synth', 4), lineOf('verb', 3, { offerId: better })];
        const order = await cart({ items, offerId });
        assert.deepEqual([order.appliedOffer.name, order.total.cartOfferDiscount.amount], ['Cart', 70]);
        const fewer = await cart({ items: [lineOf('synth', 1), items[1]], offerId });
        assert.deepEqual([fewer.appliedOffer.name, fewer.total.due.amount], ['Better', 340]);
        assert.deepEqual(
          fewer.items.map(
            ({ total }: { total: { cartOfferDiscount: { amount: number } } }) =>
              total.cartOfferDiscount.amount,
          ),
          [0, 60],
        );
      },
    );
    const exclusive = { isExclusive: true, targets: [{ type: 'Product', id: 'verb' }] };
    await withDiscount(exclusive, async () => {
      const items = [lineOf('synth', 4), lineOf('verb', 1)];
      const order = await cart({ items, offerId });
      assert.deepEqual([order.total.cartOfferDiscount.amount, order.total.due.amount], [40, 450]);
    });
  });
});

test('(client) the storefront estimates the tax of the visitor’s country, and the total of a cart adds up with it', async () => {
  const headers = { 'cf-ipcountry': 'FR' };
  for (const prices of ['inclusive', 'exclusive'] as const) {
    const tax = { mode: 'own' as const, prices, collectsIn: ['EU'] };
    await updateSettings(app.ctx, { seller: { country: 'DE' }, tax });
    const page = (await shop('GET', '/customer/storefront', { headers })).json();
    assertFields(page, {
      estimatedTax: { rate: 'number', mode: 'text', countryCode: 'text', region: 'string?' },
      taxMode: 'text',
    });
    const mode = prices === 'inclusive' ? 'Inclusive' : 'Exclusive';
    assert.deepEqual(page.estimatedTax, { rate: 0.2, mode, countryCode: 'FR' });
    const abroad = (await shop('GET', '/customer/storefront', { headers: { 'cf-ipcountry': 'US' } })).json();
    assert.deepEqual(['estimatedTax' in abroad, abroad.taxMode], [false, mode]);
    const path = `/customer/orders/${randomUUID()}`;
    const { total } = (await shop('PATCH', path, { json: { items: [lineOf('verb', 1)] }, headers })).json();
    const money = { currency: 'text', amount: 'number' } as const;
    assertFields(total, { original: money, discount: money, subtotal: money, taxes: money, due: money });
    assert.equal(total.subtotal.amount + total.taxes.amount, total.due.amount);
    assert.equal(total.due.amount, mode === 'Inclusive' ? 100 : 120);
  }
  await updateSettings(app.ctx, { tax: { mode: 'none' } });
  const untaxed = await storefront();
  assert.deepEqual(['estimatedTax' in untaxed, 'taxMode' in untaxed], [false, false]);
});
