import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateCustomer } from '../../src/modules/customers/store.ts';
import {
  assertRefused,
  type IdentityApp,
  linkIn,
  type Member,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../identity.ts';

// An attacker has a customer's access token, but neither a password nor access to the customer's mailbox.

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const DAY_MS = 86_400_000;

const attackersAddress = (): string => `attacker-${randomUUID()}@evil.example`;
const changeEmail = (token: string, email: string) =>
  app.call('PATCH', 'identity', { token, json: { email } });
const forgot = (email: string) => app.call('POST', 'identity/forgot-password', { query: { email } });
const undo = (email: string, code: string, account = app.demo) =>
  app.call('POST', 'identity/undo-email-change', { account, query: { email, code } });
const user = (token: string) => app.call('GET', 'meta/user', { token });
const setPassword = (email: string, code: string, text: string) =>
  app.call('POST', 'identity/reset-password', { query: { email, code }, text });
const kindsTo = async (recipient: string): Promise<string[]> =>
  (await app.mails()).filter((mail) => mail.recipient === recipient).map(({ kind }) => kind);

/** A customer with a proven address, like most buyers. */
async function victim(): Promise<Member> {
  const member = await app.signUp();
  const code = await app.mailedCode('confirm-account', member.email);
  await app.call('POST', 'identity/confirm-account', {
    query: { email: member.email, code },
    token: member.accessToken,
  });
  return member;
}

/** The customer recovers the account and sets a new password; the attacker has no access left. */
async function takeBack(member: Member, code: string, ...attackers: string[]): Promise<void> {
  const undone = await undo(member.email, code);
  assert.equal(undone.statusCode, 200, undone.body);
  assert.equal(undone.json().email, member.email);
  assertRefused(await user(member.accessToken), 401, 'Unauthorized');
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
  assertRefused(await app.signIn(member.email, PASSWORD), 400, 'InvalidCredentials');
  assert.equal(
    (await setPassword(member.email, undone.json().resetPasswordToken, OTHER_PASSWORD)).statusCode,
    200,
  );
  const back = await app.signIn(member.email, OTHER_PASSWORD);
  assert.deepEqual([back.json().id, back.json().confirmedAccount], [member.id, true]);
  for (const email of attackers)
    assertRefused(await app.signIn(email, OTHER_PASSWORD), 400, 'InvalidCredentials');
}

test('an email changed with a stolen token gets no new password; the old address undoes the change for seven days', async () => {
  app.system.clock.hold('it undoes the change in the last millisecond of the seven days');
  const member = await victim();
  const evil = attackersAddress();
  assert.equal((await changeEmail(member.accessToken, evil)).statusCode, 200);
  const code = await app.mailedCode('email-changed', member.email);
  await forgot(evil);
  assert.deepEqual(await kindsTo(evil), ['confirm-email', 'reset-withheld']);
  const withheld =
    (await app.mails()).findLast(({ kind }) => kind === 'reset-withheld') ?? assert.fail('no mail');
  assert.ok(!withheld.textBody.includes('http'), 'no link at all goes to the new address');
  app.system.clock.advance(7 * DAY_MS - 1);
  await takeBack(member, code, evil);
  assertRefused(await undo(member.email, code), 400, 'InvalidCode');
});

test('a request for a new password, with the old address or the new one, mails the old one the link that undoes', async () => {
  const member = await victim();
  const evil = attackersAddress();
  await changeEmail(member.accessToken, evil);
  await forgot(evil);
  await forgot(member.email);
  const mails = (await app.mails()).filter(
    ({ kind, recipient }) => kind === 'email-changed' && recipient === member.email,
  );
  assert.equal(mails.length, 3);
  assert.equal(new Set(mails.map((mail) => linkIn(mail).hash)).size, 1, 'every mail carries the same code');
  assert.deepEqual(
    await kindsTo(evil),
    ['confirm-email', 'reset-withheld'],
    'who asked with the old one told nobody',
  );
  await takeBack(member, await app.mailedCode('email-changed', member.email), evil);
});

test('of changes in a row the first address keeps the right to undo, and no later one gets it', async () => {
  const member = await victim();
  const [first, second] = [attackersAddress(), attackersAddress()];
  await changeEmail(member.accessToken, first);
  const code = await app.mailedCode('email-changed', member.email);
  await changeEmail(member.accessToken, second);
  assert.ok(!(await kindsTo(first)).includes('email-changed'));
  assertRefused(await undo(first, code), 400, 'InvalidCode');
  await takeBack(member, code, first, second);
});

test('a change that was confirmed from the new mailbox is undone anyway', async () => {
  await app.settings({ confirmsEmailChange: true });
  try {
    const member = await victim();
    const evil = attackersAddress();
    await changeEmail(member.accessToken, evil);
    assert.deepEqual(
      (await kindsTo(member.email)).filter((kind) => kind.startsWith('email')),
      ['email-change-asked'],
    );
    const query = { email: evil, code: await app.mailedCode('change-email', evil) };
    const changed = await app.call('POST', 'identity/confirm-email-change', {
      query,
      token: member.accessToken,
    });
    assert.equal(changed.statusCode, 200, changed.body);
    await takeBack(member, await app.mailedCode('email-changed', member.email), evil);
  } finally {
    await app.settings({ confirmsEmailChange: false });
  }
});

test('nobody takes the old address while the change can be undone: not by sign-up, nor by a change of their own', async () => {
  const member = await victim();
  await changeEmail(member.accessToken, attackersAddress());
  const signUp = await app.call('POST', 'identity/sign-up', {
    json: { name: 'Eve', email: member.email.toUpperCase(), password: PASSWORD },
  });
  assertRefused(signUp, 409, 'EmailInUse');
  const eve = await app.signUp();
  assertRefused(await changeEmail(eve.accessToken, member.email), 409, 'EmailInUse');
  await takeBack(member, await app.mailedCode('email-changed', member.email));
});

test('the link that confirms the new address is no way in, and the old address undoes the change after it, too', async () => {
  const member = await victim();
  const evil = attackersAddress();
  await changeEmail(member.accessToken, evil);
  const query = { email: evil, code: await app.mailedCode('confirm-email', evil) };
  assert.equal((await app.call('POST', 'identity/confirm-email', { query })).statusCode, 200);
  await forgot(evil);
  assert.deepEqual(await kindsTo(evil), ['confirm-email', 'reset-withheld']);
  await takeBack(member, await app.mailedCode('email-changed', member.email), evil);
});

test('the link is good for its own address, account and change alone, and for seven days', async () => {
  const [member, other] = [await victim(), await victim()];
  await changeEmail(member.accessToken, attackersAddress());
  await changeEmail(other.accessToken, attackersAddress());
  const code = await app.mailedCode('email-changed', member.email);
  for (const refused of [
    await undo(other.email, code),
    await undo(member.email, await app.mailedCode('email-changed', other.email)),
    await undo(member.email, code, app.other),
    await undo(member.email, `${code.slice(1)}A`),
    await app.call('POST', 'identity/reset-password', {
      query: { email: member.email, code },
      text: OTHER_PASSWORD,
    }),
  ])
    assertRefused(refused, 400, 'InvalidCode');
  app.system.clock.advance(7 * DAY_MS);
  assertRefused(await undo(member.email, code), 400, 'InvalidCode');
});

test('after seven days the new address is the customer’s own, and gets links for new passwords', async () => {
  const member = await victim();
  const email = `new-${member.email}`;
  await changeEmail(member.accessToken, email);
  app.system.clock.advance(7 * DAY_MS);
  await forgot(email);
  assert.equal(
    (await setPassword(email, await app.mailedCode('reset-password', email), OTHER_PASSWORD)).statusCode,
    200,
  );
  assert.equal((await app.signUp({ email: member.email })).email, member.email, 'the old address is free');
});

test('a waiting change of email is void once the customer sets a password', async () => {
  await app.settings({ confirmsEmailChange: true });
  try {
    const member = await victim();
    const { accessToken: token } = member;
    const evil = attackersAddress();
    await changeEmail(token, evil);
    const query = { email: evil, code: await app.mailedCode('change-email', evil) };
    const json = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
    assert.equal((await app.call('POST', 'identity/set-password', { token, json })).statusCode, 200);
    assertRefused(
      await app.call('POST', 'identity/confirm-email-change', { query, token }),
      400,
      'InvalidCode',
    );
  } finally {
    await app.settings({ confirmsEmailChange: false });
  }
});

test('an API key that changes addresses takes over nobody for good, also not with two changes', async () => {
  const member = await victim();
  const evil = [attackersAddress(), attackersAddress()];
  const change = async (key: Record<string, string>, email: string | undefined) =>
    app.inject({ method: 'PATCH', url: `/api/customers/${member.id}`, headers: key, payload: { email } });
  const weak = await change(await app.apiKey(app.demo, 'customers:write'), evil[0]);
  assert.deepEqual([weak.statusCode, weak.json().errorType], [403, 'Forbidden']);
  const key = await app.apiKey(app.demo, 'customers:write', 'customers:email');
  for (const email of evil) {
    assert.equal((await change(key, email)).statusCode, 200);
    await forgot(email);
    assert.ok(!(await kindsTo(email)).includes('reset-password'));
  }
  const code = await app.mailedCode('email-changed', member.email);
  await takeBack(member, code, ...evil);
});

test('the owner of a mistyped, unproven address that the vendor corrects gets no way into the account', async () => {
  const member = await app.signUp();
  const confirmation = await app.mailedCode('confirm-account', member.email);
  const right = `right-${member.email}`;
  const key = await app.apiKey(app.demo, 'customers:write', 'customers:email');
  const url = `/api/customers/${member.id}`;
  const moved = await app.inject({ method: 'PATCH', url, headers: key, payload: { email: right } });
  assert.equal(moved.statusCode, 200, moved.body);
  await forgot(member.email);
  const later = (await app.mails()).filter(({ recipient }) => recipient === member.email).slice(1);
  assert.deepEqual(
    later.map(({ kind, textBody }) => [kind, textBody.includes('http')]),
    [['email-replaced', false]],
    'told, but without a link',
  );
  const query = { email: member.email, code: confirmation };
  assertRefused(await app.call('POST', 'identity/confirm-account', { query }), 400, 'InvalidCode');
  assert.equal((await app.signIn(right, PASSWORD)).json().id, member.id);
  await forgot(right);
  const reset = await setPassword(right, await app.mailedCode('reset-password', right), OTHER_PASSWORD);
  assert.equal(reset.statusCode, 200, 'the right address is the customer’s own at once');
});

test('an API key that moves a customer without a password takes over nobody for good', async () => {
  const member = await victim();
  await app.system.database.transaction((tx) =>
    updateCustomer(tx, app.demo.id, member.id, { passwordHash: null }),
  );
  const key = await app.apiKey(app.demo, 'customers:write', 'customers:email');
  for (const email of [attackersAddress(), attackersAddress()]) {
    await app.inject({
      method: 'PATCH',
      url: `/api/customers/${member.id}`,
      headers: key,
      payload: { email },
    });
    await forgot(email);
    assert.ok(!(await kindsTo(email)).includes('reset-password'));
  }
  const undone = await undo(member.email, await app.mailedCode('email-changed', member.email));
  assert.equal(undone.statusCode, 200, undone.body);
});
