import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createProduct } from '../../modules/catalog/index.ts';
import { findCustomer, updateCustomer } from '../../modules/customers/store.ts';
import { grantLicenses } from '../../modules/licensing/index.ts';
import { testTx } from '../../../test/context.ts';
import {
  assertRefused,
  type IdentityApp,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../../../test/identity.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const address = {
  countryCode: 'NO',
  streetAddress1: 'Storgata 1',
  postCode: '0155',
  locality: 'Oslo',
};

test('sign-up makes a customer, signs them in and stores their consents with the time', async () => {
  app.system.clock.hold('it compares the time of the consents with the clock');
  const response = await app.call('POST', 'identity/sign-up', {
    query: { communicationOptIn: 'true', scheme: 'JWT' },
    json: {
      name: ' Ada Lovelace \r\n',
      email: 'Ada@Example.com',
      password: PASSWORD,
      address,
      acceptedPrivacyPolicy: true,
      acceptedTermsAndConditions: false,
      groupIds: ['anything'],
    },
  });
  assert.equal(response.statusCode, 200, response.body);
  const { id, accessToken, refreshToken, ...rest } = response.json();
  assert.deepEqual(rest, {
    name: 'Ada Lovelace',
    email: 'Ada@Example.com',
    tenantId: 'demo',
    userType: 'Customer',
    confirmedAccount: false,
    communicationPreferences: { newsletterOptIn: true, productUpdatesOptIn: false },
    ownedProducts: [],
    subscribedProducts: [],
    hasSubscriptions: false,
    connectedAccounts: [],
    address: { ...address, streetAddress2: null, region: null },
  });
  const user = await app.call('GET', 'meta/user', { token: accessToken });
  assert.deepEqual(user.json(), { id, ...rest });
  assert.match(refreshToken, /^[\w-]{43}\.1\.[\w-]{43}$/);

  const row = await findCustomer(app.system.database.reader, 'demo', id);
  assert.ok(row);
  const now = app.system.clock.now();
  assert.deepEqual(row.privacyAcceptedAt, now);
  assert.equal(row.termsAcceptedAt, null);
  assert.deepEqual(row.newsletterOptedInAt, now);
  assert.equal(row.productUpdatesOptedInAt, null);
  assert.match(row.passwordHash ?? '', /^\$argon2id\$v=19\$/);
});

test('a customer reads their phone number, and which of their products a subscription pays for', async () => {
  const member = await app.signUp();
  const user = async () => (await app.call('GET', 'meta/user', { token: member.accessToken })).json();
  await createProduct(app.ctx, { id: 'bought', name: 'Bought' });
  await createProduct(app.ctx, { id: 'subscribed', name: 'Subscribed' });
  const grant = async (productId: string, subscriptionId?: string) =>
    app.system.database.transaction(async (tx) => {
      const command = testTx(app.system, tx, app.demo);
      const expiresAt =
        subscriptionId === undefined
          ? undefined
          : new Date(app.system.clock.now().getTime() + 30 * 86_400_000);
      await grantLicenses(command, {
        customerId: member.id,
        productId,
        quantity: 1,
        subscriptionId,
        expiresAt,
      });
    });
  await grant('bought');
  const before = await user();
  assert.deepEqual(
    [before.ownedProducts, before.subscribedProducts, before.hasSubscriptions, 'phone' in before],
    [['bought'], [], false, false],
  );
  await grant('subscribed', 'a-subscription');
  await app.system.database.transaction((tx) =>
    updateCustomer(tx, app.demo.id, member.id, { phone: '+47 22 00 00 00' }),
  );
  const after = await user();
  assert.deepEqual(
    [after.ownedProducts, after.subscribedProducts, after.hasSubscriptions, after.phone],
    [['bought', 'subscribed'], ['subscribed'], true, '+47 22 00 00 00'],
  );
});

test('sign-up reports every issue of the shape together, and then every one of the rules', async () => {
  const bad = { email: 'ada@localhost', password: 'xkqvz' };
  const shape = await app.call('POST', 'identity/sign-up', {
    query: { communicationOptIn: 'perhaps' },
    json: {
      ...bad,
      address: { countryCode: 'XX', streetAddress1: 7, postCode: '' },
      acceptedPrivacyPolicy: 'yes',
    },
  });
  assertRefused(shape, 400, 'InvalidInput', [
    'communicationOptIn',
    'name',
    'address.streetAddress1',
    'acceptedPrivacyPolicy',
  ]);
  assert.deepEqual(shape.json().errors['address.streetAddress1'], [
    'The street address 1 of the address must be a string.',
  ]);
  const rules = await app.call('POST', 'identity/sign-up', {
    json: { ...bad, name: 'Ada', address: { countryCode: 'XX', streetAddress1: '7', postCode: '' } },
  });
  assertRefused(rules, 400, 'InvalidInput', [
    'email',
    'password',
    'address.countryCode',
    'address.postCode',
    'address.locality',
    'address.region',
  ]);
  const { errors } = rules.json();
  assert.equal(errors.password.length, 4, 'too short, no upper case, no digit, no symbol');
});

test('sign-up takes no value of another type, no null for what it needs, and no body that is not an object', async () => {
  const good = { name: 'Ada', email: 'types@example.com', password: PASSWORD };
  for (const field of ['name', 'email', 'password']) {
    for (const value of [null, 12, true, [], {}]) {
      const response = await app.call('POST', 'identity/sign-up', { json: { ...good, [field]: value } });
      assertRefused(response, 400, 'InvalidInput', [field]);
    }
  }
  for (const json of [[], [good]]) {
    assertRefused(await app.call('POST', 'identity/sign-up', { json }), 400, 'InvalidInput', ['body']);
  }
  const text = await app.call('POST', 'identity/sign-up', { text: JSON.stringify(good) });
  assertRefused(text, 415, 'UnsupportedMediaType');
});

test('an email belongs to one customer of an account, however it is cased, and is free in another account', async () => {
  const member = await app.signUp();
  const again = { name: 'Eve', email: member.email.toUpperCase(), password: PASSWORD };
  assertRefused(await app.call('POST', 'identity/sign-up', { json: again }), 409, 'EmailInUse');
  const elsewhere = await app.call('POST', 'identity/sign-up', { account: app.other, json: again });
  assert.equal(elsewhere.statusCode, 200);
  assert.notEqual(elsewhere.json().id, member.id);
});

test('sign-in ignores the case of the email and starts a session of its own', async () => {
  const member = await app.signUp();
  const response = await app.signIn(member.email.toUpperCase());
  assert.equal(response.statusCode, 200, response.body);
  const { id, accessToken, refreshToken } = response.json();
  assert.equal(id, member.id);
  assert.notEqual(refreshToken, member.refreshToken);
  for (const token of [accessToken, member.accessToken]) {
    assert.equal((await app.call('GET', 'meta/user', { token })).statusCode, 200);
  }
});

test('sign-in finds an email whose plus sign a client forgot to encode', async () => {
  await app.signUp({ email: 'ada+shop@example.com' });
  const response = await app.injectAs(app.demo, {
    method: 'POST',
    url: '/api/customer/identity/sign-in?email=ada+shop@example.com',
    headers: { 'content-type': 'text/plain' },
    payload: PASSWORD,
  });
  assert.equal(response.statusCode, 200, response.body);
});

test('a wrong password, an unknown email and another account get the same answer', async () => {
  const member = await app.signUp();
  const answers = await Promise.all([
    app.signIn(member.email, OTHER_PASSWORD),
    app.signIn(member.email, `${PASSWORD} `),
    app.signIn('nobody@example.com'),
    app.signIn('not an email'),
    app.signIn(member.email, PASSWORD, app.other),
  ]);
  for (const answer of answers) {
    assertRefused(answer, 400, 'InvalidCredentials');
    const { traceId: _, ...problem } = answer.json();
    const { traceId: __, ...first } = answers[0]?.json() ?? {};
    assert.deepEqual(problem, first);
  }
});

test('sign-in without an email or a password, or with a JSON body, is refused', async () => {
  assertRefused(await app.call('POST', 'identity/sign-in', { text: PASSWORD }), 400, 'InvalidInput', [
    'email',
  ]);
  assertRefused(await app.call('POST', 'identity/sign-in'), 400, 'InvalidInput', ['email', 'body']);
  const json = await app.call('POST', 'identity/sign-in', { query: { email: 'a@b.example' }, json: {} });
  assertRefused(json, 415, 'UnsupportedMediaType');
  assert.equal(json.json().detail, 'The body must be sent as text/plain.');
  const long = await app.signIn('a@b.example', 'x'.repeat(1_001));
  assertRefused(long, 400, 'InvalidInput', ['body']);
});

test('PATCH identity changes what is given and nothing else', async () => {
  const member = await app.signUp({ address });
  const token = member.accessToken;
  const answer = await app.call('PATCH', 'identity', { token, json: { name: 'Countess Ada' } });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.json().name, 'Countess Ada');
  assert.equal(answer.json().address.locality, 'Oslo');
  assert.equal(answer.json().accessToken, undefined, 'clients keep the tokens they have');

  const moved = await app.call('PATCH', 'identity', {
    token,
    json: { address: { ...address, locality: null, region: 'Viken' } },
  });
  assert.deepEqual(moved.json().address, {
    ...address,
    streetAddress2: null,
    locality: null,
    region: 'Viken',
  });
  assert.equal(moved.json().name, 'Countess Ada');

  const preferences = { communicationPreferences: { productUpdatesOptIn: true } };
  const update = await app.call('PATCH', 'identity', { token, json: preferences });
  assert.deepEqual(update.json().communicationPreferences, {
    newsletterOptIn: false,
    productUpdatesOptIn: true,
  });

  const nothing = await app.call('PATCH', 'identity', { token });
  assert.deepEqual(nothing.json(), update.json());
});

test('a customer’s response can be sent back unchanged', async () => {
  const member = await app.signUp({ address });
  const user = await app.call('GET', 'meta/user', { token: member.accessToken });
  const response = await app.call('PATCH', 'identity', { token: member.accessToken, json: user.json() });
  assert.equal(response.statusCode, 200, response.body);
  assert.deepEqual(response.json(), user.json());
});

test('also by a customer imported without a name; an existing name is not lost that way', async () => {
  const member = await app.signUp();
  const { database } = app.system;
  await database.transaction((tx) => updateCustomer(tx, 'demo', member.id, { name: null }));
  const user = (await app.call('GET', 'meta/user', { token: member.accessToken })).json();
  assert.equal(user.name, null);
  const back = await app.call('PATCH', 'identity', { token: member.accessToken, json: { ...user, address } });
  assert.deepEqual(
    [back.statusCode, back.json().name, back.json().address.postCode],
    [200, null, address.postCode],
  );
  const answer = await app.call('PATCH', 'identity', { token: member.accessToken, json: { name: 'Ada' } });
  assert.equal(answer.json().name, 'Ada');
  for (const name of [null, '', ' ']) {
    const same = await app.call('PATCH', 'identity', { token: member.accessToken, json: { name } });
    assert.deepEqual([same.statusCode, same.json().name], [200, 'Ada']);
  }
  const refused = await app.call('PATCH', 'identity', { token: member.accessToken, json: { name: 12 } });
  assertRefused(refused, 400, 'InvalidInput', ['name']);
  assert.deepEqual(refused.json().errors.name, ['The name must be a string.']);
});

test('a consent keeps the time at which it was first given, until it is withdrawn', async () => {
  app.system.clock.hold('it compares the times of two consents with the clock');
  const { id, accessToken: token } = await app.signUp();
  const optIn = (newsletterOptIn: boolean) =>
    app.call('PATCH', 'identity', { token, json: { communicationPreferences: { newsletterOptIn } } });
  const consent = async () =>
    (await findCustomer(app.system.database.reader, 'demo', id))?.newsletterOptedInAt;
  const first = app.system.clock.now();
  await optIn(true);
  app.system.clock.advance(1_000);
  await optIn(true);
  assert.deepEqual(await consent(), first);
  await optIn(false);
  assert.equal(await consent(), null);
});

test('PATCH identity names every issue and then changes nothing', async () => {
  const member = await app.signUp();
  const json = {
    name: 'x'.repeat(201),
    email: 'mar\u212A@example.com',
    address: { ...address, countryCode: 'ZZ' },
  };
  const patch = (more: object) =>
    app.call('PATCH', 'identity', { token: member.accessToken, json: { ...json, ...more } });
  const shape = await patch({ communicationPreferences: { newsletterOptIn: 'true' } });
  assertRefused(shape, 400, 'InvalidInput', ['communicationPreferences.newsletterOptIn']);
  assertRefused(await patch({}), 400, 'InvalidInput', ['name', 'email', 'address.countryCode']);
  const other = await app.signUp();
  const conflict = await app.call('PATCH', 'identity', {
    token: member.accessToken,
    json: { name: 'Somebody Else', email: other.email.toUpperCase() },
  });
  assertRefused(conflict, 409, 'EmailInUse');
  const user = await app.call('GET', 'meta/user', { token: member.accessToken });
  assert.equal(user.json().name, 'Ada Lovelace');
  assert.equal(user.json().email, member.email);
});

test('without a token there are no details', async () => {
  for (const [method, path] of [
    ['PATCH', 'identity'],
    ['GET', 'meta/user'],
    ['GET', 'identity/sessions'],
    ['DELETE', 'identity/sessions'],
    ['DELETE', 'identity/sessions/00000000-0000-0000-0000-000000000000'],
    ['POST', 'identity/set-password'],
    ['POST', 'identity/confirm-email-change'],
  ] as const) {
    const response = await app.call(method, path);
    assertRefused(response, 401, 'Unauthorized');
    assert.equal(response.headers['www-authenticate'], 'Bearer', path);
  }
});
