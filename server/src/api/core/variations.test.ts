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
