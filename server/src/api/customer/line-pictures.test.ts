import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createBundle, createVariation } from '../../modules/catalog/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

const readOrder = (orderId: string) => app.inject({ url: `/api/customer/orders/${orderId}` });

test('a line shows the icon of what is in it, on the cart and at the checkout', async () => {
  const headers = { ...(await app.apiKey(app.demo)), 'content-type': 'image/png' };
  const icon = await app.inject({ method: 'PUT', url: '/api/products/app/icon', headers, payload: PNG });
  const { iconUrl } = icon.json<{ iconUrl: string }>();
  assert.match(iconUrl, /^http:/);
  const { orderId, show } = await checkOut(app, [ONE_APP]);
  assert.equal((await readOrder(orderId)).json().items[0].product.iconUrl, iconUrl);
  assert.equal((await app.inject({ url: show })).json().lines[0].iconUrl, iconUrl);
});

test('a line shows the first picture of what is in it, in its narrowest form', async () => {
  const headers = { ...(await app.apiKey(app.demo)), 'content-type': 'image/png' };
  const url = '/api/products/app/images';
  for (let count = 0; count < 2; count += 1) await app.inject({ method: 'POST', url, headers, payload: PNG });
  const { products } = (await app.inject({ url: '/api/customer/storefront' })).json<{
    products: { id: string; image?: { smaller: { webp: string }[] } }[];
  }>();
  const picture = products.find(({ id }) => id === 'app')?.image?.smaller[0]?.webp;
  assert.match(picture ?? '', /^http:.*webp$/);
  const { orderId, show } = await checkOut(app, [ONE_APP]);
  assert.equal((await readOrder(orderId)).json().items[0].product.pictureUrl, picture);
  assert.equal((await app.inject({ url: show })).json().lines[0].pictureUrl, picture);

  await createBundle(app.ctx, { id: 'both', name: 'Both', productIds: ['synth', 'app'] });
  const variation = { id: 'both-once', name: 'Perpetual', prices: { EUR: 9_900, USD: 9_900 } };
  await createVariation(app.ctx, { type: 'Bundle', id: 'both' }, variation);
  const both = { type: 'Bundle', bundleId: 'both', variationId: 'both-once', quantity: 1 };
  const bundle = await checkOut(app, [both]);
  const [line] = (await app.inject({ url: bundle.show })).json().lines;
  assert.deepEqual([line.type, line.pictureUrl], ['Bundle', picture], 'that of the product that has one');
});
