import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

// The guarantees that all routes of the catalogue share: pages, revisions, idempotency, scopes, accounts.

let app: TestApp;
let merchant: Merchant;

const PRICES = { EUR: 49, USD: 54.99 };
const SHARE = { type: 'PercentageOffDiscount', percentage: 0.5 };

interface Resource {
  readonly path: string;
  readonly make: (id: string) => object;
}

const RESOURCES: readonly Resource[] = [
  { path: '/api/products', make: (id) => ({ id, name: 'New' }) },
  { path: '/api/products/base/variations', make: (id) => ({ id, name: 'New', prices: PRICES }) },
  { path: '/api/bundles', make: (id) => ({ id, name: 'New', productIds: ['base'] }) },
  { path: '/api/bundles/pack/variations', make: (id) => ({ id, name: 'New', prices: PRICES }) },
  { path: '/api/discounts', make: (id) => ({ id, name: 'New', ...SHARE }) },
  {
    path: '/api/offers',
    make: (id) => ({ id, name: 'New', ...SHARE, target: { type: 'Product', id: 'base' } }),
  },
];

before(async () => {
  app = await startTestApp();
  for (const account of [app.demo, app.other]) {
    await updateSettings(testContext(app.system, account), { currencies: ['EUR', 'USD'] });
    const owner = await merchantOf(app, account);
    await owner.call('POST', '/api/products', { id: 'base', name: 'Base' });
    await owner.call('POST', '/api/bundles', { id: 'pack', name: 'Pack', productIds: ['base'] });
  }
  merchant = await merchantOf(app);
});
after(() => app.close());

interface Page {
  readonly items: readonly { readonly id: string; readonly name: string; readonly isArchived: boolean }[];
  readonly hasMore: boolean;
  readonly next: string | null;
}

interface Choice {
  readonly id: string;
  readonly isDefault: boolean;
  readonly prices: object;
}

/** An id that is new in the whole account, because ids of variations are. */
function idFor({ path }: Resource, what: string): string {
  return `${path.slice('/api/'.length).replaceAll('/', '-')}-${what}`;
}

for (const resource of RESOURCES) {
  const { path, make } = resource;

  test(`${path}: pages show each one once, newest first, while others are added`, async () => {
    const other = await merchantOf(app, app.other);
    const ids = [0, 1, 2, 3, 4].map((index) => idFor(resource, `page-${index}`));
    const before = (await other.call<Page>('GET', path)).items.map(({ id }) => id);
    for (const [index, id] of ids.entries()) {
      await other.call('POST', path, make(id));
      // Two of the same time are distinguished by their ids.
      if (index !== 1) app.system.clock.advance(1_000);
    }
    const pageIds: string[] = [];
    let next: string | null = `${path}?pageSize=2`;
    while (next !== null) {
      const page: Page = await other.call('GET', next);
      assert.ok(page.items.length <= 2);
      if (pageIds.length === 2) await other.call('POST', path, make(idFor(resource, 'page-late')));
      pageIds.push(...page.items.map(({ id }) => id));
      assert.equal(page.hasMore, page.next !== null);
      next = page.next;
    }
    assert.deepEqual(pageIds, [...ids.toReversed(), ...before]);
  });

  test(`${path}: a page is of 1 to 100, and its token is of this list and account alone`, async () => {
    await merchant.call('POST', path, make(idFor(resource, 'token-a')));
    await merchant.call('POST', path, make(idFor(resource, 'token-b')));
    const { next } = await merchant.call<Page>('GET', `${path}?pageSize=1`);
    const other = await merchantOf(app, app.other);
    const elsewhere = path === '/api/discounts' ? '/api/offers' : '/api/discounts';
    const refused = [`${path}?pageSize=0`, `${path}?pageSize=101`, `${path}?paginationToken=x`];
    refused.push(String(next).replace(path, elsewhere));
    for (const url of refused) assert.equal((await merchant.send('GET', url)).statusCode, 400, url);
    assert.equal((await other.send('GET', String(next))).statusCode, 400);
  });

  test(`${path}: a change needs the revision that was read, whichever change it is`, async () => {
    const id = idFor(resource, 'tagged');
    const answer = await merchant.send('POST', path, make(id));
    const etag = String(answer.headers.etag);
    assert.equal((await merchant.send('GET', `${path}/${id}`)).headers.etag, etag);
    const changed = await merchant.send('PATCH', `${path}/${id}`, { name: 'After' }, { 'if-match': etag });
    assert.deepEqual([changed.statusCode, changed.json<{ name: string }>().name], [200, 'After']);
    const now = String(changed.headers.etag);
    assert.notEqual(now, etag);
    for (const stale of [etag, '"x"', 'W/"r1"']) {
      for (const [method, url, body] of [
        ['PATCH', `${path}/${id}`, { name: 'Lost' }],
        ['POST', `${path}/${id}/archive`, undefined],
        ['POST', `${path}/${id}/restore`, undefined],
      ] as const) {
        const refused = await merchant.send(method, url, body, { 'if-match': stale });
        assert.deepEqual([refused.statusCode, refused.json().errorType], [412, 'StaleRevision'], url);
      }
    }
    const archived = await merchant.send('POST', `${path}/${id}/archive`, undefined, { 'if-match': now });
    assert.deepEqual([archived.statusCode, archived.json().isArchived], [200, true]);
    const last = String(archived.headers.etag);
    const restored = await merchant.send('POST', `${path}/${id}/restore`, undefined, { 'if-match': last });
    assert.deepEqual([restored.statusCode, restored.json().isArchived], [200, false]);
    const { name } = await merchant.call<{ name: string }>('GET', `${path}/${id}`);
    assert.equal(name, 'After');
  });

  test(`${path}: what is archived is not lost, and comes back as it was`, async () => {
    app.system.clock.hold('it compares all of the item with what it was before, with the time of the change');
    const id = idFor(resource, 'archived');
    const answer = await merchant.call<object>('POST', path, make(id));
    await merchant.call('POST', `${path}/${id}/archive`);
    assert.deepEqual((await merchant.call<Page['items'][number]>('GET', `${path}/${id}`)).isArchived, true);
    const isListed = async (query: string) =>
      (await merchant.call<Page>('GET', `${path}?pageSize=100${query}`)).items.some((row) => row.id === id);
    // Variations are few: their list includes archived ones.
    const isVariation = path.endsWith('/variations');
    assert.equal(await isListed(''), isVariation);
    if (!isVariation) assert.equal(await isListed('&archived=true'), true);
    const back = await merchant.call<object>('POST', `${path}/${id}/restore`);
    assert.deepEqual(back, answer);
    if (!isVariation) assert.deepEqual([await isListed(''), await isListed('&archived=true')], [true, false]);
  });

  test(`${path}: a repeated request with the same idempotency key makes one`, async () => {
    const body = make(idFor(resource, 'idempotent'));
    const key = { 'idempotency-key': `key of ${path}` };
    const first = await merchant.send('POST', path, body, key);
    const again = await merchant.send('POST', path, body, key);
    assert.deepEqual([first.statusCode, again.statusCode, again.json()], [201, 201, first.json()]);
    assert.equal(again.headers.etag, first.headers.etag);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal((await merchant.send('POST', path, { ...body, name: 'Two' }, key)).statusCode, 422);
    assert.equal((await merchant.send('POST', path, body)).statusCode, 409);
  });

  test(`${path}: no route serves who has no key or too little scope, nor another account`, async () => {
    const id = idFor(resource, 'guarded');
    const answer = await merchant.call('POST', path, make(id));
    const reader = await merchantOf(app, app.demo, 'products:read');
    const writer = await merchantOf(app, app.demo, 'products:write');
    const other = await merchantOf(app, app.other);
    const reads = [path, `${path}/${id}`];
    const changes = [
      ['PATCH', `${path}/${id}`, { name: 'Mine' }],
      ['POST', `${path}/${id}/archive`, undefined],
      ['POST', `${path}/${id}/restore`, undefined],
    ] as const;
    const writes = [...changes, ['POST', path, make(idFor(resource, 'never'))]] as const;
    for (const url of reads) {
      assert.equal((await app.inject({ url })).statusCode, 401, url);
      assert.equal((await writer.send('GET', url)).statusCode, 403, url);
      assert.equal((await reader.send('GET', url)).statusCode, 200, url);
    }
    for (const [method, url, body] of writes) {
      const anonymous = await app.inject({ method, url, ...(body !== undefined && { payload: body }) });
      assert.equal(anonymous.statusCode, 401, `${method} ${url}`);
      assert.equal((await reader.send(method, url, body)).statusCode, 403, `${method} ${url}`);
    }
    assert.equal((await other.send('GET', `${path}/${id}`)).statusCode, 404);
    for (const [method, url, body] of changes) {
      assert.equal((await other.send(method, url, body)).statusCode, 404, `${method} ${url}`);
    }
    assert.deepEqual(await merchant.call('GET', `${path}/${id}`), answer);
  });
}

test('a variation is found under its own item alone', async () => {
  await merchant.call('POST', '/api/products', { id: 'beside', name: 'Beside' });
  await merchant.call('POST', '/api/bundles', { id: 'beside', name: 'Beside', productIds: ['base'] });
  await merchant.call('POST', '/api/products/beside/variations', { id: 'own', name: 'Own', prices: PRICES });
  for (const item of ['/api/products/base', '/api/bundles/beside', '/api/products/unknown']) {
    const url = `${item}/variations/own`;
    assert.equal((await merchant.send('GET', url)).statusCode, 404, url);
    assert.equal((await merchant.send('PATCH', url, { name: 'Taken' })).statusCode, 404, url);
    assert.equal((await merchant.send('POST', `${url}/archive`)).statusCode, 404, url);
    assert.equal((await merchant.send('POST', `${url}/restore`)).statusCode, 404, url);
  }
  for (const url of ['/api/products/unknown/variations', '/api/bundles/unknown/variations']) {
    assert.equal((await merchant.send('GET', url)).statusCode, 404, url);
    assert.equal((await merchant.send('POST', url, { name: 'X', prices: PRICES })).statusCode, 404, url);
  }
});

test("a bundle's variations are its ways to be bought, one of them the default", async () => {
  await merchant.call('POST', '/api/bundles', { id: 'choice', name: 'Choice', productIds: ['base'] });
  const url = '/api/bundles/choice/variations';
  await merchant.call('POST', url, { id: 'choice-once', name: 'Once', prices: PRICES });
  const yearly = { type: 'Recurring', cycleLength: 'Yearly' };
  await merchant.call('POST', url, {
    id: 'choice-yearly',
    name: 'Yearly',
    prices: PRICES,
    recurrence: yearly,
  });
  await merchant.call('PATCH', `${url}/choice-yearly`, { isDefault: true, prices: { EUR: 9, USD: 10 } });
  const { variations } = await merchant.call<{ variations: Choice[] }>('GET', '/api/bundles/choice');
  assert.deepEqual(
    variations.map(({ id, isDefault, prices }) => ({ id, isDefault, prices })),
    [
      { id: 'choice-yearly', isDefault: true, prices: { EUR: 9, USD: 10 } },
      { id: 'choice-once', isDefault: false, prices: PRICES },
    ],
  );
  assert.deepEqual(await merchant.call('GET', `${url}/choice-yearly`), variations[0]);
  const { errorType, errors } = (
    await merchant.send('POST', url, { name: 'Half', prices: { EUR: 1 } })
  ).json();
  assert.deepEqual(
    [errorType, errors],
    [
      'InvalidInput',
      { 'prices.USD': ['The value "USD" of the prices is required: the account sells in USD.'] },
    ],
  );
});
