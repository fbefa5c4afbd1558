import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { type Merchant, merchantOf } from '../merchant.ts';
import { shopper } from '../shop.ts';
import { shopClient, type WireClient } from './deployed-client.ts';
import { assertFields, assertNoNulls } from './fields.ts';

let app: TestApp;
let merchant: Merchant;
let shop: WireClient;

before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD'] });
  merchant = await merchantOf(app);
  shop = shopClient(app);
  for (const id of ['synth', 'verb']) {
    const variations = ['once', 'plus'].map((name) => ({
      id: `${id}-${name}`,
      name,
      prices: { EUR: 100, USD: 110 },
    }));
    await merchant.call('POST', '/api/products', { id, name: id, variations });
  }
  await merchant.call('POST', '/api/bundles', {
    id: 'suite',
    name: 'Suite',
    productIds: ['synth', 'verb'],
    variations: [{ id: 'suite-once', name: 'Once', prices: { EUR: 150, USD: 160 } }],
  });
});
after(() => app.close());

type Call = Parameters<WireClient>[2];

async function storefront(call: Call = {}) {
  const answer = await shop('GET', '/customer/storefront', call);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

/** Runs `check` while a promotion shows such a discount, and archives both afterwards. */
async function withPromotion(
  fields: { readonly discount?: object; readonly promotion?: object },
  check: (ids: { readonly promotion: string; readonly discount: string }) => Promise<void>,
): Promise<void> {
  const share = { name: 'Sale', type: 'PercentageOffDiscount', percentage: 0.2, ...fields.discount };
  const { id: discount } = await merchant.call<{ id: string }>('POST', '/api/discounts', share);
  const { id: promotion } = await merchant.call<{ id: string }>('POST', '/api/promotions', {
    name: 'Big sale',
    discountId: discount,
    display: ['Banner', 'Popup'],
    ...fields.promotion,
  });
  await check({ promotion, discount });
  await merchant.call('POST', `/api/promotions/${promotion}/archive`);
  await merchant.call('POST', `/api/discounts/${discount}/archive`);
}

const WINDOW = { startsAt: '2026-03-01T00:00:00.000Z', endsAt: '2026-03-08T00:00:00.000Z' };

test('(client) a storefront without promotions has an empty list of them, and discounts that say nothing of their time', async () => {
  assert.deepEqual((await storefront()).promotions, []);
  const share = { name: 'Quiet', type: 'PercentageOffDiscount', percentage: 0.2, ...WINDOW };
  const { id } = await merchant.call<{ id: string }>('POST', '/api/discounts', share);
  const { products } = await storefront();
  assert.deepEqual(products[0].variations[0].discount, {
    type: 'PercentageOffDiscount',
    name: 'Quiet',
    percentage: 0.2,
    isExclusive: false,
    total: { EUR: 20, USD: 22 },
  });
  await merchant.call('POST', `/api/discounts/${id}/archive`);
});

test('(client) a promotion says what it shows, how, for what, and until when', async () => {
  const properties = {
    theme: { type: 'text', value: 'dark', public: true, includeInToken: false },
    margin: { type: 'number', value: 0.4, public: false, includeInToken: false },
  };
  const cta = { url: 'https://shop.example/sale', label: 'Shop now' };
  const words = { description: 'A week only', imageUrl: 'https://cdn.example/sale.png', cta, properties };
  const targets = [
    { type: 'Product', id: 'synth', variationIds: ['synth-plus'] },
    { type: 'Bundle', id: 'suite' },
  ];
  const discount = { ...WINDOW, targets, description: 'All of it', recurringPaymentUseCount: 3 };
  await withPromotion({ promotion: words, discount }, async ({ promotion: id }) => {
    const page = await storefront();
    assertFields(page, {
      promotions: [
        {
          id: 'text',
          name: 'text',
          description: 'text?',
          imageUrl: 'url',
          cta: { url: 'url', label: 'text' },
          display: ['text'],
          targets: [{ referenceId: 'text', variations: ['text'] }],
          discount: { type: 'text', name: 'text', isExclusive: 'boolean' },
          validFrom: 'instant?',
          validUntil: 'instant?',
          properties: 'object?',
        },
      ],
    });
    assertNoNulls(page.promotions);
    const validity = { validFrom: WINDOW.startsAt, validUntil: WINDOW.endsAt };
    const shownDiscount = {
      type: 'PercentageOffDiscount',
      name: 'Sale',
      description: 'All of it',
      isExclusive: false,
      promotionId: id,
      ...validity,
      recurringPaymentUseCount: 3,
      percentage: 0.2,
    };
    assert.deepEqual(page.promotions, [
      {
        id,
        name: 'Big sale',
        description: 'A week only',
        imageUrl: words.imageUrl,
        cta,
        display: ['Banner', 'Popup'],
        targets: [
          { referenceId: 'Product/synth', variations: ['synth-plus'] },
          { referenceId: 'Bundle/suite', variations: ['suite-once'] },
        ],
        discount: shownDiscount,
        ...validity,
        properties: { theme: 'dark' },
      },
    ]);
    const plus = page.products[0].variations[1];
    assert.deepEqual(plus.discount, { ...shownDiscount, total: { EUR: 20, USD: 22 } });
    const item = { type: 'Product', productId: 'synth', variationId: 'synth-plus', quantity: 1 };
    const order = await shop('PATCH', '/customer/orders/5b3f2f44-7b5a-4a40-8c1f-0f4f6f2a6a01', {
      json: { items: [item] },
    });
    const { appliedDiscount } = order.json().items[0];
    assert.deepEqual(appliedDiscount, { ...shownDiscount, total: { EUR: 20 } });
    const quote = await merchant.call<{ trace: { applied: boolean; promotion?: object }[] }>(
      'GET',
      '/api/products/synth/quote?variationId=synth-plus',
    );
    assert.deepEqual(quote.trace[0]?.promotion, { id, name: 'Big sale' });
  });
  assert.deepEqual((await storefront()).promotions, []);
});

test('a promotion appears and ends with its discount, at the moments that the storefront names', async () => {
  app.system.clock.hold(
    'it reads the storefront one millisecond before and at the moments at which promotions change',
  );
  const clock = () => app.system.clock.now().getTime();
  const at = (minutes: number) => new Date(clock() + minutes * 60_000).toISOString();
  const window = { startsAt: at(10), endsAt: at(20) };
  await withPromotion({ discount: window }, async ({ promotion }) => {
    const first = await shop('GET', '/customer/storefront');
    const tag = { 'if-none-match': String(first.headers.etag) };
    assert.deepEqual([first.json().promotions, first.json().validUntil], [[], window.startsAt]);
    app.system.clock.advance(10 * 60_000 - 1);
    assert.equal((await shop('GET', '/customer/storefront', { headers: tag })).statusCode, 304);
    app.system.clock.advance(1);
    const open = await shop('GET', '/customer/storefront', { headers: tag });
    assert.deepEqual(
      [open.statusCode, idsOf(open.json().promotions), open.json().validUntil],
      [200, [promotion], window.endsAt],
    );
    app.system.clock.advance(10 * 60_000);
    const over = await storefront();
    assert.deepEqual([over.promotions, over.validUntil], [[], null]);
  });
});

test('a promotion is for those whose prices its discount makes: by campaign, by what they own, and where none is better', async () => {
  const promotionsOf = async (call?: Call) => (await storefront(call)).promotions;
  const campaign = { utm: { campaign: ['spring'] } };
  await withPromotion({ discount: campaign }, async ({ promotion }) => {
    assert.deepEqual(await promotionsOf(), []);
    assert.deepEqual(idsOf(await promotionsOf({ query: { utm_campaign: 'Spring' } })), [promotion]);
  });
  const { auth } = await shopper(app);
  const token = auth.authorization.slice('Bearer '.length);
  await withPromotion({ discount: { audience: { ownedCount: { most: 0 } } } }, async ({ promotion }) => {
    assert.deepEqual(await promotionsOf(), []);
    assert.deepEqual(idsOf(await promotionsOf({ token })), [promotion]);
  });
  await withPromotion({}, async ({ promotion }) => {
    const flat = { type: 'FlatAmountOffDiscount', amounts: { EUR: 30 }, percentage: undefined };
    const better = { ...flat, targets: [{ type: 'Product', id: 'synth', variationIds: ['synth-once'] }] };
    await withPromotion({ discount: better, promotion: { position: -1 } }, async (other) => {
      const [first, second] = await promotionsOf();
      assert.deepEqual([first.id, first.discount.total], [other.promotion, { EUR: 30 }]);
      assert.deepEqual(first.targets, [{ referenceId: 'Product/synth', variations: ['synth-once'] }]);
      // In dollars the share is the better one.
      assert.deepEqual(
        [second.id, second.targets[0]],
        [promotion, { referenceId: 'Product/synth', variations: ['synth-once', 'synth-plus'] }],
      );
      const best = { targets: [{ type: 'Product', id: 'synth' }], percentage: 0.9, name: 'Best' };
      await withPromotion({ discount: best, promotion: { position: -2 } }, async ({ promotion: third }) => {
        const page = await promotionsOf();
        assert.deepEqual(idsOf(page), [third, promotion]);
      });
    });
  });
});

test('an archived promotion or discount is not shown, and another account never sees it', async () => {
  await withPromotion({}, async ({ promotion, discount }) => {
    const count = async () => (await storefront()).promotions.length;
    assert.equal(await count(), 1);
    await merchant.call('POST', `/api/promotions/${promotion}/archive`);
    assert.equal(await count(), 0);
    await merchant.call('POST', `/api/promotions/${promotion}/restore`);
    assert.equal(await count(), 1);
    const foreign = await app.injectAs(app.other, { url: '/api/customer/storefront' });
    assert.deepEqual(foreign.json().promotions, []);
    await merchant.call('POST', `/api/discounts/${discount}/archive`);
    assert.equal(await count(), 0);
  });
});
