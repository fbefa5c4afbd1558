import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, shopper, type Shopper } from '../../../test/shop.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { givePictures } from '../../../test/pictures.ts';
import { firstLoad } from './first-load.ts';

let app: TestApp;
let customer: Shopper;
before(async () => {
  app = await startTestApp();
  const merchant = await merchantOf(app);
  const variations = [{ id: 'once', name: 'Once', prices: { EUR: 49, USD: 55 } }];
  await merchant.call('POST', '/api/products', {
    id: 'app',
    name: 'App <b>',
    tagline: 'A "good" one',
    variations,
  });
  await givePictures(app.ctx, 'app');
  customer = await shopper(app);
});
after(() => app.close());

/** What the HTML of a page has for a visitor with these headers. */
function loadOf(url: string, headers: Record<string, string> = {}, isFramed = false) {
  const request = { url, headers: { host: 'demo.latchkey.test', ...headers }, account: app.demo, socket: {} };
  return firstLoad(app.app, request, { isFramed });
}

test('a page of the shop has the responses that its visitor would ask for, as anybody gets them', async () => {
  const storefront = '/api/customer/storefront';
  const item = `${storefront}/products/app`;
  const vendor = '/api/public/vendors/current';
  const pathsOf = async (url: string) => [...((await loadOf(url))?.answers.keys() ?? [])];
  assert.deepEqual(await pathsOf('/shop'), [vendor, storefront]);
  assert.deepEqual(await pathsOf('/shop/products/app'), [vendor, storefront, item]);
  assert.deepEqual(
    await pathsOf('/shop/products/none'),
    [vendor, storefront],
    'a refusal is asked for again',
  );
  assert.deepEqual(await pathsOf('/cart'), [vendor, storefront]);
  assert.deepEqual(await pathsOf('/shop?utm_campaign=launch'), [vendor], 'a campaign has its own prices');
  assert.deepEqual(await pathsOf('/checkout/order/token'), [vendor], 'nothing about a person is in the HTML');
  for (const url of ['/account', '/shop/products/app/more', '/nowhere'])
    assert.equal(await loadOf(url), undefined, url);
  const mine = await loadOf('/shop/products/app', customer.auth);
  for (const [url, { json }] of mine?.answers ?? [])
    assert.equal(json, (await app.inject({ url })).body, url);
});

test('the checkout of a complete order has no files of the form', async () => {
  const { orderId, pay } = await checkOut(app, [{ ...ONE_APP, variationId: 'once' }]);
  const page = async () => (await loadOf(`/checkout/${orderId}/token`))?.page;
  assert.equal(await page(), 'checkout');
  const paid = await app.inject({
    method: 'POST',
    url: pay,
    payload: { name: 'Ada', email: 'ada@example.org' },
  });
  assert.equal(paid.json().status, 'Completed', paid.body);
  assert.equal(await page(), 'completed');
  assert.equal((await loadOf('/checkout/00000000-0000-4000-8000-000000000000/token'))?.page, 'checkout');
  assert.equal(await loadOf('/checkout/../token'), undefined);
});

test('a page of the shop shows what it is about before its program runs, in the language of its visitor', async () => {
  const german = await loadOf('/shop', { 'accept-language': 'fr, de;q=0.5' });
  assert.deepEqual([german?.page, german?.language], ['shop', 'de']);
  assert.match(
    german?.content ?? '',
    /Unsere Software.*<picture>.*-1\.avif 1w.*App &lt;b&gt;.*A &quot;good&quot; one/s,
  );
  const page = await loadOf('/shop/products/app', { 'accept-language': 'fr' });
  assert.equal(page?.language, 'en', 'that of the account');
  assert.match(page?.content ?? '', /<p class="first-heading">App &lt;b&gt;<\/p>/);
  assert.equal((await loadOf('/shop', {}, true))?.content, '', 'a frame has the head of its own page');
  assert.match((await loadOf('/cart'))?.content ?? '', />Cart<.*You pay on the next page/);
});

test('a checkout names what is ordered before its program runs', async () => {
  const { orderId, pay } = await checkOut(app, [{ ...ONE_APP, variationId: 'once' }]);
  const open = (await loadOf(`/checkout/${orderId}/token`))?.content ?? '';
  assert.match(open, />Your order<.*<p>App &lt;b&gt;<\/p><p>After the payment you get your software/);
  await app.inject({ method: 'POST', url: pay, payload: { name: 'Ada', email: 'ada@example.org' } });
  const complete = (await loadOf(`/checkout/${orderId}/token`))?.content ?? '';
  assert.equal(complete, '', 'its page has another heading');
});
