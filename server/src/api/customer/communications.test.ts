import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { purgeSubscriptions } from '../../modules/customers/index.ts';
import type { CustomerTables } from '../../modules/customers/tables.ts';
import { importsOf, ndjson } from '../../../test/bulk-import.ts';
import {
  assertRefused,
  type IdentityApp,
  linkIn,
  type Member,
  PASSWORD,
  startIdentityApp,
} from '../../../test/identity.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const WEEK_MS = 7 * 86_400_000;
const NOTHING = { newsletter: false, productUpdates: false };
const OPTED_IN = { newsletterOptIn: true, productUpdatesOptIn: false };
const OPTED_OUT = { newsletterOptIn: false, productUpdatesOptIn: false };
const NEWSLETTER = { newsletter: true, productUpdates: false };

const someone = (): string => `${randomUUID()}@example.com`;
const subscribe = (email: string, more: object = {}) =>
  app.call('POST', 'communications/subscribe', {
    json: { email, name: null, newsletter: true, productUpdates: false, ...more },
  });
const act = (what: string, email: string, code: string, json?: object, account = app.demo) =>
  app.call('POST', `communications/${what}`, {
    account,
    query: { email, token: code },
    ...(json !== undefined && { json }),
  });

/** Subscribes an address and returns the lasting code of its newsletters. */
async function subscribed(email: string): Promise<string> {
  await subscribe(email);
  const response = await act('confirm', email, await app.mailedCode('newsletter-confirm', email));
  assert.equal(response.statusCode, 200, response.body);
  return app.mailedCode('newsletter-welcome', email);
}

/** A customer who has proven the address. */
async function provenMember(input: object = {}): Promise<Member> {
  const member = await app.signUp(input);
  const query = { email: member.email, code: await app.mailedCode('confirm-account', member.email) };
  const response = await app.call('POST', 'identity/confirm-account', { query });
  assert.equal(response.statusCode, 200, response.body);
  return member;
}

async function subscriptions(): Promise<string[]> {
  const db = app.system.database.reader.tables<CustomerTables>();
  return (await db.selectFrom('newsletterSubscriptions').select('emailKey').execute()).map(
    ({ emailKey }) => emailKey,
  );
}

test('an address gets the newsletter once its owner has opened the link in the mail', async () => {
  const email = someone();
  const answer = await subscribe(email);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(answer.json(), { status: 'confirmation_sent' });
  const code = await app.mailedCode('newsletter-confirm', email);
  const confirmed = await act('confirm', email.toUpperCase(), code);
  assert.deepEqual(confirmed.json(), { email, ...NEWSLETTER });
  assertRefused(await act('confirm', email, code), 400, 'InvalidCode');
  const welcome =
    (await app.mails()).findLast(({ kind }) => kind === 'newsletter-welcome') ?? assert.fail('no mail');
  assert.equal(linkIn(welcome).pathname, '/newsletter/preferences');
  assert.match(welcome.textBody, /Unsubscribe:\nhttp:\/\/latchkey\.test\/newsletter\/unsubscribe#email=/);
});

test('a code is good for its own address, account, time and place alone, and a newer one voids it', async () => {
  const email = someone();
  await subscribe(email);
  const first = await app.mailedCode('newsletter-confirm', email);
  await subscribe(email);
  const code = await app.mailedCode('newsletter-confirm', email);
  const refused = [
    await act('confirm', email, first),
    await act('confirm', someone(), code),
    await act('confirm', email, `${code}x`),
    await act('confirm', email, code, undefined, app.other),
    await act('unsubscribe', email, code),
    await act('preferences', email, code, {}),
  ];
  for (const response of refused) assertRefused(response, 400, 'InvalidCode');
  app.system.clock.advance(WEEK_MS);
  assertRefused(await act('confirm', email, code), 400, 'InvalidCode');
});

test('of many concurrent confirmations with one code one succeeds', async () => {
  const email = someone();
  await subscribe(email);
  const code = await app.mailedCode('newsletter-confirm', email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => act('confirm', email, code)));
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
});

test('the code of any newsletter tells and changes what is sent, as often as its owner likes', async () => {
  const email = someone();
  const code = await subscribed(email);
  const look = () => app.call('GET', 'communications/preferences', { query: { email, token: code } });
  assert.deepEqual((await look()).json(), { email, ...NEWSLETTER });
  const both = { email, newsletter: true, productUpdates: true };
  assert.deepEqual((await act('preferences', email, code, { productUpdates: true })).json(), both);
  const ended = await act('unsubscribe', email, code);
  assert.deepEqual([ended.statusCode, ended.json()], [200, { email, ...NOTHING }]);
  assert.deepEqual((await look()).json(), { email, ...NOTHING });
  await purgeSubscriptions(app.system);
  assert.deepEqual((await act('preferences', email, code, { newsletter: true })).json(), {
    email,
    ...NEWSLETTER,
  });
  const refused = [
    await act('unsubscribe', someone(), code),
    await act('unsubscribe', email, `${code.slice(1)}A`),
    await act('unsubscribe', email, code, undefined, app.other),
    await act('confirm', email, code),
  ];
  for (const response of refused) assertRefused(response, 400, 'InvalidCode');
});

test('a customer has one set of preferences, wherever they change them', async () => {
  const member = await provenMember();
  const code = await subscribed(member.email);
  const user = async () => (await app.call('GET', 'meta/user', { token: member.accessToken })).json();
  assert.deepEqual((await user()).communicationPreferences, OPTED_IN);
  await app.call('PATCH', 'identity', {
    token: member.accessToken,
    json: { communicationPreferences: { newsletterOptIn: false, productUpdatesOptIn: true } },
  });
  const changed = { email: member.email, name: 'Ada Lovelace', newsletter: false, productUpdates: true };
  assert.deepEqual((await act('preferences', member.email, code)).json(), changed);
  await act('unsubscribe', member.email, code);
  assert.deepEqual((await user()).communicationPreferences, OPTED_OUT);
});

test('a subscriber who becomes a customer keeps their newsletter', async () => {
  const email = someone();
  const code = await subscribed(email);
  const member = await provenMember({ email: email.toUpperCase() });
  const user = await app.call('GET', 'meta/user', { token: member.accessToken });
  assert.deepEqual(user.json().communicationPreferences, OPTED_IN);
  assert.ok(!(await subscriptions()).includes(email));
  const choice = (await act('preferences', email, code)).json();
  assert.deepEqual([choice.newsletter, choice.productUpdates], [true, false]);
  const pending = someone();
  await subscribe(pending);
  const other = await provenMember({ email: pending });
  const unconfirmed = await app.call('GET', 'meta/user', { token: other.accessToken });
  assert.deepEqual(
    unconfirmed.json().communicationPreferences,
    OPTED_OUT,
    'what nobody confirmed counts for nothing',
  );
});

test('an address that never confirms is forgotten', async () => {
  const email = someone();
  await subscribe(email);
  await purgeSubscriptions(app.system);
  assert.ok((await subscriptions()).includes(email));
  app.system.clock.advance(WEEK_MS);
  await purgeSubscriptions(app.system);
  assert.ok(!(await subscriptions()).includes(email));
});

test('a request for the newsletter gets the same response for every address, and invalid ones are refused', async () => {
  const [stranger, member] = [someone(), await app.signUp()];
  const reader = someone();
  await subscribed(reader);
  for (const email of [stranger, member.email, reader]) {
    const response = await subscribe(email);
    assert.deepEqual([response.statusCode, response.json()], [200, { status: 'confirmation_sent' }]);
  }
  for (const email of [
    'nobody',
    'a@b',
    'mar\u212A@example.com',
    'a@b.example,c@d.example',
    'a@b.example\r\nBcc: c@d.example',
  ]) {
    assertRefused(await subscribe(email), 400, 'InvalidInput', ['email']);
  }
  assertRefused(await app.call('POST', 'communications/subscribe'), 400, 'InvalidInput', ['email']);
  assertRefused(await app.call('POST', 'communications/confirm'), 400, 'InvalidInput', ['email', 'token']);
  assertRefused(await app.call('POST', 'communications/unsubscribe'), 400, 'InvalidInput', [
    'email',
    'token',
  ]);
  const wrong = await act('preferences', stranger, 'x', { newsletter: 'yes' });
  assertRefused(wrong, 400, 'InvalidInput', ['newsletter']);
  const nothing = await subscribe(stranger, { newsletter: false });
  assertRefused(nothing, 400, 'InvalidInput', ['newsletter']);
});

test('newsletter requests are limited by address of the client and by inbox', async () => {
  await app.settings({ limits: { newsletterPerMinute: 3, mailsPerAddressAndHour: 2 } });
  try {
    const email = someone();
    for (let use = 0; use < 3; use += 1) assert.equal((await subscribe(email)).statusCode, 200);
    const refused = await subscribe(email);
    assertRefused(refused, 429, 'RateLimited');
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/);
    assert.equal((await app.mails()).filter(({ recipient }) => recipient === email).length, 2);
  } finally {
    await app.settings({ limits: { newsletterPerMinute: 0, mailsPerAddressAndHour: 0 } });
  }
});

test('a subscriber who is imported as a customer keeps their newsletter', async () => {
  const email = someone();
  await subscribed(email);
  const headers = await app.apiKey(app.demo);
  const line = { name: 'Ada', email, emailConfirmed: true };
  const { results } = await importsOf(app, headers)('customers', ndjson([line]));
  const { id = assert.fail() } = results[0] ?? {};
  const customer = (await app.inject({ url: `/api/customers/${id}`, headers })).json();
  assert.deepEqual(customer.communicationPreferences, OPTED_IN);
  assert.ok(!(await subscriptions()).includes(email));
});

test('a subscription is none of a customer: sign-in and sign-up know nothing of it', async () => {
  const email = someone();
  await subscribed(email);
  assertRefused(await app.signIn(email, PASSWORD), 400, 'InvalidCredentials');
});

test('only the requested subscriptions are confirmed, under the name in the request', async () => {
  const email = someone();
  await subscribe(email, { name: ' Ada ', newsletter: false, productUpdates: true, groupIds: ['beta'] });
  const response = await act('confirm', email, await app.mailedCode('newsletter-confirm', email));
  assert.deepEqual(response.json(), { email, name: 'Ada', newsletter: false, productUpdates: true });
});

test('reading the preferences changes nothing, and undoes no change that is made meanwhile', async () => {
  const email = someone();
  const code = await subscribed(email);
  const { accessToken: token } = await provenMember({ email });
  const isSubscribed = async (): Promise<boolean> =>
    (await app.call('GET', 'meta/user', { token })).json().communicationPreferences.newsletterOptIn;
  const read = () => app.call('GET', 'communications/preferences', { query: { email, token: code } });
  const before = await revisionOf(email);
  assert.equal((await read()).json().newsletter, true);
  assert.equal(await revisionOf(email), before);
  for (let round = 0; round < 20; round += 1) {
    const json = { communicationPreferences: { newsletterOptIn: true } };
    await app.call('PATCH', 'identity', { token, json });
    await Promise.all([
      read(),
      act('unsubscribe', email, code),
      act('preferences', email, code, { productUpdates: true }),
    ]);
    assert.equal(await isSubscribed(), false, `round ${round}`);
  }
});

async function revisionOf(email: string): Promise<number> {
  const db = app.system.database.reader.tables<CustomerTables>();
  const query = db.selectFrom('customers').select('revision').where('email', '=', email);
  return (await query.executeTakeFirstOrThrow()).revision;
}

test('a link from before the customer was erased stores nothing about the address', async () => {
  const email = someone();
  const code = await subscribed(email);
  await act('unsubscribe', email, code);
  await purgeSubscriptions(app.system);
  const answer = await app.call('GET', 'communications/preferences', { query: { email, token: code } });
  assert.deepEqual([answer.statusCode, answer.json().newsletter], [200, false]);
  assert.equal((await subscriptions()).includes(email), false);
});

test('a stranger cannot change the name of a subscriber', async () => {
  const email = someone();
  await subscribe(email, { name: 'Ada' });
  const confirm = await app.mailedCode('newsletter-confirm', email);
  assert.equal((await act('confirm', email, confirm)).json().name, 'Ada');
  await subscribe(email, { name: 'Eve' });
  const code = await app.mailedCode('newsletter-welcome', email);
  const answer = await app.call('GET', 'communications/preferences', { query: { email, token: code } });
  assert.equal(answer.json().name, 'Ada');
});
