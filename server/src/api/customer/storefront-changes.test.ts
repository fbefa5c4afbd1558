import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { givePictures } from '../../../test/pictures.ts';
import { type Account, updateSettings } from '../../modules/accounts/index.ts';
import { createReleaseFromFiles, publishRelease } from '../../modules/releases/index.ts';

// The storefront is cached, but the next visitor sees every change of the catalogue.

let app: TestApp;
let account: Account;
let merchant: Merchant;

interface Item {
  readonly id: string;
  readonly name: string;
  readonly iconUrl: string | null;
  readonly currentVersion?: string;
  readonly trialDays?: number;
  readonly downloads?: readonly { readonly name: string }[];
  readonly properties?: object;
  readonly defaultVariation?: { readonly id: string };
  readonly variations?: readonly { readonly id: string; readonly price: Record<string, number> }[];
}

interface Shop {
  readonly featuredProductId?: string;
  readonly suggestedCurrency: string;
  readonly products: readonly Item[];
  readonly bundles: readonly (Item & { readonly products: readonly Item[] })[];
  readonly offers: readonly { readonly id: string; readonly targetVariations: readonly { id: string }[] }[];
}

const PRICES = { EUR: 10, JPY: 1_600 };

before(async () => {
  app = await startTestApp();
  account = await updateSettings(app.ctx, { currencies: ['EUR', 'JPY'] });
  merchant = await merchantOf(app);
  for (const id of ['app', 'synth']) {
    const variations = [{ id: `${id}-once`, name: 'Once', prices: PRICES }];
    await merchant.call('POST', '/api/products', { id, name: id, variations });
  }
});
after(() => app.close());

async function shop(
  options: { remoteAddress?: string; headers?: Record<string, string> } = {},
): Promise<Shop> {
  const answer = await app.inject({ url: '/api/customer/storefront', ...options });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<Shop>();
}

async function findApp(): Promise<Item | undefined> {
  return (await shop()).products.find(({ id }) => id === 'app');
}

test('variations that come, change and go', async () => {
  const url = '/api/products/app/variations';
  const ids = async () => (await findApp())?.variations?.map(({ id }) => id);
  assert.deepEqual(await ids(), ['app-once']);
  const { etag } = (await merchant.send('GET', '/api/products/app')).headers;
  await merchant.call('POST', url, { id: 'app-yearly', name: 'Yearly', prices: PRICES });
  assert.deepEqual(await ids(), ['app-once', 'app-yearly']);
  const { etag: added } = (await merchant.send('GET', '/api/products/app')).headers;
  assert.notEqual(added, etag, 'another way to buy it is a change of the product');
  await merchant.call('PATCH', `${url}/app-yearly`, { prices: { EUR: 5, JPY: 800 }, isDefault: true });
  const changed = await findApp();
  assert.equal(changed?.defaultVariation?.id, 'app-yearly');
  assert.deepEqual(changed?.variations?.[0]?.price, { EUR: 5, JPY: 800 });
  await merchant.call('POST', `${url}/app-yearly/archive`);
  assert.deepEqual(await ids(), ['app-once']);
});

test('releases that are published, with their files', async () => {
  const files = [{ name: 'app.zip', platform: 'Windows' as const, content: Buffer.from('bytes') }];
  await createReleaseFromFiles(testContext(app.system, account), {
    productId: 'app',
    version: '1.0.0',
    description: 'It is *new*.',
    files,
  });
  const releases = async () => (await readPage('products/app')).json().details.releases;
  assert.equal(await releases(), undefined);
  assert.equal((await findApp())?.currentVersion, undefined);
  await publishRelease(testContext(app.system, account), { productId: 'app', version: '1.0.0' });
  const { currentVersion, downloads } = (await findApp()) ?? {};
  assert.deepEqual([currentVersion, downloads?.map(({ name }) => name)], ['1.0.0', ['app.zip']]);
  const [release, ...others] = await releases();
  assert.deepEqual(
    [release.version, release.notesHtml, others],
    ['1.0.0', '<p>It is <em>new</em>.</p>\n', []],
  );
});

test('custom properties and icons, of products and of bundles', async () => {
  const variations = [{ id: 'both-once', name: 'Once', prices: PRICES }];
  const productIds = ['app', 'synth'];
  await merchant.call('POST', '/api/bundles', { id: 'both', name: 'Both', productIds, variations });
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  for (const url of ['/api/products/app', '/api/bundles/both']) {
    const readPrices = async () => {
      const { products, bundles } = await shop();
      return [...products, ...bundles].find(({ id }) => url.endsWith(`/${id}`));
    };
    assert.deepEqual([(await readPrices())?.iconUrl, (await readPrices())?.properties], [null, undefined]);
    const properties = {
      colour: { type: 'text', value: 'red', public: true, includeInToken: false },
      margin: { type: 'number', value: 3, public: false, includeInToken: false },
    };
    await merchant.call('PUT', `${url}/custom-properties`, properties);
    assert.deepEqual((await readPrices())?.properties, { colour: 'red' });
    const answer = await merchant.send('PUT', `${url}/icon`, png, { 'content-type': 'image/png' });
    assert.equal(answer.statusCode, 200, answer.body);
    const { iconUrl } = answer.json<{ iconUrl: string }>();
    assert.equal((await readPrices())?.iconUrl, iconUrl);
    const icon = await app.inject({ url: new URL(iconUrl).pathname });
    assert.deepEqual([icon.statusCode, icon.rawPayload], [200, png]);
    await merchant.call('DELETE', `${url}/icon`);
    assert.equal((await readPrices())?.iconUrl, null);
  }
});

async function readPage(path: string) {
  return app.inject({ url: `/api/customer/storefront/${path}` });
}

test('the page of a product says how long it can be tried, and whether that takes an account', async () => {
  const trialInList = async () => (await shop()).products.find(({ id }) => id === 'synth')?.trialDays;
  const trial = async () => {
    const ofPage = (await readPage('products/synth')).json().details.trial;
    assert.equal(await trialInList(), ofPage?.days, 'the list says it, too');
    return ofPage;
  };
  assert.equal(await trial(), undefined);
  const change = (changes: object) => merchant.call('PATCH', '/api/products/synth', changes);
  await change({ trialsAllowed: true, trialDays: 14, trialRequiresAccount: false });
  assert.deepEqual(await trial(), { days: 14, requiresAccount: false });
  await change({ trialDays: 30, trialRequiresAccount: true });
  assert.deepEqual(await trial(), { days: 30, requiresAccount: true });
  await change({ trialsAllowed: false });
  assert.equal(await trial(), undefined);
});

test('the page of a product or bundle has its texts as HTML that is safe, and the storefront does not grow', async () => {
  const before = await shop();
  const { releases } = (await readPage('products/app')).json().details;
  for (const path of ['products/app', 'bundles/both']) {
    const seats = path === 'products/app' ? { maxActivations: 1, releases } : {};
    assert.deepEqual((await readPage(path)).json().details, { ...seats, images: [], media: [] });
    await merchant.call('PATCH', `/api/${path}`, {
      longDescription: '# Why\n\nIt is *new*. <script>alert(1)</script>',
      systemRequirements: '- macOS 15',
      website: 'https://example.com/app',
    });
    const page = await readPage(path);
    assert.deepEqual(page.json().details, {
      longDescription: '# Why\n\nIt is *new*. <script>alert(1)</script>',
      longDescriptionHtml: '<h2>Why</h2>\n<p>It is <em>new</em>. &lt;script&gt;alert(1)&lt;/script&gt;</p>\n',
      systemRequirementsHtml: '<ul>\n<li>macOS 15</li>\n</ul>\n',
      website: 'https://example.com/app',
      ...seats,
      images: [],
      media: [],
    });
    assert.deepEqual(
      ['cache-control', 'vary'].map((name) => page.headers[name]),
      ['private, no-cache', 'Origin, Authorization'],
    );
    const headers = { 'if-none-match': String(page.headers['etag']) };
    const again = await app.inject({ url: `/api/customer/storefront/${path}`, headers });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    const tooLong = { longDescription: 'x'.repeat(20_001), systemRequirements: 'x'.repeat(5_001) };
    const refusal = await merchant.send('PATCH', `/api/${path}`, tooLong);
    assert.deepEqual(Object.keys(refusal.json().errors), ['longDescription', 'systemRequirements']);
    const blank = { longDescription: ' ', systemRequirements: null, website: null };
    await merchant.call('PATCH', `/api/${path}`, blank);
    assert.deepEqual((await readPage(path)).json().details, { ...seats, images: [], media: [] });
  }
  assert.deepEqual(Object.keys((await shop()).products[0] ?? {}), Object.keys(before.products[0] ?? {}));
});

test('an item that nobody can buy has no page, nor has that of another account', async () => {
  const status = async (path: string) => {
    const { statusCode, body } = await readPage(path);
    if (statusCode !== 200)
      assert.equal(JSON.parse(body).detail, 'This is not in the shop, or no longer is.');
    return statusCode;
  };
  for (const path of ['products/none', 'bundles/none', 'bundles/app']) assert.equal(await status(path), 404);
  const stranger = await app.injectAs(app.other, { url: '/api/customer/storefront/products/app' });
  assert.equal(stranger.statusCode, 404);
  for (const [off, on] of [
    [{ status: 'Inactive' }, { status: 'Active' }],
    [{ purchasable: false }, { purchasable: true }],
  ] as const) {
    await merchant.call('PATCH', '/api/products/app', off);
    const isInBundle = 'purchasable' in off;
    const statuses = [await status('products/app'), await status('bundles/both')];
    assert.deepEqual(statuses, isInBundle ? [200, 200] : [404, 404]);
    if (isInBundle) assert.equal((await readPage('products/app')).json().variations, undefined);
    await merchant.call('PATCH', '/api/products/app', on);
  }
  await merchant.call('POST', '/api/bundles/both/archive');
  await merchant.call('PATCH', '/api/products/app', { purchasable: false });
  assert.deepEqual([await status('products/app'), await status('bundles/both')], [404, 404]);
  await merchant.call('PATCH', '/api/products/app', { purchasable: true });
  await merchant.call('POST', '/api/bundles/both/restore');
});

test('a bundle shows a part that is not sold alone, without a price of its own', async () => {
  await merchant.call('PATCH', '/api/products/synth', { purchasable: false });
  const { products, bundles } = await shop();
  assert.deepEqual(
    products.map(({ id }) => id),
    ['app'],
  );
  const parts = bundles[0]?.products.map(({ id, name, variations }) => [id, name, variations?.length]);
  assert.deepEqual(parts, [
    ['app', 'app', 1],
    ['synth', 'synth', undefined],
  ]);
  await merchant.call('PATCH', '/api/products/synth', { purchasable: true });
  assert.equal((await shop()).bundles[0]?.products[1]?.variations?.length, 1);
});

test('offers that come, change and go, with the variations of their target that are on sale', async () => {
  const url = '/api/products/synth/variations';
  await merchant.call('POST', url, { id: 'synth-yearly', name: 'Yearly', prices: PRICES });
  await merchant.call('POST', url, { id: 'synth-weekly', name: 'Weekly', prices: PRICES });
  const targetOf = (...variationIds: string[]) => ({ type: 'Product', id: 'synth', variationIds });
  const target = targetOf('synth-yearly', 'synth-weekly');
  const share = { type: 'PercentageOffDiscount', percentage: 0.5 };
  await merchant.call('POST', '/api/offers', { id: 'offer', name: 'Offer', target, ...share });
  const readPrices = async () =>
    (await shop()).offers.map(({ id, targetVariations }) => [id, ...targetVariations.map((each) => each.id)]);
  assert.deepEqual(await readPrices(), [['offer', 'synth-yearly', 'synth-weekly']]);
  await merchant.call('POST', `${url}/synth-weekly/archive`);
  assert.deepEqual(await readPrices(), [['offer', 'synth-yearly']]);
  await merchant.call('PATCH', '/api/offers/offer', { target: targetOf() });
  assert.deepEqual(await readPrices(), [['offer']], 'any variation');
  await merchant.call('PATCH', '/api/offers/offer', { target: targetOf('synth-weekly') });
  assert.deepEqual(await readPrices(), []);
  await merchant.call('PATCH', '/api/offers/offer', { target });
  await merchant.call('POST', '/api/offers/offer/archive');
  assert.deepEqual(await readPrices(), []);
  await merchant.call('POST', '/api/offers/offer/restore');
  assert.deepEqual(await readPrices(), [['offer', 'synth-yearly']]);
});

test('a variation without a price where the account sells is not shown, be it the default one', async () => {
  const url = '/api/products/app/variations';
  await merchant.call('POST', url, { id: 'app-dollars', name: 'Dollars', prices: { ...PRICES, USD: 11 } });
  await updateSettings(testContext(app.system, account), { currencies: ['USD'], defaultCurrency: 'USD' });
  const { variations, defaultVariation } = (await findApp()) ?? {};
  assert.deepEqual(
    variations?.map(({ id, price }) => [id, price]),
    [['app-dollars', { USD: 11 }]],
  );
  assert.equal(defaultVariation?.id, 'app-dollars', 'the first that is sold stands in for it');
  await updateSettings(testContext(app.system, account), {
    currencies: ['EUR', 'JPY'],
    defaultCurrency: 'EUR',
  });
  assert.equal((await findApp())?.defaultVariation?.id, 'app-once');
  await merchant.call('POST', `${url}/app-dollars/archive`);
});

test('accounts of equal versions and settings have storefronts of their own', async () => {
  const fresh = await startTestApp();
  try {
    for (const owner of [fresh.demo, fresh.other]) {
      const seller = await merchantOf(fresh, owner);
      await seller.call('POST', '/api/products', { id: 'mine', name: `Of ${owner.id}` });
    }
    for (const owner of [fresh.demo, fresh.other, fresh.demo]) {
      const answer = await fresh.injectAs(owner, { url: '/api/customer/storefront' });
      assert.deepEqual(
        answer.json<Shop>().products.map(({ name }) => name),
        [`Of ${owner.id}`],
      );
    }
  } finally {
    await fresh.close();
  }
});

test('the currency is suggested by the address of the client, and by no header that is not configured', async () => {
  const suggested = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await shop({ remoteAddress, headers })).suggestedCurrency;
  assert.equal(await suggested('133.1.1.1'), 'JPY');
  assert.equal(await suggested('193.99.144.80'), 'EUR');
  assert.equal(await suggested('127.0.0.1'), 'EUR');
  assert.equal(await suggested('193.99.144.80', { 'cf-ipcountry': 'JP' }), 'EUR');
});

test('the product that is shown first: the choice of the vendor, or else the newest one with a picture, or else the only one', async () => {
  const featuredId = async () => (await shop()).featuredProductId;
  assert.equal(await featuredId(), undefined);
  await updateSettings(app.ctx, { featuredProduct: 'app' });
  assert.equal(await featuredId(), 'app', 'without a picture, too');
  await updateSettings(app.ctx, { featuredProduct: 'nothing' });
  assert.equal(await featuredId(), undefined);
  await merchant.call('PATCH', '/api/products/synth', { status: 'Inactive' });
  assert.equal(await featuredId(), 'app', 'the only one, without a picture, too');
  await merchant.call('PATCH', '/api/products/synth', { status: 'Active' });
  for (const id of ['app', 'synth']) {
    await givePictures(app.ctx, id);
    assert.equal(await featuredId(), id, 'the newest');
  }
  await updateSettings(app.ctx, { featuredProduct: 'app' });
  assert.equal(await featuredId(), 'app');
});
