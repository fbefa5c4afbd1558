import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Response } from 'light-my-request';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { updateCustomer } from '../../src/modules/customers/store.ts';
import { replaceProductRules, revokeLicense, transferLicense } from '../../src/modules/licensing/index.ts';
import { createReleaseFromFiles } from '../../src/modules/releases/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { shopOf, type Shopper } from '../inventory.ts';
import { claimsOf, tokenOf } from '../licensing.ts';
import { applicationClient, shopClient, type WireClient } from './deployed-client.ts';
import { assertFields, type Fields } from './fields.ts';

// The requests of deployed applications, and the response fields they read (wire contract section 5).

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let call: WireClient;
let page: WireClient;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  call = applicationClient(app);
  page = shopClient(app);
  await updateSettings(app.ctx, { limits: { signUpPerMinute: 0 } });
});
after(() => app.close());

const DEVICE = { deviceName: 'Studio Mac', deviceSignature: 'MAC=00:11;CPU=ä 😀' };

const TOKEN: Fields = {
  id: 'guid',
  iat: 'integer',
  nbf: 'integer',
  iss: 'text',
  aud: 'text',
  'u:id': 'guid',
  'u:name': 'text',
  'u:email': 'text',
  'l:id': 'guid',
  'p:id': 'text',
  'p:name': 'text',
  'p:rel': 'string?',
  'sp:owned': 'string?',
  sp: 'list?',
  's:id': 'string?',
  method: 'text',
  sig: 'text',
  validated: 'integer',
  trial: 'boolean',
  vendor: 'text',
  exp: 'integer?',
};

function bearer({ headers }: Shopper): string {
  return headers.authorization.replace('Bearer ', '');
}

function headerOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
}

function request(owner: Shopper, productId: string, json: object = DEVICE): Promise<Response> {
  return call('POST', `/client/licenses/${productId}/request`, { token: bearer(owner), json });
}

function present(action: 'validate' | 'revoke', productId: string, text: string): Promise<Response> {
  return call('POST', `/client/licenses/${productId}/${action}`, { text });
}

function refusal(answer: Response): [number, string] {
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  assertFields(answer.json(), { type: 'text', title: 'text', status: 'integer', errorType: 'text' });
  return [answer.statusCode, answer.json().errorType];
}

test('the token of a license has every claim, with the seats of the product as integers', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 2 });
  await createReleaseFromFiles(app.ctx, {
    productId,
    version: '1.2.3',
    files: [],
    isPublished: true,
  });
  const [license] = await shop.give(owner, productId);
  const token = (await request(owner, productId)).body;
  assertFields(headerOf(token), { kid: 'text', typ: 'text', alg: 'text' });
  assert.deepEqual([headerOf(token)['typ'], headerOf(token)['alg']], ['JWT', 'RS256']);
  const claims = claimsOf(token);
  assertFields(claims, { ...TOKEN, 'p:seats:total': 'integer', 'p:seats:used': 'integer' });
  const { iat } = claims;
  const expected = {
    nbf: iat,
    validated: iat,
    iss: 'demo',
    aud: productId,
    'u:id': owner.id,
    'u:email': owner.email,
    'l:id': license,
    'p:id': productId,
    'p:rel': '1.2.3',
    'p:seats:total': 2,
    'p:seats:used': 1,
    method: 'Online',
    sig: DEVICE.deviceSignature,
    trial: false,
    vendor: 'Demo Audio',
  };
  assert.deepEqual({ ...claims, ...expected }, claims);
  for (const absent of ['exp', 's:id', 'sp:owned', 'sp']) assert.equal(Object.hasOwn(claims, absent), false);
  await shop.give(owner, productId);
  await shop.activate(owner, productId, 'another device');
  const renewed = claimsOf((await present('validate', productId, token)).body);
  assert.deepEqual([renewed['p:seats:total'], renewed['p:seats:used']], [4, 2]);
});

test('a trial is anonymous without a customer, goes on when it is asked for again, and says when it ended', async () => {
  const productId = await shop.product({ allowsTrials: true, trialDays: 7 });
  const ask = (more = {}) => call('POST', `/client/trials/${productId}/request`, { json: DEVICE, ...more });
  const token = (await ask()).body;
  const claims = claimsOf(token);
  assertFields(claims, { ...TOKEN, exp: 'integer' });
  assert.deepEqual(
    [claims['u:id'], claims['u:name'], claims['u:email'], claims['trial'], claims['l:id']],
    ['00000000-0000-0000-0000-000000000000', 'anonymous', 'anonymous', true, claims['id']],
  );
  assert.equal(claimsOf((await ask()).body)['id'], claims['id']);
  const owner = await shop.shopper();
  const namedClaims = claimsOf((await ask({ token: bearer(owner) })).body);
  assert.deepEqual([namedClaims['id'], namedClaims['u:id']], [claims['id'], owner.id]);
  assert.equal((await present('validate', productId, token)).statusCode, 200);
  assert.deepEqual(refusal(await present('revoke', productId, token)), [400, 'TrialsCannotBeRevoked']);
  app.system.clock.advance(7 * 86_400_000);
  const over = await ask();
  assert.deepEqual([...refusal(over), over.json().detail], [409, 'TrialExpired', 'Trial has expired']);
  const refused = await present('validate', productId, token);
  assert.deepEqual(
    [...refusal(refused), refused.json().detail],
    [400, 'LicenseExpired', 'License has expired'],
  );
  const closed = await shop.product({ allowsTrials: true, trialNeedsAccount: true });
  assert.equal((await call('POST', `/client/trials/${closed}/request`, { json: DEVICE })).statusCode, 401);
});

test('a device gets its seat again, others only a free one, and who owns nothing none', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  assert.deepEqual(refusal(await request(owner, productId)), [403, 'ProductNotOwned']);
  await shop.give(owner, productId);
  const first = claimsOf((await request(owner, productId)).body);
  assert.equal(claimsOf((await request(owner, productId)).body)['id'], first['id']);
  const full = await request(owner, productId, {
    ...DEVICE,
    deviceSignature: DEVICE.deviceSignature.toLowerCase(),
  });
  assert.deepEqual(refusal(full), [409, 'NoFreeActivations']);
  assert.match(full.json().detail, /1 activation .* in use\. Release another device in .* portal/);
});

test('every reason that ends a license has its own code with status 400, and no other reason has that status', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 9, allowsOffline: true });
  const [license = ''] = await shop.give(owner, productId);
  const released = (await request(owner, productId)).body;
  for (const revoked of [
    await present('revoke', productId, released),
    await present('revoke', productId, released),
  ]) {
    assert.deepEqual([revoked.statusCode, revoked.body], [200, '']);
  }
  const refused = async (text: string, of = productId) => {
    const answer = await present('validate', of, text);
    return [...refusal(answer), answer.json().detail];
  };
  assert.deepEqual(await refused(released), [400, 'LicenseActivationRevoked', 'License has been revoked']);
  const token = await shop.activate(owner, productId, 'b');
  assert.equal((await refused(`${token.slice(0, -4)}AAAA`))[1], 'InvalidLicenseToken');
  assert.equal((await refused('no token'))[1], 'InvalidLicenseToken');
  assert.equal((await refused(token, await shop.product()))[1], 'InvalidLicenseToken');
  const { headers } = await shop.activateByFile(owner, productId, 'c');
  const link = new URL(String(headers.location));
  const offline = (await app.inject({ url: link.pathname + link.search })).body;
  assert.deepEqual(refusal(await present('revoke', productId, offline)), [400, 'OfflineToken']);
  const renewed = await present('validate', productId, offline);
  assert.deepEqual([renewed.statusCode, claimsOf(renewed.body)['method']], [200, 'Offline']);
  await revokeLicense(app.ctx, license);
  assert.deepEqual(await refused(token), [400, 'LicenseRevoked', 'License has been revoked']);
});

test('properties that go into tokens are in them as plain values', async () => {
  const owner = await shop.shopper();
  const property = { type: 'text', value: 'x', public: true, includeInToken: true } as const;
  const productId = await shop.product({ properties: { edition: property } });
  await shop.give(owner, productId);
  await app.system.database.transaction((tx) =>
    updateCustomer(tx, app.demo.id, owner.id, { properties: { level: property } }),
  );
  const claims = claimsOf(await shop.activate(owner, productId, 'a'));
  assert.deepEqual([claims['p:properties'], claims['u:properties']], [{ edition: 'x' }, { level: 'x' }]);
});

test('a request for activation is polled until it is approved, and its token is there for ten minutes', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsTrials: true });
  await shop.give(owner, productId);
  const path = `/client/activations/${productId}/request`;
  const answer = (await call('POST', path, { json: DEVICE })).json();
  assertFields(answer, { id: 'text', request: 'url', browser: 'url' });
  const poll = new URL(answer.request).pathname.replace('/api', '');
  assert.equal(poll, `/client/activations/${answer.id}`);
  const browser = new URL(answer.browser).pathname.split('/').at(-1) ?? '';
  assert.equal((await call('GET', poll)).statusCode, 204);
  const page_ = await page('GET', `/customer/activations/${browser}`, { token: bearer(owner) });
  assertFields(page_.json(), {
    id: 'text',
    status: 'text',
    product: { id: 'text', name: 'text', iconUrl: 'text|null' },
    trialEligibility: {
      eligible: 'boolean',
      existing: 'boolean',
      requiresAccount: 'boolean',
      requiresNewsletterOptIn: 'boolean',
      numberOfDaysPerProduct: 'integer',
      numberOfDaysRemaining: 'integer',
    },
    licenseEligibility: { eligible: 'boolean' },
  });
  const completed = async () => (await page('GET', `/customer/activations/${browser}/completed`)).body;
  const approved = await page('POST', `/customer/activations/${browser}/license`, { token: bearer(owner) });
  assert.deepEqual([approved.statusCode, approved.json().status], [200, 'Fulfilled']);
  assert.equal(approved.json().fulfillmentType, 'License');
  assert.equal(await completed(), 'false');
  const first = claimsOf((await call('GET', poll)).body);
  assert.equal(claimsOf((await call('GET', poll)).body)['id'], first['id']);
  assert.equal(await completed(), 'true');
  app.system.clock.advance(600_000);
  assert.deepEqual(refusal(await call('GET', poll)), [400, 'ActivationRequestExpired']);
});

test('a request that is cancelled, over or unknown says so, and an application may start its own trial', async () => {
  const productId = await shop.product({ allowsTrials: true });
  const ask = async () => {
    const answer = await call('POST', `/client/activations/${productId}/request`, { json: DEVICE });
    const { id, browser } = answer.json();
    return { id, browser: new URL(browser).pathname.split('/').at(-1) ?? '' };
  };
  const [cancelled, late, own] = [await ask(), await ask(), await ask()];
  assert.equal((await page('POST', `/customer/activations/${cancelled.browser}/cancel`)).statusCode, 200);
  const poll = (id: string) => call('GET', `/client/activations/${id}`);
  assert.deepEqual(refusal(await poll(cancelled.id)), [400, 'ActivationRequestCancelled']);
  assert.equal((await poll('unknown')).statusCode, 404);
  assert.deepEqual(refusal(await poll('u'.repeat(43))), [400, 'ActivationRequestExpired']);
  // Without a body, and without a content type.
  const trial = await app.inject({ method: 'POST', url: `/api/customer/activations/${own.id}/trial` });
  assert.deepEqual([trial.statusCode, trial.json().fulfillmentType], [200, 'Trial']);
  assert.equal(claimsOf((await poll(own.id)).body)['trial'], true);
  app.system.clock.advance(3_600_000);
  assert.deepEqual(refusal(await poll(late.id)), [400, 'ActivationRequestExpired']);
});

test('an offline activation in the browser is refused where the product forbids it; a blank signature always is', async () => {
  const productId = await shop.product();
  const path = `/client/activations/${productId}/request`;
  const offline = await call('POST', path, { json: DEVICE, query: { method: 'Offline' } });
  assert.deepEqual(refusal(offline), [400, 'OfflineActivationNotAllowed']);
  const blank = await call('POST', path, { json: { ...DEVICE, deviceSignature: '  ' } });
  assert.deepEqual([blank.statusCode, Object.keys(blank.json().errors)], [400, ['deviceSignature']]);
});

test('a device without a name is “Unknown device”; requests in the browser and trials take it, too', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 9, allowsTrials: true });
  const [license = ''] = await shop.give(owner, productId);
  for (const deviceName of ['', ' ']) {
    const json = { deviceName, deviceSignature: `unnamed${deviceName}` };
    const token = bearer(owner);
    for (const kind of ['licenses', 'activations', 'trials']) {
      const answer = await call('POST', `/client/${kind}/${productId}/request`, { json, token });
      assert.equal(answer.statusCode, 200, answer.body);
    }
  }
  const { items } = (await shop.get(owner, `licenses/${license}/activations`)).json<{
    items: { name: string }[];
  }>();
  assert.deepEqual(
    items.map(({ name }) => name),
    ['Unknown device', 'Unknown device'],
  );
});

test('a device lets go of a license that is gone, or has another owner', async () => {
  const [owner, next] = [await shop.shopper(), await shop.shopper()];
  const productId = await shop.product();
  const [license = ''] = await shop.give(owner, productId);
  const token = await shop.activate(owner, productId, 'a');
  const orphan = await tokenOf(app.ctx, { ...claimsOf(token), id: app.system.ids.guid() });
  assert.equal((await present('revoke', productId, orphan)).statusCode, 200);
  assert.equal((await present('validate', productId, orphan)).statusCode, 404);
  await transaction(app.ctx, (tx) => transferLicense(tx, license, { ownerId: next.id }));
  assert.deepEqual(refusal(await present('revoke', productId, token)), [400, 'LicenseOwnerChanged']);
  assert.deepEqual(refusal(await present('validate', productId, token)), [403, 'LicenseOwnerChanged']);
});

test('a device file with line breaks and a comma too many becomes a license file', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsOffline: true });
  const [license] = await shop.give(owner, productId);
  await replaceProductRules(app.ctx, productId, {
    releasesOnline: null,
    releasesOffline: null,
    releasePauseSeconds: null,
    offlineDays: null,
  });
  const json = `{"id":"device","name":"Studio","productId":"${productId}","format":"JWT",}`;
  const text = Buffer.from(json)
    .toString('base64')
    .replaceAll(/(.{20})/g, '$1\r\n');
  const activated = await page('POST', '/customer/inventory/activate?method=Offline', {
    token: bearer(owner),
    text,
  });
  assert.deepEqual([activated.statusCode, activated.json().id], [200, license]);
  assertFields(activated.json(), { id: 'guid', status: 'text', activeNumberOfActivations: 'integer' });
  const location = new URL(String(activated.headers.location));
  const file = await app.inject({ url: location.pathname + location.search });
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="[\w.-]+\.mb"/);
  assert.deepEqual([claimsOf(file.body)['method'], claimsOf(file.body)['sig']], ['Offline', 'device']);
});

test('the vendor may name a page of their own for activation in the browser, which gets intent and token', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  await shop.give(owner, productId);
  const ask = async () =>
    (await call('POST', `/client/activations/${productId}/request`, { json: DEVICE })).json();
  const hosted = await ask();
  assert.match(hosted.browser, /^http:\/\/latchkey\.test\/activate\/[\w-]{43}$/);
  const activationPageUrl = 'https://shop.demo.test/account?tab=devices';
  await updateSettings(app.ctx, { activationPageUrl });
  const own = await ask();
  await updateSettings(app.ctx, { activationPageUrl: undefined });
  const { origin, pathname, searchParams } = new URL(own.browser);
  assert.equal(origin + pathname, 'https://shop.demo.test/account');
  assert.deepEqual([...searchParams.keys()], ['tab', 'mb_intent', 'mb_token']);
  assert.equal(searchParams.get('mb_intent'), 'activate_product');
  const path = `/customer/activations/${searchParams.get('mb_token') ?? ''}`;
  const approved = await page('POST', `${path}/license`, { token: bearer(owner) });
  assert.equal(approved.json().status, 'Fulfilled');
  const poll = new URL(own.request).pathname.replace('/api', '');
  assert.equal((await call('GET', poll)).statusCode, 200);
});
