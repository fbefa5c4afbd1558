import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let app: TestApp;
let merchant: Merchant;

before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD'] });
  merchant = await merchantOf(app);
  await newProduct('whole');
});
after(() => app.close());

const PRICES = { EUR: 49, USD: 54.99 };

interface Thing {
  readonly id: string;
}

function newProduct(id: string): Promise<Thing> {
  const variations = [{ id: `${id}-once`, name: 'Once', prices: PRICES }];
  return merchant.call('POST', '/api/products', { id, name: id, variations });
}

async function refused(status: number, method: 'POST' | 'PATCH' | 'PUT', url: string, body: object) {
  const response = await merchant.send(method, url, body);
  assert.equal(response.statusCode, status, response.body);
  return response.json<{ errorType: string; instance?: string; errors?: Record<string, string[]> }>();
}

test('a bundle contains existing products, each once', async () => {
  await newProduct('part-a');
  await newProduct('part-b');
  const productIds = ['part-b', 'nothing', 'part-b'];
  const { errors } = await refused(400, 'POST', '/api/bundles', { id: 'pair', name: 'Pair', productIds });
  assert.deepEqual(errors, {
    'productIds[1]': ['Product id 2 is not a product of this account.'],
    'productIds[2]': ['Product id 3 is already listed.'],
  });
  assert.deepEqual(
    Object.keys(
      (await refused(400, 'POST', '/api/bundles', { id: 'none', name: 'None', productIds: [] })).errors ?? {},
    ),
    ['productIds'],
  );
  const variations = [{ id: 'pair-once', name: 'Once', prices: PRICES }];
  const bundle = await merchant.call<{ productIds: string[] }>('POST', '/api/bundles', {
    id: 'pair',
    name: 'Pair',
    productIds: ['part-b', 'part-a'],
    variations,
  });
  assert.deepEqual(bundle.productIds, ['part-b', 'part-a']);
  assert.deepEqual(await merchant.call('GET', '/api/bundles/pair'), bundle);
  const changed = await merchant.call<{ productIds: string[] }>('PATCH', '/api/bundles/pair', {
    productIds: ['part-a'],
  });
  assert.deepEqual(changed.productIds, ['part-a']);
  assert.equal(
    (await refused(409, 'POST', '/api/bundles', { id: 'pair', name: 'Pair', productIds: ['part-a'] }))
      .errorType,
    'BundleExists',
  );
  const { items } = await merchant.call<{ items: { id: string; productIds: string[] }[] }>(
    'GET',
    '/api/bundles',
  );
  assert.deepEqual(
    items.map(({ id, productIds: contents }) => [id, contents]),
    [['pair', ['part-a']]],
  );
});

test('a discount is read as it was made, and changes field by field', async () => {
  await newProduct('cheaper');
  const body = {
    id: 'spring',
    name: 'Spring',
    type: 'PercentageOffDiscount',
    percentage: 0.255,
    isExclusive: true,
    startsAt: '2026-03-20T00:00:00.000Z',
    endsAt: '2026-04-20T00:00:00.000Z',
    targets: [{ type: 'Product', id: 'cheaper', variationIds: ['cheaper-once'] }],
    audience: { ownedCount: { least: 1 }, owns: { match: 'Some', productIds: ['cheaper'] } },
    utm: { campaign: ['spring'] },
    currencies: ['EUR'],
    recurringPaymentUseCount: 3,
  };
  const answer = await merchant.call<object>('POST', '/api/discounts', body);
  assert.deepEqual(await merchant.call('GET', '/api/discounts/spring'), answer);
  const stamps = {
    createdAt: app.system.clock.now().toISOString(),
    updatedAt: app.system.clock.now().toISOString(),
  };
  assert.deepEqual({ ...answer, ...stamps }, { ...body, description: null, isArchived: false, ...stamps });
  const flat = { type: 'FlatAmountOffDiscount', amounts: { EUR: 5, USD: 5.5 }, endsAt: null };
  const changed = await merchant.call<Record<string, unknown>>('PATCH', '/api/discounts/spring', flat);
  assert.deepEqual(
    [changed['type'], changed['amounts'], changed['percentage'], changed['endsAt'], changed['utm']],
    ['FlatAmountOffDiscount', { EUR: 5, USD: 5.5 }, undefined, null, { campaign: ['spring'] }],
  );
});

test('every issue of a discount is reported together', async () => {
  const body = {
    name: '',
    type: 'PercentageOffDiscount',
    percentage: 0.5,
    startsAt: '2026-04-20T00:00:00.000Z',
    endsAt: '2026-03-20T00:00:00.000Z',
    targets: [
      { type: 'Product', id: 'nothing' },
      { type: 'Bundle', id: 'pair', variationIds: ['part-a-once'] },
    ],
    audience: { ownedCount: { least: 3, most: 2 }, owns: { match: 'All', productIds: ['nothing'] } },
    currencies: ['EURO'],
    recurringPaymentUseCount: 0,
  };
  // The form first: what is wrong with a body of another form would be guesses.
  const form = await refused(400, 'POST', '/api/discounts', { ...body, percentage: 1.5, isExclusive: 7 });
  assert.deepEqual(Object.keys(form.errors ?? {}).toSorted(), ['isExclusive', 'percentage']);
  const { errors } = await refused(400, 'POST', '/api/discounts', body);
  assert.deepEqual(Object.keys(errors ?? {}).toSorted(), [
    'audience.ownedCount.most',
    'audience.owns.productIds[0]',
    'currencies[0]',
    'endsAt',
    'name',
    'recurringPaymentUseCount',
    'targets[0].id',
    'targets[1].variationIds[0]',
  ]);
});

test('a second that no clock shows is no start and no end', async () => {
  const { errors } = await refused(400, 'POST', '/api/discounts', {
    name: 'Leap',
    type: 'PercentageOffDiscount',
    percentage: 0.5,
    startsAt: '2026-12-31T23:59:60Z',
  });
  assert.deepEqual(Object.keys(errors ?? {}), ['startsAt']);
});

test('a discount is a share or an amount, and never both or nothing', async () => {
  const paths = async (body: object) =>
    Object.keys(
      (await refused(400, 'POST', '/api/discounts', { name: 'X', ...body })).errors ?? {},
    ).toSorted();
  assert.deepEqual(await paths({ type: 'PercentageOffDiscount', percentage: 0.1, amounts: { EUR: 1 } }), [
    'amounts',
  ]);
  assert.deepEqual(await paths({ type: 'FlatAmountOffDiscount', percentage: 0.5 }), [
    'amounts',
    'percentage',
  ]);
  assert.deepEqual(await paths({ name: ' ', type: 'PercentageOffDiscount', amounts: { EUR: 1 } }), [
    'amounts',
    'name',
    'percentage',
  ]);
  assert.deepEqual(await paths({ type: 'PercentageOffDiscount' }), ['percentage']);
  assert.deepEqual(await paths({ type: 'FlatAmountOffDiscount' }), ['amounts']);
  assert.deepEqual(await paths({ type: 'FlatAmountOffDiscount', amounts: { EUR: 0, JPY: 1.5 } }), [
    'amounts.EUR',
    'amounts.JPY',
  ]);
  assert.deepEqual(await paths({ type: 'PercentageOffDiscount', percentage: 0.123_45 }), ['percentage']);
});

test('an offer names a target of the account and its condition', async () => {
  await newProduct('third');
  const { errors } = await refused(400, 'POST', '/api/offers', {
    name: 'Third for half',
    type: 'PercentageOffDiscount',
    percentage: 0.5,
    target: { type: 'Product', id: 'nothing' },
    relevantItems: [{ type: 'Product', id: 'third', variationIds: ['none'] }],
    minimumItems: 0,
  });
  assert.deepEqual(Object.keys(errors ?? {}).toSorted(), [
    'minimumItems',
    'relevantItems[0].variationIds[0]',
    'target.id',
  ]);
  const body = {
    id: 'half',
    name: 'Half',
    type: 'PercentageOffDiscount',
    percentage: 0.5,
    target: { type: 'Product', id: 'third', variationIds: [] },
  };
  const answer = await merchant.call<Record<string, unknown>>('POST', '/api/offers', {
    ...body,
    minimumItems: 2,
  });
  assert.deepEqual([answer['minimumItems'], answer['relevantItems'], answer['target']], [2, [], body.target]);
  assert.equal((await refused(409, 'POST', '/api/offers', body)).errorType, 'OfferExists');
  const changed = await merchant.call<Record<string, unknown>>('PATCH', '/api/offers/half', {
    minimumItems: 3,
  });
  assert.deepEqual([changed['minimumItems'], changed['percentage']], [3, 0.5]);
  await merchant.call('POST', '/api/offers/half/archive');
  const { items } = await merchant.call<{ items: Thing[] }>('GET', '/api/offers?archived=true');
  assert.deepEqual(
    items.map(({ id }) => id),
    ['half'],
  );
});

test('an offer is read as it was made', async () => {
  app.system.clock.hold('it compares the times of the offer with the clock');
  await newProduct('wanted');
  const body = {
    id: 'later',
    name: 'Later',
    description: 'With what is wanted',
    type: 'PercentageOffDiscount',
    percentage: 0.125,
    isExclusive: true,
    startsAt: '2026-03-20T00:00:00.000Z',
    endsAt: '2026-04-20T00:00:00.000Z',
    target: { type: 'Product', id: 'wanted', variationIds: ['wanted-once'] },
    relevantItems: [{ type: 'Product', id: 'wanted', variationIds: ['wanted-once'] }],
    minimumItems: 2,
    position: 4,
  };
  const answer = await merchant.call<object>('POST', '/api/offers', body);
  assert.deepEqual(await merchant.call('GET', '/api/offers/later'), answer);
  const stamps = {
    createdAt: app.system.clock.now().toISOString(),
    updatedAt: app.system.clock.now().toISOString(),
  };
  assert.deepEqual(answer, { ...body, scope: 'Item', isArchived: false, ...stamps });
});

test('an offer on the whole cart is read as it was made, and changes field by field', async () => {
  app.system.clock.hold('it compares the times of the offer with the clock');
  await newProduct('part');
  const body = {
    id: 'cart-tenth',
    name: 'A tenth off the cart',
    description: null,
    type: 'PercentageOffDiscount',
    percentage: 0.1,
    isExclusive: false,
    startsAt: null,
    endsAt: null,
    scope: 'Cart',
    targets: [{ type: 'Product', id: 'part', variationIds: [] }],
    minimumTotal: { EUR: 50, USD: 54.99 },
    maximumTotal: null,
    position: 3,
  };
  const answer = await merchant.call<object>('POST', '/api/offers', body);
  assert.deepEqual(await merchant.call('GET', '/api/offers/cart-tenth'), answer);
  const stamps = {
    createdAt: app.system.clock.now().toISOString(),
    updatedAt: app.system.clock.now().toISOString(),
  };
  assert.deepEqual(answer, { ...body, isArchived: false, ...stamps });
  const changed = await merchant.call<Record<string, unknown>>('PATCH', '/api/offers/cart-tenth', {
    targets: [],
    minimumTotal: null,
    maximumTotal: { EUR: 1_000 },
  });
  assert.deepEqual(
    [changed['scope'], changed['targets'], changed['minimumTotal'], changed['maximumTotal']],
    ['Cart', [], null, { EUR: 1_000 }],
  );
  await merchant.call('POST', '/api/offers/cart-tenth/archive');
});

test('an offer has the fields of its scope alone, and a cart offer is a share', async () => {
  const target = { type: 'Product', id: 'part' };
  const share = { name: 'Wrong', type: 'PercentageOffDiscount', percentage: 0.1 };
  const paths = async (body: object) => {
    const { errors } = await refused(400, 'POST', '/api/offers', { ...share, ...body });
    return Object.keys(errors ?? {}).toSorted();
  };
  assert.deepEqual(await paths({}), ['target']);
  const limits = { minimumTotal: { EUR: 10 }, maximumTotal: { EUR: 20 } };
  assert.deepEqual(await paths({ target, targets: [target], ...limits }), [
    'maximumTotal',
    'minimumTotal',
    'targets',
  ]);
  assert.deepEqual(await paths({ scope: 'Cart', target, relevantItems: [target], minimumItems: 2 }), [
    'minimumItems',
    'relevantItems',
    'target',
  ]);
  assert.deepEqual(
    await paths({
      scope: 'Cart',
      minimumTotal: { EUR: 10, USD: 1.001, ABC: 1 },
      maximumTotal: { EUR: 9.99 },
    }),
    ['maximumTotal.EUR', 'minimumTotal.ABC', 'minimumTotal.USD'],
  );
  assert.deepEqual(
    await paths({ scope: 'Cart', maximumTotal: {}, targets: [{ type: 'Product', id: 'nothing' }] }),
    ['maximumTotal', 'targets[0].id'],
  );
  const { percentage: _, ...flat } = {
    ...share,
    type: 'FlatAmountOffDiscount',
    amounts: { EUR: 5 },
    scope: 'Cart',
  };
  const { errors } = await refused(400, 'POST', '/api/offers', flat);
  assert.deepEqual(Object.keys(errors ?? {}), ['type']);
});

const ROUTES = [
  '/api/products',
  '/api/products/whole',
  '/api/products/whole/variations',
  '/api/products/whole/variations/whole-once',
  '/api/products/whole/quote',
  '/api/bundles',
  '/api/bundles/pair',
  '/api/discounts/spring',
  '/api/offers/half',
];

test('nothing is read without a key, nor with one that lacks the scope', async () => {
  const reader = await merchantOf(app, app.demo, 'products:read');
  const stranger = await merchantOf(app, app.demo, 'customers:read');
  for (const url of ROUTES) {
    assert.equal((await app.inject({ url })).statusCode, 401, url);
    assert.equal((await stranger.send('GET', url)).statusCode, 403, url);
    assert.equal((await reader.send('GET', url)).statusCode, 200, url);
  }
  const writes = ['/api/products', '/api/bundles', '/api/discounts', '/api/offers'];
  for (const url of writes) assert.equal((await reader.send('POST', url, {})).statusCode, 403, url);
});

test('items outside the account are unknown, even when another account has them', async () => {
  const other = await merchantOf(app, app.other);
  for (const url of ROUTES.filter((path) => path.split('/').length > 3)) {
    assert.equal((await other.send('GET', url)).statusCode, 404, url);
  }
  assert.equal((await other.send('PATCH', '/api/products/whole', { name: 'Taken over' })).statusCode, 404);
  assert.equal((await other.send('POST', '/api/discounts/spring/archive')).statusCode, 404);
  const { errors } = (
    await other.send('POST', '/api/bundles', { id: 'theft', name: 'Theft', productIds: ['whole'] })
  ).json<{ errors: object }>();
  assert.deepEqual(errors, { 'productIds[0]': ['Product id 1 is not a product of this account.'] });
});
