import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Account, updateSettings } from '../../modules/accounts/index.ts';
import { createProduct } from '../../modules/catalog/index.ts';
import { createReleaseFromFiles } from '../../modules/releases/index.ts';

let app: TestApp;
let account: Account;

before(async () => {
  app = await startTestApp();
  account = await updateSettings(app.ctx, { currencies: ['EUR', 'USD'] });
});
after(() => app.close());

const STOREFRONT = '/api/customer/storefront';

async function storefront(url = STOREFRONT, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

test('shows products with every documented field', async () => {
  await createProduct(testContext(app.system, account), {
    id: 'shown',
    name: 'Shown',
    tagline: 'As it is',
    description: 'All of it',
    website: 'https://example.com/shown',
    properties: {
      colour: { type: 'text', value: 'red', public: true, includeInToken: false },
      margin: { type: 'number', value: 3, public: false, includeInToken: false },
    },
    variations: [
      { id: 'shown-once', name: 'For ever', prices: { EUR: 9_900, USD: 10_900 } },
      { id: 'shown-monthly', name: 'Monthly', recurrence: 'Monthly', prices: { EUR: 999, USD: 1_099 } },
    ],
  });
  await createReleaseFromFiles(testContext(app.system, account), {
    productId: 'shown',
    version: '1.2.0',
    files: [{ name: 'shown.zip', platform: 'Windows', content: Buffer.from('bytes') }],
    isPublished: true,
  });
  const answer = await storefront();
  assert.deepEqual(
    { ...answer, products: [] },
    {
      suggestedCurrency: 'EUR',
      enabledCurrencies: ['EUR', 'USD'],
      validUntil: null,
      // The only product.
      featuredProductId: 'shown',
      bundles: [],
      products: [],
      offers: [],
      promotions: [],
    },
  );
  const [product] = answer.products;
  const { key } = product.downloads[0];
  const once = {
    id: 'shown-once',
    name: 'For ever',
    recurrence: { type: 'OneOff' },
    originalPrice: { EUR: 99, USD: 109 },
    price: { EUR: 99, USD: 109 },
    hasDiscount: false,
  };
  assert.deepEqual(product, {
    id: 'shown',
    name: 'Shown',
    tagline: 'As it is',
    description: 'All of it',
    website: 'https://example.com/shown',
    iconUrl: null,
    owned: false,
    properties: { colour: 'red' },
    currentVersion: '1.2.0',
    downloads: [
      {
        name: 'shown.zip',
        key,
        platform: 'Windows',
        size: 5,
        path: `http://latchkey.test/api/customer/inventory/products/shown/download/1.2.0/${key}?filename=%22shown.zip%22`,
      },
    ],
    defaultVariation: once,
    variations: [
      once,
      {
        id: 'shown-monthly',
        name: 'Monthly',
        recurrence: { type: 'Recurring', cycleLength: 'Monthly' },
        originalPrice: { EUR: 9.99, USD: 10.99 },
        price: { EUR: 9.99, USD: 10.99 },
        hasDiscount: false,
      },
    ],
  });
});
