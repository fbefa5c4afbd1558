import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

// The schema's issues and those of the catalogue, which knows the account and its database, come in one answer.

let app: TestApp;
let merchant: Merchant;

before(async () => {
  app = await startTestApp();
  await updateSettings(app.system, app.demo, { currencies: ['EUR', 'USD'] });
  merchant = await merchantOf(app);
  const variations = [{ id: 'known-once', name: 'Once', prices: { EUR: 1, USD: 1 } }];
  await merchant.call('POST', '/api/products', { id: 'known', name: 'Known', variations });
  await merchant.call('POST', '/api/bundles', { id: 'pack', name: 'Pack', productIds: ['known'] });
  const share = { type: 'PercentageOffDiscount', percentage: 0.1 };
  const window = { startsAt: '2026-05-01T00:00:00Z', endsAt: '2026-06-01T00:00:00Z' };
  await merchant.call('POST', '/api/discounts', { id: 'may', name: 'May', ...share, ...window });
  const target = { type: 'Product', id: 'known' };
  await merchant.call('POST', '/api/offers', { id: 'half', name: 'Half', ...share, ...window, target });
});
after(() => app.close());

async function issues(method: 'POST' | 'PATCH', url: string, body: object | string): Promise<string[]> {
  const payload = typeof body === 'string' ? { payload: body } : { payload: { ...body } };
  const key = await app.apiKey(app.demo);
  const headers = { ...key, 'content-type': 'application/json' };
  const response = await app.inject({ method, url, headers, ...payload });
  assert.equal(response.statusCode, 400, response.body);
  return Object.keys(response.json<{ errors: object }>().errors).toSorted();
}

test('a product is told of wrong types, unknown fields, limits and prices at once', async () => {
  const variations = [
    { name: 'A', prices: { EUR: 1, USD: 'x' } },
    { name: 7, prices: { EUR: 1.234 } },
    { prices: { EUR: 1, USD: 1, XXX: 1 } },
    'none',
  ];
  const body = { id: 'no.parent', prize: 1, name: '', maxNumberOfActivations: -1, position: 'x', variations };
  const properties = { '1st': { type: 'text', value: 'x', public: true, includeInToken: true } };
  assert.deepEqual(
    await issues('POST', '/api/products', { ...body, website: 'ftp://x', properties }),
    [
      'id',
      'maxNumberOfActivations',
      'name',
      'position',
      'prize',
      'properties.1st',
      'variations[0].prices.USD',
      'variations[1].name',
      'variations[1].prices.EUR',
      'variations[1].prices.USD',
      'variations[2].name',
      'variations[2].prices.XXX',
      'variations[3]',
    ].concat('website'),
  );
  assert.deepEqual(
    await issues('PATCH', '/api/products/known', {
      status: 'Gone',
      trialDays: 0,
      maxNumberOfActivations: -1,
    }),
    ['maxNumberOfActivations', 'status', 'trialDays'],
  );
});

test('a bundle is told of unknown products beside what its schema refuses', async () => {
  const body = { name: 5, productIds: ['known', 'unknown'], purchasable: 'yes', tagline: 'x'.repeat(301) };
  assert.deepEqual(await issues('POST', '/api/bundles', body), [
    'id',
    'name',
    'productIds[1]',
    'purchasable',
    'tagline',
  ]);
  assert.deepEqual(await issues('PATCH', '/api/bundles/pack', body), [
    'name',
    'productIds[1]',
    'purchasable',
    'tagline',
  ]);
});

for (const [path, id] of [
  ['/api/discounts', 'may'],
  ['/api/offers', 'half'],
] as const) {
  test(`${path}: ends before it starts, unknown items and wrong types are told at once`, async () => {
    const target = { type: 'Product', id: 'unknown' };
    const targets = path === '/api/offers' ? { target } : { targets: [target, { type: 'Product' }, 5] };
    const paths = path === '/api/offers' ? ['target.id'] : ['targets[0].id', 'targets[1].id', 'targets[2]'];
    const share = { type: 'PercentageOffDiscount', percentage: 1.5 };
    const window = { startsAt: '2026-05-01T00:00:00Z', endsAt: '2026-04-01T00:00:00Z' };
    const body = { isExclusive: 'yes', ...share, ...window, ...targets };
    assert.deepEqual(await issues('POST', path, body), [
      'endsAt',
      'isExclusive',
      'name',
      'percentage',
      ...paths,
    ]);
    assert.deepEqual(
      await issues('PATCH', `${path}/${id}`, { isExclusive: 'yes', endsAt: '2026-04-01T00:00:00Z' }),
      ['endsAt', 'isExclusive'],
    );
  });

  test(`${path}: nothing is said of what depends on a refused field`, async () => {
    const target = path === '/api/offers' ? { target: { type: 'Product', id: 'known' } } : {};
    const body = { name: 'X', percentage: 0.5, ...target };
    assert.deepEqual(await issues('POST', path, body), ['type']);
    assert.deepEqual(await issues('POST', path, { ...body, type: 'Free' }), ['type']);
    const share = { type: 'PercentageOffDiscount' };
    assert.deepEqual(await issues('POST', path, { ...body, ...share, percentage: '0.5' }), ['percentage']);
    // The kept start would be after the end, but it is to be changed.
    const window = { startsAt: 'soon', endsAt: '2026-04-01T00:00:00Z' };
    assert.deepEqual(await issues('PATCH', `${path}/${id}`, window), ['startsAt']);
  });
}

test('a variation is told of its prices beside what its schema refuses', async () => {
  for (const item of ['/api/products/known', '/api/bundles/pack']) {
    assert.deepEqual(await issues('POST', `${item}/variations`, { prices: { EUR: -1 } }), [
      'name',
      'prices.EUR',
      'prices.USD',
    ]);
  }
  const url = '/api/products/known/variations/known-once';
  assert.deepEqual(await issues('PATCH', url, { prices: { EUR: 1 }, isDefault: 1 }), [
    'isDefault',
    'prices.USD',
  ]);
});

test('what is unknown, no object, or not allowed is told as before', async () => {
  assert.deepEqual(await issues('POST', '/api/products', '[]'), ['body']);
  assert.deepEqual(await issues('POST', '/api/products', '7'), ['body']);
  assert.deepEqual(await issues('PATCH', '/api/discounts/unknown', { isExclusive: 1 }), ['isExclusive']);
  assert.deepEqual(await issues('PATCH', '/api/products/unknown/variations/x', { isDefault: 1 }), [
    'isDefault',
  ]);
  const reader = await merchantOf(app, app.demo, 'products:read');
  const refused = await reader.send('POST', '/api/products', { name: 5 });
  assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'Forbidden']);
  assert.equal((await merchant.send('PATCH', '/api/offers/unknown', { name: 'X' })).statusCode, 404);
});

test('of a very long list no more issues are told than it may have entries', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `x${index}`);
  assert.deepEqual(
    await issues('POST', '/api/bundles', { id: 'many', name: 'Many', productIds: many }).then(
      (all) => all.length,
    ),
    101,
  );
  const targets = Array.from({ length: 4_000 }, () => ({ type: 'Product', id: 'unknown' }));
  const told = await issues('PATCH', '/api/discounts/may', { targets, isExclusive: 1 });
  assert.equal(told.length, 202);
});

test('what is refused before the body is read is refused for that alone', async () => {
  assert.deepEqual(await issues('POST', '/api/bundles?x=%00', { name: 5 }), ['request']);
});

test('a body that is bad throughout is judged no further than by its schema', async () => {
  const discount = { name: '', type: 'PercentageOffDiscount', percentage: 0.5 };
  const told = await issues('POST', '/api/discounts', { ...discount, targets: [7, 7] });
  assert.deepEqual(told, ['name', 'targets[0]', 'targets[1]']);
  const targets = Array.from({ length: 20_000 }, () => 7);
  const ofMany = await issues('POST', '/api/discounts', { ...discount, targets });
  assert.ok(ofMany.length > 300 && ofMany.every((path) => path.startsWith('targets[')));
});
