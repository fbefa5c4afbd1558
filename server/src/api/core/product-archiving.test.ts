import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { patchOrder } from '../../../test/shop.ts';

let app: TestApp;
let merchant: Merchant;

before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
});
after(() => app.close());

const PRICES = { EUR: 49, USD: 54.99 };

interface Thing {
  readonly id: string;
  readonly isArchived: boolean;
}

test('a product that is in bundles is archived by force alone, and the bundles are off sale with it', async () => {
  const variationOf = (id: string) => [{ id: `${id}-once`, name: 'Once', prices: PRICES }];
  for (const id of ['part', 'rest']) {
    await merchant.call('POST', '/api/products', { id, name: id, variations: variationOf(id) });
  }
  const productIds = ['part', 'rest'];
  for (const id of ['whole', 'also', 'gone']) {
    await merchant.call('POST', '/api/bundles', { id, name: id, productIds, variations: variationOf(id) });
  }
  await merchant.call('POST', '/api/bundles/gone/archive');
  const bundlesOnSale = async () => {
    const { bundles } = (await app.inject({ url: '/api/customer/storefront' })).json();
    return bundles.map(({ id }: Thing) => id);
  };
  const cart = () => {
    const item = { type: 'Bundle', bundleId: 'whole', variationId: 'whole-once', quantity: 1 };
    return patchOrder(app, randomUUID(), { items: [item] });
  };
  const refused = await merchant.send('POST', '/api/products/part/archive');
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'ProductInBundles']);
  assert.match(refused.json().detail, / part is part of bundles: also, whole\. .*force=true/);
  assert.equal((await merchant.call<Thing>('GET', '/api/products/part')).isArchived, false);
  assert.deepEqual([await bundlesOnSale(), (await cart()).statusCode], [['also', 'whole'], 200]);
  const stranger = await merchantOf(app, app.other);
  assert.equal((await stranger.send('POST', '/api/products/part/archive?force=true')).statusCode, 404);

  const forced = await merchant.call<Thing>('POST', '/api/products/part/archive?force=true');
  assert.equal(forced.isArchived, true);
  const refusal = (await cart()).json().errors;
  assert.deepEqual(
    [await bundlesOnSale(), refusal],
    [[], { 'items[0].bundleId': ['The bundle whole is not for sale.'] }],
  );
  assert.equal((await merchant.send('POST', '/api/products/part/archive')).statusCode, 200, 'it is archived');
  await merchant.call('POST', '/api/products/part/restore');
  assert.deepEqual([await bundlesOnSale(), (await cart()).statusCode], [['also', 'whole'], 200]);
  await merchant.call('PATCH', '/api/bundles/whole', { productIds: ['rest'] });
  await merchant.call('POST', '/api/bundles/also/archive');
  assert.equal((await merchant.call<Thing>('POST', '/api/products/part/archive')).isArchived, true);
});
