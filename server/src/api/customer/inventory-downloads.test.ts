import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DownloadAccess } from '../../modules/catalog/index.ts';
import { createReleaseFromFiles } from '../../modules/releases/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf, type Shopper } from '../../../test/inventory.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
});
after(() => app.close());

const CONTENT = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));

async function released(downloadAccess: DownloadAccess): Promise<string> {
  const productId = await shop.product({ downloadAccess });
  const files = [
    { name: 'Äpp 1.exe', platform: 'Windows', content: CONTENT },
    { name: 'app.zip', platform: 'Universal', content: Buffer.from('universal') },
  ] as const;
  const release = { productId, version: '1.0.0', description: 'The first', files, isPublished: true };
  await createReleaseFromFiles(app.ctx, release);
  await createReleaseFromFiles(app.ctx, {
    productId,
    version: '2.0.0',
    files: [],
    isPublished: false,
  });
  return productId;
}

function get(path: string, headers: Record<string, string> = {}) {
  return app.inject({ url: `/api/customer/inventory/${path}`, headers });
}

async function pathOf(productId: string, by: Shopper): Promise<string> {
  const { downloads } = (await get(`products/${productId}`, by.headers)).json();
  const windows = downloads.find(({ platform }: { platform: string }) => platform === 'Windows');
  return new URL(windows.path).pathname.replace('/api/customer/inventory/', '');
}

test('files are for everyone, for customers or for owners, as the product says', async () => {
  const [owner, customer] = [await shop.shopper(), await shop.shopper()];
  const statuses: Record<DownloadAccess, number[]> = {
    Everyone: [302, 302, 302],
    Customer: [403, 302, 302],
    Owner: [403, 403, 302],
  };
  for (const [access, expected] of Object.entries(statuses)) {
    const productId = await released(access === 'Everyone' || access === 'Customer' ? access : 'Owner');
    await shop.give(owner, productId);
    const path = await pathOf(productId, owner);
    const latest = `products/${productId}/download/Windows/latest`;
    for (const url of [path, latest]) {
      const answers = [await get(url), await get(url, customer.headers), await get(url, owner.headers)];
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        expected,
        `${access} ${url}`,
      );
    }
    const anonymous = (await get(`products/${productId}`)).json();
    assert.deepEqual(
      [anonymous.downloadsAllowed, Object.hasOwn(anonymous, 'downloads')],
      [access === 'Everyone', access === 'Everyone'],
    );
    const product = (await get(`products/${productId}`, customer.headers)).json();
    assert.deepEqual(
      [product.downloadsAllowed, Object.hasOwn(product, 'downloads')],
      [access !== 'Owner', access !== 'Owner'],
    );
    assert.deepEqual(
      [product.downloadsNeedsUser, product.downloadsNeedsOwnership],
      [access !== 'Everyone', access === 'Owner'],
    );
  }
});

test('a license token proves ownership; one that proves nothing means an anonymous visitor', async () => {
  const owner = await shop.shopper();
  const productId = await released('Owner');
  const other = await released('Owner');
  await shop.give(owner, productId);
  const path = await pathOf(productId, owner);
  const token = await shop.activate(owner, productId, 'a');
  assert.equal((await get(path, { authorization: `LicenseToken ${token}` })).statusCode, 302);
  const product = await get(`products/${productId}`, { authorization: `licensetoken ${token}` });
  assert.deepEqual([product.statusCode, product.json().numberOfLicenses], [200, 1]);
  const elsewhere = `products/${other}/download/Windows/latest`;
  assert.equal((await get(elsewhere, { authorization: `LicenseToken ${token}` })).statusCode, 403);
  for (const unusable of [`${token}x`, 'x', '', 'x y']) {
    assert.equal((await get(path, { authorization: `LicenseToken ${unusable}` })).statusCode, 403, unusable);
  }
  const everyone = await released('Everyone');
  const free = `products/${everyone}/download/Mac/latest`;
  const byToken = await get(free, { authorization: 'LicenseToken x' });
  assert.deepEqual([byToken.statusCode, byToken.headers['www-authenticate']], [302, undefined], 'no bearer');
  const byBearer = await get(free, { authorization: 'Bearer x' });
  assert.equal(byBearer.statusCode, 302);
  assert.equal(byBearer.headers['www-authenticate'], 'Bearer error="invalid_token"');
  await shop.post(owner, `/api/client/licenses/${productId}/revoke`, {
    headers: { 'content-type': 'text/plain', authorization: '' },
    payload: token,
  });
  assert.equal((await get(path, { authorization: `LicenseToken ${token}` })).statusCode, 403);
});

test('the token of a trial is that of a customer until the trial ends, and of its own product alone', async () => {
  const customer = await shop.shopper();
  const products = [];
  for (let count = 0; count < 2; count += 1)
    products.push(await shop.product({ allowsTrials: true, trialDays: 10, downloadAccess: 'Customer' }));
  const [productId = '', other] = products;
  const trial = await shop.post(customer, `/api/client/trials/${productId}/request`, {
    payload: { deviceName: 'Mac', deviceSignature: 'mac' },
  });
  assert.equal(trial.statusCode, 200, trial.body);
  const isCustomer = async (id = '') => {
    const answer = await get(`products/${id}`, { authorization: `LicenseToken ${trial.body}` });
    return answer.json<{ downloadsAllowed: boolean }>().downloadsAllowed;
  };
  assert.deepEqual([await isCustomer(productId), await isCustomer(other)], [true, false]);
  app.system.clock.advance(10 * 86_400_000);
  assert.equal(await isCustomer(productId), false, 'it is over');
});

test('files of a restricted product are refused with whom they are for; without a release there are none', async () => {
  const customer = await shop.shopper();
  for (const [access, reason] of [
    ['Customer', /^The files of .* are for customers\. Sign in to download them\.$/],
    ['Owner', /^The files of .* are only for its owners\. Sign in to download them\.$/],
  ] as const) {
    const latest = `products/${await released(access)}/download/Windows/latest`;
    assert.match((await get(latest)).json().detail, reason);
    const empty = `products/${await shop.product({ downloadAccess: access })}/download`;
    for (const path of [`${empty}/Windows/latest`, `${empty}/1.0.0/key`]) {
      assert.deepEqual(
        [(await get(path)).statusCode, (await get(path, customer.headers)).statusCode],
        [404, 404],
      );
    }
  }
});

test('the first download is in the license and in the data of its owner; a HEAD request is no download', async () => {
  const owner = await shop.shopper();
  const productId = await released('Owner');
  await shop.give(owner, productId);
  const key = await app.apiKey(app.demo);
  const moments = async () => {
    const { items } = (
      await app.inject({ url: `/api/licenses?productFilter=${productId}`, headers: key })
    ).json();
    const data = (await app.inject({ url: '/api/customer/identity/export', headers: owner.headers })).json();
    return [...items, ...data.licenses].map(({ downloadedAt }) => downloadedAt ?? null);
  };
  const paths = [await pathOf(productId, owner), `products/${productId}/download/Windows/latest`];
  for (const path of paths) {
    const url = `/api/customer/inventory/${path}`;
    const head = await app.inject({ method: 'HEAD', url, headers: owner.headers });
    assert.equal(head.statusCode, 302, head.body);
  }
  assert.deepEqual(await moments(), [null, null]);
  await get(paths[0] ?? '', owner.headers);
  const [first, ...others] = await moments();
  assert.ok(Date.parse(first) <= app.system.clock.now().getTime());
  assert.deepEqual(others, [first]);
  await get(paths[1] ?? '', owner.headers);
  assert.deepEqual(await moments(), [first, first], 'the first one stays');
});

test('a file is sent as it was stored, whole or in the part that is asked for', async () => {
  const productId = await released('Everyone');
  const answer = await get(
    `products/${productId}/download/Windows/latest?redirect=false&includeManifests=true`,
  );
  assert.equal(answer.statusCode, 200);
  const link = new URL(answer.json().location);
  const url = link.pathname + link.search;
  const whole = await app.inject({ url });
  assert.equal(whole.statusCode, 200);
  assert.ok(whole.rawPayload.equals(CONTENT));
  assert.equal(
    whole.headers['content-disposition'],
    `attachment; filename="_pp 1.exe"; filename*=UTF-8''%C3%84pp%201.exe`,
  );
  assert.deepEqual([whole.headers['content-length'], whole.headers['accept-ranges']], ['1000', 'bytes']);
  const etag = String(whole.headers.etag);
  const rest = await app.inject({ url, headers: { range: 'bytes=900-', 'if-range': etag } });
  assert.deepEqual([rest.statusCode, rest.headers['content-range']], [206, 'bytes 900-999/1000']);
  assert.ok(rest.rawPayload.equals(CONTENT.subarray(900)));
  const changed = await app.inject({ url, headers: { range: 'bytes=900-', 'if-range': '"another"' } });
  assert.equal(changed.statusCode, 200);
  const beyond = await app.inject({ url, headers: { range: 'bytes=1000-' } });
  assert.deepEqual([beyond.statusCode, beyond.headers['content-range']], [416, 'bytes */1000']);
  assert.equal((await app.inject({ url, headers: { 'if-none-match': `"other", ${etag}` } })).statusCode, 304);
});

test('a link to a file holds for itself alone and for six hours', async () => {
  const productId = await released('Everyone');
  const { location } = (await get(`products/${productId}/download/Windows/latest`)).headers;
  const link = new URL(String(location));
  const url = link.pathname + link.search;
  const other = await get(`products/${productId}/download/Linux/latest?redirect=false`);
  const otherPath = new URL(other.json().location).pathname;
  assert.equal((await app.inject({ url: otherPath + link.search })).statusCode, 404);
  assert.equal((await app.inject({ url: url.replace(/expires=\d/, 'expires=9') })).statusCode, 404);
  assert.equal((await app.injectAs(app.other, { url })).statusCode, 404);
  app.system.clock.advance(6 * 3_600_000);
  assert.equal((await app.inject({ url })).statusCode, 404);
});

test('a version says what is new; unpublished and unknown ones are not there', async () => {
  const owner = await shop.shopper();
  const productId = await released('Everyone');
  const current = (await get(`products/${productId}`)).json();
  assert.deepEqual(
    [current.version, current.currentVersion, current.releaseDescription, current.downloads.length],
    ['1.0.0', '1.0.0', 'The first', 2],
  );
  for (const version of ['2.0.0', '9.9.9', 'x']) {
    assert.equal((await get(`products/${productId}?version=${version}`)).statusCode, 404, version);
  }
  const path = await pathOf(productId, owner);
  for (const wrong of [
    path.replace('1.0.0', '2.0.0'),
    `${path}x`,
    'products/unknown/download/Windows/latest',
    'products/unknown',
  ]) {
    assert.equal((await get(wrong)).statusCode, 404, wrong);
  }
  assert.match((await get(`${path}x`)).json().detail, /^Version 1\.0\.0 has no file .*x\.$/);
  const empty = await shop.product({ downloadAccess: 'Everyone' });
  assert.equal((await get(`products/${empty}/download/Windows/latest`)).statusCode, 404);
  const bare = (await get(`products/${empty}`)).json();
  assert.deepEqual([bare.currentVersion, Object.hasOwn(bare, 'version')], [null, false]);
});
