import { createLicensedProduct } from '../../modules/licensing/index.ts';
import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import { after, before, test } from 'node:test';
import type { Account } from '../../modules/accounts/index.ts';
import { findCustomerByEmail } from '../../modules/customers/store.ts';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { claimsOf, provisionLicenses } from '../../../test/licensing.ts';

let app: TestApp;
let bearer: { authorization: string };
before(async () => {
  app = await startTestApp();
  await createLicensedProduct(app.ctx, { id: 'app', name: 'App', maxActivations: 2 });
  await createLicensedProduct(testContext(app.system, app.other), {
    id: 'app',
    name: 'Foreign app',
    maxActivations: 2,
  });
  await createLicensedProduct(app.ctx, { id: 'unowned', name: 'Unowned' });
  bearer = await signUp(app.demo, 'ada@example.com');
});
after(() => app.close());

const device = (signature: string) => ({ deviceName: `Device ${signature}`, deviceSignature: signature });

/** Signs up a customer who owns `app`, and returns the header that signs in. */
async function signUp(account: Account, email: string, licenses = 1): Promise<{ authorization: string }> {
  const payload = { name: 'Ada', email, password: 'Correct-Horse-7-Battery' };
  const answer = await app.injectAs(account, {
    method: 'POST',
    url: '/api/customer/identity/sign-up',
    payload,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const customer = await findCustomerByEmail(app.system.database.reader, account.id, email);
  if (licenses > 0) {
    const requests = [{ productId: 'app', quantity: licenses }];
    await provisionLicenses(testContext(app.system, account), { ownerId: customer?.id, requests });
  }
  return { authorization: `Bearer ${answer.json().accessToken}` };
}

function request(signature: string, more: Partial<InjectOptions> = {}): Promise<Response> {
  const url = '/api/client/licenses/app/request';
  return app.inject({ method: 'POST', url, headers: bearer, payload: device(signature), ...more });
}

function present(
  action: 'validate' | 'revoke',
  token: string,
  more: Partial<InjectOptions> = {},
): Promise<Response> {
  const url = `/api/client/licenses/app/${action}`;
  return app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'text/plain' },
    payload: token,
    ...more,
  });
}

function problemOf(answer: Response): {
  status: number;
  errorType: string;
  errors?: Record<string, string[]>;
} {
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  return answer.json();
}

test('a device is activated, validated, released and refused afterwards', async () => {
  const requested = await request('first');
  assert.equal(requested.statusCode, 200, requested.body);
  assert.match(String(requested.headers['content-type']), /^text\/plain/);
  const validated = await present('validate', `${requested.body}\n`);
  assert.equal(validated.statusCode, 200);
  assert.equal(claimsOf(validated.body)['id'], claimsOf(requested.body)['id']);
  const revoked = await present('revoke', validated.body);
  assert.deepEqual([revoked.statusCode, revoked.body], [200, '']);
  assert.deepEqual([(await present('revoke', validated.body)).statusCode], [200]);
  const refused = await present('validate', validated.body);
  assert.equal(problemOf(refused).errorType, 'LicenseActivationRevoked');
  assert.equal(refused.json().detail, 'License has been revoked');
  assert.equal(refused.statusCode, 400);
});

test('tokens are read and answered under their own media type too', async () => {
  const { body } = await request('jwt');
  const headers = { 'content-type': 'application/jwt', accept: 'application/jwt' };
  const validated = await present('validate', body, { headers });
  assert.equal(validated.statusCode, 200);
  assert.match(String(validated.headers['content-type']), /^application\/jwt/);
  await present('revoke', body);
});

test('a request needs a customer who owns the product, and a free seat', async () => {
  assert.equal((await request('x', { headers: {} })).statusCode, 401);
  assert.equal((await request('x', { headers: { authorization: 'Bearer x.y.z' } })).statusCode, 401);
  const poor = await signUp(app.demo, 'poor@example.com', 0);
  assert.equal(problemOf(await request('x', { headers: poor })).errorType, 'ProductNotOwned');
  const unowned = await request('x', { url: '/api/client/licenses/unowned/request' });
  assert.equal(unowned.statusCode, 403);
  assert.equal((await request('x', { url: '/api/client/licenses/unknown/request' })).statusCode, 404);
  const owner = { headers: await signUp(app.demo, 'owner@example.com') };
  for (const signature of ['a', 'b', 'a']) assert.equal((await request(signature, owner)).statusCode, 200);
  const full = await request('c', owner);
  assert.deepEqual([full.statusCode, problemOf(full).errorType], [409, 'NoFreeActivations']);
  assert.match(
    full.json().detail,
    /All 2 activations .* Release another device in your account at Demo Audio \(the customer portal\)/,
  );
});

test('a token of another account is not accepted', async () => {
  const foreign = await signUp(app.other, 'ada@example.com');
  assert.equal((await request('x', { headers: foreign })).statusCode, 401);
});

test('a token of another account is permanently refused', async () => {
  const headers = await signUp(app.other, 'eve@example.com');
  const url = '/api/client/licenses/app/request';
  const { body } = await app.injectAs(app.other, {
    method: 'POST',
    url,
    headers,
    payload: device('foreign'),
  });
  assert.equal(claimsOf(body)['iss'], 'other');
  for (const action of ['validate', 'revoke'] as const) {
    const answer = await present(action, body);
    assert.deepEqual([answer.statusCode, problemOf(answer).errorType], [400, 'InvalidLicenseToken']);
  }
});

test('every issue of a device is reported together, and none of the metadata', async () => {
  const answer = await request('x', {
    url: '/api/client/licenses/app/request?appVersion=1.2&platform=linux&meta[a]=1&scheme=JWT',
    payload: { deviceName: 'x'.repeat(257), deviceSignature: 'x'.repeat(513), unknown: true },
  });
  assert.equal(answer.statusCode, 400);
  assert.deepEqual(Object.keys(problemOf(answer).errors ?? {}).toSorted(), ['deviceName', 'deviceSignature']);
  const missing = await request('x', { payload: {} });
  assert.deepEqual(Object.keys(problemOf(missing).errors ?? {}), ['deviceName', 'deviceSignature']);
  for (const deviceSignature of [7, null, ['x'], '']) {
    const bad = await request('x', { payload: { deviceName: 'x', deviceSignature } });
    assert.deepEqual(
      Object.keys(problemOf(bad).errors ?? {}),
      ['deviceSignature'],
      JSON.stringify(deviceSignature),
    );
  }
});

test('unknown parameters and properties are ignored, and the documented ones are taken', async () => {
  const answer = await request('known', {
    url: '/api/client/licenses/app/request?appVersion=1.2.3&platform=Linux&meta[host]=Live&format=JWT&includeManifests=true',
    payload: { ...device('known'), unknown: { deep: [1] } },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const url = '/api/client/licenses/app/validate?scheme=JWT&meta[host]=Live&platform=Mac';
  assert.equal((await present('validate', answer.body, { url })).statusCode, 200);
  await present('revoke', answer.body);
});

test('a token that did not arrive is 422, which ends no license', async () => {
  for (const action of ['validate', 'revoke'] as const) {
    for (const payload of ['', ' \n', '""']) {
      const answer = await present(action, payload);
      assert.deepEqual(
        [answer.statusCode, problemOf(answer).errorType],
        [422, 'LicenseTokenMissing'],
        action,
      );
    }
  }
});

test('text that is not a token is refused permanently, but not a body that is too large or compressed', async () => {
  for (const payload of ['x', 'a.b.c', 'e30.e30.', 'a\0b']) {
    const answer = await present('validate', payload);
    assert.deepEqual([answer.statusCode, problemOf(answer).errorType], [400, 'InvalidLicenseToken'], payload);
  }
  assert.equal((await present('validate', 'x'.repeat(256 * 1024 + 1))).statusCode, 413);
  const compressed = await present('validate', 'x', { headers: { 'content-encoding': 'gzip' } });
  assert.deepEqual([compressed.statusCode, problemOf(compressed).errorType], [415, 'UnsupportedMediaType']);
  const { body } = await request('charset');
  const renewed = await present('validate', body, { headers: { 'content-encoding': 'utf-8' } });
  assert.equal(renewed.statusCode, 200, renewed.body);
  await present('revoke', body);
});
