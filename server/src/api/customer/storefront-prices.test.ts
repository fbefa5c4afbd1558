import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { shopper, type Shopper } from '../../../test/shop.ts';
import { type Account, updateSettings } from '../../modules/accounts/index.ts';
import { createProduct } from '../../modules/catalog/index.ts';
import { provisionLicenses } from '../../../test/licensing.ts';

let app: TestApp;
let account: Account;
let merchant: Merchant;
let owner: Shopper;
let newcomer: Shopper;

interface Price {
  readonly id: string;
  readonly owned: boolean;
  readonly partial?: boolean;
  readonly products?: { readonly id: string; readonly included?: boolean; readonly owned: boolean }[];
  readonly variations: {
    readonly id: string;
    readonly price: Record<string, number>;
    readonly originalPrice: Record<string, number>;
    readonly hasDiscount: boolean;
    readonly discount?: Record<string, unknown>;
  }[];
}

interface Storefront {
  readonly validUntil: string | null;
  readonly products: Price[];
  readonly bundles: Price[];
  readonly offers: {
    readonly id: string;
    readonly target: Price & { readonly type: string };
    readonly targetVariations: { readonly id: string }[];
    readonly targets: { readonly item: { readonly id: string } }[];
    readonly condition: Record<string, unknown>;
    readonly discount: Record<string, unknown>;
  }[];
}

before(async () => {
  app = await startTestApp();
  account = await updateSettings(app.ctx, {
    currencies: ['EUR', 'USD'],
    allowsPartialBundles: true,
  });
  merchant = await merchantOf(app);
  const prices = { app: 4_900, synth: 9_900, verb: 2_900 };
  for (const [position, [id, euros]] of Object.entries(prices).entries()) {
    const variations = [{ id: `${id}-once`, name: 'Once', prices: { EUR: euros, USD: euros + 100 } }];
    await createProduct(testContext(app.system, account), { id, name: id, position, variations });
  }
  const variations = [{ id: 'suite-once', name: 'Once', prices: { EUR: 100.01, USD: 110 } }];
  const productIds = ['app', 'synth', 'verb'];
  await merchant.call('POST', '/api/bundles', { id: 'suite', name: 'Suite', productIds, variations });
  owner = await shopper(app);
  newcomer = await shopper(app);
  await provisionLicenses(testContext(app.system, account), {
    ownerId: owner.id,
    requests: [{ productId: 'app' }],
  });
});
after(() => app.close());

async function storefront(query = '', headers: Record<string, string> = {}): Promise<Storefront> {
  const response = await app.inject({ url: `/api/customer/storefront${query}`, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Storefront>();
}

function price(page: Storefront, id: string): number | undefined {
  return [...page.products, ...page.bundles].find((item) => item.id === id)?.variations[0]?.price['EUR'];
}

/** Runs `check` while the discount is active, and archives it afterwards. */
async function withDiscount(fields: object, check: () => Promise<void>): Promise<void> {
  const body = { name: 'Less', type: 'PercentageOffDiscount', percentage: 0.5, ...fields };
  const { id } = await merchant.call<{ id: string }>('POST', '/api/discounts', body);
  await check();
  await merchant.call('POST', `/api/discounts/${id}/archive`);
}

test('owned products are marked only for the customer who owns them', async () => {
  const owned = (page: Storefront) => page.products.filter((product) => product.owned).map(({ id }) => id);
  assert.deepEqual(owned(await storefront('', owner.auth)), ['app']);
  assert.deepEqual(owned(await storefront('', newcomer.auth)), []);
  assert.deepEqual(owned(await storefront()), []);
});

test('a license that was just granted is visible immediately, only to its owner', async () => {
  const ownsSynth = async (headers: Record<string, string>) =>
    (await storefront('', headers)).products.find(({ id }) => id === 'synth')?.owned;
  const buyer = await shopper(app);
  assert.deepEqual([await ownsSynth(buyer.auth), await ownsSynth(newcomer.auth)], [false, false]);
  const requests = [{ productId: 'synth' }];
  await provisionLicenses(testContext(app.system, account), { ownerId: buyer.id, requests });
  assert.deepEqual([await ownsSynth(buyer.auth), await ownsSynth(newcomer.auth)], [true, false]);
});

test('a token that is not valid counts as none, and the answer says so', async () => {
  const headers = { authorization: 'Bearer nonsense' };
  const response = await app.inject({ url: '/api/customer/storefront', headers });
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers['www-authenticate']), /error="invalid_token"/);
});

test('a personal answer is in no cache that others share', async () => {
  await storefront();
  const response = await app.inject({ url: '/api/customer/storefront', headers: { ...owner.auth } });
  assert.equal(response.headers['cache-control'], 'private, no-cache');
  assert.match(String(response.headers['vary']), /Authorization/);
});

test('a customer who owns part of a bundle buys the rest for its share', async () => {
  const bundle = async (headers = {}) => (await storefront('', headers)).bundles[0];
  const mine = await bundle(owner.auth);
  // 10001 split over 4900 : 9900 : 2900 is 2769, 5594 and 1638.
  assert.deepEqual(mine?.variations[0]?.price['EUR'], 72.32);
  assert.deepEqual(mine?.variations[0]?.originalPrice['EUR'], 72.32);
  assert.deepEqual([mine?.partial, mine?.owned], [true, false]);
  assert.deepEqual(
    mine?.products?.map(({ id, included, owned }) => [id, included, owned]),
    [
      ['app', false, true],
      ['synth', true, false],
      ['verb', true, false],
    ],
  );
  const whole = await bundle();
  assert.deepEqual([whole?.partial, whole?.variations[0]?.price['EUR']], [false, 100.01]);
  assert.ok(whole?.products?.every(({ included }) => included === true));
});

test('an account without partial bundles sells them whole to everyone', async () => {
  await updateSettings(testContext(app.system, account), { allowsPartialBundles: false });
  assert.equal(price(await storefront('', owner.auth), 'suite'), 100.01);
  await updateSettings(testContext(app.system, account), { allowsPartialBundles: true });
});

test('a bundle whose products are all owned shows it and is sold whole', async () => {
  const collector = await shopper(app);
  const requests = ['app', 'synth', 'verb'].map((productId) => ({ productId }));
  await provisionLicenses(testContext(app.system, account), { ownerId: collector.id, requests });
  const [bundle] = (await storefront('', collector.auth)).bundles;
  assert.deepEqual(
    [bundle?.owned, bundle?.partial, bundle?.variations[0]?.price['EUR']],
    [true, false, 100.01],
  );
});

test('a discount lowers the price and says what it is', async () => {
  await withDiscount(
    { percentage: 0.15, targets: [{ type: 'Product', id: 'app' }], isExclusive: true },
    async () => {
      const page = await storefront();
      const variation = page.products[0]?.variations[0];
      assert.deepEqual(
        [variation?.price, variation?.originalPrice, variation?.hasDiscount],
        [{ EUR: 41.65, USD: 42.5 }, { EUR: 49, USD: 50 }, true],
      );
      assert.deepEqual(variation?.discount, {
        type: 'PercentageOffDiscount',
        name: 'Less',
        percentage: 0.15,
        total: { EUR: 7.35, USD: 7.5 },
        isExclusive: true,
      });
      assert.equal(price(page, 'synth'), 99);
    },
  );
  assert.equal(price(await storefront(), 'app'), 49);
});

test('a flat discount in one currency says its total in that one', async () => {
  await withDiscount(
    { type: 'FlatAmountOffDiscount', percentage: undefined, amounts: { USD: 5 } },
    async () => {
      const [product] = (await storefront()).products;
      assert.deepEqual(product?.variations[0]?.price, { EUR: 49, USD: 45 });
      assert.deepEqual(product?.variations[0]?.discount?.['total'], { USD: 5 });
    },
  );
});

test('a campaign has prices of its own, and only its own visitors see them', async () => {
  await withDiscount({ utm: { campaign: ['launch'], source: ['mail'] } }, async () => {
    const priceAt = async (query: string) => price(await storefront(query), 'app');
    assert.equal(await priceAt('?utm_campaign=launch&utm_source=mail'), 24.5);
    assert.equal(await priceAt('?utm_campaign=LAUNCH&utm_source=mail&utm_term=x'), 24.5);
    assert.equal(await priceAt('?utm_campaign=launch'), 49);
    assert.equal(await priceAt(''), 49);
    assert.equal(await priceAt('?utm_campaign=launch&utm_source=mail'), 24.5);
  });
});

for (const name of ['source', 'medium', 'campaign', 'term', 'content', 'referrer']) {
  test(`utm_${name} decides a price, by any of the values named and by no other`, async () => {
    await withDiscount({ utm: { [name]: ['mail', 'Spring Sale'] } }, async () => {
      const priceAt = async (query: string) => price(await storefront(query), 'app');
      assert.equal(await priceAt(`?utm_${name}=mail`), 24.5);
      assert.equal(await priceAt(`?utm_${name}=spring%20sale&utm_other=x`), 24.5);
      assert.equal(await priceAt(`?utm_${name}=mails`), 49);
      assert.equal(await priceAt(`?utm_${name}=`), 49);
      const another = name === 'source' ? 'medium' : 'source';
      assert.equal(await priceAt(`?utm_${another}=mail`), 49);
    });
  });
}

test('a discount for owners is for owners, and one for newcomers for known newcomers', async () => {
  await withDiscount({ audience: { owns: { match: 'Some', productIds: ['app'] } } }, async () => {
    assert.equal(price(await storefront('', owner.auth), 'synth'), 49.5);
    assert.equal(price(await storefront('', newcomer.auth), 'synth'), 99);
    assert.equal(price(await storefront(), 'synth'), 99);
  });
  await withDiscount({ audience: { ownedCount: { most: 0 } } }, async () => {
    assert.equal(price(await storefront('', owner.auth), 'synth'), 99);
    assert.equal(price(await storefront('', newcomer.auth), 'synth'), 49.5);
    assert.equal(price(await storefront(), 'synth'), 99);
  });
});

test('prices change at validUntil, even from the cache', async () => {
  app.system.clock.hold('it reads prices in the last millisecond before they change');
  const start = app.system.clock.now();
  const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
  await withDiscount({ startsAt: at(60).toISOString(), endsAt: at(120).toISOString() }, async () => {
    const readIds = async () => {
      const page = await storefront();
      return [price(page, 'app'), page.validUntil];
    };
    assert.deepEqual(await readIds(), [49, at(60).toISOString()]);
    app.system.clock.set(new Date(at(60).getTime() - 1));
    assert.deepEqual(await readIds(), [49, at(60).toISOString()]);
    app.system.clock.set(at(60));
    assert.deepEqual(await readIds(), [24.5, at(120).toISOString()]);
    app.system.clock.set(at(120));
    assert.deepEqual(await readIds(), [49, null]);
  });
});

test('an offer is shown with its condition, while its target and an item of that are for sale', async () => {
  const offer = {
    id: 'third-half',
    name: 'The third for half',
    description: 'Two in the cart',
    type: 'PercentageOffDiscount',
    percentage: 0.5,
    target: { type: 'Product', id: 'verb', variationIds: ['verb-once'] },
    relevantItems: [
      { type: 'Product', id: 'app' },
      { type: 'Bundle', id: 'suite' },
    ],
    minimumItems: 2,
  };
  await merchant.call('POST', '/api/offers', offer);
  const [page] = (await storefront()).offers;
  const relevant = { 'Product/app': ['app-once'], 'Bundle/suite': ['suite-once'] };
  assert.deepEqual(page?.condition, {
    type: 'CartContainsItems',
    minimumItems: 2,
    relevantItemVariations: relevant,
    relevantItemsVariations: relevant,
  });
  assert.deepEqual(page?.discount, {
    type: 'PercentageOffDiscount',
    name: 'The third for half',
    description: 'Two in the cart',
    percentage: 0.5,
    isExclusive: false,
  });
  assert.deepEqual([page?.target.type, page?.target.id], ['Product', 'verb']);
  assert.deepEqual(
    page?.targetVariations.map(({ id }) => id),
    ['verb-once'],
  );
  assert.deepEqual(
    page?.targets.map(({ item }) => item.id),
    ['verb'],
  );

  await merchant.call('PATCH', '/api/products/app', { purchasable: false });
  assert.deepEqual((await storefront()).offers[0]?.condition['relevantItemVariations'], {
    'Bundle/suite': ['suite-once'],
  });
  await merchant.call('POST', '/api/bundles/suite/archive');
  assert.deepEqual((await storefront()).offers, []);
  await merchant.call('POST', '/api/bundles/suite/restore');
  await merchant.call('PATCH', '/api/products/verb', { status: 'Inactive' });
  assert.deepEqual((await storefront()).offers, []);
  await merchant.call('PATCH', '/api/products/verb', { status: 'Active' });
  await merchant.call('PATCH', '/api/products/app', { purchasable: true });
  assert.equal((await storefront()).offers.length, 1);
});

test('a flat offer says what it takes off where the account sells, and is not shown where it takes off nothing', async () => {
  const offer = { name: 'Five off', type: 'FlatAmountOffDiscount', target: { type: 'Product', id: 'verb' } };
  const offerAfter = async (amounts: object) => {
    const { id } = await merchant.call<{ id: string }>('POST', '/api/offers', { ...offer, amounts });
    const page = (await storefront()).offers.find((candidate) => candidate.id === id);
    const { validUntil } = await storefront();
    await merchant.call('POST', `/api/offers/${id}/archive`);
    return [page?.discount['total'], validUntil];
  };
  assert.deepEqual(await offerAfter({ EUR: 5, USD: 5.5 }), [{ EUR: 5, USD: 5.5 }, null]);
  assert.deepEqual(await offerAfter({ EUR: 5, JPY: 500 }), [{ EUR: 5 }, null]);
  assert.deepEqual(await offerAfter({ JPY: 500 }), [undefined, null]);
  const endsAt = new Date(app.system.clock.now().getTime() + 1_000).toISOString();
  const { id } = await merchant.call<{ id: string }>('POST', '/api/offers', {
    ...offer,
    amounts: { JPY: 5 },
    endsAt,
  });
  assert.equal((await storefront()).validUntil, null, 'the end of what is not shown changes nothing');
  await merchant.call('POST', `/api/offers/${id}/archive`);
});

test('the page of an item has the prices of the storefront for every visitor, in every campaign', async () => {
  const utm = { campaign: ['page'] };
  const flat = { type: 'FlatAmountOffDiscount', percentage: undefined, amounts: { EUR: 5, USD: 6 }, utm };
  const targets = [{ type: 'Bundle', id: 'suite' }];
  await withDiscount(flat, () =>
    withDiscount({ targets }, async () => {
      for (const headers of [{}, owner.auth, newcomer.auth])
        for (const query of ['', '?utm_campaign=page']) {
          const { products, bundles } = await storefront(query, headers);
          assert.deepEqual([products.length, bundles.length], [3, 1]);
          for (const [kind, items] of Object.entries({ products, bundles }))
            for (const item of items) {
              const url = `/api/customer/storefront/${kind}/${item.id}${query}`;
              const { details, ...rest } = (await app.inject({ url, headers })).json();
              const seats = kind === 'products' ? { maxActivations: 1 } : {};
              assert.deepEqual([rest, details], [item, { ...seats, images: [], media: [] }], url);
            }
        }
    }),
  );
});

test('a bundle with a product that may not be used any more is not sold', async () => {
  await merchant.call('PATCH', '/api/products/synth', { status: 'Inactive' });
  assert.deepEqual((await storefront()).bundles, []);
  await merchant.call('PATCH', '/api/products/synth', { status: 'Active' });
  assert.equal((await storefront()).bundles.length, 1);
});

test('another account sees nothing of it', async () => {
  const response = await app.injectAs(app.other, { url: '/api/customer/storefront' });
  const { products, bundles, offers } = response.json<Storefront>();
  assert.deepEqual([products, bundles, offers], [[], [], []]);
  const stranger = await app.injectAs(app.other, {
    url: '/api/customer/storefront',
    headers: { ...owner.auth },
  });
  assert.deepEqual(stranger.json(), response.json());
});
