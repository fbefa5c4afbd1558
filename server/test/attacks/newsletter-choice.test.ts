import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { stockShop } from '../shop.ts';
import { codeIn, type IdentityApp, type Member, PASSWORD, startIdentityApp } from '../identity.ts';

// Somebody signs up with the address of another person, who has chosen which newsletters they receive.

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

const someone = (): string => `${randomUUID()}@example.com`;
const OPTED_OUT = { newsletterOptIn: false, productUpdatesOptIn: false };
const BOTH = { newsletterOptIn: true, productUpdatesOptIn: true };

const act = (what: string, email: string, token: string, json?: object) =>
  app.call('POST', `communications/${what}`, {
    query: { email, token },
    ...(json !== undefined && { json }),
  });

/** Subscribes an address to the newsletter and returns the lasting code of its newsletters. */
async function subscribed(email: string): Promise<string> {
  const json = { email, name: 'Ada', newsletter: true, productUpdates: false };
  await app.call('POST', 'communications/subscribe', { json });
  const response = await act('confirm', email, await app.mailedCode('newsletter-confirm', email));
  assert.equal(response.statusCode, 200, response.body);
  return app.mailedCode('newsletter-welcome', email);
}

/** What the owner of an address reads with the code of a newsletter: newsletter, product updates. */
async function choiceOf(email: string, token: string): Promise<[boolean, boolean]> {
  const response = await app.call('GET', 'communications/preferences', { query: { email, token } });
  assert.equal(response.statusCode, 200, response.body);
  const { newsletter, productUpdates } = response.json();
  return [newsletter, productUpdates];
}

/** What a signed-in customer sees. */
async function seenBy({ accessToken: token }: Pick<Member, 'accessToken'>): Promise<object> {
  return (await app.call('GET', 'meta/user', { token })).json().communicationPreferences;
}

const prefer = ({ accessToken: token }: Member, communicationPreferences: object) =>
  app.call('PATCH', 'identity', { token, json: { communicationPreferences } });

async function deny({ email }: Member): Promise<void> {
  const mail = (await app.mails()).findLast(
    ({ kind, recipient }) => kind === 'confirm-account' && recipient === email,
  );
  const link = (mail?.textBody.match(/https?:\S+/g) ?? []).find((each) => each.includes('/account/not-me#'));
  const code = codeIn(new URL(link ?? assert.fail('no denial')));
  const response = await app.call('POST', 'identity/deny-account', { query: { email, code } });
  assert.equal(response.statusCode, 200, response.body);
}

async function prove({ email }: Pick<Member, 'email'>, json?: object): Promise<void> {
  const code = await app.mailedCode('confirm-account', email);
  const query = { email, code };
  const response = await app.call('POST', 'identity/confirm-account', { query, ...(json && { json }) });
  assert.equal(response.statusCode, 200, response.body);
}

describe('before the address is proven, somebody who signs up with it', () => {
  test('sees nothing of the choice of its owner, and what they change or remove is their own', async () => {
    const email = someone();
    const code = await subscribed(email);
    const squatter = await app.signUp({ email });
    assert.deepEqual(await seenBy(squatter), OPTED_OUT);
    assert.deepEqual(await choiceOf(email, code), [true, false]);
    await prefer(squatter, BOTH);
    await prefer(squatter, OPTED_OUT);
    assert.deepEqual(await choiceOf(email, code), [true, false]);
    const { accessToken: token } = squatter;
    await app.call('DELETE', 'identity', { token, text: PASSWORD });
    assert.deepEqual(await choiceOf(email, code), [true, false]);
  });

  test('does not see what the owner chooses meanwhile, and sends nothing that the owner ends', async () => {
    const email = someone();
    const squatter = await app.signUp({ email });
    const code = await subscribed(email);
    assert.deepEqual(await seenBy(squatter), OPTED_OUT);
    await prefer(squatter, BOTH);
    assert.deepEqual(await choiceOf(email, code), [true, true], 'the owner sees all that the address gets');
    assert.equal((await act('unsubscribe', email, code)).statusCode, 200);
    assert.deepEqual(await choiceOf(email, code), [false, false]);
    assert.deepEqual(await seenBy(squatter), OPTED_OUT);
  });
});

test('the owner who says “This wasn’t me” keeps the choice as it was', async () => {
  const email = someone();
  const code = await subscribed(email);
  await deny(await app.signUp({ email, newsletterOptIn: true }));
  assert.deepEqual(await choiceOf(email, code), [true, false]);
  const squatter = await app.signUp({ email });
  await prefer(squatter, BOTH);
  await act('preferences', email, code, { newsletter: true });
  await deny(squatter);
  assert.deepEqual(await choiceOf(email, code), [true, false]);
});

test('the choice becomes that of the customer with the proof of the address', async () => {
  const email = someone();
  const code = await subscribed(email);
  const member = await app.signUp({ email });
  await prove(member);
  assert.deepEqual(await seenBy(member), { ...OPTED_OUT, newsletterOptIn: true });
  await prefer(member, OPTED_OUT);
  assert.deepEqual(await choiceOf(email, code), [false, false]);
});

test('a proof by somebody else than who signed up brings the choice of the owner back, and no other', async () => {
  const email = someone();
  const code = await subscribed(email);
  const squatter = await app.signUp({ email });
  await prefer(squatter, { productUpdatesOptIn: true });
  const mail = await app.call('POST', 'identity/forgot-password', { query: { email } });
  assert.equal(mail.statusCode, 200, mail.body);
  const reset = await app.mailedCode('reset-password', email);
  const query = { email, code: reset };
  const done = await app.call('POST', 'identity/reset-password', { query, text: `${PASSWORD}-2` });
  assert.equal(done.statusCode, 200, done.body);
  assert.deepEqual(await choiceOf(email, code), [true, false]);
});

test('a guest, whom nobody can sign in as, gets a copy, which the vendor can end with the choice itself', async () => {
  const email = someone();
  const code = await subscribed(email);
  const headers = await app.apiKey(app.demo);
  const requests = [{ productId: 'app', quantity: 1 }];
  const guest = { method: 'POST', url: '/api/licenses/provision' } as const;
  await app.inject({ ...guest, headers, payload: { customer: { email }, requests } });
  assert.deepEqual(await choiceOf(email, code), [true, false]);
  const find = () => app.inject({ url: `/api/customers?email=${encodeURIComponent(email)}`, headers });
  const [customer] = (await find()).json().items;
  assert.equal(customer.communicationPreferences.newsletterOptIn, true);
  const payload = { communicationPreferences: { newsletterOptIn: false } };
  const url = `/api/customers/${customer.id}`;
  assert.equal((await app.inject({ method: 'PATCH', url, headers, payload })).statusCode, 200);
  assert.deepEqual(await choiceOf(email, code), [false, false]);
});

test('a request that waits for its confirmation outlasts a sign-up and its proof', async () => {
  const email = someone();
  const json = { email, name: null, newsletter: true, productUpdates: false };
  await app.call('POST', 'communications/subscribe', { json });
  const code = await app.mailedCode('newsletter-confirm', email);
  const member = await app.signUp({ email });
  await prove(member);
  const confirmed = await act('confirm', email, code);
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  assert.deepEqual(await seenBy(member), { ...OPTED_OUT, newsletterOptIn: true });
});
