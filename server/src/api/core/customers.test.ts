import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ADDRESS, coreCustomers, newEmail } from '../../../test/core-customers.ts';
import {
  assertRefused,
  type IdentityApp,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../../../test/identity.ts';

let app: IdentityApp;
let headers: Record<string, string>;
let core: ReturnType<typeof coreCustomers>;
before(async () => {
  app = await startIdentityApp();
  headers = await app.apiKey(app.demo);
  core = coreCustomers(app, headers);
});
after(() => app.close());

test('an imported customer keeps what they were, gets no mail, and signs in', async () => {
  const email = newEmail();
  const properties = { tier: { type: 'text', value: 'gold', public: true, includeInToken: false } };
  const imported = await core.importCustomer({
    name: ' Ada Lovelace ',
    email,
    password: PASSWORD,
    emailConfirmed: true,
    businessName: 'Engines Ltd',
    taxId: 'GB123',
    phone: '+44 20 1234',
    address: { ...ADDRESS, countryCode: 'gb' },
    communicationPreferences: { productUpdatesOptIn: true },
    externalId: `old-${email}`,
    createdAt: '2020-01-01T00:00:00Z',
    properties,
  });
  assert.equal(imported.statusCode, 200, imported.body);
  const { id, ...customer } = imported.json();
  assert.deepEqual(customer, {
    name: 'Ada Lovelace',
    email,
    emailConfirmed: true,
    hasPassword: true,
    isDeleted: false,
    ownedProducts: [],
    subscribedProducts: [],
    businessName: 'Engines Ltd',
    taxId: 'GB123',
    phone: '+44 20 1234',
    address: ADDRESS,
    communicationPreferences: { newsletterOptIn: false, productUpdatesOptIn: true },
    externalId: `old-${email}`,
    createdAt: '2020-01-01T00:00:00.000Z',
    properties,
  });
  assert.deepEqual((await core.call('GET', `/${id}`)).json(), imported.json());
  assert.deepEqual(await app.mails(), []);
  assert.equal((await app.signIn(email)).json().id, id);
  const [event] = await core.eventsOf(id);
  assert.deepEqual(
    [event?.type, event?.data],
    ['customer.imported', { hasPassword: true, isEmailConfirmed: true }],
  );
});

test('an imported customer without a password chooses one by the link of a mail', async () => {
  const email = newEmail();
  const { hasPassword, emailConfirmed, id } = (await core.importCustomer({ name: 'Ada', email })).json();
  assert.deepEqual([hasPassword, emailConfirmed], [false, false]);
  await app.call('POST', 'identity/forgot-password', { query: { email } });
  const code = await app.mailedCode('reset-password', email);
  const query = { email, code };
  assert.equal(
    (await app.call('POST', 'identity/reset-password', { query, text: PASSWORD })).statusCode,
    200,
  );
  assert.equal((await app.signIn(email)).json().id, id);
  assert.equal((await core.call('GET', `/${email}`)).json().emailConfirmed, true);
});

test('of imports of one email or external id at once one succeeds, and the others learn whose it is', async () => {
  const email = newEmail();
  for (const payloadOf of [
    () => ({ name: 'Ada', email }),
    (n: number) => ({ name: 'Ada', email: `${n}-${email}`, externalId: email }),
  ]) {
    const answers = await Promise.all([1, 2, 3].map((n) => core.importCustomer(payloadOf(n))));
    const [winner, ...others] = answers.filter(({ statusCode }) => statusCode === 200);
    assert.deepEqual(others, []);
    for (const refused of answers.filter((answer) => answer !== winner)) {
      assertRefused(refused, 409, 'CustomerExists');
      assert.equal(refused.json().instance, winner?.json().id);
    }
  }
  const shouted = await core.importCustomer({ name: 'Ada', email: email.toUpperCase() });
  assertRefused(shouted, 409, 'CustomerExists');
  const foreign = await app.apiKey(app.other);
  const elsewhere = { method: 'POST', url: '/api/customers/import', headers: foreign } as const;
  const payload = { name: 'Ada', email, externalId: email };
  assert.equal((await app.injectAs(app.other, { ...elsewhere, payload })).statusCode, 200);
});

test('an import that is wrong changes nothing and says all that is wrong', async () => {
  const email = newEmail();
  const shape = await core.importCustomer({ email, nmae: 'Ada', address: { ...ADDRESS, city: 'London' } });
  assertRefused(shape, 400, 'InvalidInput', ['name', 'nmae', 'address.city']);
  const rules = await core.importCustomer({
    name: ' ',
    email: `${email}@`,
    password: 'weak',
    taxId: '\u0007',
    address: { countryCode: 'XX', streetAddress1: 'x', postCode: 'x' },
    properties: { 'a b': { type: 'text', value: 1, public: true, includeInToken: true } },
  });
  assertRefused(rules, 400, 'InvalidInput', [
    'name',
    'email',
    'password',
    'taxId',
    'address.countryCode',
    'address.locality',
    'address.region',
    'properties.a b',
    'properties.a b.value',
  ]);
  assert.equal((await core.call('GET', `/${email}`)).statusCode, 404);
  const reading = await app.apiKey(app.demo, 'customers:read');
  const refused = await core.call('POST', '/import', { name: 'Ada', email }, { headers: reading });
  assertRefused(refused, 403, 'Forbidden');
});

test('an import is retried under its idempotency key', async () => {
  const email = newEmail();
  const more = { headers: { ...headers, 'idempotency-key': email } };
  const payload = { name: 'Ada', email, password: OTHER_PASSWORD };
  const first = await core.call('POST', '/import', payload, more);
  const second = await core.call('POST', '/import', payload, more);
  assert.deepEqual([second.statusCode, second.json()], [200, first.json()]);
});
