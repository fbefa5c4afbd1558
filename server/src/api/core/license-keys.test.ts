import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Shopper, shopOf } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let headers: Record<string, string>;
let owner: Shopper;
let productId: string;
let devices = 0;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  headers = await app.apiKey(app.demo, 'settings:read', 'keys:write');
  owner = await shop.shopper();
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

function rotate(payload: object = {}) {
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

test('new keys sign immediately, in every algorithm, and old tokens stay valid', async () => {
  const tokens = [await token()];
  for (const algorithm of ['ES256', 'EdDSA', 'RS256']) {
    const rotated = await rotate({ algorithm });
    assert.equal(rotated.statusCode, 201, rotated.body);
    const { kid, status, algorithm: newAlgorithm } = rotated.json();
    assert.deepEqual([status, newAlgorithm], ['Active', algorithm]);
    const fresh = await token();
    assert.deepEqual([headerOf(fresh).kid, headerOf(fresh).alg], [kid, algorithm]);
    assert.ok(await isSigned(fresh));
    assert.equal((await publishedKids())[0], kid);
    tokens.push(fresh);
  }
  for (const old of tokens) {
    assert.ok(await isSigned(old));
    const renewed = await validate(old);
    assert.equal(renewed.statusCode, 200, renewed.body);
    assert.equal(headerOf(renewed.body).alg, 'RS256');
    assert.equal(claimsOf(renewed.body)['id'], claimsOf(old)['id']);
  }
});

test('a retired key that is removed verifies nothing any more; the active one cannot be removed', async () => {
  const old = await token();
  const { kid } = headerOf(old);
  const active = await app.inject({ method: 'DELETE', url: `${URL_OF_KEYS}/${kid}`, headers });
  assert.deepEqual([active.statusCode, active.json().errorType], [409, 'SigningKeyActive']);
  await rotate();
  assert.equal(
    (await app.inject({ method: 'DELETE', url: `${URL_OF_KEYS}/${kid}`, headers })).statusCode,
    204,
  );
  assert.equal(
    (await app.inject({ method: 'DELETE', url: `${URL_OF_KEYS}/${kid}`, headers })).statusCode,
    404,
  );
  assert.equal((await publishedKids()).includes(kid), false);
  assert.equal((await validate(old)).json().errorType, 'InvalidLicenseToken');
});

test('a key that vendors bring with them is imported, to sign or only to verify', async () => {
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs1',
    format: 'pem',
  });
  const payload = { privateKeyPem: pem };
  const imported = await app.inject({ method: 'POST', url: `${URL_OF_KEYS}/import`, headers, payload });
  assert.equal(imported.statusCode, 201, imported.body);
  assert.equal(headerOf(await token()).kid, imported.json().kid);
  const again = await app.inject({ method: 'POST', url: `${URL_OF_KEYS}/import`, headers, payload });
  assert.deepEqual([again.statusCode, again.json().instance], [409, imported.json().kid]);
  const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const retired = await app.inject({
    method: 'POST',
    url: `${URL_OF_KEYS}/import`,
    headers,
    payload: { privateKeyPem: other, active: false },
  });
  assert.deepEqual([retired.json().status, retired.json().algorithm], ['Retired', 'EdDSA']);
  assert.equal(headerOf(await token()).kid, imported.json().kid);
  assert.ok((await publishedKids()).includes(retired.json().kid));
});

test('keys come in every form that PEM has for them, and sign what the published key verifies', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const ed25519 = generateKeyPairSync('ed25519').privateKey;
  const forms = [
    [rsa.export({ type: 'pkcs8', format: 'pem' }), 'RS256'],
    [p256.export({ type: 'sec1', format: 'pem' }), 'ES256'],
    [ed25519.export({ type: 'pkcs8', format: 'pem' }), 'EdDSA'],
  ] as const;
  for (const [privateKeyPem, algorithm] of forms) {
    const payload = { privateKeyPem };
    const imported = await app.inject({ method: 'POST', url: `${URL_OF_KEYS}/import`, headers, payload });
    assert.deepEqual([imported.statusCode, imported.json().algorithm], [201, algorithm], imported.body);
    const fresh = await token();
    assert.deepEqual(headerOf(fresh), { kid: imported.json().kid, alg: algorithm, typ: 'JWT' });
    assert.ok(await isSigned(fresh));
    assert.equal((await validate(fresh)).statusCode, 200);
  }
  await rotate();
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
  assert.equal((await rotate({ algorithm: 'HS256' })).statusCode, 400);
  const list = await app.inject({ url: URL_OF_KEYS, headers });
  assert.equal(list.body.includes('PRIVATE'), false);
  const { items } = list.json();
  assert.equal(items.filter(({ status }: { status: string }) => status === 'Active').length, 1);
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
