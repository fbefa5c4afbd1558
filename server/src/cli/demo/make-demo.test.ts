import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { openTestSystem, type TestSystem } from '../../../test/harness.ts';
import { buildApp } from '../../app.ts';
import { findAccount } from '../../modules/accounts/index.ts';
import { type Catalog, loadCatalog } from '../../modules/catalog/index.ts';
import { type ProductPolicy, productPolicies } from '../../modules/licensing/index.ts';
import type { App } from '../../platform/http/route/app.ts';
import type { DemoFile } from './demo-file.ts';
import { DEMO_ACCOUNT_ID, makeDemo } from './make-demo.ts';

// Newcomers and examples use the demo shop first: it must contain everything that they refer to.

let system: TestSystem;
let app: App;
let close: () => Promise<void>;
let demo: DemoFile;
let catalog: Catalog;
let policyOf: (productId: string) => ProductPolicy;

before(async () => {
  ({ system, close } = await openTestSystem());
  demo = (await makeDemo(system)).demo;
  const account = (await findAccount(system, DEMO_ACCOUNT_ID)) ?? assert.fail('no demo account');
  catalog = await loadCatalog(testContext(system, account));
  policyOf = await productPolicies(testContext(system, account));
  app = await buildApp(system);
});
after(async () => {
  await app.close();
  await close();
});

async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url, headers: { host: 'demo.latchkey.test', ...headers } });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer;
}

interface Downloadable {
  readonly downloads: readonly { readonly path: string }[];
}

async function signedIn(): Promise<{ authorization: string }> {
  const { email, password } = demo.customer;
  const answer = await app.inject({
    method: 'POST',
    url: `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`,
    headers: { host: 'demo.latchkey.test', 'content-type': 'text/plain' },
    payload: password,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return { authorization: `Bearer ${answer.json<{ accessToken: string }>().accessToken}` };
}

test('the vendor is Demo Audio, who sells in euros and dollars and bundles in part', async () => {
  const account = await findAccount(system, DEMO_ACCOUNT_ID);
  assert.equal(account?.name, 'Demo Audio');
  const { currencies, defaultCurrency, allowsPartialBundles } = account.settings;
  assert.deepEqual([currencies, defaultCurrency, allowsPartialBundles], [['EUR', 'USD'], 'EUR', true]);
});

test('the shop has its pages about the sale, which the server itself has', async () => {
  const { links } = (await get('/api/public/vendors/current')).json();
  assert.deepEqual(Object.keys(links), ['terms', 'privacy', 'refunds', 'imprint']);
  for (const url of Object.values<string>(links)) {
    assert.equal(new URL(url).origin, new URL(system.config.publicUrl).origin);
    assert.match((await get(new URL(url).pathname)).body, /This page belongs to the demo shop/);
  }
});

test('a product has a page with a long text and a picture, which is there', async () => {
  const { details } = (await get('/api/customer/storefront/products/demo-app')).json();
  assert.match(details.longDescriptionHtml, /^<p>.*(<h3>.*){3}/s);
  assert.match(details.systemRequirementsHtml, /<table>.*This shop is a demo/s);
  for (const [, heading = ''] of details.longDescriptionHtml.matchAll(/<h3>(.*?)<\/h3>/g))
    assert.ok(
      details.images.some((image: { alt: string }) => image.alt.startsWith(`${heading}: `)),
      `no picture of ${heading}`,
    );
  const [{ url, alt, width, height }] = details.images;
  assert.deepEqual([width, height, alt.length > 20], [1200, 750, true]);
  const picture = await get(new URL(url).pathname);
  assert.equal(picture.headers['content-type'], 'image/png');
  const { details: synth } = (await get('/api/customer/storefront/products/demo-synth')).json();
  const sound = await get(new URL(synth.media[0].url).pathname);
  assert.equal(sound.headers['content-type'], 'audio/wav');
});

function trialOf({ allowsTrials, trialDays, trialNeedsAccount }: ProductPolicy) {
  return allowsTrials && [trialDays, trialNeedsAccount];
}

test('each product shows another way to sell', () => {
  const summary = catalog.products.map((product) => ({
    id: product.id,
    seats: policyOf(product.id).maxActivations,
    offline: policyOf(product.id).allowsOffline,
    trial: trialOf(policyOf(product.id)),
    downloads: product.downloadAccess,
    recurrences: product.variations.map(({ recurrence }) => recurrence),
  }));
  const [once, either] = [['OneOff'], ['OneOff', 'Monthly', 'Yearly', 'Monthly']];
  const whole = { seats: 2, offline: false, trial: false, downloads: 'Owner', recurrences: once };
  assert.deepEqual(summary, [
    {
      id: 'demo-app',
      seats: 3,
      offline: true,
      trial: [14, false],
      downloads: 'Everyone',
      recurrences: once,
    },
    { id: 'demo-app.sounds', ...whole },
    {
      id: 'demo-synth',
      seats: 2,
      offline: true,
      trial: [14, true],
      downloads: 'Customer',
      recurrences: either,
    },
    { id: 'demo-verb', ...whole },
  ]);
  for (const { variations } of [...catalog.products, ...catalog.bundles]) {
    for (const { prices } of variations) assert.deepEqual(Object.keys(prices), ['EUR', 'USD']);
  }
});

test('release 1.2.0 of the application has a real file for each desktop system', async () => {
  const { products } = (await get('/api/customer/storefront')).json<{
    products: {
      id: string;
      currentVersion?: string;
      downloads: { platform: string; size: number; path: string }[];
    }[];
  }>();
  const product = products.find(({ id }) => id === 'demo-app');
  assert.equal(product?.currentVersion, '1.2.0');
  assert.deepEqual(product.downloads.map(({ platform }) => platform).toSorted(), ['Linux', 'Mac', 'Windows']);
  for (const { path, size } of product.downloads) {
    const { location } = (await get(`${new URL(path).pathname}?redirect=false`)).json<{ location: string }>();
    const { pathname, search } = new URL(location);
    const file = await get(pathname + search);
    assert.equal(file.rawPayload.length, size);
    assert.match(file.body, /\/api\/client\/licenses\//, 'it asks for a license');
  }
});

test('every product has a file, and its programs ask for its own license', async () => {
  const auth = await signedIn();
  const { products } = (await get('/api/customer/storefront')).json<{
    products: { id: string; currentVersion?: string }[];
  }>();
  assert.deepEqual(
    products.map(({ id, currentVersion }) => `${id} ${currentVersion ?? ''}`),
    ['demo-app 1.2.0', 'demo-app.sounds 1.0.0', 'demo-synth 1.1.0', 'demo-verb 1.0.0'],
  );
  const synth = (await get('/api/customer/storefront/products/demo-synth', auth)).json<Downloadable>();
  for (const { path } of synth.downloads) {
    const { location } = (await get(`${new URL(path).pathname}?redirect=false`, auth)).json<{
      location: string;
    }>();
    const { pathname, search } = new URL(location);
    const { body } = await get(pathname + search);
    assert.match(body, /\/api\/client\/licenses\/demo-synth\/request/);
    assert.doesNotMatch(body, /demo-app|Demo App/i);
  }
  assert.equal(synth.downloads.length, 3);
});

test('the bundle, both discounts and the offer change what the demo customer pays', async () => {
  interface Sold {
    readonly id: string;
    readonly owned: boolean;
    readonly partial?: boolean;
    readonly defaultVariation: {
      readonly price: { EUR: number; USD: number };
      readonly discount?: { name: string };
    };
  }
  const shop = async (query = '', headers = {}) =>
    (await get(`/api/customer/storefront${query}`, headers)).json<{
      products: Sold[];
      bundles: Sold[];
      offers: {
        target: Sold;
        condition: { minimumItems: number; relevantItemVariations: object };
        discount: { percentage: number };
      }[];
    }>();
  const auth = await signedIn();
  const [anyone, launch, owner] = [await shop(), await shop('?utm_campaign=launch'), await shop('', auth)];
  const discountOf = ({ products }: { products: Sold[] }, id: string) =>
    products.find((product) => product.id === id)?.defaultVariation.discount?.name;
  assert.deepEqual(
    [anyone, launch, owner].map((page) => [discountOf(page, 'demo-synth'), discountOf(page, 'demo-verb')]),
    [
      [undefined, undefined],
      ['Launch week', 'Launch week'],
      ['Thank you', undefined],
    ],
  );
  assert.deepEqual(
    owner.products.filter(({ owned }) => owned).map(({ id }) => id),
    ['demo-app', 'demo-app.sounds'],
  );
  const [whole, rest] = [anyone.bundles[0], owner.bundles[0]];
  assert.deepEqual([whole?.id, whole?.partial, rest?.partial], ['demo-bundle', false, true]);
  assert.ok((rest?.defaultVariation.price.EUR ?? 0) < (whole?.defaultVariation.price.EUR ?? 0));
  assert.deepEqual(catalog.bundle('demo-bundle')?.productIds, ['demo-app', 'demo-synth', 'demo-verb']);
  const [offer] = anyone.offers;
  for (const currency of ['EUR', 'USD'] as const) {
    const priceOf = (item: Sold | undefined) => item?.defaultVariation.price[currency] ?? assert.fail();
    const [first, second, third] = ['demo-app', 'demo-synth', 'demo-verb'].map((id) =>
      priceOf(anyone.products.find((product) => product.id === id)),
    );
    assert(first !== undefined && second !== undefined && third !== undefined);
    const [apart, offered, together] = [first + second + third, first + second + third / 2, priceOf(whole)];
    assert.ok(
      offered <= together && together < apart,
      'who takes the offer pays no more than for the bundle',
    );
  }
  assert.deepEqual(
    [offer?.target.id, offer?.condition.minimumItems, offer?.discount.percentage],
    ['demo-verb', 2, 0.5],
  );
  assert.deepEqual(Object.keys(offer?.condition.relevantItemVariations ?? {}), [
    'Product/demo-app',
    'Product/demo-synth',
  ]);
});

test('five vouchers are unused, and key and password are new each time', async () => {
  assert.equal(new Set(demo.voucherCodes).size, 5);
  const elsewhere = await openTestSystem();
  try {
    const { demo: other } = await makeDemo(elsewhere.system);
    assert.notEqual(other.apiKey, demo.apiKey);
    assert.notEqual(other.customer.password, demo.customer.password);
    assert.ok(other.voucherCodes.every((code) => !demo.voucherCodes.includes(code)));
  } finally {
    await elsewhere.close();
  }
});
