import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';

let app: TestApp;
let merchant: Merchant;
before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
  await merchant.call('POST', '/api/products', { id: 'base', name: 'Base' });
});
after(() => app.close());

const PRICES = { EUR: 49, USD: 54.99 };

interface Variation {
  readonly id: string;
  readonly isDefault: boolean;
}

interface Tiered {
  readonly pricingTiers: readonly object[];
}

const PLACES = [
  { path: '/api/products', fields: {} },
  { path: '/api/bundles', fields: { productIds: ['base'] } },
] as const;

/** Creates an item of this kind, and returns the path of its variations. */
async function newItem({ path, fields }: (typeof PLACES)[number], id: string): Promise<string> {
  await merchant.call('POST', path, { id, name: id, ...fields });
  return `${path}/${id}/variations`;
}

for (const place of PLACES) {
  const { path } = place;
  const prefix = path.slice('/api/'.length);

  test(`${path}: a variation says how often it is paid for, when it was made and when it was changed`, async () => {
    app.system.clock.hold('it compares the times of the variation with the clock');
    const url = await newItem(place, 'timed');
    const id = `${prefix}-timed`;
    const since = app.system.clock.now().toISOString();
    const recurrence = { type: 'Recurring', cycleLength: 'Quarterly' };
    const answer = await merchant.call('POST', url, { id, name: 'Quarterly', prices: PRICES, recurrence });
    const expected = {
      id,
      name: 'Quarterly',
      recurrence,
      prices: PRICES,
      pricingTiers: [],
      freeDays: null,
      ownAfterCycles: null,
      fallbackAfterCycles: null,
      canPause: false,
      milestones: [],
      payoffDiscount: null,
      releaseAccess: null,
      upgrade: null,
      isDefault: true,
      position: 0,
      isArchived: false,
      createdAt: since,
      updatedAt: since,
    };
    assert.deepEqual(answer, expected);
    app.system.clock.advance(90_000);
    const now = app.system.clock.now().toISOString();
    const changed = { ...expected, recurrence: { type: 'Recurring', cycleLength: 'Weekly' }, updatedAt: now };
    const patched = await merchant.call('PATCH', `${url}/${id}`, { recurrence: changed.recurrence });
    assert.deepEqual(patched, changed);
    assert.deepEqual(await merchant.call('GET', `${url}/${id}`), changed);
    const { items } = await merchant.call<{ items: Variation[] }>('GET', url);
    const { variations } = await merchant.call<{ variations: Variation[] }>('GET', `${path}/timed`);
    assert.deepEqual([items, variations], [[changed], [changed]]);
  });

  test(`${path}: a variation has prices for larger quantities until an empty list removes them`, async () => {
    const url = await newItem(place, 'tiered');
    const id = `${prefix}-tiered`;
    const pricingTiers = [
      { minQuantity: 5, prices: { EUR: 40, USD: 44.5 } },
      { minQuantity: 10_000, prices: { EUR: 0 } },
    ];
    const tiered = { id, name: 'Tiered', prices: PRICES, pricingTiers };
    const added = await merchant.call<Tiered>('POST', url, tiered);
    assert.deepEqual(added.pricingTiers, pricingTiers);
    const renamed = await merchant.call<Tiered>('PATCH', `${url}/${id}`, { name: 'Renamed' });
    assert.deepEqual(renamed.pricingTiers, pricingTiers);
    const audit = `/api/audit?subject=variation/${id}&type=variation.created`;
    const { items } = await merchant.call<{ items: { data: { after: Tiered } }[] }>('GET', audit);
    assert.deepEqual(items[0]?.data.after.pricingTiers, [
      { minQuantity: 5, prices: { EUR: 4_000, USD: 4_450 } },
      { minQuantity: 10_000, prices: { EUR: 0 } },
    ]);
    const removed = await merchant.call<Tiered>('PATCH', `${url}/${id}`, { pricingTiers: [] });
    assert.deepEqual(removed.pricingTiers, []);
  });

  test(`${path}: when the default variation is archived, the next by position takes over`, async () => {
    const url = await newItem(place, 'ordered');
    const variation = (name: string) => `${prefix}-ordered-${name}`;
    // The next one is neither first nor last by its id, its creation or its last change.
    for (const [name, position] of [
      ['d', 0],
      ['c', 7],
      ['b', 1],
      ['a', 4],
    ] as const) {
      await merchant.call('POST', url, { id: variation(name), name, prices: PRICES, position });
      app.system.clock.advance(1_000);
    }
    const defaults = async () => {
      const { items } = await merchant.call<{ items: Variation[] }>('GET', url);
      return items.filter(({ isDefault }) => isDefault).map(({ id }) => id);
    };
    assert.deepEqual(await defaults(), [variation('d')]);
    await merchant.call('POST', `${url}/${variation('d')}/archive`);
    assert.deepEqual(await defaults(), [variation('b')]);
    await merchant.call('PATCH', `${url}/${variation('c')}`, { position: 2 });
    await merchant.call('POST', `${url}/${variation('b')}/archive`);
    assert.deepEqual(await defaults(), [variation('c')], 'the position that it has now');
    for (const name of ['c', 'a']) await merchant.call('POST', `${url}/${variation(name)}/archive`);
    assert.deepEqual(await defaults(), []);
    const back = await merchant.call<Variation>('POST', `${url}/${variation('a')}/restore`);
    assert.equal(back.isDefault, true, 'the only one on offer');
    assert.deepEqual(await merchant.call('GET', `${url}/${variation('a')}`), back);
  });
}

test('a product and a bundle of the same id share none of their variations', async () => {
  const [product, bundle] = [await newItem(PLACES[0], 'twin'), await newItem(PLACES[1], 'twin')];
  await merchant.call('POST', product, { id: 'of-product', name: 'Mine', prices: PRICES });
  await merchant.call('POST', bundle, { id: 'of-bundle', name: 'Ours', prices: PRICES });
  for (const [url, own, foreign] of [
    [product, 'of-product', 'of-bundle'],
    [bundle, 'of-bundle', 'of-product'],
  ] as const) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Taken' }],
      ['POST', '/archive', undefined],
      ['POST', '/restore', undefined],
    ] as const) {
      const refused = await merchant.send(method, `${url}/${foreign}${path}`, body);
      assert.deepEqual(
        [refused.statusCode, refused.json().errorType],
        [404, 'NotFound'],
        `${method} ${path}`,
      );
    }
    const { items } = await merchant.call<{ items: (Variation & { name: string })[] }>('GET', url);
    assert.deepEqual(
      items.map(({ id, name, isDefault }) => [id, name, isDefault]),
      [[own, own === 'of-product' ? 'Mine' : 'Ours', true]],
    );
  }
});

test("a variation of one account is nobody's in another", async () => {
  const url = await newItem(PLACES[0], 'shared');
  await merchant.call('POST', url, { id: 'shared-once', name: 'Once', prices: PRICES });
  const other = await merchantOf(app, app.other);
  await other.call('POST', '/api/products', { id: 'shared', name: 'Shared' });
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'Taken' }],
    ['POST', '/archive', undefined],
  ] as const) {
    assert.equal((await other.send(method, `${url}/shared-once${path}`, body)).statusCode, 404);
  }
  assert.deepEqual((await other.call<{ items: Variation[] }>('GET', url)).items, []);
});

test('a price changes in one currency, and those of others stay; null removes one that is not sold in', async () => {
  const url = await newItem(PLACES[0], 'one-price');
  await merchant.call('POST', url, { id: 'one', name: 'Once', prices: PRICES });
  const change = (changes: object) => merchant.send('PATCH', `${url}/one`, { prices: changes });
  const changed = await change({ EUR: 31.5 });
  assert.deepEqual([changed.statusCode, changed.json().prices], [200, { ...PRICES, EUR: 31.5 }]);
  const removed = await change({ USD: null });
  assert.deepEqual(removed.json().errors, {
    'prices.USD': ['The value "USD" of the prices is required: the account sells in USD.'],
  });
  const foreign = await change({ GBP: 30, USD: 33 });
  assert.deepEqual(foreign.json().prices, { EUR: 31.5, USD: 33, GBP: 30 });
  assert.deepEqual((await change({ GBP: null })).json().prices, { EUR: 31.5, USD: 33 });
  assert.deepEqual(Object.keys((await change({ EUR: 1.001, XXL: 1 })).json().errors), [
    'prices.EUR',
    'prices.XXL',
  ]);
});

test('refuses tiers that are not ascending, too fine, too many, or in a currency that the variation is not sold in', async () => {
  const url = await newItem(PLACES[0], 'wrong-tiers');
  const tier = (minQuantity: number, prices: object = { EUR: 1 }) => ({ minQuantity, prices });
  const issuesOf = async (pricingTiers: readonly object[]) => {
    const response = await merchant.send('POST', url, { name: 'Tiered', prices: PRICES, pricingTiers });
    assert.equal(response.statusCode, 400, response.body);
    return response.json<{ errors: Record<string, string[]> }>().errors;
  };
  const quantity = 'The min quantity of pricing tier';
  assert.deepEqual(await issuesOf([tier(1), tier(10_001)]), {
    'pricingTiers[0].minQuantity': [`${quantity} 1 must be at least 2.`],
    'pricingTiers[1].minQuantity': [`${quantity} 2 must be at most 10000.`],
  });
  assert.deepEqual(await issuesOf([tier(5), tier(5), tier(4, {}), tier(6, { GBP: 1 })]), {
    'pricingTiers[1].minQuantity': [`${quantity} 2 must be more than that of the previous tier.`],
    'pricingTiers[2].minQuantity': [`${quantity} 3 must be more than that of the previous tier.`],
    'pricingTiers[2].prices': ['The prices of pricing tier 3 must name at least one currency.'],
    'pricingTiers[3].prices.GBP': ['The value "GBP" of the prices is not a currency of the variation.'],
  });
  assert.deepEqual(Object.keys(await issuesOf([tier(2, { EUR: 1.001, USD: -1 })])), [
    'pricingTiers[0].prices.EUR',
    'pricingTiers[0].prices.USD',
  ]);
  const many = Array.from({ length: 21 }, (_, index) => tier(index + 2));
  assert.deepEqual(await issuesOf(many), {
    pricingTiers: ['The pricing tiers must have at most 20 entries.'],
  });
});
