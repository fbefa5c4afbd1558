import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Response } from 'light-my-request';
import { after, before, test } from 'node:test';
import { ADDRESS, coreCustomers, newEmail } from '../../../test/core-customers.ts';
import { sql } from 'kysely';
import { everythingOf } from '../../../test/everything.ts';
import { shopOf, type Shopper } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import {
  assertRefused,
  type IdentityApp,
  type Member,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../../../test/identity.ts';

let app: IdentityApp;
let shop: ReturnType<typeof shopOf>;
let headers: Record<string, string>;
let core: ReturnType<typeof coreCustomers>;
before(async () => {
  app = await startIdentityApp();
  shop = shopOf(app);
  await stockShop(app, app.demo);
  headers = await app.apiKey(app.demo);
  core = coreCustomers(app, headers);
});
after(() => app.close());

/** A customer in the form of the inventory's helpers. */
const asShopper = ({ id, email, accessToken }: Member): Shopper => ({
  id,
  email,
  headers: { authorization: `Bearer ${accessToken}` },
});

/** The server's response to an application that sends its license token. */
function validate(token: string, productId = 'app'): Promise<Response> {
  const url = `/api/client/licenses/${productId}/validate`;
  return app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: token });
}

test('an edit changes what it names, and null removes', async () => {
  const { id, email } = await app.signUp();
  const tagged = await core.call('PATCH', `/${id}`, {
    name: ' Ada King ',
    businessName: 'Engines Ltd',
    taxId: 'GB1',
    phone: '1',
    address: ADDRESS,
    communicationPreferences: { newsletterOptIn: true },
  });
  const { name, businessName, taxId, phone, address, communicationPreferences } = tagged.json();
  assert.deepEqual(
    { name, businessName, taxId, phone, address, communicationPreferences },
    {
      name: 'Ada King',
      businessName: 'Engines Ltd',
      taxId: 'GB1',
      phone: '1',
      address: ADDRESS,
      communicationPreferences: { newsletterOptIn: true, productUpdatesOptIn: false },
    },
  );
  const removed = await core.call('PATCH', `/${id}`, {
    businessName: null,
    taxId: null,
    phone: null,
    address: null,
  });
  assert.deepEqual(removed.json(), {
    ...omit(tagged.json(), 'phone'),
    businessName: null,
    taxId: null,
    address: null,
  });
  assert.equal(removed.json().email, email);
  const fields = ['businessName', 'taxId', 'phone', 'address'];
  const [event] = await core.eventsOf(id);
  assert.deepEqual([event?.type, event?.data], ['customer.updated', { fields }]);
});

function omit(record: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

test('an email that the vendor changes takes effect immediately, and the previous, unproven address can undo nothing', async () => {
  const { id, email, ...tokens } = await app.signUp();
  await app.call('POST', 'identity/forgot-password', { query: { email } });
  const codes = {
    'reset-password': await app.mailedCode('reset-password', email),
    'confirm-account': await app.mailedCode('confirm-account', email),
  };
  const mails = (await app.mails()).length;
  const moved = newEmail();
  const change = await core.call('PATCH', `/${id}`, { email: moved });
  assert.deepEqual([change.json().email, change.json().emailConfirmed], [moved, false]);
  assert.deepEqual(
    (await app.mails()).slice(mails).map(({ kind, recipient }) => [kind, recipient]),
    [['email-replaced', email]],
  );
  assert.equal((await app.signIn(moved)).json().id, id);
  assertRefused(await app.signIn(email), 400, 'InvalidCredentials');
  assertRefused(await app.refresh(tokens), 403, 'RefreshRefused');
  for (const address of [email, moved]) {
    const [reset, confirmation] = [codes['reset-password'], codes['confirm-account']];
    for (const answer of [
      await app.call('POST', 'identity/reset-password', {
        query: { email: address, code: reset },
        text: OTHER_PASSWORD,
      }),
      await app.call('POST', 'identity/confirm-account', { query: { email: address, code: confirmation } }),
    ])
      assertRefused(answer, 400, 'InvalidCode');
  }
  assert.equal((await app.signUp({ email })).email, email);
});

test('the address before a change by the customer can undo the one by the vendor, too', async () => {
  const first = await app.signUp();
  const [middle, last] = [newEmail(), newEmail()];
  await app.call('POST', 'identity/forgot-password', { query: { email: first.email } });
  const reset = { email: first.email, code: await app.mailedCode('reset-password', first.email) };
  await app.call('POST', 'identity/reset-password', { query: reset, text: PASSWORD });
  const { accessToken: token } = (await app.signIn(first.email)).json();
  await app.call('PATCH', 'identity', { token, json: { email: middle } });
  const undo = { email: first.email, code: await app.mailedCode('email-changed', first.email) };
  assert.equal((await core.call('PATCH', `/${first.id}`, { email: last })).statusCode, 200);
  assertRefused(
    await app.call('PATCH', 'identity', {
      token: (await app.signUp()).accessToken,
      json: { email: first.email },
    }),
    409,
    'EmailInUse',
  );
  assert.equal((await app.signUp({ email: middle })).email, middle);
  const send = async () => (await app.call('POST', 'identity/undo-email-change', { query: undo })).statusCode;
  assert.deepEqual((await Promise.all([send(), send()])).toSorted(), [200, 400]);
  assert.equal((await core.call('GET', `/${first.id}`)).json().email, first.email);
});

test('an email that the customer was about to take is not theirs after the vendor gave another one', async () => {
  const { id, accessToken: token } = await app.signUp();
  const [desire, email] = [newEmail(), newEmail()];
  await app.settings({ confirmsEmailChange: true });
  await app.call('PATCH', 'identity', { token, json: { email: desire } });
  await app.settings({ confirmsEmailChange: false });
  const query = { email: desire, code: await app.mailedCode('change-email', desire) };
  await core.call('PATCH', `/${id}`, { email });
  const { accessToken } = (await app.signIn(email)).json();
  const late = await app.call('POST', 'identity/confirm-email-change', { token: accessToken, query });
  assertRefused(late, 400, 'InvalidCode');
});

test('an account that requires a confirmed email signs in a customer whose email the vendor changed', async () => {
  const { id } = await app.signUp();
  const email = newEmail();
  await app.settings({ requiresConfirmedEmail: true });
  assert.equal((await core.call('PATCH', `/${id}`, { email })).json().emailConfirmed, true);
  assert.equal((await app.signIn(email)).json().id, id);
  await app.settings({ requiresConfirmedEmail: false });
});

test('an edit is refused with a reason, and changes nothing then', async () => {
  const [{ id }, other] = [await app.signUp(), await app.signUp()];
  const before = await core.call('GET', `/${id}`);
  const stale = { headers: { ...headers, 'if-match': '"r99"' } };
  assertRefused(
    await core.call('PATCH', `/${id}`, { name: 'Eve', email: other.email.toUpperCase() }),
    409,
    'EmailInUse',
  );
  assertRefused(await core.call('PATCH', `/${id}`, { name: 'Eve' }, stale), 412, 'StaleRevision');
  assertRefused(await core.call('PUT', `/${id}/custom-properties`, {}, stale), 412, 'StaleRevision');
  assertRefused(await core.call('PATCH', `/${id}`, { nmae: 'Eve' }), 400, 'InvalidInput', ['nmae']);
  const wrong = { name: ' ', email: 'x', businessName: '', address: { ...ADDRESS, countryCode: 'XX' } };
  const fields = ['name', 'email', 'businessName', 'address.countryCode'];
  assertRefused(await core.call('PATCH', `/${id}`, wrong), 400, 'InvalidInput', fields);
  const bad = { 'a b': { type: 'text', value: 'x', public: true, includeInToken: true } };
  assertRefused(await core.call('PUT', `/${id}/custom-properties`, bad), 400, 'InvalidInput', ['a b']);
  for (const unknown of [app.system.ids.guid(), 'nobody']) {
    assertRefused(await core.call('PATCH', `/${unknown}`, { name: 'Eve' }), 404, 'NotFound');
    assertRefused(await core.call('PUT', `/${unknown}/custom-properties`, {}), 404, 'NotFound');
  }
  assertRefused(await core.call('DELETE', `/${app.system.ids.guid()}`), 404, 'NotFound');
  // By address, a retry could delete a customer who has signed up with it since.
  assertRefused(await core.call('DELETE', `/${other.email}`), 400, 'InvalidInput', ['idOrEmail']);
  const after = await core.call('GET', `/${id}`);
  assert.deepEqual([after.json(), after.headers['etag']], [before.json(), before.headers['etag']]);
  const current = { headers: { ...headers, 'if-match': String(before.headers['etag']) } };
  const changed = await core.call('PATCH', `/${id}`, { name: 'Eve' }, current);
  assert.equal(changed.statusCode, 200);
  assert.notEqual(changed.headers['etag'], before.headers['etag']);
});

test('custom properties are the vendor’s: tokens and customers get those that are for them', async () => {
  const member = await app.signUp();
  const owner = asShopper(member);
  await shop.give(owner, 'app');
  const token = await shop.activate(owner, 'app', randomUUID());
  const properties = {
    tier: { type: 'text', value: 'gold', public: true, includeInToken: true },
    note: { type: 'text', value: 'late payer', public: false, includeInToken: false },
  };
  const answer = await core.call('PUT', `/${member.id}/custom-properties`, properties);
  assert.deepEqual(answer.json().properties, properties);
  assert.deepEqual(claimsOf((await validate(token)).body)['u:properties'], { tier: 'gold' });
  const identity = await app.call('GET', 'meta/user', { token: member.accessToken });
  assert.deepEqual(identity.json().properties, { tier: 'gold' });
  const none = await core.call('PUT', `/${member.id}/custom-properties`, {});
  assert.equal(none.json().properties, undefined);
  assert.equal(claimsOf((await validate(token)).body)['u:properties'], undefined);
});

/** A customer with one of everything, and texts to search for. */
async function fullCustomer() {
  const member = await app.signUp({ name: 'Zebulon Quigley', address: ADDRESS });
  const { email, id, accessToken: token } = member;
  const owner = asShopper(member);
  await core.call('PATCH', `/${id}`, {
    phone: '+44 555 0123',
    taxId: 'GB555',
    businessName: 'Quigley & Sons',
  });
  await core.call('PUT', `/${id}/custom-properties`, {
    tier: { type: 'text', value: 'zebulon-tier', public: true, includeInToken: true },
  });
  const confirmation = { email, code: await app.mailedCode('confirm-account', email) };
  await app.call('POST', 'identity/confirm-account', { query: confirmation, token });
  const [licenseId] = await shop.give(owner, 'app');
  const licenseToken = await shop.activate(owner, 'app', `Zebulons Mac ${randomUUID()}`);
  const cart = `/api/customer/orders/${randomUUID()}`;
  await app.inject({ method: 'PATCH', url: cart, headers: owner.headers, payload: { items: [ONE_APP] } });
  await app.call('PATCH', 'identity', {
    token,
    json: { communicationPreferences: { newsletterOptIn: true } },
  });
  await app.call('POST', 'identity/forgot-password', { query: { email } });
  const code = await app.mailedCode('reset-password', email);
  return { member, owner, licenseId, licenseToken, cart, code };
}

test('a deleted customer loses access, and nothing says who it was', async () => {
  const { member, licenseId, licenseToken, cart, code } = await fullCustomer();
  const { id, email, accessToken: token } = member;
  const answer = await core.call('DELETE', `/${id}`);
  assert.equal(answer.statusCode, 200, answer.body);
  const { createdAt, ...erased } = answer.json();
  assert.deepEqual(erased, {
    id,
    name: 'Deleted customer',
    businessName: null,
    taxId: null,
    email: `deleted-${id}@deleted.invalid`,
    emailConfirmed: false,
    hasPassword: false,
    isDeleted: true,
    ownedProducts: [],
    subscribedProducts: [],
    address: null,
    communicationPreferences: { newsletterOptIn: false, productUpdatesOptIn: false },
  });
  assert.ok(createdAt);
  assertRefused(await app.call('GET', 'meta/user', { token }), 401, 'Unauthorized');
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
  assertRefused(await app.signIn(email), 400, 'InvalidCredentials');
  const reset = { query: { email, code }, text: OTHER_PASSWORD };
  assertRefused(await app.call('POST', 'identity/reset-password', reset), 400, 'InvalidCode');
  assertRefused(await validate(licenseToken), 400, 'LicenseRevoked');
  const license = (await app.inject({ url: `/api/licenses/${licenseId}`, headers })).json();
  assert.deepEqual([license.status, license.activeNumberOfActivations], ['Revoked', 0]);
  assert.equal((await app.inject({ url: cart })).statusCode, 404);
  assert.deepEqual(await tablesWith('zebulon', 'quigley', email, 'GB555', '555 0123'), []);
});

/** The account's tables whose rows contain one of these texts, in any case. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const rowsByTable = Object.entries(await everythingOf(app.system.database.reader, 'demo'));
  return rowsByTable.flatMap(([table, rows]) => {
    const content = rows.join('\n').toLowerCase();
    return texts.filter((text) => content.includes(text.toLowerCase())).map((text) => `${table}: ${text}`);
  });
}

test('deleting again changes nothing, and the journal has references alone', async () => {
  const { id, email } = await app.signUp();
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => core.call('DELETE', `/${id}`)));
  for (const other of [...others, await core.call('GET', `/${id}`)])
    assert.deepEqual(other.json(), first?.json());
  const events = await core.eventsOf(id);
  assert.deepEqual(
    events.map(({ type, data }) => [type, data]).filter(([type]) => type === 'customer.erased'),
    [['customer.erased', {}]],
  );
  assert.ok(!JSON.stringify(events).includes(email));
  for (const refused of [
    await core.call('PATCH', `/${id}`, { name: 'Eve' }),
    await core.call('PUT', `/${id}/custom-properties`, {}),
    await core.call('GET', `/${email}`),
  ])
    assertRefused(refused, 404, 'NotFound');
  const requests = [{ productId: 'app' }];
  const provision = { method: 'POST', url: '/api/licenses/provision', headers } as const;
  assertRefused(await app.inject({ ...provision, payload: { ownerId: id, requests } }), 404, 'NotFound');
  const newcomer = await app.signUp({ email });
  assert.notEqual(newcomer.id, id);
  assert.deepEqual((await core.call('GET', `/${email}`)).json().ownedProducts, []);
});

test('a document outlives its customer, and nobody can change the order', async () => {
  const member = await app.signUp({ name: 'Billed Person' });
  const auth = asShopper(member).headers;
  const { orderId, pay } = await checkOut(app, [ONE_APP], auth);
  const buyer = { name: 'Billed Person', email: member.email };
  const paid = await app.inject({ method: 'POST', url: pay, payload: buyer });
  assert.ok(paid.statusCode < 300, paid.body);
  await app.mails();
  const order = await app.inject({ url: `/api/customer/orders/${orderId}`, headers: auth });
  assert.equal(order.json().status, 'Completed', order.body);
  await core.call('DELETE', `/${member.id}`);
  assert.deepEqual((await tablesWith('Billed Person')).toSorted(), [
    'documents: Billed Person',
    'orders: Billed Person',
    'purchases: Billed Person',
  ]);
});

test('concurrent deletions and provisions, sign-ins or refreshes leave no license and no session behind', async () => {
  const member = await app.signUp();
  const provision = { method: 'POST', url: '/api/licenses/provision', headers } as const;
  const payload = { ownerId: member.id, requests: [{ productId: 'app' }] };
  const [deleted] = await Promise.all([
    core.call('DELETE', `/${member.id}`),
    app.inject({ ...provision, payload }),
    app.signIn(member.email),
    app.refresh(member),
  ]);
  assert.equal(deleted.statusCode, 200);
  assert.deepEqual((await core.call('GET', `/${member.id}`)).json().ownedProducts, []);
  const { rows } = await sql`select id from sessions
    where account_id = 'demo' and customer_id = ${member.id} and revoked_at is null`.execute(
    app.system.database.reader.tables<unknown>(),
  );
  assert.deepEqual(rows, []);
});

const deleteOwn = (token: string, password: string) =>
  app.call('DELETE', 'identity', { token, json: { password } });

test('a customer deletes themselves with their password, and a guess at it costs like one at sign-in', async () => {
  const member = await app.signUp({ name: 'Selfie Deleter' });
  const { id, email, accessToken: token } = member;
  await app.settings({ limits: { signInFailuresBeforeDelay: 2 } });
  for (let guesses = 0; guesses < 2; guesses += 1)
    assertRefused(await deleteOwn(token, OTHER_PASSWORD), 400, 'InvalidCredentials');
  assertRefused(await deleteOwn(token, PASSWORD), 429, 'RateLimited');
  await app.settings({ limits: { signInFailuresBeforeDelay: 0 } });
  assert.equal((await core.call('GET', `/${id}`)).json().isDeleted, false);
  const answer = await deleteOwn(token, PASSWORD);
  assert.deepEqual([answer.statusCode, answer.body], [200, '']);
  assertRefused(await deleteOwn(token, PASSWORD), 401, 'Unauthorized');
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
  assert.equal((await core.call('GET', `/${id}`)).json().isDeleted, true);
  assert.deepEqual(await tablesWith('selfie'), ['mails: selfie']);
  const [event] = await core.eventsOf(id);
  assert.equal(event?.type, 'customer.erased');
  assert.notEqual((await app.signUp({ email })).id, id);
});

test('somebody who has or had a stranger’s address and leaves deletes none of the stranger’s mails', async () => {
  for (const moves of [false, true]) {
    const { email, accessToken: token } = await app.signUp();
    if (moves) await app.call('PATCH', 'identity', { token, json: { email: newEmail() } });
    const before = (await app.mails()).filter(({ recipient }) => recipient === email).length;
    assert.ok(before > 0);
    assert.equal((await deleteOwn(token, PASSWORD)).statusCode, 200);
    assert.equal((await app.mails()).filter(({ recipient }) => recipient === email).length, before);
  }
});

test('a guest whom the vendor deletes leaves no address behind, and waiting licenses are revoked', async () => {
  const email = newEmail();
  const { pay: url } = await checkOut(app, [ONE_APP]);
  await app.inject({ method: 'POST', url, payload: { name: 'Guest', email } });
  await app.mails();
  const { id } = (await core.call('GET', `/${email}`)).json();
  assert.equal((await core.call('DELETE', `/${id}`)).statusCode, 200);
  const licenses = await app.inject({ url: `/api/licenses?ownerId=${id}`, headers });
  const states = licenses.json<{ items: { status: string }[] }>().items.map(({ status }) => status);
  assert.deepEqual(states, ['Revoked']);
  assert.deepEqual((await tablesWith(email)).toSorted(), [
    `documents: ${email}`,
    `orders: ${email}`,
    `purchases: ${email}`,
  ]);
});
