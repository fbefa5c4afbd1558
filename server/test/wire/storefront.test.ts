import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Account, updateSettings } from '../../src/modules/accounts/index.ts';
import { createReleaseFromFiles, publishRelease } from '../../src/modules/releases/index.ts';
import { testContext } from '../context.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { type Merchant, merchantOf } from '../merchant.ts';
import { shopper, type Shopper } from '../shop.ts';
import { shopClient, type WireClient } from './deployed-client.ts';
import { assertFields, assertNoNulls, type Fields } from './fields.ts';
import { provisionLicenses } from '../licensing.ts';

let app: TestApp;
let account: Account;
let merchant: Merchant;
let shop: WireClient;
let owner: Shopper;

const PLATFORMS = ['Universal', 'Windows', 'Mac', 'Linux', 'iOS', 'Android'] as const;
const NULLABLE = ['validUntil', 'website', 'iconUrl'];

before(async () => {
  app = await startTestApp();
  account = await updateSettings(app.ctx, { allowsPartialBundles: true });
  merchant = await merchantOf(app);
  shop = shopClient(app);
  for (const [id, EUR, USD] of [
    ['app', 49, 55],
    ['synth', 99, 109],
    ['verb', 29, 32],
  ] as const) {
    const monthly = { type: 'Recurring', cycleLength: 'Monthly' };
    const variations = [
      { id: `${id}-once`, name: 'Once', prices: { EUR, USD } },
      { id: `${id}-monthly`, name: 'Monthly', prices: { EUR: 5, USD: 6 }, recurrence: monthly },
    ];
    const properties = { colour: { type: 'text', value: 'red', public: true, includeInToken: false } };
    const described = id === 'app' ? { description: 'All of it', properties } : {};
    await merchant.call('POST', '/api/products', { id, name: id, ...described, variations });
  }
  const variations = [{ id: 'suite-once', name: 'Once', prices: { EUR: 100, USD: 110 } }];
  await merchant.call('POST', '/api/bundles', {
    id: 'suite',
    name: 'Suite',
    productIds: ['app', 'synth', 'verb'],
    variations,
  });
  const half = { type: 'PercentageOffDiscount', percentage: 0.5 };
  await merchant.call('POST', '/api/offers', {
    id: 'any-verb',
    name: 'Half',
    ...half,
    target: { type: 'Product', id: 'verb' },
    relevantItems: [{ type: 'Product', id: 'app' }],
  });
  await merchant.call('POST', '/api/offers', {
    id: 'suite-once',
    name: 'Suite for half',
    ...half,
    target: { type: 'Bundle', id: 'suite', variationIds: ['suite-once'] },
    minimumItems: 2,
  });
  await merchant.call('POST', '/api/discounts', {
    id: 'euros',
    name: 'Euros off',
    type: 'FlatAmountOffDiscount',
    amounts: { EUR: 20, USD: 1 },
    targets: [{ type: 'Product', id: 'synth' }],
  });
  await merchant.call('POST', '/api/discounts', {
    id: 'share',
    name: 'A share off',
    type: 'PercentageOffDiscount',
    percentage: 0.1,
    targets: [{ type: 'Product', id: 'synth' }],
  });
  const files = PLATFORMS.map((platform) => {
    return { name: `app-${platform}.zip`, platform, content: Buffer.from(platform) };
  });
  await createReleaseFromFiles(testContext(app.system, account), {
    productId: 'app',
    version: '1.0.0',
    files,
  });
  await publishRelease(testContext(app.system, account), { productId: 'app', version: '1.0.0' });
  owner = await shopper(app);
  await provisionLicenses(testContext(app.system, account), {
    ownerId: owner.id,
    requests: [{ productId: 'app' }],
  });
});
after(() => app.close());

async function storefront(query: Record<string, string> = {}, token?: string) {
  const answer = await shop('GET', '/customer/storefront', { query, ...(token && { token }) });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const byId = (list: ReturnType<typeof JSON.parse>, id: string) =>
  list.find((item: { readonly id: string }) => item.id === id) ?? assert.fail(`${id} is missing`);

const VARIATION: Fields = {
  id: 'text',
  name: 'string',
  recurrence: { type: 'text' },
  originalPrice: 'prices',
  price: 'prices',
  hasDiscount: 'boolean',
};
const PRODUCT: Fields = {
  id: 'text',
  name: 'text',
  tagline: 'string',
  description: 'text?',
  properties: 'object?',
  iconUrl: 'url|null',
  website: 'url|null',
  owned: 'boolean',
  defaultVariation: VARIATION,
  variations: [VARIATION],
};

test('(client) a shop reads products, bundles and offers, and nothing is null but what may be', async () => {
  const page = await storefront({ utm_source: 'mail', utm_anything: 'else', theme: 'dark' });
  assertFields(page, {
    suggestedCurrency: 'text',
    enabledCurrencies: ['text'],
    validUntil: 'instant|null',
    products: [PRODUCT],
    bundles: [{ ...PRODUCT, partial: 'boolean', products: [{ ...PRODUCT, included: 'boolean' }] }],
    offers: [
      {
        id: 'text',
        scope: 'text',
        target: { type: 'text', ...PRODUCT },
        targetVariations: 'list',
        targets: [{ item: { type: 'text', ...PRODUCT }, variations: 'list' }],
        condition: {
          type: 'text',
          minimumItems: 'integer',
          relevantItemVariations: 'object',
          relevantItemsVariations: 'object',
        },
        discount: { type: 'text', name: 'text', percentage: 'number', isExclusive: 'boolean' },
      },
    ],
  });
  assertNoNulls(page, NULLABLE);
  const { description, properties } = byId(page.products, 'app');
  assert.deepEqual([description, properties], ['All of it', { colour: 'red' }]);
});

test('(client) downloads name one of six platforms and an absolute URL', async () => {
  const { downloads, currentVersion } = byId((await storefront()).products, 'app');
  assert.equal(currentVersion, '1.0.0');
  assertFields(
    { downloads },
    {
      downloads: [{ name: 'text', key: 'text', platform: 'text', size: 'integer', path: 'url' }],
    },
  );
  const platforms = downloads.map(({ platform }: { platform: string }) => platform);
  assert.deepEqual(platforms.toSorted(), PLATFORMS.toSorted());
});

test('(client) the targets of an offer are the item and ids of its variations', async () => {
  const { offers } = await storefront();
  const [verb, suite] = [byId(offers, 'any-verb'), byId(offers, 'suite-once')];
  assert.deepEqual([verb.scope, suite.scope], ['Item', 'Item']);
  assert.deepEqual(verb.targets, [{ item: verb.target, variations: [] }]);
  assert.deepEqual(verb.targetVariations, []);
  assert.deepEqual(suite.targets, [{ item: suite.target, variations: ['suite-once'] }]);
  assert.deepEqual([verb.target.type, verb.target.id, suite.target.type], ['Product', 'verb', 'Bundle']);
  const relevant = { 'Product/app': ['app-once', 'app-monthly'] };
  assert.deepEqual(verb.condition.relevantItemVariations, relevant);
  assert.deepEqual(verb.condition.relevantItemsVariations, relevant);
});

test('(client) an offer does not list what an exclusive discount lowers already', async () => {
  await merchant.call('POST', '/api/discounts', {
    id: 'exclusive',
    name: 'Nothing beside it',
    type: 'PercentageOffDiscount',
    percentage: 0.2,
    isExclusive: true,
    targets: [{ type: 'Product', id: 'verb' }],
    utm: { campaign: ['alone'] },
  });
  const { offers, products } = await storefront({ utm_campaign: 'alone' });
  assert.deepEqual(
    offers.map(({ id }: { id: string }) => id),
    ['suite-once'],
  );
  assert.equal(byId(products, 'verb').defaultVariation.discount.isExclusive, true);
  assert.equal((await storefront()).offers.length, 2);
});

test('(client) an offer on any variation names those that are left when an exclusive discount lowers one', async () => {
  const also = { id: 'verb-also', name: 'Also', prices: { EUR: 60, USD: 66 } };
  await merchant.call('POST', '/api/products/verb/variations', also);
  const exclusive = {
    id: 'on-also',
    name: 'On one alone',
    type: 'PercentageOffDiscount',
    percentage: 0.2,
    isExclusive: true,
    targets: [{ type: 'Product', id: 'verb', variationIds: ['verb-also'] }],
    utm: { campaign: ['also'] },
  };
  await merchant.call('POST', '/api/discounts', exclusive);
  const listPrices = async (utm?: Record<string, string>) =>
    byId((await storefront(utm)).offers, 'any-verb').targets[0].variations;
  assert.deepEqual(await listPrices(), [], 'any of them');
  assert.deepEqual(await listPrices({ utm_campaign: 'also' }), ['verb-once', 'verb-monthly']);
});

test('(client) the total of a discount is original minus price in every currency', async () => {
  const { hasDiscount, discount, originalPrice, price } = byId(
    (await storefront()).products,
    'synth',
  ).defaultVariation;
  assert.equal(hasDiscount, true);
  assert.deepEqual(
    [originalPrice, price],
    [
      { EUR: 99, USD: 109 },
      { EUR: 79, USD: 98.1 },
    ],
  );
  assert.deepEqual(discount, {
    type: 'FlatAmountOffDiscount',
    name: 'Euros off',
    total: { EUR: 20, USD: 10.9 },
    isExclusive: false,
  });
});

test('(client) every product of a bundle says whether it is included', async () => {
  const included = async (token?: string) => {
    const { partial, products } = byId((await storefront({}, token)).bundles, 'suite');
    return [partial, products.map((product: { included: boolean }) => product.included)];
  };
  assert.deepEqual(await included(), [false, [true, true, true]]);
  const token = owner.auth.authorization.slice('Bearer '.length);
  assert.deepEqual(await included(token), [true, [false, true, true]]);
  await updateSettings(testContext(app.system, account), { allowsPartialBundles: false });
  assert.deepEqual(await included(token), [false, [true, true, true]]);
  await updateSettings(testContext(app.system, account), { allowsPartialBundles: true });
});

test('(client) a variation says whether it is paid once or again; either may be the default', async () => {
  const { variations, defaultVariation } = byId((await storefront()).products, 'app');
  assert.deepEqual(
    variations.map(({ id, recurrence }: { id: string; recurrence: object }) => [id, recurrence]),
    [
      ['app-once', { type: 'OneOff' }],
      ['app-monthly', { type: 'Recurring', cycleLength: 'Monthly' }],
    ],
  );
  assert.equal(defaultVariation.id, 'app-once');
  await merchant.call('PATCH', '/api/products/app/variations/app-monthly', { isDefault: true });
  assert.equal(byId((await storefront()).products, 'app').defaultVariation.id, 'app-monthly');
  const managed = await merchant.call<{ variations: { id: string; isDefault: boolean }[] }>(
    'GET',
    '/api/products/app',
  );
  assert.deepEqual(
    managed.variations.map(({ id, isDefault }) => [id, isDefault]),
    [
      ['app-monthly', true],
      ['app-once', false],
    ],
  );
});

test('(client) the vendor always has a logoUrl, be it null', async () => {
  const vendor = (await shop('GET', '/public/vendors/current')).json();
  assertFields(vendor, { id: 'text', name: 'text', logoUrl: 'url|null' });
});
