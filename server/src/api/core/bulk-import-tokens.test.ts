import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { importsOf, ndjson, statuses } from '../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a token of the old system, signed by its key, is renewed here for the license and device that were imported', async () => {
  const headers = await app.apiKey(app.demo);
  const send = importsOf(app, headers);
  const productId = await shopOf(app).product();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const privateKeyPem = privateKey.export({ type: 'pkcs1', format: 'pem' });
  const url = '/api/settings/license-keys/import';
  const payload = { privateKeyPem, isDefault: false };
  const key = (await app.inject({ method: 'POST', url, headers, payload })).json();
  assert.equal(key.isDefault, false);

  const [customerId, activationId] = [randomUUID(), randomUUID()];
  const customer = { id: customerId.toUpperCase(), email: 'mover@example.com', name: 'Mover' };
  assert.deepEqual(statuses((await send('customers', ndjson([customer]))).results), ['created']);
  const activation = {
    id: activationId,
    deviceName: 'Mac',
    deviceSignature: 'mac',
    activationMethod: 'Online',
  };
  const license = { ownerId: customerId, productId, externalId: 'old-7', activations: [activation] };
  const [imported] = (await send('licenses', ndjson([license]))).results;
  assert.equal(imported?.status, 'created');

  const time = Math.floor(app.system.clock.now().getTime() / 1_000) - 1_000;
  const claims = {
    id: activationId,
    iss: 'demo',
    aud: productId,
    iat: time,
    nbf: time,
    validated: time,
    trial: false,
    method: 'Online',
    sig: 'mac',
    'u:id': customerId,
    'l:id': randomUUID(),
  };
  const tokenOf = (header: object, signer = privateKey): string => {
    const text = `${encode({ alg: 'RS256', typ: 'JWT', ...header })}.${encode(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), signer).toString('base64url')}`;
  };
  const validate = (token: string) =>
    app.inject({
      method: 'POST',
      url: `/api/client/licenses/${productId}/validate`,
      headers: { 'content-type': 'text/plain' },
      payload: token,
    });
  for (const header of [{ kid: key.kid }, {}, { kid: 'the name of the key in the old system' }]) {
    const renewal = await validate(tokenOf(header));
    assert.equal(renewal.statusCode, 200, renewal.body);
    const claimsHere = claimsOf(renewal.body);
    assert.deepEqual(
      [claimsHere['id'], claimsHere['u:id'], claimsHere['l:id']],
      [activationId, customerId, imported.id],
    );
    const { kid } = JSON.parse(Buffer.from(renewal.body.split('.')[0] ?? '', 'base64url').toString());
    assert.equal(kid, key.kid, 'the key that the application has signs');
    assert.equal((await validate(renewal.body)).statusCode, 200);
  }
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  for (const header of [{ kid: key.kid }, {}, { kid: 'unknown' }]) {
    const refusal = await validate(tokenOf(header, stranger));
    assert.deepEqual([refusal.statusCode, refusal.json().errorType], [400, 'InvalidLicenseToken']);
  }
});
