import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findCustomer, updateCustomer } from '../../modules/customers/store.ts';
import {
  assertRefused,
  type IdentityApp,
  linkIn,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../../../test/identity.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const DAY_MS = 86_400_000;
const confirm = (
  what: string,
  email: string,
  code: string,
  call: { token?: string; account?: typeof app.demo; json?: object } = {},
) => app.call('POST', `identity/${what}`, { ...call, query: { email, code } });
const changeEmail = (token: string, email: string) =>
  app.call('PATCH', 'identity', { token, json: { email } });

async function confirmedFlag(id: string): Promise<boolean | undefined> {
  return (await findCustomer(app.system.database.reader, 'demo', id))?.isEmailConfirmed;
}

test('the mail after sign-up confirms the email, once', async () => {
  const member = await app.signUp();
  const code = await app.mailedCode('confirm-account', member.email);
  assert.equal(await confirmedFlag(member.id), false);
  const response = await confirm('confirm-account', member.email.toUpperCase(), code);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(await confirmedFlag(member.id), true);
  assertRefused(await confirm('confirm-account', member.email, code), 400, 'InvalidCode');
});

test('if the account requires a confirmed email, nobody is signed in before the link is opened', async () => {
  await app.settings({ requiresConfirmedEmail: true });
  try {
    const email = 'Pending@example.com';
    const signUp = await app.call('POST', 'identity/sign-up', {
      json: { name: 'Ada', email, password: PASSWORD },
    });
    assert.equal(signUp.statusCode, 202);
    assert.deepEqual(signUp.json(), { status: 'activation_pending', email });

    const first = await app.mailedCode('confirm-account', email);
    assertRefused(await app.signIn(email, OTHER_PASSWORD), 400, 'InvalidCredentials');
    assertRefused(await app.signIn(email), 403, 'EmailNotConfirmed');
    const second = await app.mailedCode('confirm-account', email);
    assert.notEqual(second, first, 'the attempt with the right password mails a new link');
    assertRefused(await confirm('confirm-account', email, first), 400, 'InvalidCode');

    const confirmed = await confirm('confirm-account', email, second, { json: { password: PASSWORD } });
    assert.equal(confirmed.statusCode, 200, confirmed.body);
    const { status, id, confirmedAccount, accessToken, refreshToken } = confirmed.json();
    assert.deepEqual({ status, confirmedAccount }, { status: 'SignedIn', confirmedAccount: true });
    assert.equal((await app.call('GET', 'meta/user', { token: accessToken })).json().id, id);
    assert.equal((await app.refresh({ accessToken, refreshToken })).statusCode, 200);
    assert.equal((await app.signIn(email)).statusCode, 200);
    assertRefused(await confirm('confirm-account', email, second), 400, 'InvalidCode');
  } finally {
    await app.settings({ requiresConfirmedEmail: false });
  }
});

test('a customer without a password is given a code to set one when they confirm their account', async () => {
  await app.settings({ requiresConfirmedEmail: true });
  const email = 'no-password@example.com';
  await app.call('POST', 'identity/sign-up', { json: { name: 'Ada', email, password: PASSWORD } });
  await app.settings({ requiresConfirmedEmail: false });
  const code = await app.mailedCode('confirm-account', email);
  const { database } = app.system;
  const mail =
    (await app.mails()).findLast(({ kind }) => kind === 'confirm-account') ?? assert.fail('no mail');
  assert.equal(linkIn(mail).pathname, '/account/confirm');
  const signedUp = (await app.signIn(email)).json();
  await database.transaction((tx) => updateCustomer(tx, 'demo', signedUp.id, { passwordHash: null }));

  const response = await confirm('confirm-account', email, code);
  assert.equal(response.statusCode, 200, response.body);
  const { status, resetPasswordToken, accessToken } = response.json();
  assert.equal(status, 'PasswordSetupRequired');
  assert.equal(accessToken, undefined);
  const reset = await app.call('POST', 'identity/reset-password', {
    query: { email, code: resetPasswordToken },
    text: OTHER_PASSWORD,
  });
  assert.equal(reset.statusCode, 200, reset.body);
  assert.equal((await app.signIn(email, OTHER_PASSWORD)).statusCode, 200);
});

test('a new email takes effect immediately where changes are not confirmed; both addresses are notified and old codes are void', async () => {
  const member = await app.signUp();
  const confirmOld = await app.mailedCode('confirm-account', member.email);
  await app.call('POST', 'identity/forgot-password', { query: { email: member.email } });
  const resetOld = await app.mailedCode('reset-password', member.email);
  const email = `new-${member.email}`;
  const response = await app.inject({
    method: 'PATCH',
    url: '/api/customer/identity',
    headers: {
      authorization: `Bearer ${member.accessToken}`,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    payload: { email },
  });
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.json().email, email);
  assert.equal(response.json().confirmedAccount, false);
  assertRefused(await app.signIn(member.email), 400, 'InvalidCredentials');
  assert.equal((await app.signIn(email)).statusCode, 200);
  assertRefused(await confirm('confirm-account', member.email, confirmOld), 400, 'InvalidCode');
  const reset = { query: { email: member.email, code: resetOld }, text: OTHER_PASSWORD };
  assertRefused(await app.call('POST', 'identity/reset-password', reset), 400, 'InvalidCode');
  const mails = await app.mails();
  const mail = mails.find(({ kind, recipient }) => kind === 'email-changed' && recipient === member.email);
  assert.match(mail?.textBody ?? '', /Changed on .* at \d+:\d\d:\d\d [AP]M UTC, with Firefox on Linux\./);
  assert.equal(
    (await confirm('confirm-email', email, await app.mailedCode('confirm-email', email))).statusCode,
    200,
  );
});

test('if changes must be confirmed, the old email stays until the link in the mail to the new one is opened', async () => {
  await app.settings({ confirmsEmailChange: true });
  try {
    const [member, stranger] = [await app.signUp(), await app.signUp()];
    const { accessToken: token } = member;
    const email = `Next-${member.email}`;
    const response = await changeEmail(token, email);
    assert.equal(response.statusCode, 201, response.body);
    assert.equal(response.json().email, member.email);
    const code = await app.mailedCode('change-email', email);
    const refused = [
      await confirm('confirm-email-change', email, code, { token: stranger.accessToken }),
      await confirm('confirm-email-change', member.email, code, { token }),
      await confirm('confirm-email-change', email, `${code}x`, { token }),
      await confirm('confirm-email', email, code),
    ];
    for (const refusal of refused) assertRefused(refusal, 400, 'InvalidCode');
    assertRefused(await confirm('confirm-email-change', email, code), 401, 'Unauthorized');
    const elsewhere = await app.signUp({}, app.other);
    const foreign = { token: elsewhere.accessToken, account: app.other };
    assertRefused(await confirm('confirm-email-change', email, code, foreign), 400, 'InvalidCode');

    assert.equal((await confirm('confirm-email-change', email, code, { token })).statusCode, 200);
    const user = (await app.call('GET', 'meta/user', { token })).json();
    assert.deepEqual([user.email, user.confirmedAccount], [email, true]);
    assertRefused(await confirm('confirm-email-change', email, code, { token }), 400, 'InvalidCode');
  } finally {
    await app.settings({ confirmsEmailChange: false });
  }
});

test('if sign-in requires a confirmed email, a change does not bypass that', async () => {
  const member = await app.signUp();
  await app.settings({ requiresConfirmedEmail: true });
  try {
    const response = await changeEmail(member.accessToken, 'stranger@example.com');
    assert.equal(response.statusCode, 201, response.body);
    assert.equal(response.json().email, member.email);
  } finally {
    await app.settings({ requiresConfirmedEmail: false });
  }
});

test('an email that somebody took while its confirmation was pending stays theirs', async () => {
  await app.settings({ confirmsEmailChange: true });
  try {
    const member = await app.signUp();
    const email = `wanted-${member.email}`;
    assert.equal((await changeEmail(member.accessToken, email)).statusCode, 201);
    const code = await app.mailedCode('change-email', email);
    await app.signUp({ email });
    const late = await confirm('confirm-email-change', email, code, { token: member.accessToken });
    assertRefused(late, 409, 'EmailInUse');
    assertRefused(await changeEmail(member.accessToken, email), 409, 'EmailInUse');
  } finally {
    await app.settings({ confirmsEmailChange: false });
  }
});

test('a pending change of email ends when the email changes otherwise', async () => {
  const member = await app.signUp();
  const { accessToken: token } = member;
  const [newEmail, otherEmail] = [`wanted-${member.email}`, `taken-${member.email}`];
  await app.settings({ confirmsEmailChange: true });
  assert.equal((await changeEmail(token, newEmail)).statusCode, 201);
  await app.settings({ confirmsEmailChange: false });
  assert.equal((await changeEmail(token, otherEmail)).statusCode, 200);
  const code = await app.mailedCode('change-email', newEmail);
  assertRefused(await confirm('confirm-email-change', newEmail, code, { token }), 400, 'InvalidCode');
});

test('another spelling of the same email needs no confirmation and keeps the old one', async () => {
  const member = await app.signUp();
  const code = await app.mailedCode('confirm-account', member.email);
  await confirm('confirm-account', member.email, code, { token: member.accessToken });
  await app.settings({ confirmsEmailChange: true });
  const response = await changeEmail(member.accessToken, member.email.toUpperCase());
  await app.settings({ confirmsEmailChange: false });
  assert.equal(response.statusCode, 200);
  assert.equal(response.json().email, member.email.toUpperCase());
  assert.equal(response.json().confirmedAccount, true);
});

test('codes for confirmations last a day', async () => {
  const member = await app.signUp();
  const code = await app.mailedCode('confirm-account', member.email);
  app.system.clock.advance(DAY_MS);
  assertRefused(await confirm('confirm-account', member.email, code), 400, 'InvalidCode');
});

test('a confirmation without email or code is refused', async () => {
  const { accessToken: token } = await app.signUp();
  for (const what of ['confirm-email', 'confirm-account', 'confirm-email-change']) {
    const response = await app.call('POST', `identity/${what}`, { token });
    assertRefused(response, 400, 'InvalidInput', ['email', 'code']);
  }
});

test('a signed-in customer has the link mailed again until the email is confirmed; each link voids the previous one', async () => {
  const [member, other] = [await app.signUp(), await app.signUp()];
  const welcome = await app.mailedCode('confirm-account', member.email);
  const send = () => app.call('POST', 'identity/send-confirmation', { token: member.accessToken });
  const countMails = async (email: string) =>
    (await app.mails()).filter(({ kind, recipient }) => kind === 'confirm-email' && recipient === email)
      .length;
  assertRefused(await app.call('POST', 'identity/send-confirmation'), 401, 'Unauthorized');
  const first = await send();
  assert.deepEqual([first.statusCode, first.body], [200, '']);
  const firstCode = await app.mailedCode('confirm-email', member.email);
  assert.equal((await send()).statusCode, 200);
  assert.deepEqual([await countMails(member.email), await countMails(other.email)], [2, 0]);

  const token = member.accessToken;
  assertRefused(await confirm('confirm-email', member.email, firstCode, { token }), 400, 'InvalidCode');
  const secondCode = await app.mailedCode('confirm-email', member.email);
  const foreign = { account: app.other };
  assertRefused(await confirm('confirm-email', member.email, secondCode, foreign), 400, 'InvalidCode');
  assert.equal((await confirm('confirm-email', member.email, secondCode, { token })).statusCode, 200);
  assert.equal(await confirmedFlag(member.id), true);
  assert.equal((await send()).statusCode, 200);
  assert.equal(await countMails(member.email), 2, 'a confirmed email gets no mail');
  const welcomed = await confirm('confirm-account', member.email, welcome, { token });
  assert.equal(welcomed.statusCode, 200, 'the link of the welcome, or of a receipt, stays good');
});

test('too many confirmations for one address, or from one client, are refused, and the last link stays good', async () => {
  const member = await app.signUp();
  const token = member.accessToken;
  const send = () => app.call('POST', 'identity/send-confirmation', { token });
  try {
    await app.settings({ limits: { mailsPerAddressAndHour: 1 } });
    assert.equal((await send()).statusCode, 200);
    const refused = await send();
    assertRefused(refused, 429, 'RateLimited');
    assert.equal(refused.headers['retry-after'], '3600');
    await app.settings({ limits: { mailsPerAddressAndHour: 0, passwordResetPerMinute: 1 } });
    assert.equal((await confirm('send-confirmation', '', '', { token })).statusCode, 200);
    assertRefused(await send(), 429, 'RateLimited');
  } finally {
    await app.settings({ limits: { mailsPerAddressAndHour: 0, passwordResetPerMinute: 0 } });
  }
  const code = await app.mailedCode('confirm-email', member.email);
  assert.equal((await confirm('confirm-email', member.email, code, { token })).statusCode, 200);
});
