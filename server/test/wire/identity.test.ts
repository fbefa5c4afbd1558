import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateCustomer } from '../../src/modules/customers/store.ts';
import { endSessions } from '../../src/modules/identity/index.ts';
import { openapiDocument } from '../../src/platform/http/openapi/document.ts';
import { API_REFERENCE } from '../../src/api/reference.ts';
import { testTx } from '../context.ts';
import {
  assertRefused,
  type IdentityApp,
  linkIn,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../identity.ts';
import { shopClient, type WireClient } from './deployed-client.ts';
import { assertFields, assertNoNulls, type Fields } from './fields.ts';

// The requests of deployed shops that identify a customer, and the fields they read (wire contract section 2, extended
// API A).

let app: IdentityApp;
let shop: WireClient;
before(async () => {
  app = await startIdentityApp();
  shop = shopClient(app);
});
after(() => app.close());

/** The fields that clients parse in every identity result. */
const IDENTITY: Fields = {
  id: 'guid',
  name: 'string|null',
  email: 'text',
  tenantId: 'text',
  userType: 'text',
  confirmedAccount: 'boolean',
  communicationPreferences: { newsletterOptIn: 'boolean', productUpdatesOptIn: 'boolean' },
  ownedProducts: 'list',
  subscribedProducts: 'list',
  hasSubscriptions: 'boolean',
  connectedAccounts: 'list',
};
const WITH_TOKENS: Fields = { ...IDENTITY, accessToken: 'text', refreshToken: 'text' };

const someone = (): string => `${randomUUID()}@example.com`;

test('sign-up takes null for every field that it does not need', async () => {
  const email = someone();
  const answer = await shop('POST', '/customer/identity/sign-up?communicationOptIn=true', {
    json: {
      name: 'Ada',
      email,
      password: PASSWORD,
      address: null,
      acceptedPrivacyPolicy: null,
      acceptedTermsAndConditions: null,
      groupIds: null,
      phone: null,
    },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  assertFields(answer.json(), WITH_TOKENS);
  assertNoNulls(answer.json());
  const { name, userType, tenantId, connectedAccounts, hasSubscriptions, address } = answer.json();
  assert.deepEqual(
    { name, userType, tenantId, connectedAccounts, hasSubscriptions, address },
    {
      name: 'Ada',
      userType: 'Customer',
      tenantId: 'demo',
      connectedAccounts: [],
      hasSubscriptions: false,
      address: undefined,
    },
  );
});

test('an address is answered whole, its optional parts null where nobody gave them', async () => {
  const address = { countryCode: 'NO', streetAddress1: 'Storgata 1', postCode: '0155', locality: 'Oslo' };
  const member = await app.signUp({
    address: { ...address, streetAddress2: null, region: null },
    groupIds: ['beta'],
  });
  const user = (await shop('GET', '/customer/meta/user', { token: member.accessToken })).json();
  assertFields(user, {
    ...IDENTITY,
    accessToken: 'text?',
    address: { countryCode: 'text', postCode: 'text' },
  });
  assert.deepEqual(user.address, { ...address, streetAddress2: null, region: null });
});

test('an identity is sent back as it came, with null for what is unknown, and without tokens in the answer', async () => {
  const member = await app.signUp();
  const { accessToken: token } = member;
  const { database } = app.system;
  await database.transaction((tx) => updateCustomer(tx, 'demo', member.id, { name: null }));
  const user = (await shop('GET', '/customer/meta/user', { token })).json();
  assert.equal(user.name, null);
  for (const name of ['', null]) {
    const back = await shop('PATCH', '/customer/identity', {
      token,
      json: {
        ...user,
        name,
        address: null,
        communicationPreferences: { newsletterOptIn: null, productUpdatesOptIn: true },
      },
    });
    assert.equal(back.statusCode, 200, back.body);
    assertFields(back.json(), { ...IDENTITY, accessToken: 'text?' });
    assert.deepEqual([back.json().name, back.json().accessToken], [null, undefined]);
  }
  const nothing = await shop('PATCH', '/customer/identity', {
    token,
    json: { name: null, email: null, address: null, communicationPreferences: null },
  });
  assert.equal(nothing.statusCode, 200, nothing.body);
});

test('a null in place of what is needed, and any null in the Core API, is refused', async () => {
  const signUp = await shop('POST', '/customer/identity/sign-up', {
    json: { name: null, email: someone(), password: PASSWORD },
  });
  assertRefused(signUp, 400, 'InvalidInput', ['name']);
  const half = { countryCode: 'NO', streetAddress1: null, postCode: '0155', locality: 'Oslo' };
  const address = await shop('POST', '/customer/identity/sign-up', {
    json: { name: 'Ada', email: someone(), password: PASSWORD, address: half },
  });
  assertRefused(address, 400, 'InvalidInput', ['address.streetAddress1']);
  const core = await shop('POST', '/products', {
    json: { id: 'nulls', name: 'Nulls', tagline: null },
    headers: await app.apiKey(app.demo),
  });
  assert.equal(core.statusCode, 400);
});

/** Bearer tokens that cannot be used, by the reason. */
async function unusableBearers(): Promise<Map<string, string>> {
  const ended = await app.signUp();
  const deleted = await app.signUp();
  const foreign = await app.signUp({}, app.other);
  const expired = await app.signUp();
  app.system.clock.advance(16 * 60_000);
  const { accessToken } = await app.signUp();
  await app.system.database.transaction(async (tx) => {
    await endSessions(testTx(app.system, tx, app.demo), { customerId: ended.id }, 'SignedOut');
    await updateCustomer(tx, 'demo', deleted.id, { isDeleted: true });
  });
  return new Map([
    ['malformed', 'Bearer nonsense'],
    ['empty', 'Bearer '],
    ['long', `Bearer ${'a'.repeat(10_000)}`],
    ['of another scheme', 'Basic YTpi'],
    ['altered', `Bearer ${accessToken.slice(0, -4)}AAAA`],
    ['expired', `Bearer ${expired.accessToken}`],
    ['of another account', `Bearer ${foreign.accessToken}`],
    ['of an ended session', `Bearer ${ended.accessToken}`],
    ['of a deleted customer', `Bearer ${deleted.accessToken}`],
  ]);
}

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

interface Operation {
  readonly method: string;
  readonly url: string;
}

/** Every route of the application with optional authorization, according to its document. */
function optionalRoutes(): Operation[] {
  const document = JSON.parse(JSON.stringify(openapiDocument(app.app, API_REFERENCE)));
  const paths: [string, Record<string, { security?: object[] }>][] = Object.entries(document.paths);
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => security.some((scheme) => Object.keys(scheme).length === 0))
      .map(([method, _operation]) => ({
        method: method.toUpperCase(),
        url: path.replaceAll(/\{\w+\}/g, '0190a8f0-0000-7000-8000-000000000001'),
      })),
  );
}

test('a bearer token that cannot be used counts as none wherever it is optional, and the answer says so', async () => {
  const routes = optionalRoutes();
  const urls = routes.map(({ url }) => url);
  for (const expected of [
    '/storefront',
    '/orders/',
    '/vouchers',
    '/activations/',
    '/inventory/products/',
    '/trials/',
  ])
    assert.ok(
      urls.some((url) => url.includes(expected)),
      expected,
    );
  const bearers = await unusableBearers();
  for (const { method, url } of routes) {
    const send = (headers: Record<string, string>) =>
      app.app.inject({
        url,
        headers: { host: 'demo.latchkey.test', 'content-type': 'application/json', ...headers },
        method: METHODS.find((name) => name === method) ?? assert.fail(method),
        ...(method !== 'GET' && { payload: '{}' }),
      });
    const anonymous = await send({});
    for (const [what, authorization] of bearers) {
      const answer = await send({ authorization });
      const about = `${method} ${url}, ${what}`;
      assert.equal(answer.statusCode, anonymous.statusCode, about);
      assert.equal(answer.headers['www-authenticate'], 'Bearer error="invalid_token"', about);
    }
    assert.doesNotMatch(String(anonymous.headers['www-authenticate']), /invalid_token/, url);
  }
});

test('if a token is required, an unusable one is 401', async () => {
  for (const [what, authorization] of await unusableBearers()) {
    const answer = await shop('GET', '/customer/meta/user', { headers: { authorization } });
    assert.equal(answer.statusCode, 401, what);
  }
});

test('refresh answers 403 to whatever cannot be used, of whatever length or form', async () => {
  const member = await app.signUp();
  const url = '/customer/identity/refresh';
  const token = { token: member.refreshToken };
  const binary = { 'content-type': 'application/octet-stream' };
  const calls: Record<string, Parameters<WireClient>[2] & { path?: string }> = {
    'neither token': {},
    'an empty refresh token': { query: { token: '' }, text: member.accessToken },
    'no refresh token': { text: member.accessToken },
    'no access token': { query: token },
    'an empty access token': { query: token, text: '' },
    'a long refresh token': { query: { token: 'x'.repeat(8_000) }, text: member.accessToken },
    'a long access token': { query: token, text: 'x'.repeat(10_240) },
    'a very long access token': { query: token, text: 'x'.repeat(400_000) },
    'an access token as JSON': { query: token, json: { accessToken: member.accessToken } },
    'broken JSON': { query: token, text: '{', headers: { 'content-type': 'application/json' } },
    'bytes with NUL': { query: token, text: '\0\u0001\uFFFD', headers: binary },
    'a text with NUL': { query: token, text: 'a\0b' },
    'a refresh token with NUL': { path: `${url}?token=a%00b`, text: member.accessToken },
    'a refresh token of broken bytes': { path: `${url}?token=%ff%fe`, text: member.accessToken },
    'two refresh tokens': { path: `${url}?token=a&token=b`, text: member.accessToken },
    'a form': { query: token, text: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  };
  for (const [what, { path = url, ...call }] of Object.entries(calls)) {
    const answer = await shop('POST', path, call);
    assert.equal(answer.statusCode, 403, `${what}: ${answer.body}`);
    assert.equal(answer.json().errorType, 'RefreshRefused', what);
  }
  const good = await shop('POST', url, { query: token, text: member.accessToken });
  assert.equal(good.statusCode, 200, 'none of it ended the session');
  assertFields(good.json(), WITH_TOKENS);
});

test('an access token lasts for fifteen minutes', async () => {
  const { accessToken } = await app.signUp();
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
  assert.equal(claims.exp - claims.iat, 900);
});

test('a page of the vendor is told what a link is for, for whom, and the code', async () => {
  await app.settings({ mailPageUrl: 'https://shop.demo.test/account?lang=en', confirmsEmailChange: true });
  try {
    const member = await app.signUp();
    const { email } = member;
    await shop('POST', '/customer/identity/forgot-password', { query: { email } });
    await shop('PATCH', '/customer/identity', { token: member.accessToken, json: { email: `new-${email}` } });
    await shop('POST', '/customer/communications/subscribe', {
      json: { email, name: null, newsletter: true, productUpdates: false, groupIds: null },
    });
    const mails = (await app.mails()).filter(({ recipient }) => recipient.endsWith(email));
    const links = mails
      .filter(({ kind }) => kind !== 'email-change-asked')
      .map((mail) => linkIn(mail).searchParams);
    const parameters = links.map((link) =>
      [...link.keys(), link.get('mb_intent'), link.get('mb_email')].join(' '),
    );
    assert.deepEqual(parameters.toSorted(), [
      `lang mb_intent mb_email mb_code confirm_account ${email}`,
      `lang mb_intent mb_email mb_code confirm_email_change new-${email}`,
      `lang mb_intent mb_email mb_code reset_password ${email}`,
      `lang mb_intent mb_email mb_token confirm_communication_preferences ${email}`,
    ]);
    const code = links.find((link) => link.get('mb_intent') === 'reset_password')?.get('mb_code') ?? '';
    const reset = await shop('POST', '/customer/identity/reset-password', {
      query: { email, code },
      text: OTHER_PASSWORD,
    });
    assert.deepEqual([reset.statusCode, reset.body], [200, '']);
  } finally {
    await app.settings({ mailPageUrl: undefined, confirmsEmailChange: false });
  }
});

test('the newsletter takes and answers what the embed sends and reads', async () => {
  const email = someone();
  const answer = await shop('POST', '/customer/communications/subscribe', {
    json: { email, name: 'Ada', newsletter: true, productUpdates: true, groupIds: ['beta'] },
  });
  assert.equal(answer.json().status, 'confirmation_sent');
  const token = await app.mailedCode('newsletter-confirm', email);
  const confirmed = await shop('POST', '/customer/communications/confirm', { query: { email, token } });
  assert.deepEqual(confirmed.json(), { email, name: 'Ada', newsletter: true, productUpdates: true });
  const permanentCode = { query: { email, token: await app.mailedCode('newsletter-welcome', email) } };
  const changed = await shop('POST', '/customer/communications/preferences', {
    ...permanentCode,
    json: { newsletter: false, productUpdates: true },
  });
  assert.deepEqual(changed.json(), { email, name: 'Ada', newsletter: false, productUpdates: true });
  assert.deepEqual(
    (await shop('GET', '/customer/communications/preferences', permanentCode)).json(),
    changed.json(),
  );
  const ended = await shop('POST', '/customer/communications/unsubscribe', permanentCode);
  assert.deepEqual(ended.json(), { email, name: 'Ada', newsletter: false, productUpdates: false });
});

test('a new customer who opens the link of the mail in another browser keeps the password and is signed in', async () => {
  const { email, accessToken } = await app.signUp();
  const query = { email, code: await app.mailedCode('confirm-account', email) };
  const proven = await shop('POST', '/customer/identity/confirm-account', { query });
  assertFields(proven.json(), { ...WITH_TOKENS, status: 'text' });
  assert.equal(proven.json().status, 'SignedIn');
  const next = `next-${email}`;
  await shop('PATCH', '/customer/identity', { token: accessToken, json: { email: next } });
  const code = await app.mailedCode('confirm-email', next);
  assert.equal(
    (await shop('POST', '/customer/identity/confirm-email', { query: { email: next, code } })).statusCode,
    200,
  );
  assert.equal((await app.signIn(next)).json().confirmedAccount, true);
});

test('confirmations take email and code in the query and no body', async () => {
  const member = await app.signUp();
  const code = await app.mailedCode('confirm-account', member.email);
  const account = await shop('POST', '/customer/identity/confirm-account', {
    token: member.accessToken,
    query: { email: member.email, code },
  });
  assertFields(account.json(), { ...WITH_TOKENS, status: 'text' });
  assert.deepEqual([account.json().status, account.json().confirmedAccount], ['SignedIn', true]);
  const next = `next-${member.email}`;
  await shop('PATCH', '/customer/identity', { token: member.accessToken, json: { email: next } });
  const confirmed = await shop('POST', '/customer/identity/confirm-email', {
    token: member.accessToken,
    query: { email: next, code: await app.mailedCode('confirm-email', next) },
  });
  assert.deepEqual([confirmed.statusCode, confirmed.body], [200, '']);
  await app.settings({ confirmsEmailChange: true });
  const email = `new-${member.email}`;
  const answer = await shop('PATCH', '/customer/identity', { token: member.accessToken, json: { email } });
  await app.settings({ confirmsEmailChange: false });
  assert.deepEqual([answer.statusCode, answer.json().email], [201, next]);
  const change = { email, code: await app.mailedCode('change-email', email) };
  const changed = await shop('POST', '/customer/identity/confirm-email-change', {
    token: member.accessToken,
    query: change,
  });
  assert.deepEqual([changed.statusCode, changed.body], [200, '']);
});
