import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { checkOut, type Shopper, stockShop } from '../../../test/shop.ts';
import { CONSENT } from '../../../test/taxed-checkout.ts';
import { upgradeShop } from '../../../test/upgrade-shop.ts';
import { createReleaseFromFiles } from '../../modules/releases/index.ts';

const BERLIN = { countryCode: 'DE', streetAddress1: 'Weg 1', postCode: '10115', locality: 'Berlin' };
const HOUR_MS = 3_600_000;

let app: TestApp;
let shop: Awaited<ReturnType<typeof upgradeShop>>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  shop = await upgradeShop(app);
});
after(() => app.close());

/** Activates a device; it validates as a version of its application, or as none, and is activated again as one. */
async function device(owner: Shopper, productId: string) {
  const payload = { deviceName: 'Laptop', deviceSignature: randomUUID() };
  const url = `/api/client/licenses/${productId}/request`;
  const activate = async (by: Shopper, query = '') => {
    const answer = await app.inject({ method: 'POST', url: url + query, payload, headers: by.auth });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.body.replaceAll('"', '');
  };
  const token = await activate(owner);
  const activateAgain = async (by: Shopper, appVersion: string): Promise<void> => {
    assert.equal(claimsOf(await activate(by, `?appVersion=${appVersion}`))['id'], claimsOf(token)['id']);
  };
  /** Renews its token, by default for the product that it was activated for. */
  const validate = async (appVersion?: string, ofProduct = productId) => {
    app.system.clock.advance(25 * HOUR_MS);
    const query = appVersion === undefined ? '' : `?appVersion=${appVersion}`;
    const again = await app.inject({
      method: 'POST',
      url: `/api/client/licenses/${ofProduct}/validate${query}`,
      headers: { 'content-type': 'text/plain' },
      payload: token,
    });
    return again.statusCode;
  };
  return { validate, activateAgain };
}

/** Publishes versions of a product with one file each. */
async function publish(productId: string, ...versions: string[]): Promise<void> {
  const files = [{ name: 'app.zip', platform: 'Universal', content: Buffer.from('app') }] as const;
  for (const version of versions)
    await createReleaseFromFiles(app.ctx, { productId, version, files, isPublished: true });
}

async function download(owner: Shopper, productId: string, version: string): Promise<void> {
  const base = `/api/customer/inventory/products/${productId}`;
  const { auth } = await shop.signIn(owner);
  const product = await app.inject({ url: `${base}?version=${version}`, headers: auth });
  const [file] = product.json().downloads;
  const answer = await app.inject({ url: `${base}/download/${version}/${file.key}`, headers: auth });
  assert.equal(answer.statusCode, 302, answer.body);
}

/** Buys an upgrade of a license with consent to immediate delivery; returns how its line can be withdrawn. */
async function upgrade(owner: Shopper, line: object) {
  app.system.clock.advance(HOUR_MS);
  const { pay } = await checkOut(app, [line], (await shop.signIn(owner)).auth);
  const payload = { name: 'Ann', email: owner.email, billing: { address: BERLIN }, ...CONSENT };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const claim = { orderNumber: paid.json().orderNumber, email: owner.email };
  return async (): Promise<[entitlement: string, accessedAt: string | undefined]> => {
    const url = '/api/customer/withdrawals/order';
    const answer = await app.inject({ method: 'POST', url, payload: claim });
    const [first] = answer.json().lines;
    return [first.entitlement, first.accessedAt];
  };
}

/** An owner whose license covers version 1 and runs it on a device, and who has bought version 2 since. */
async function upgradedOwner() {
  const productId = await shop.product({
    one: { releaseAccess: { upToMajor: 1 } },
    two: { releaseAccess: { upToMajor: 2 } },
  });
  await publish(productId, '1.4.0', '2.0.0');
  await shop.sellTo(productId, 'two', { kind: 'Upgrade', from: [`${productId}-one`] });
  const owner = await shop.shopper();
  const licenseId = await shop.buyLicense(owner, productId, 'one');
  const { validate, activateAgain } = await device(owner, productId);
  await download(owner, productId, '1.4.0');
  assert.equal(await validate('1.4.0'), 200);
  const line = await upgrade(owner, shop.lineOf(productId, 'two', licenseId));
  assert.deepEqual(await line(), ['Entitled', undefined], 'it was used only before the upgrade');
  return { productId, owner, licenseId, validate, activateAgain, line };
}

test('an upgrade is not used by the version that the license covered before, which validates by itself', async () => {
  const { productId, owner, validate, line } = await upgradedOwner();
  assert.equal(await validate('1.4.0'), 200);
  assert.equal(await validate('1.5.0'), 200, 'an update of the old version');
  assert.equal(await validate('nightly'), 200, 'a version that cannot be read');
  assert.equal(await validate(), 200, 'no version');
  await download(owner, productId, '1.4.0');
  assert.deepEqual(await line(), ['Entitled', undefined]);
});

test('an upgrade is used once the version that it gave validates', async () => {
  const { validate, line } = await upgradedOwner();
  assert.equal(await validate('2.0.0'), 200);
  const [entitlement, accessedAt] = await line();
  assert.deepEqual([entitlement, typeof accessedAt], ['Waived', 'string']);
});

test('an upgrade stays used, since then, when the device goes back to the version of before', async () => {
  const { productId, owner, validate, line } = await upgradedOwner();
  assert.equal(await validate('2.0.0'), 200);
  const use = await line();
  assert.equal(use[0], 'Waived');
  assert.equal(await validate('1.4.0'), 200);
  assert.deepEqual(await line(), use);
  assert.equal(await validate('2.0.1'), 200);
  assert.equal(await validate(), 200);
  assert.deepEqual(await line(), use, 'the first use counts');
  assert.equal(await validate('1.4.0'), 200);
  await download(owner, productId, '2.0.0');
  assert.deepEqual(await line(), use);
});

test('an upgrade stays used when the device is activated again with the version of before', async () => {
  const { owner, validate, activateAgain, line } = await upgradedOwner();
  assert.equal(await validate('2.0.0'), 200);
  const use = await line();
  await activateAgain(await shop.signIn(owner), '1.4.0');
  assert.deepEqual(await line(), use);
});

test('an upgrade that leaves the old license as it is, is not used by the device of that license', async () => {
  const [oldId, newId] = [await shop.product({ one: {} }), await shop.product({ pro: {} })];
  await publish(oldId, '1.0.0');
  await shop.sellTo(newId, 'pro', { kind: 'Upgrade', from: [`${oldId}-one`], oldLicense: 'Kept' });
  const owner = await shop.shopper();
  const licenseId = await shop.buyLicense(owner, oldId, 'one');
  const { validate } = await device(owner, oldId);
  const line = await upgrade(owner, shop.lineOf(newId, 'pro', licenseId));
  assert.equal(await validate('1.0.0'), 200);
  assert.deepEqual(await line(), ['Entitled', undefined]);
  await device(await shop.signIn(owner), newId);
  assert.equal((await line())[0], 'Waived');
});

test('a version that was tried before the upgrade uses it only from the next validation on', async () => {
  const { productId, owner, licenseId } = await upgradedOwner();
  await shop.merchant.call('POST', `/api/products/${productId}/variations`, {
    id: `${productId}-three`,
    name: 'three',
    prices: { EUR: 99, USD: 109 },
    releaseAccess: { upToMajor: 3 },
  });
  await shop.sellTo(productId, 'three', { kind: 'Upgrade', from: [`${productId}-two`] });
  const { validate } = await device(await shop.signIn(owner), productId);
  assert.equal(await validate('3.0.0'), 400, 'not covered, and recorded');
  const line = await upgrade(owner, shop.lineOf(productId, 'three', licenseId));
  assert.deepEqual(await line(), ['Entitled', undefined]);
  assert.equal(await validate('3.0.0'), 200);
  assert.equal((await line())[0], 'Waived');
});

test('an upgrade is used by a download of the version that it gave, from the first one on', async () => {
  const { productId, owner, line } = await upgradedOwner();
  await download(owner, productId, '2.0.0');
  const [entitlement, accessedAt] = await line();
  assert.deepEqual([entitlement, typeof accessedAt], ['Waived', 'string']);
  app.system.clock.advance(HOUR_MS);
  await download(owner, productId, '2.0.0');
  assert.deepEqual(await line(), ['Waived', accessedAt]);
});

test('an upgrade is used by a new activation', async () => {
  const { productId, owner, line } = await upgradedOwner();
  await device(await shop.signIn(owner), productId);
  assert.equal((await line())[0], 'Waived');
});

test('an upgrade to another product is used by a download of it, and by a new device', async () => {
  for (const use of [
    (owner: Shopper, productId: string) => download(owner, productId, '1.0.0'),
    async (owner: Shopper, productId: string) => void (await device(await shop.signIn(owner), productId)),
  ]) {
    const oldId = await shop.product({ one: {} });
    const newId = await shop.product({ pro: {} });
    await publish(oldId, '1.0.0');
    await publish(newId, '1.0.0');
    await shop.sellTo(newId, 'pro', { kind: 'Upgrade', from: [`${oldId}-one`] });
    const owner = await shop.shopper();
    const licenseId = await shop.buyLicense(owner, oldId, 'one');
    const { validate } = await device(owner, oldId);
    await download(owner, oldId, '1.0.0');
    const line = await upgrade(owner, shop.lineOf(newId, 'pro', licenseId));
    await validate('1.0.0');
    assert.deepEqual(await line(), ['Entitled', undefined], 'the old product validates');
    await use(owner, newId);
    assert.equal((await line())[0], 'Waived');
  }
});

test('a renewal of updates is used by a version that was published after the old end', async () => {
  const productId = await shop.product({ year: { releaseAccess: { updatesMonths: 12 } } });
  await publish(productId, '1.0.0');
  await shop.sellTo(productId, 'year', { kind: 'Renewal', from: [`${productId}-year`] });
  const owner = await shop.shopper();
  const licenseId = await shop.buyLicense(owner, productId, 'year');
  const { validate } = await device(owner, productId);
  app.system.clock.advance(400 * 24 * HOUR_MS);
  await publish(productId, '1.1.0');
  const line = await upgrade(owner, shop.lineOf(productId, 'year', licenseId));
  assert.equal(await validate('1.0.0'), 200);
  await download(owner, productId, '1.0.0');
  assert.deepEqual(await line(), ['Entitled', undefined]);
  assert.equal(await validate('1.1.0'), 200);
  assert.equal((await line())[0], 'Waived');
});
