import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createVariation } from '../../../modules/catalog/index.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../../test/merchant.ts';
import { stockShop } from '../../../../test/shop.ts';
import { keptBody } from '../content/compressed-body.ts';

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  for (let count = 0; count < 9; count += 1)
    await createVariation(
      app.ctx,
      { type: 'Product', id: 'app' },
      { id: `app-${count}`, name: 'Record and mix '.repeat(9), prices: { EUR: 10 + count, USD: 10 } },
    );
  vendor = await merchantOf(app);
});
after(() => app.close());

const STOREFRONT = '/api/customer/storefront';
/** Past the harness, which reads no compressed body. */
const get = (url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url, headers: { host: 'latchkey.test', ...headers } });

test('what is read is compressed in an encoding that the client names, and never for one that names none', async () => {
  const plain = await get(STOREFRONT);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.ok(plain.rawPayload.length > 1_024, 'large enough');
  for (const [accepted, encoding, decode] of [
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, br', 'br', brotliDecompressSync],
  ] as const) {
    const packed = await get(STOREFRONT, { 'accept-encoding': accepted });
    assert.equal(packed.headers['content-encoding'], encoding);
    assert.equal(decode(packed.rawPayload).toString(), plain.body);
    assert.ok(packed.rawPayload.length < plain.rawPayload.length);
    assert.match(String(packed.headers.vary), /accept-encoding/i);
    assert.notEqual(packed.headers.etag, plain.headers.etag, 'other bytes have another tag');
    const again = await get(STOREFRONT, {
      'accept-encoding': accepted,
      'if-none-match': packed.headers.etag ?? '',
    });
    assert.equal(again.statusCode, 304);
  }
  for (const refused of ['identity', 'gzip;q=0', 'deflate', 'zstd'])
    assert.equal(
      (await get(STOREFRONT, { 'accept-encoding': refused })).headers['content-encoding'],
      undefined,
    );
});

test('a weak tag of the Core API names the revision that it was read at', async () => {
  const read = await get('/api/settings', { ...(await app.apiKey(app.demo)), 'accept-encoding': 'gzip' });
  assert.equal(read.headers['content-encoding'], 'gzip', JSON.stringify([read.statusCode, read.headers]));
  assert.match(String(read.headers.etag), /^W\/"r\d+"$/);
  const tag = { 'if-match': String(read.headers.etag) };
  assert.equal((await vendor.send('PATCH', '/api/settings', { name: 'Changed' }, tag)).statusCode, 200);
  assert.equal((await vendor.send('PATCH', '/api/settings', { name: 'Again' }, tag)).statusCode, 412);
});

test('nothing of one person’s secrets is compressed, nor anything that is not read', () => {
  const compressed = app.app.routeTable
    .filter(({ compress }) => compress !== false)
    .map(({ method, url }) => `${String(method)} ${url}`);
  assert.ok(compressed.includes('GET /api/customer/storefront/products/:productId'));
  const secret =
    / \/api\/.*(identity|checkout|client|activations\/|communications|api-keys|license-files|documents\/:documentId\/:token)/;
  assert.deepEqual(
    compressed.filter((route) => !/^(GET|HEAD,GET|GET,HEAD) /.test(route) || secret.test(route)),
    [],
  );
});

test('what is kept is compressed once, however many clients ask for it', async () => {
  const body = keptBody('Record and mix. '.repeat(100));
  const [one, another] = await Promise.all([body.compressed(), body.compressed()]);
  assert.equal(one, another);
  assert.equal(one.plain, body.plain);
  assert.equal(new Set([one.plain, one.br, one.gzip].map(({ etag }) => etag)).size, 3);
});
