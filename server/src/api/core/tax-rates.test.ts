import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { ONE_APP, patchOrder, stockShop } from '../../../test/shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import type { TaxTables } from '../../modules/taxes/tables.ts';

let app: TestApp;
let merchant: Merchant;

before(async () => {
  app = await startTestApp({ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry' });
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    seller: { country: 'DE' },
    tax: { mode: 'own', prices: 'exclusive', collectsIn: ['EU'], vies: false },
  });
  merchant = await merchantOf(app);
});
after(() => app.close());

interface TaxRate {
  readonly id: string;
  readonly rate: number;
  readonly reason: string;
}

const URL = '/api/tax-rates';
const add = (body: object) => merchant.call<TaxRate>('POST', URL, body);
const remove = ({ id }: TaxRate) => merchant.call('DELETE', `${URL}/${id}`);

/** The total of a new cart of one app at 49 for a visitor from the country. */
async function due(country: string): Promise<number> {
  const response = await patchOrder(
    app,
    randomUUID(),
    { items: [ONE_APP] },
    { headers: { 'cf-ipcountry': country } },
  );
  return response.json().total.due.amount;
}

test('a rate of the vendor’s own takes effect immediately, until it is changed or deleted', async () => {
  assert.equal(await due('JP'), 49);
  const rate = await add({ country: 'jp', rate: 0.1 });
  assert.deepEqual(
    { ...rate, id: '', createdAt: '', updatedAt: '' },
    {
      id: '',
      country: 'JP',
      region: null,
      rate: 0.1,
      reason: 'standard',
      targets: [],
      firstDay: null,
      lastDay: null,
      createdAt: '',
      updatedAt: '',
    },
  );
  assert.equal(await due('JP'), 53.9);
  await merchant.call('PATCH', `${URL}/${rate.id}`, { rate: 0.08 });
  assert.equal(await due('JP'), 52.92);
  assert.equal(
    (await merchant.call<TaxRate>('PATCH', `${URL}/${rate.id}`, { rate: 0 })).reason,
    'zero_rated',
  );
  await remove(rate);
  assert.equal(await due('JP'), 49);
  assert.equal((await merchant.send('GET', `${URL}/${rate.id}`)).statusCode, 404);
});

test('a rate counts from its first day to its last, and for its items', async () => {
  const targets = [{ type: 'Product', id: 'synth' }];
  const rates = [
    await add({ country: 'FR', rate: 0.1, lastDay: '2026-02-28' }),
    await add({ country: 'FR', rate: 0.3, firstDay: '2026-03-02' }),
    await add({ country: 'FR', rate: 0.5, targets }),
  ];
  assert.equal(await due('FR'), 58.8);
  for (const rate of rates) await remove(rate);
});

const WRONG = [
  [{ country: 'ZZ', rate: 0.1 }, ['country']],
  [{ country: 'US', rate: 0.12345678 }, ['rate']],
  [{ country: 'US', rate: 1.1 }, ['rate']],
  [{ country: 'US', rate: '0.1' }, ['rate']],
  [{ country: 'US', rate: 0.1, reason: 'exempt' }, ['rate']],
  [{ country: 'US', rate: 0.1, region: ' ' }, ['region']],
  [{ country: 'US', rate: 0.1, region: 'New York', firstDay: '2026-02-30' }, ['region', 'firstDay']],
  [{ country: 'CA', rate: 0.1, region: 'Ontario' }, ['region']],
  [{ country: 'DE', rate: 0.1, region: '78266' }, ['region']],
  [{ country: 'DE', rate: 0.1, region: 'Baden'.repeat(13) }, ['region']],
  [{ country: 'US', rate: 0.1, firstDay: '2026-02-30' }, ['firstDay']],
  [{ country: 'US', rate: 0.1, firstDay: '2026-02-02', lastDay: '2026-02-01' }, ['lastDay']],
  [{ country: 'US', rate: 0.1, targets: [{ type: 'Product', id: 'unknown' }] }, ['targets[0].id']],
  [{ country: 'US', rate: 0.1, percent: 10 }, ['percent']],
] as const;

for (const [body, fields] of WRONG) {
  test(`a rate is refused for ${JSON.stringify(body)}`, async () => {
    const response = await merchant.send('POST', URL, body);
    assert.deepEqual(
      [response.statusCode, Object.keys(response.json().errors)],
      [400, fields],
      response.body,
    );
  });
}

test('a region is free text where addresses state it as such', async () => {
  for (const [country, region] of [
    ['FR', 'Corse'],
    ['AT', 'Wien'],
    ['GB', 'Northern Ireland'],
    ['ES', 'Canary Islands'],
    ['FR', '2A'],
    ['GR', 'Ά'.repeat(64)],
    ['CA', 'on'],
  ])
    await remove(await add({ country, region, rate: 0.1 }));
});

test('a rate of an earlier version can be ended, whatever its region; another such region is refused', async () => {
  const rate = await add({ country: 'CA', region: 'ON', rate: 0.13 });
  await app.system.database.transaction((tx) =>
    tx
      .tables<TaxTables>()
      .updateTable('taxRates')
      .set({ region: 'Ontario' })
      .where('id', '=', rate.id)
      .execute(),
  );
  await merchant.call('PATCH', `${URL}/${rate.id}`, { region: 'Ontario', lastDay: '2026-12-31' });
  for (const change of [{ region: 'Quebec' }, { country: 'US' }]) {
    const refused = await merchant.send('PATCH', `${URL}/${rate.id}`, change);
    assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['region']]);
  }
  await remove(rate);
});

test('a change needs the revision that the caller has seen, and the list is newest first', async () => {
  const first = await add({ country: 'US', region: 'NY', rate: 0.08875 });
  app.system.clock.advance(1_000);
  const second = await add({ country: 'US', region: 'CA', rate: 0.0725 });
  const stale = await merchant.send('PATCH', `${URL}/${first.id}`, { rate: 0.09 }, { 'if-match': '"r2"' });
  assert.deepEqual([stale.statusCode, stale.json().errorType], [412, 'StaleRevision']);
  const { items } = await merchant.call<{ items: TaxRate[] }>('GET', `${URL}?pageSize=2`);
  assert.deepEqual(
    items.map(({ id, rate }) => [id, rate]),
    [
      [second.id, 0.0725],
      [first.id, 0.08875],
    ],
  );
  await remove(first);
  await remove(second);
});

test('rates are the account’s own, for keys that may read and change settings', async () => {
  const rate = await add({ country: 'US', rate: 0.1 });
  const other = await merchantOf(app, app.other);
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { rate: 0.5 } : undefined;
    assert.equal((await other.send(method, `${URL}/${rate.id}`, body)).statusCode, 404, method);
  }
  assert.deepEqual((await other.call<{ items: [] }>('GET', URL)).items, []);
  const reader = await merchantOf(app, app.demo, 'settings:read', 'products:write');
  assert.equal((await reader.send('GET', URL)).statusCode, 200);
  assert.equal((await reader.send('POST', URL, { country: 'US', rate: 0.1 })).statusCode, 403);
  await remove(rate);
});

test('the journal has each change of a rate', async () => {
  const rate = await add({ country: 'US', rate: 0.1 });
  await merchant.call('PATCH', `${URL}/${rate.id}`, { rate: 0.2 });
  await remove(rate);
  const { items } = await merchant.call<{ items: { type: string; subjects: unknown }[] }>(
    'GET',
    '/api/audit?pageSize=3',
  );
  assert.deepEqual(
    items.map(({ type }) => type),
    ['tax-rate.deleted', 'tax-rate.changed', 'tax-rate.created'],
  );
});

async function storefront(country?: string) {
  const headers = country === undefined ? {} : { 'cf-ipcountry': country };
  const response = await app.inject({ url: '/api/customer/storefront', headers });
  const { estimatedTax, validUntil } = response.json();
  return { estimatedTax, validUntil };
}

test('the storefront estimates the tax of the visitor’s country, and of no other', async () => {
  const estimate = (rate: number, countryCode: string) => ({
    estimatedTax: { rate, mode: 'Exclusive', countryCode },
    validUntil: null,
  });
  const none = { estimatedTax: undefined, validUntil: null };
  // Twice: from the database, and from memory.
  for (const _ of [1, 2]) {
    assert.deepEqual(await storefront('FR'), estimate(0.2, 'FR'));
    assert.deepEqual(await storefront('DE'), estimate(0.19, 'DE'));
    assert.deepEqual(await storefront('MC'), estimate(0.2, 'FR'));
    assert.deepEqual(await storefront('US'), none);
    assert.deepEqual(await storefront(), none);
  }
});

test('the storefront says where some items have another rate than its estimate', async () => {
  const reduced = await add({ country: 'FR', rate: 0.055, targets: [{ type: 'Product', id: 'app' }] });
  assert.deepEqual((await storefront('FR')).estimatedTax, {
    rate: 0.2,
    mode: 'Exclusive',
    countryCode: 'FR',
    varies: true,
  });
  assert.equal((await storefront('DE')).estimatedTax.varies, undefined);
  await remove(reduced);
  const same = await add({ country: 'FR', rate: 0.2, targets: [{ type: 'Product', id: 'app' }] });
  assert.equal((await storefront('FR')).estimatedTax.varies, undefined);
  await remove(same);
});

test('the storefront says when an estimate ends, and follows it', async () => {
  const rate = await add({ country: 'FR', rate: 0.25, firstDay: '2026-03-02' });
  const before = await storefront('FR');
  assert.deepEqual([before.estimatedTax.rate, before.validUntil], [0.2, '2026-03-02T00:00:00.000Z']);
  assert.equal((await storefront('DE')).validUntil, null);
  app.system.clock.advance(24 * 3_600_000);
  const later = await storefront('FR');
  assert.deepEqual([later.estimatedTax.rate, later.validUntil], [0.25, null]);
  await remove(rate);
  assert.equal((await storefront('FR')).estimatedTax.rate, 0.2);
});

test('settings name the countries that the table has, and the seller’s own', async () => {
  const wrong = await merchant.send('PATCH', '/api/settings', { tax: { collectsIn: ['EU', 'US', 'de'] } });
  assert.deepEqual(Object.keys(wrong.json().errors), ['tax.collectsIn[1]', 'tax.collectsIn[2]']);
  const list = await merchant.send('PATCH', '/api/settings', { tax: { collectsIn: 'EU' } });
  assert.deepEqual([list.statusCode, Object.keys(list.json().errors)], [400, ['tax.collectsIn']]);
  const nowhere = await merchant.send('PATCH', '/api/settings', { seller: { country: null } });
  assert.deepEqual(Object.keys(nowhere.json().errors), ['tax.mode']);
});

interface Quote {
  readonly total: { readonly subtotal: number; readonly taxes?: number; readonly due?: number };
  readonly tax?: {
    readonly rate: number;
    readonly reason: string;
    readonly region?: string;
    readonly explanation: string;
  };
}

const quote = (query: string) => merchant.call<Quote>('GET', `/api/products/app/quote${query}`);

test('the quote of a product explains the tax of a place', async () => {
  const { total, tax } = await quote('?country=fr');
  assert.deepEqual([total.subtotal, total.taxes, total.due], [49, 9.8, 58.8]);
  assert.deepEqual([tax?.rate, tax?.reason], [0.2, 'standard']);
  const reasons = [
    ['?country=FR&business=true', 'reverse_charge', /owes the tax itself/],
    ['?country=US&region=CA', 'not_collecting', /do not collect tax there/],
    ['?country=ES&postCode=35001', 'not_collecting', /do not collect tax there/],
  ] as const;
  for (const [query, reason, explanation] of reasons) {
    const quoted = await quote(query);
    assert.deepEqual([quoted.total.due, quoted.tax?.reason], [49, reason], query);
    assert.match(quoted.tax?.explanation ?? '', explanation, query);
  }
  assert.equal((await quote('?country=ES&postCode=35001')).tax?.region, 'Canary Islands');
  assert.equal((await quote('?country=DE&at=2020-12-31T12:00:00Z')).tax?.rate, 0.16);
  const plain = await quote('');
  assert.deepEqual([plain.tax, plain.total.due], [undefined, undefined]);
  const unknown = await merchant.send('GET', '/api/products/app/quote?country=XX');
  assert.deepEqual(Object.keys(unknown.json().errors), ['country']);
});
