import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Response } from 'light-my-request';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Shopper, shopOf } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { type Customer, findCustomer } from '../../modules/customers/index.ts';
import { countDevicesByKey } from '../../modules/licensing/store/signing-keys.ts';
import { requestLicenseToken, requestTrialToken } from '../../modules/licensing/index.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let headers: Record<string, string>;
let owner: Shopper;
let ownerRow: Customer;
let productId: string;
let devices = 0;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  headers = await app.apiKey(app.demo, 'settings:read', 'keys:write');
  owner = await shop.shopper();
  ownerRow = (await findCustomer(app.ctx, owner.id)) ?? assert.fail();
  productId = await shop.product({ maxActivations: 100 });
  await shop.give(owner, productId);
});
after(() => app.close());

const URL_OF_KEYS = '/api/settings/license-keys';

function token(): Promise<string> {
  devices += 1;
  return shop.activate(owner, productId, `device-${devices}`);
}

function headerOf(jwt: string): { kid: string; alg: string } {
  return JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString());
}

function validate(jwt: string) {
  const url = `/api/client/licenses/${productId}/validate`;
  return app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: jwt });
}

function create(payload: object = {}) {
  return app.inject({ method: 'POST', url: URL_OF_KEYS, headers, payload });
}

async function publishedKids(): Promise<string[]> {
  const { keys } = (await app.inject({ url: '/.well-known/jwks.json' })).json();
  return keys.map(({ kid }: { kid: string }) => kid);
}

/** Verifies a token like an application that has only the published keys. */
async function isSigned(jwt: string): Promise<boolean> {
  const [header = '', payload = '', signature = ''] = jwt.split('.');
  const { kid, alg } = headerOf(jwt);
  const { keys } = (await app.inject({ url: '/.well-known/jwks.json' })).json();
  const jwk = keys.find((key: { kid: string }) => key.kid === kid);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const digest = alg === 'EdDSA' ? null : 'sha256';
  const data = Buffer.from(`${header}.${payload}`);
  return verify(digest, data, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}

const PEM = { type: 'pkcs8', format: 'pem' } as const;

async function keyList(): Promise<Record<string, unknown>[]> {
  return (await app.inject({ url: URL_OF_KEYS, headers })).json().items;
}

function remove(kid: string, query = '') {
  return app.inject({ method: 'DELETE', url: `${URL_OF_KEYS}/${kid}${query}`, headers });
}

function importKey(payload: object) {
  return app.inject({ method: 'POST', url: `${URL_OF_KEYS}/import`, headers, payload });
}

async function nameKey(signingKey: object | null): Promise<Response> {
  const products = await app.apiKey(app.demo, 'products:write');
  const url = `/api/products/${productId}`;
  return app.inject({ method: 'PATCH', url, headers: products, payload: { signingKey } });
}

test('a new key signs nothing until a product names it, and each token is renewed with its own key', async () => {
  const first = await token();
  const tokens = [first];
  for (const algorithm of ['ES256', 'EdDSA', 'RS256']) {
    const created = await create({ algorithm });
    assert.equal(created.statusCode, 201, created.body);
    const { kid, isDefault, algorithm: newAlgorithm } = created.json();
    assert.deepEqual([isDefault, newAlgorithm], [false, algorithm]);
    assert.equal(headerOf(await token()).kid, headerOf(tokens.at(-1) ?? '').kid);
    assert.equal((await nameKey({ kid })).statusCode, 200);
    const fresh = await token();
    assert.deepEqual([headerOf(fresh).kid, headerOf(fresh).alg], [kid, algorithm]);
    assert.ok(await isSigned(fresh));
    tokens.push(fresh);
  }
  for (const old of tokens) {
    const renewed = await validate(old);
    assert.equal(renewed.statusCode, 200, renewed.body);
    assert.equal(headerOf(renewed.body).kid, headerOf(old).kid);
    assert.ok(await isSigned(renewed.body));
    assert.equal(claimsOf(renewed.body)['id'], claimsOf(old)['id']);
  }
  const products = await nameKey(null);
  assert.deepEqual(products.json().signingKeys, []);
  assert.equal(headerOf(await token()).kid, headerOf(first).kid);
  assert.equal((await publishedKids())[0], headerOf(first).kid);
});

test('the list says how many devices, versions, trials and products use each key', async () => {
  const { kid } = (await create()).json();
  await nameKey({ kid, fromVersion: '2.0' });
  const device = { name: 'x', signature: 'listed' };
  const request = (signature: string, appVersion: string) =>
    requestLicenseToken(app.ctx, ownerRow, {
      productId,
      device: { ...device, signature },
      usage: { appVersion },
    });
  await Promise.all([request('l-1', '2.0.1'), request('l-2', '2.0.1'), request('l-3', '2.1.0')]);
  const trialled = await shop.product({ allowsTrials: true, signingKey: { kid } });
  await requestTrialToken(app.ctx, undefined, { productId: trialled, device });
  const key = (await keyList()).find((each) => each['kid'] === kid);
  assert.deepEqual(
    [key?.['devices'], key?.['versions'], key?.['trials'], key?.['products']],
    [
      3,
      [
        { appVersion: '2.0.1', devices: 2 },
        { appVersion: '2.1.0', devices: 1 },
      ],
      1,
      [{ id: productId, fromVersion: '2.0' }, { id: trialled }].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ],
  );
  const ofKey = (counts: Awaited<ReturnType<typeof countDevicesByKey>>) =>
    counts
      .filter(({ signingKid }) => signingKid === kid)
      .map(({ appVersion, devices: count }) => `${appVersion}: ${count}`)
      .toSorted();
  const inSmallPages = await countDevicesByKey(app.ctx.database.reader, app.ctx.account.id, 2);
  assert.deepEqual(ofKey(inSmallPages), ['2.0.1: 2', '2.1.0: 1']);
});

test('a key that a product or a device uses is not removed, except that of devices by force', async () => {
  const { kid } = (await create()).json();
  await nameKey({ kid });
  const old = await token();
  const ofProduct = await remove(kid);
  assert.deepEqual([ofProduct.statusCode, ofProduct.json().errorType], [409, 'SigningKeyInUse']);
  assert.match(ofProduct.json().detail, new RegExp(productId));
  assert.equal((await remove(kid, '?force=true')).statusCode, 409);
  await nameKey(null);
  const ofDevice = await remove(kid);
  assert.deepEqual([ofDevice.statusCode, ofDevice.json().errorType], [409, 'SigningKeyInUse']);
  assert.match(ofDevice.json().detail, /^1 devices and 0 trials/);
  assert.equal((await remove(kid, '?force=true')).statusCode, 204);
  assert.equal((await remove(kid)).statusCode, 404);
  assert.equal((await publishedKids()).includes(kid), false);
  assert.equal((await validate(old)).json().errorType, 'InvalidLicenseToken');
  const again = await shop.activate(owner, productId, `device-${devices}`);
  assert.ok(await isSigned(again), 'a device whose key is gone gets a token of another one');
});

test('a product names only keys of its account, from a version that can be read', async () => {
  const { keys } = (await app.injectAs(app.other, { url: '/.well-known/jwks.json' })).json();
  const refused = await nameKey({ kid: keys[0].kid, fromVersion: 'new' });
  assert.deepEqual(refused.json().errors, {
    'signingKey.kid': ['The kid of the signing key is not a license key of this account.'],
    'signingKey.fromVersion': ['The from version of the signing key must be a version such as 2.0 or 2.0.0.'],
  });
});

test('a key that vendors bring with them is imported, as the default or only for its own tokens', async () => {
  const privateKeyPem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs1',
    format: 'pem',
  });
  const before = await token();
  const imported = await importKey({ privateKeyPem });
  assert.equal(imported.statusCode, 201, imported.body);
  assert.equal(headerOf(await token()).kid, imported.json().kid);
  assert.equal(headerOf((await validate(before)).body).kid, headerOf(before).kid);
  const again = await importKey({ privateKeyPem });
  assert.deepEqual([again.statusCode, again.json().instance], [409, imported.json().kid]);
  const other = generateKeyPairSync('ed25519').privateKey;
  const second = await importKey({ privateKeyPem: other.export(PEM), isDefault: false });
  assert.deepEqual([second.json().isDefault, second.json().algorithm], [false, 'EdDSA']);
  assert.equal(headerOf(await token()).kid, imported.json().kid);
  assert.ok((await publishedKids()).includes(second.json().kid));
});

test('keys come in every form that PEM has for them, and sign what the published key verifies', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const ed25519 = generateKeyPairSync('ed25519').privateKey;
  const forms = [
    [rsa.export(PEM), 'RS256'],
    [p256.export({ type: 'sec1', format: 'pem' }), 'ES256'],
    [ed25519.export(PEM), 'EdDSA'],
  ] as const;
  for (const [privateKeyPem, algorithm] of forms) {
    const imported = await importKey({ privateKeyPem });
    assert.deepEqual([imported.statusCode, imported.json().algorithm], [201, algorithm], imported.body);
    const fresh = await token();
    assert.deepEqual(headerOf(fresh), { kid: imported.json().kid, alg: algorithm, typ: 'JWT' });
    assert.ok(await isSigned(fresh));
    assert.equal((await validate(fresh)).statusCode, 200);
  }
});

test('a key that cannot be used is refused with the reason, and no answer holds a private half', async () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const encrypted = generateKeyPairSync('ed25519').privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'secret',
  });
  const publicHalf = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
  const damaged = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
  for (const privateKeyPem of [weak, encrypted, publicHalf, damaged, 'x', 'x'.repeat(32_769)]) {
    const bad = await app.inject({
      method: 'POST',
      url: `${URL_OF_KEYS}/import`,
      headers,
      payload: { privateKeyPem },
    });
    assert.deepEqual([bad.statusCode, Object.keys(bad.json().errors)], [400, ['privateKeyPem']]);
  }
  assert.equal((await create({ algorithm: 'HS256' })).statusCode, 400);
  const list = await app.inject({ url: URL_OF_KEYS, headers });
  assert.equal(list.body.includes('PRIVATE'), false);
  const { items } = list.json();
  assert.equal(items.filter(({ isDefault }: { isDefault: boolean }) => isDefault).length, 1);
});

test('only callers who may change settings can manage keys', async () => {
  const reader = await app.apiKey(app.demo, 'settings:read');
  assert.equal((await app.inject({ url: URL_OF_KEYS })).statusCode, 401);
  assert.equal((await app.inject({ url: URL_OF_KEYS, headers: reader })).statusCode, 200);
  assert.equal(
    (await app.inject({ method: 'POST', url: URL_OF_KEYS, headers: reader, payload: {} })).statusCode,
    403,
  );
  const foreign = await app.apiKey(app.other);
  const [kid = ''] = await publishedKids();
  const elsewhere = { method: 'DELETE', url: `${URL_OF_KEYS}/${kid}`, headers: foreign } as const;
  assert.equal((await app.injectAs(app.other, elsewhere)).statusCode, 404);
});
