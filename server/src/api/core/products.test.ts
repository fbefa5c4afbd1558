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
});
after(() => app.close());

const PRICES = { EUR: 49, USD: 54.99 };

interface Thing {
  readonly id: string;
  readonly name: string;
  readonly isArchived: boolean;
  readonly variations: { id: string; name: string; isDefault: boolean; prices: Record<string, number> }[];
}

function newProduct(id: string, fields: object = {}): Promise<Thing> {
  const variations = [{ id: `${id}-once`, name: 'Once', prices: PRICES }];
  return merchant.call('POST', '/api/products', { id, name: id, variations, ...fields });
}

async function refused(status: number, method: 'POST' | 'PATCH' | 'PUT', url: string, body: object) {
  const response = await merchant.send(method, url, body);
  assert.equal(response.statusCode, status, response.body);
  return response.json<{ errorType: string; instance?: string; errors?: Record<string, string[]> }>();
}

test('a product is read as created, with defaults for omitted fields', async () => {
  app.system.clock.hold('it compares the times of the product with the clock');
  const answer = await newProduct('whole', {
    tagline: 'All of it',
    longDescription: '# All\n\nof it',
    website: 'https://example.com',
    upgradeGraceDays: 30,
    taxCode: 'txcd_10202000',
    properties: { size: { type: 'number', value: 3, public: true, includeInToken: false } },
  });
  assert.deepEqual(await merchant.call('GET', '/api/products/whole'), answer);
  assert.deepEqual(answer, {
    id: 'whole',
    name: 'whole',
    tagline: 'All of it',
    description: '',
    longDescription: '# All\n\nof it',
    systemRequirements: null,
    status: 'Active',
    purchasable: true,
    includedInLicense: false,
    website: 'https://example.com',
    iconUrl: null,
    currentReleaseVersion: null,
    maxNumberOfActivations: 1,
    offlineActivationsAllowed: false,
    trialsAllowed: false,
    trialDays: 14,
    trialRequiresAccount: false,
    signingKeys: [],
    downloadAccess: 'Owner',
    upgradeGraceDays: 30,
    taxCode: 'txcd_10202000',
    position: 0,
    isArchived: false,
    variations: [
      {
        id: 'whole-once',
        name: 'Once',
        recurrence: { type: 'OneOff' },
        pricingTiers: [],
        freeDays: null,
        ownAfterCycles: null,
        fallbackAfterCycles: null,
        canPause: false,
        milestones: [],
        payoffDiscount: null,
        releaseAccess: null,
        upgrade: null,
        prices: PRICES,
        isDefault: true,
        position: 0,
        isArchived: false,
        createdAt: app.system.clock.now().toISOString(),
        updatedAt: app.system.clock.now().toISOString(),
      },
    ],
    properties: { size: { type: 'number', value: 3, public: true, includeInToken: false } },
    createdAt: app.system.clock.now().toISOString(),
    updatedAt: app.system.clock.now().toISOString(),
  });
  const patch = await merchant.call<object>('PATCH', '/api/products/whole', { taxCode: null });
  assert.partialDeepStrictEqual(patch, { taxCode: null });
});

test('a new product allows offline activation as the account says, unless it says so itself', async () => {
  const allowsOffline = async (id: string, fields: object = {}) => {
    const answer = await merchant.call<object>('POST', '/api/products', { id, name: id, ...fields });
    assert.deepEqual(await merchant.call('GET', `/api/products/${id}`), answer);
    return 'offlineActivationsAllowed' in answer && answer.offlineActivationsAllowed;
  };
  await updateSettings(app.ctx, { allowsOffline: true });
  assert.equal(await allowsOffline('offline-silent'), true);
  assert.equal(await allowsOffline('offline-no', { offlineActivationsAllowed: false }), false);
  await updateSettings(app.ctx, { allowsOffline: undefined });
  assert.equal(await allowsOffline('offline-default'), false);
  assert.equal(await allowsOffline('offline-yes', { offlineActivationsAllowed: true }), true);
  const answer = await merchant.call<object>('PATCH', '/api/products/offline-silent', { name: 'Renamed' });
  assert.partialDeepStrictEqual(answer, { offlineActivationsAllowed: true });
});

test('every issue of a product is reported together', async () => {
  const { errors } = await refused(400, 'POST', '/api/products', {
    id: 'No Slug',
    name: ' ',
    website: 'javascript:alert(1)',
    trialDays: 0,
    taxCode: 'two words',
    variations: [
      { id: 'a1', name: 'A', prices: { EUR: 1.234 } },
      { id: 'a1', name: 'B', prices: { EUR: -1, USD: 1, XXX: 1 } },
    ],
  });
  assert.deepEqual(Object.keys(errors ?? {}).toSorted(), [
    'id',
    'name',
    'taxCode',
    'trialDays',
    'variations[0].prices.EUR',
    'variations[0].prices.USD',
    'variations[1].id',
    'variations[1].prices.EUR',
    'variations[1].prices.XXX',
    'website',
  ]);
});

test('an unknown property is refused by name; then every violation of a rule, including custom properties', async () => {
  const properties = { '1st': { type: 'text', value: 1, public: true, includeInToken: true } };
  const product = { id: 'typo', name: 'Typo', properties };
  const shape = await refused(400, 'POST', '/api/products', { ...product, prize: 1 });
  assert.deepEqual(Object.keys(shape.errors ?? {}), ['prize']);
  const { errors } = await refused(400, 'POST', '/api/products', { ...product, website: 'nowhere' });
  assert.deepEqual(Object.keys(errors ?? {}).toSorted(), [
    'properties.1st',
    'properties.1st.value',
    'website',
  ]);
});

test('an id that is taken is a conflict that names it', async () => {
  await newProduct('taken');
  const product = await refused(409, 'POST', '/api/products', { id: 'taken', name: 'Again' });
  assert.deepEqual([product.errorType, product.instance], ['ProductExists', 'taken']);
  const variations = [{ id: 'taken-once', name: 'Once', prices: PRICES }];
  const variation = await refused(409, 'POST', '/api/products', { id: 'taken2', name: 'New', variations });
  assert.deepEqual([variation.errorType, variation.instance], ['VariationExists', 'taken-once']);
  assert.equal(
    (await merchant.send('GET', '/api/products/taken2')).statusCode,
    404,
    'nothing of it was kept',
  );
});

test('a sub-product needs its parent', async () => {
  const { errors } = await refused(400, 'POST', '/api/products', { id: 'nothing.pack', name: 'Pack' });
  assert.deepEqual(Object.keys(errors ?? {}), ['id']);
  await newProduct('something');
  assert.equal((await newProduct('something.pack')).id, 'something.pack');
  const part = { id: 'something.else.part', name: 'Part' };
  const nested = await refused(400, 'POST', '/api/products', part);
  assert.deepEqual(Object.keys(nested.errors ?? {}), ['id']);
});

test('a sub-product is included in the license of its product, and another product is not', async () => {
  await newProduct('editor');
  const plug = await newProduct('editor.brushes', { includedInLicense: true });
  assert.partialDeepStrictEqual(plug, { includedInLicense: true });
  const patch = await merchant.call<object>('PATCH', '/api/products/editor.brushes', {
    includedInLicense: false,
  });
  assert.partialDeepStrictEqual(patch, { includedInLicense: false });
  const { errors } = await refused(400, 'PATCH', '/api/products/editor', {
    includedInLicense: true,
    website: 'nowhere',
  });
  assert.deepEqual(Object.keys(errors ?? {}).toSorted(), ['includedInLicense', 'website']);
  assert.match(errors?.['includedInLicense']?.[0] ?? '', /only possible for a sub-product/);
  const nested = { id: 'editor.brushes.soft', name: 'Soft', includedInLicense: true };
  const { errors: dotted } = await refused(400, 'POST', '/api/products', nested);
  assert.match(dotted?.['id']?.[0] ?? '', /only one dot: “brushes.soft” would be/);
});

test('a change keeps what it does not name, and needs the revision that was read', async () => {
  await newProduct('changing', { tagline: 'Before' });
  const read = await merchant.send('GET', '/api/products/changing');
  const etag = String(read.headers.etag);
  const change = (body: object, tag: string) =>
    merchant.send('PATCH', '/api/products/changing', body, { 'if-match': tag });
  const first = await change({ name: 'After', maxNumberOfActivations: 5 }, etag);
  assert.equal(first.statusCode, 200);
  const { name, tagline, maxNumberOfActivations } = first.json();
  assert.deepEqual([name, tagline, maxNumberOfActivations], ['After', 'Before', 5]);
  const second = await change({ name: 'Lost' }, etag);
  assert.deepEqual([second.statusCode, second.json().errorType], [412, 'StaleRevision']);
  assert.equal((await change({ name: 'Third' }, String(first.headers.etag))).statusCode, 200);
  assert.equal((await change({ name: 'Any' }, '*')).statusCode, 200);
  assert.equal((await change({ name: 'Strange' }, '"x"')).statusCode, 412);
  const { errors } = await refused(400, 'PATCH', '/api/products/changing', { name: '', trialDays: 99_999 });
  assert.deepEqual(Object.keys(errors ?? {}).toSorted(), ['name', 'trialDays']);
});

test('custom properties are replaced as a whole, and all their problems are reported', async () => {
  await newProduct('typed', {
    properties: { old: { type: 'text', value: 'x', public: true, includeInToken: true } },
  });
  const properties = { fresh: { type: 'number', value: 1, public: false, includeInToken: true } };
  const changed = await merchant.call<{ properties: object }>(
    'PUT',
    '/api/products/typed/custom-properties',
    properties,
  );
  assert.deepEqual(changed.properties, properties);
  const { errors } = await refused(400, 'PUT', '/api/products/typed/custom-properties', {
    a: { type: 'number', value: 'x', public: true, includeInToken: true },
    b: { type: 'text', value: 'x', public: 'yes' },
  });
  assert.deepEqual(Object.keys(errors ?? {}).toSorted(), ['a.value', 'b.includeInToken', 'b.public']);
});

test('an archived product leaves the list and the shop, and comes back when it is restored', async () => {
  await newProduct('put-away');
  const listIds = async (query = '') =>
    (await merchant.call<{ items: Thing[] }>('GET', `/api/products?pageSize=100${query}`)).items.map(
      ({ id }) => id,
    );
  const inShop = async () => {
    const { products } = (await app.inject({ url: '/api/customer/storefront' })).json<{
      products: Thing[];
    }>();
    return products.some(({ id }) => id === 'put-away');
  };
  assert.deepEqual([(await listIds()).includes('put-away'), await inShop()], [true, true]);
  const archived = await merchant.call<Thing>('POST', '/api/products/put-away/archive');
  assert.equal(archived.isArchived, true);
  assert.deepEqual([(await listIds()).includes('put-away'), await inShop()], [false, false]);
  assert.deepEqual(await listIds('&archived=true'), ['put-away']);
  await merchant.call('POST', '/api/products/put-away/restore');
  assert.deepEqual([(await listIds()).includes('put-away'), await inShop()], [true, true]);
});

test('pages list every product once, newest first, while others are added', async () => {
  const other = await merchantOf(app, app.other);
  for (let index = 0; index < 5; index += 1) {
    await other.call('POST', '/api/products', { id: `page-${index}`, name: 'Page' });
    app.system.clock.advance(1_000);
  }
  interface Page {
    items: Thing[];
    hasMore: boolean;
    next: string | null;
  }
  const first = await other.call<Page>('GET', '/api/products?pageSize=2');
  await other.call('POST', '/api/products', { id: 'page-late', name: 'Late' });
  const second = await other.call<Page>('GET', first.next ?? '');
  const third = await other.call<Page>('GET', second.next ?? '');
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
  assert.deepEqual(ids, ['page-4', 'page-3', 'page-2', 'page-1', 'page-0']);
  assert.deepEqual([third.hasMore, third.next], [false, null]);
  assert.equal(
    (await merchant.send('GET', first.next ?? '')).statusCode,
    400,
    'a token is good for its account alone',
  );
});

test('a repeated request with the same idempotency key makes one product', async () => {
  const key = { 'idempotency-key': 'once-only' };
  const body = { id: 'idempotent', name: 'Once' };
  const first = await merchant.send('POST', '/api/products', body, key);
  const again = await merchant.send('POST', '/api/products', body, key);
  assert.deepEqual([first.statusCode, again.statusCode, again.body], [201, 201, first.body]);
  const other = await merchant.send('POST', '/api/products', { ...body, name: 'Two' }, key);
  assert.equal(other.statusCode, 422);
});

test('one of the variations on offer is always the default', async () => {
  await newProduct('choice');
  const url = '/api/products/choice/variations';
  const defaults = async () => {
    const { items } = await merchant.call<{ items: Thing['variations'] }>('GET', url);
    return items.filter(({ isDefault }) => isDefault).map(({ id }) => id);
  };
  await merchant.call('POST', url, {
    id: 'choice-monthly',
    name: 'Monthly',
    prices: PRICES,
    recurrence: { type: 'Recurring', cycleLength: 'Monthly' },
  });
  assert.deepEqual(await defaults(), ['choice-once']);
  await merchant.call('POST', url, { id: 'choice-yearly', name: 'Yearly', prices: PRICES, isDefault: true });
  assert.deepEqual(await defaults(), ['choice-yearly']);
  await merchant.call('PATCH', `${url}/choice-monthly`, { isDefault: true });
  assert.deepEqual(await defaults(), ['choice-monthly']);
  await merchant.call('PATCH', `${url}/choice-monthly`, { isDefault: false });
  assert.deepEqual(await defaults(), ['choice-monthly'], 'it stays until another takes over');
  await merchant.call('POST', `${url}/choice-monthly/archive`);
  assert.deepEqual(await defaults(), ['choice-once']);
  await merchant.call('POST', `${url}/choice-monthly/restore`);
  assert.deepEqual(await defaults(), ['choice-once']);
});

test('a variation needs a price in each currency of the account, and belongs to one item', async () => {
  await newProduct('priced');
  const url = '/api/products/priced/variations';
  const { errors } = await refused(400, 'POST', url, { name: 'Half', prices: { EUR: 1 } });
  assert.deepEqual(errors, {
    'prices.USD': ['The value "USD" of the prices is required: the account sells in USD.'],
  });
  await newProduct('stranger');
  const strange = await merchant.send('GET', '/api/products/stranger/variations/priced-once');
  assert.equal(strange.statusCode, 404);
  const patched = await merchant.send('PATCH', '/api/products/stranger/variations/priced-once', {
    name: 'Mine',
  });
  assert.equal(patched.statusCode, 404);
  assert.equal(
    (await merchant.send('POST', '/api/products/nothing/variations', { name: 'X', prices: PRICES }))
      .statusCode,
    404,
  );
});

test('a variation that lacks a new currency can be renamed and archived, and not restored without its price', async () => {
  await newProduct('dated');
  const url = '/api/products/dated/variations/dated-once';
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD', 'JPY'] });
  assert.equal((await merchant.send('PATCH', url, { name: 'Renamed' })).json().name, 'Renamed');
  const priced = await refused(400, 'PATCH', url, { prices: PRICES });
  assert.deepEqual(Object.keys(priced.errors ?? {}), ['prices.JPY']);
  await merchant.call('POST', `${url}/archive`);
  const back = await merchant.send('POST', `${url}/restore`);
  assert.deepEqual([back.statusCode, Object.keys(back.json().errors)], [400, ['prices.JPY']]);
  await merchant.call('PATCH', url, { prices: { ...PRICES, JPY: 8_000 } });
  await merchant.call('POST', `${url}/restore`);
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD'] });
});

test('a stale revision is not stored under an idempotency key, and If-Match is part of the request', async () => {
  await newProduct('retried');
  const url = '/api/products/retried/archive?force=true';
  const archive = (tag: string) =>
    merchant.send('POST', url, undefined, { 'if-match': tag, 'idempotency-key': 'retried' });
  assert.equal((await archive('"r999"')).statusCode, 412);
  const etag = String((await merchant.send('GET', '/api/products/retried')).headers.etag);
  const first = await archive(etag);
  assert.deepEqual([first.statusCode, first.headers['idempotency-replayed']], [200, undefined], first.body);
  const again = await archive(etag);
  assert.deepEqual([again.body, again.headers['idempotency-replayed']], [first.body, 'true']);
  assert.equal((await archive('"r999"')).json().errorType, 'IdempotencyKeyReused');
});

test('a change of a variation is a change of its product', async () => {
  await newProduct('tagged');
  const { etag } = (await merchant.send('GET', '/api/products/tagged')).headers;
  await merchant.call('PATCH', '/api/products/tagged/variations/tagged-once', { prices: { EUR: 1, USD: 2 } });
  const stale = await merchant.send(
    'PATCH',
    '/api/products/tagged',
    { name: 'Old' },
    { 'if-match': String(etag) },
  );
  assert.equal(stale.statusCode, 412);
  const product = await merchant.call<Thing>('GET', '/api/products/tagged');
  assert.deepEqual(product.variations[0]?.prices, { EUR: 1, USD: 2 });
});
