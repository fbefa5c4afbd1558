import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';

let app: TestApp;
let merchant: Merchant;

before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
  await merchant.call('POST', '/api/products', { id: 'app', name: 'App' });
});
after(() => app.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

function upload(bytes: Buffer, mediaType = 'image/png', headers: Record<string, string> = {}) {
  return merchant.send('PUT', '/api/products/app/icon', bytes, { 'content-type': mediaType, ...headers });
}

test('an icon is served to everyone, to be kept forever', async () => {
  const answer = await upload(PNG);
  assert.equal(answer.statusCode, 200, answer.body);
  const { iconUrl } = answer.json<{ iconUrl: string }>();
  const { pathname } = new URL(iconUrl);
  const icon = await app.inject({ url: pathname });
  assert.deepEqual(icon.rawPayload, PNG);
  assert.deepEqual(
    ['content-type', 'content-length', 'cache-control', 'x-content-type-options'].map(
      (name) => icon.headers[name],
    ),
    ['image/png', String(PNG.length), 'public, max-age=31536000, immutable', 'nosniff'],
  );
  const again = await app.inject({
    url: pathname,
    headers: { 'if-none-match': `"other", W/${String(icon.headers['etag'])}` },
  });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
  const storefront = await app.inject({ url: '/api/customer/storefront' });
  assert.equal(storefront.json().products[0].iconUrl, iconUrl);
  assert.equal((await merchant.call<{ iconUrl: string }>('GET', '/api/products/app')).iconUrl, iconUrl);
});

test('a bundle has an icon of its own, which a product of the same name does not get', async () => {
  await merchant.call('POST', '/api/products', { id: 'pack', name: 'Pack' });
  await merchant.call('POST', '/api/bundles', { id: 'pack', name: 'Pack', productIds: ['app'] });
  const bytes = Buffer.concat([PNG, Buffer.from('of the bundle')]);
  const answer = await merchant.send('PUT', '/api/bundles/pack/icon', bytes, { 'content-type': 'image/png' });
  assert.equal(answer.statusCode, 200, answer.body);
  const { iconUrl } = answer.json<{ iconUrl: string }>();
  const icon = await app.inject({ url: new URL(iconUrl).pathname });
  assert.deepEqual([icon.statusCode, icon.rawPayload], [200, bytes]);
  const iconOf = async (url: string) => (await merchant.call<{ iconUrl: string | null }>('GET', url)).iconUrl;
  assert.deepEqual([await iconOf('/api/bundles/pack'), await iconOf('/api/products/pack')], [iconUrl, null]);
  await merchant.call('DELETE', '/api/bundles/pack/icon');
  assert.equal((await app.inject({ url: new URL(iconUrl).pathname })).statusCode, 404);
});

test('an icon is what its bytes are, whatever it is called', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const refused = await upload(svg);
  assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['body']]);
  assert.equal((await upload(svg, 'image/svg+xml')).statusCode, 415);
  assert.equal((await upload(Buffer.alloc(0))).statusCode, 400);
  const gif = await upload(Buffer.from('GIF89a…'), 'image/png');
  assert.match(gif.json().iconUrl, /\.gif$/);
});

test('an icon larger than a megabyte is refused', async () => {
  const large = Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]);
  assert.equal((await upload(large)).statusCode, 413);
});

test('an icon of another account, or of nothing any more, is unknown', async () => {
  const { pathname } = new URL((await upload(PNG)).json<{ iconUrl: string }>().iconUrl);
  assert.equal((await app.injectAs(app.other, { url: pathname })).statusCode, 404);
  const removed = await merchant.call<{ iconUrl: null }>('DELETE', '/api/products/app/icon');
  assert.equal(removed.iconUrl, null);
  assert.equal((await app.inject({ url: pathname })).statusCode, 404);
  for (const name of ['..%2F..%2Fsecret', 'x.png', '%2e%2e']) {
    assert.equal((await app.inject({ url: `/api/public/icons/${name}` })).statusCode, 404, name);
  }
});

test('an icon is set for the revision that was read', async () => {
  const { etag } = (await merchant.send('GET', '/api/products/app')).headers;
  assert.equal((await upload(PNG, 'image/png', { 'if-match': String(etag) })).statusCode, 200);
  assert.equal((await upload(PNG, 'image/png', { 'if-match': String(etag) })).statusCode, 412);
});
