import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { activationsOf } from '../../../test/activations.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../../../test/harness.ts';
import { type Shopper, shopOf } from '../../../test/inventory.ts';
import { claimsOf, provisionLicenses } from '../../../test/licensing.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createVariation } from '../../modules/catalog/index.ts';
import {
  findLicense,
  revokeLicense,
  updateLicense,
  updateLicensedProduct,
} from '../../modules/licensing/index.ts';
import { createReleaseFromFiles, yankRelease } from '../../modules/releases/index.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let owner: Shopper;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
});
// Its session ends in a quarter of an hour.
beforeEach(async () => {
  owner = await shop.shopper();
});
after(() => app.close());

interface Limits {
  readonly updatesUntil?: Date;
  readonly upToMajor?: number;
}

async function license(productId: string, limits: Limits = {}): Promise<string> {
  const requests = [{ productId, ...limits }];
  const [granted] = await provisionLicenses(app.ctx, { ownerId: owner.id, requests });
  return granted?.id ?? assert.fail();
}

function publish(productId: string, version: string, isSecurityFix = false) {
  return createReleaseFromFiles(app.ctx, { productId, version, files: [], isPublished: true, isSecurityFix });
}

function validate(productId: string, token: string, appVersion?: string) {
  const query = appVersion === undefined ? '' : `?appVersion=${encodeURIComponent(appVersion)}`;
  const url = `/api/client/licenses/${productId}/validate${query}`;
  return app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: token });
}

const DAY_MS = 86_400_000;
const VARIATION = { name: 'Once', prices: { EUR: 100, USD: 100 } };

test('a version that the license does not cover is refused with the renewed token, and the validation counts', async () => {
  const productId = await shop.product();
  await createVariation(app.ctx, { type: 'Product', id: productId }, VARIATION);
  const licenseId = await license(productId, { upToMajor: 2 });
  const token = await shop.activate(owner, productId, 'mac');
  assert.equal(claimsOf(token)['l:rel:major'], 2);
  app.system.clock.advance(60_000);
  assert.equal((await validate(productId, token, '2.9.9')).statusCode, 200);
  assert.equal((await validate(productId, token, 'nightly')).statusCode, 200);
  assert.equal((await validate(productId, token)).statusCode, 200);
  app.system.clock.advance(60_000);
  const sentAt = app.system.clock.now();
  const refused = await validate(productId, token, 'v3.0.0-beta.2');
  assert.equal(refused.statusCode, 400);
  const { errorType, detail, appVersion, releaseAccess, upgradeUrl, license: renewed } = refused.json();
  assert.deepEqual([errorType, appVersion, releaseAccess], ['ReleaseNotCovered', '3.0.0', { upToMajor: 2 }]);
  assert.doesNotMatch(detail, /expired/i);
  assert.ok(upgradeUrl.endsWith(`/buy/${productId}?license=${licenseId}`), upgradeUrl);
  await updateSettings(app.ctx, { buyPageUrl: `${TEST_ORIGIN}/buy/` });
  assert.equal(
    (await validate(productId, token, '3.0.0')).json().upgradeUrl,
    `${TEST_ORIGIN}/buy/${productId}?license=${licenseId}`,
    'the vendor’s own page gets the same parameters',
  );
  await updateSettings(app.ctx, { buyPageUrl: undefined });
  const claims = claimsOf(renewed);
  assert.deepEqual([claims['id'], claims['l:id']], [claimsOf(token)['id'], licenseId]);
  const validatedMs = Number(claims['validated']) * 1_000;
  assert.ok(validatedMs > sentAt.getTime() - 1_000 && validatedMs <= app.system.clock.now().getTime());
  assert.equal((await validate(productId, renewed, '2.0.0')).statusCode, 200);
});

test('updates that have ended cover what was published by then, and the security fixes of its line', async () => {
  const productId = await shop.product();
  const until = new Date(Math.ceil(app.system.clock.now().getTime() / 1_000) * 1_000 + 10 * DAY_MS);
  const licenseId = await license(productId, { updatesUntil: until });
  const token = await shop.activate(owner, productId, 'mac');
  const { 'l:rel:until': end, 'l:rel:upto': before } = claimsOf(token);
  assert.deepEqual([end, before], [until.getTime() / 1_000, undefined]);
  await publish(productId, '1.1.0');
  assert.equal((await validate(productId, token, '7.0.0')).statusCode, 200);
  app.system.clock.advance(11 * DAY_MS);
  await publish(productId, '1.1.1');
  const refused = await validate(productId, token, '1.1.1');
  assert.deepEqual(refused.json().releaseAccess, { updatesUntil: until.toISOString(), upToVersion: '1.1.0' });
  assert.equal(Object.hasOwn(refused.json(), 'upgradeUrl'), false);
  const target = { productId, version: '1.1.0' };
  await yankRelease(app.ctx, target, 'It does not start.');
  const afterwards = claimsOf((await validate(productId, token, '1.1.0')).body);
  assert.equal(afterwards['l:rel:upto'], '1.1.0', 'a release that was withdrawn stays covered');
  await publish(productId, '1.1.2', true);
  const covered = await validate(productId, token, '1.1.2');
  assert.equal(claimsOf(covered.body)['l:rel:upto'], '1.1.2');
  await publish(productId, '1.2.0');
  assert.equal((await validate(productId, token, '1.2.0')).statusCode, 400);
  await updateLicense(app.ctx, licenseId, { updatesUntil: null });
  const free = claimsOf((await validate(productId, token, '1.2.0')).body);
  assert.equal(
    Object.keys(free).some((name) => name.startsWith('l:rel:')),
    false,
  );
});

test('the activation moves to another license of its owner that covers the version and has a free seat', async () => {
  const productId = await shop.product({ maxActivations: 1 });
  const old = await license(productId, { upToMajor: 2 });
  const token = await shop.activate(owner, productId, 'mac');
  const stranger = await shop.shopper();
  await provisionLicenses(app.ctx, { ownerId: stranger.id, requests: [{ productId }] });
  const revoked = await license(productId);
  await revokeLicense(app.ctx, revoked);
  assert.equal((await validate(productId, token, '3.0.0')).json().errorType, 'ReleaseNotCovered');
  const next = await license(productId, { upToMajor: 3 });
  const moved = await validate(productId, token, '3.0.0');
  assert.equal(moved.statusCode, 200, moved.body);
  const claims = claimsOf(moved.body);
  assert.deepEqual([claims['id'], claims['l:id'], claims['l:rel:major']], [claimsOf(token)['id'], next, 3]);
  const seats = async (id: string) => (await findLicense(app.ctx, id))?.activeActivations;
  assert.deepEqual([await seats(old), await seats(next)], [0, 1]);
  const other = await shop.activate(owner, productId, 'pc');
  assert.equal(claimsOf(other)['l:id'], old);
  assert.equal(
    (await validate(productId, other, '3.0.0')).json().errorType,
    'ReleaseNotCovered',
    'no seat is free',
  );
  assert.deepEqual([await seats(old), await seats(next)], [1, 1]);
});

test('offline tokens and trials are not judged', async () => {
  const productId = await shop.product({ allowsOffline: true, allowsTrials: true });
  await license(productId, { upToMajor: 0 });
  const file = await shop.activateByFile(owner, productId, 'mac');
  const link = new URL(String(file.headers['location']));
  const offline = (await app.inject({ url: link.pathname + link.search })).body;
  assert.equal((await validate(productId, offline, '9.0.0')).statusCode, 200);
  const url = `/api/client/trials/${productId}/request`;
  const payload = { deviceName: 'x', deviceSignature: 'x' };
  const trial = (await app.inject({ method: 'POST', url, payload })).body;
  const claims = claimsOf((await validate(productId, trial, '9.0.0')).body);
  assert.equal(
    Object.keys(claims).some((name) => name.startsWith('l:rel:')),
    false,
  );
});

test('a device is released whatever version it reports', async () => {
  const productId = await shop.product({ maxActivations: 1 });
  const licenseId = await license(productId, { upToMajor: 0 });
  const token = await shop.activate(owner, productId, 'mac');
  assert.equal((await validate(productId, token, '9.0.0')).json().errorType, 'ReleaseNotCovered');
  const url = `/api/client/licenses/${productId}/revoke?appVersion=9.0.0`;
  const headers = { 'content-type': 'text/plain' };
  const released = await app.inject({ method: 'POST', url, headers, payload: token });
  assert.deepEqual([released.statusCode, released.body], [200, '']);
  assert.equal((await findLicense(app.ctx, licenseId))?.activeActivations, 0);
});

test('a device gets a seat only of a license that covers the version of its application', async () => {
  const productId = await shop.product({ maxActivations: 1 });
  await createVariation(app.ctx, { type: 'Product', id: productId }, VARIATION);
  const request = (signature: string, version: string) =>
    shop.post(owner, `/api/client/licenses/${productId}/request?appVersion=${version}`, {
      payload: { deviceName: signature, deviceSignature: signature },
    });
  assert.equal((await request('mac', '3.0.0')).json().errorType, 'ProductNotOwned');
  await license(productId, { upToMajor: 2 });
  const refused = await request('mac', '3.0.0');
  const { errorType, releaseAccess, upgradeUrl } = refused.json();
  assert.deepEqual(
    [refused.statusCode, errorType, releaseAccess],
    [409, 'ReleaseNotCovered', { upToMajor: 2 }],
  );
  assert.ok(upgradeUrl);
  const token = (await request('mac', '2.0.0')).body;
  assert.equal((await request('mac', '3.0.0')).json().errorType, 'ReleaseNotCovered', 'nor with its seat');
  const next = await license(productId, { upToMajor: 3 });
  const moved = claimsOf((await request('mac', '3.0.0')).body);
  assert.deepEqual([moved['id'], moved['l:id']], [claimsOf(token)['id'], next]);
  assert.equal((await request('pc', '3.0.0')).json().errorType, 'NoFreeActivations');
  assert.equal((await request('pc', '2.1.0')).statusCode, 200);
});

test('updates that ended before anything was published bind to no version, for a new device as for one with a seat', async () => {
  const productId = await shop.product({ maxActivations: 2 });
  const tomorrow = new Date(Math.ceil(app.system.clock.now().getTime() / 1_000) * 1_000 + DAY_MS);
  app.system.clock.advance(2 * DAY_MS);
  const visitor = await shop.shopper();
  const requests = [{ productId, updatesUntil: tomorrow }];
  await provisionLicenses(app.ctx, { ownerId: visitor.id, requests });
  const request = (signature: string) =>
    shop.post(visitor, `/api/client/licenses/${productId}/request?appVersion=5.0.0`, {
      payload: { deviceName: signature, deviceSignature: signature },
    });
  const first = await request('mac');
  assert.equal(first.statusCode, 200, first.body);
  await publish(productId, '5.0.0');
  const second = await request('pc');
  assert.equal(second.statusCode, 200, second.body);
  for (const { body } of [first, second])
    assert.equal((await validate(productId, body, '5.0.0')).statusCode, 200);
});

test('the page of an activation says what is missing, and approves the same request after the purchase', async () => {
  const { ask, approve, poll, at } = activationsOf(app);
  const productId = await shop.product({ maxActivations: 1 });
  await license(productId, { upToMajor: 2 });
  const activation = await ask(productId, { signature: 'mac', query: '?appVersion=3.0.0' });
  const refused = await approve(activation, 'license', owner);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'ReleaseNotCovered']);
  assert.equal((await poll(activation)).statusCode, 204);
  const { licenseEligibility } = (await at(activation, '', owner)).json();
  assert.deepEqual(licenseEligibility, { eligible: false, releaseAccess: { upToMajor: 2 } });
  const next = await license(productId);
  assert.deepEqual((await at(activation, '', owner)).json().licenseEligibility, { eligible: true });
  assert.equal((await approve(activation, 'license', owner)).statusCode, 200);
  assert.equal(claimsOf((await poll(activation)).body)['l:id'], next);
});

test('files above what the licenses cover are listed but refused; their notes stay readable, and feeds offer the newest covered version', async () => {
  const productId = await shop.product({ downloadAccess: 'Owner' });
  const file = { name: 'App.dmg', platform: 'Mac', content: Buffer.from('app') } as const;
  for (const version of ['2.0.0', '2.1.0', '3.0.0']) {
    await createReleaseFromFiles(app.ctx, {
      productId,
      version,
      description: `New in ${version}`,
      files: [file],
      isPublished: true,
    });
  }
  await license(productId, { upToMajor: 2 });
  const path = `products/${productId}`;
  const page = (version: string) => shop.get(owner, `${path}?version=${version}`);
  const uncovered = (await page('3.0.0')).json();
  assert.deepEqual(
    [
      uncovered.downloadsAllowed,
      uncovered.downloads.length,
      uncovered.releaseDescription,
      uncovered.releaseAccess,
    ],
    [false, 1, 'New in 3.0.0', { upToMajor: 2, coversRelease: false, latestCoveredVersion: '2.1.0' }],
  );
  const covered = (await page('2.1.0')).json();
  assert.deepEqual([covered.downloadsAllowed, covered.releaseAccess.coversRelease], [true, true]);
  const download = (version: string, { downloads }: { downloads: { key: string }[] }) =>
    shop.get(owner, `${path}/download/${version}/${downloads[0]?.key}`);
  const refused = await download('3.0.0', uncovered);
  assert.deepEqual(
    [refused.statusCode, refused.json().errorType, refused.json().releaseAccess],
    [403, 'ReleaseNotCovered', { upToMajor: 2 }],
  );
  assert.equal((await shop.get(owner, `${path}/download/mac/latest`)).json().errorType, 'ReleaseNotCovered');
  assert.equal((await download('2.1.0', covered)).statusCode, 302);
  const feed = (await shop.get(owner, `/api/public/updates/${productId}/stable/appcast.xml`)).body;
  assert.deepEqual([feed.includes('2.1.0'), feed.includes('3.0.0')], [true, false]);
  await updateLicensedProduct(app.ctx, productId, { downloadAccess: 'Everyone' });
  const open = { url: `/api/public/updates/${productId}/stable/appcast.xml` };
  const caching = [await shop.get(owner, open.url), await app.inject(open)].map(({ headers }) => [
    headers['cache-control'],
    headers.vary,
  ]);
  assert.deepEqual(
    caching,
    [
      ['private, max-age=30', 'Origin, Authorization'],
      ['public, max-age=30', 'Origin, Authorization'],
    ],
    'a feed for one customer is theirs',
  );
  await updateLicensedProduct(app.ctx, productId, { downloadAccess: 'Owner' });
  const uncoveredFile = `/api/public/updates/${productId}/files/3.0.0/Mac/App.dmg`;
  assert.equal((await shop.get(owner, uncoveredFile)).json().errorType, 'ReleaseNotCovered');
  await license(productId);
  const free = (await page('3.0.0')).json();
  assert.deepEqual([free.downloadsAllowed, Object.hasOwn(free, 'releaseAccess')], [true, false]);
  assert.ok(
    (await shop.get(owner, `/api/public/updates/${productId}/stable/appcast.xml`)).body.includes('3.0.0'),
  );
});
