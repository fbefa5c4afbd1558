import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  assertRefused,
  codeIn,
  type IdentityApp,
  type Member,
  OTHER_PASSWORD,
  PASSWORD,
  type SentMail,
  startIdentityApp,
} from '../identity.ts';
import { checkOut, ONE_APP, stockShop } from '../shop.ts';

// A squatter signs up with the address of somebody else, whose mailbox they cannot read.

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

const DAY_MS = 86_400_000;

const deny = (email: string, code: string, account = app.demo) =>
  app.call('POST', 'identity/deny-account', { account, query: { email, code } });
const confirm = (email: string, code: string, json?: object) =>
  app.call('POST', 'identity/confirm-account', { query: { email, code }, ...(json && { json }) });

async function mailTo(email: string, kind = 'confirm-account'): Promise<SentMail> {
  const mail = (await app.mails()).findLast((each) => each.kind === kind && each.recipient === email);
  return mail ?? assert.fail(`no ${kind} mail to ${email}`);
}

/** The code of “This wasn’t me” in the newest mail to an address. */
async function denialOf(email: string, kind?: string): Promise<string> {
  const links = (await mailTo(email, kind)).textBody.match(/https?:\S+/g) ?? [];
  const link = links.find((address) => address.includes('/account/not-me#'));
  return codeIn(new URL(link ?? assert.fail('the mail offers no denial')));
}

async function provision({ email }: Member): Promise<void> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/licenses/provision',
    headers: await app.apiKey(app.demo),
    payload: { customer: { email }, requests: [{ productId: 'app', quantity: 1 }] },
  });
  assert.equal(response.statusCode, 200, response.body);
}

async function assertGone(member: Member): Promise<void> {
  assertRefused(await app.signIn(member.email), 400, 'InvalidCredentials');
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
  assertRefused(await app.call('GET', 'meta/user', { token: member.accessToken }), 401, 'Unauthorized');
}

async function assertThere({ email }: Member): Promise<void> {
  assert.equal((await app.signIn(email)).statusCode, 200);
}

test('the mail says who signed up and when, and its reader removes the account and can sign up', async () => {
  const squatter = await app.signUp({ name: 'Mallory' });
  const { textBody, htmlBody } = await mailTo(squatter.email);
  assert.match(textBody, /Requested on \w+ \d+, \d{4} at .* UTC, with the name “Mallory”/);
  assert.match(htmlBody, /account\/not-me#/);
  const code = await denialOf(squatter.email);
  const denied = await deny(squatter.email, code);
  assert.deepEqual([denied.statusCode, denied.body], [200, '']);
  await assertGone(squatter);
  assertRefused(await deny(squatter.email, code), 400, 'InvalidCode');
  const owner = await app.signUp({ email: squatter.email, password: OTHER_PASSWORD });
  assert.notEqual(owner.id, squatter.id);
});

test('a name that may be a message is not in the mail', async () => {
  const { email } = await app.signUp({ name: 'Win a prize at evil.example' });
  assert.doesNotMatch((await mailTo(email)).textBody, /prize|evil/);
});

describe('the link removes an account', () => {
  test('that was confirmed by mistake, for seven days', async () => {
    const squatter = await app.signUp();
    const denial = await denialOf(squatter.email);
    const confirmed = await confirm(squatter.email, await app.mailedCode('confirm-account', squatter.email));
    assert.equal(confirmed.json().status, 'SignedIn');
    app.system.clock.advance(7 * DAY_MS - 60_000);
    assert.equal((await deny(squatter.email, denial)).statusCode, 200);
    assertRefused(await app.signIn(squatter.email), 400, 'InvalidCredentials');
  });

  test('with the link in the mail that was sent again, and not with the one before', async () => {
    const squatter = await app.signUp();
    const first = await denialOf(squatter.email);
    await app.call('POST', 'identity/send-confirmation', { token: squatter.accessToken });
    const second = await denialOf(squatter.email, 'confirm-email');
    assertRefused(await deny(squatter.email, first), 400, 'InvalidCode');
    assert.equal((await deny(squatter.email, second)).statusCode, 200);
    await assertGone(squatter);
  });
});

describe('the link removes no account', () => {
  test('after seven days', async () => {
    const member = await app.signUp();
    const code = await denialOf(member.email);
    app.system.clock.advance(7 * DAY_MS);
    assertRefused(await deny(member.email, code), 400, 'InvalidCode');
    await assertThere(member);
  });

  test('of another address or another account of the instance', async () => {
    const [member, stranger] = [await app.signUp(), await app.signUp()];
    const elsewhere = await app.signUp({ email: member.email }, app.other);
    const code = await denialOf(member.email);
    assertRefused(await deny(stranger.email, code), 400, 'InvalidCode');
    assertRefused(await deny(member.email, code, app.other), 400, 'InvalidCode');
    await assertThere(member);
    await assertThere(stranger);
    assert.equal((await app.signIn(elsewhere.email, PASSWORD, app.other)).statusCode, 200);
  });

  test('whose address was confirmed with the password: the reader made it', async () => {
    const member = await app.signUp();
    const denial = await denialOf(member.email);
    const code = await app.mailedCode('confirm-account', member.email);
    assert.equal((await confirm(member.email, code, { password: PASSWORD })).statusCode, 200);
    assertRefused(await deny(member.email, denial), 400, 'InvalidCode');
    await assertThere(member);
  });

  test('that owns purchases: its buyer may have mistyped the address', async () => {
    const member = await app.signUp();
    const denial = await denialOf(member.email);
    await provision(member);
    for (let attempt = 0; attempt < 2; attempt += 1)
      assertRefused(await deny(member.email, denial), 409, 'AccountOwnsPurchases');
    await assertThere(member);
  });

  test('that is paying: the money of a bank arrives days later', async () => {
    const member = await app.signUp();
    const denial = await denialOf(member.email);
    const checkout = await checkOut(app, [ONE_APP], { authorization: `Bearer ${member.accessToken}` });
    const payload = { name: 'Ada', email: member.email, sandboxOutcome: 'Delay' };
    const answer = await app.inject({ method: 'POST', url: checkout.pay, payload });
    assert.equal(answer.json().status, 'PaymentProcessing', answer.body);
    assertRefused(await deny(member.email, denial), 409, 'AccountOwnsPurchases');
    await assertThere(member);
  });

  test('that has just taken the address: it goes back to its own', async () => {
    const member = await app.signUp();
    const typo = `${randomUUID()}@example.com`;
    await app.call('PATCH', 'identity', { token: member.accessToken, json: { email: typo } });
    await app.call('POST', 'identity/send-confirmation', { token: member.accessToken });
    assert.equal((await deny(typo, await denialOf(typo, 'confirm-email'))).statusCode, 200);
    await assertThere(member);
    assertRefused(await app.signIn(typo), 400, 'InvalidCredentials');
  });

  test('when somebody only opens it', async () => {
    const member = await app.signUp();
    const code = await denialOf(member.email);
    const query = new URLSearchParams({ email: member.email, code }).toString();
    const opened = await app.inject({ url: `/api/customer/identity/deny-account?${query}` });
    assert.equal(opened.statusCode, 405);
    await assertThere(member);
  });
});
