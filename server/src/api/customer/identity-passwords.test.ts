import assert from 'node:assert/strict';
import { TEST_ORIGIN } from '../../../test/harness.ts';
import { after, before, test } from 'node:test';
import { ensureCustomer } from '../../modules/customers/index.ts';
import { findCustomer, updateCustomer } from '../../modules/customers/store.ts';
import type { IdentityTables } from '../../modules/identity/tables.ts';
import { testTx } from '../../../test/context.ts';
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

const MINUTE_MS = 60_000;
const forgot = (email: string, account = app.demo) =>
  app.call('POST', 'identity/forgot-password', { account, query: { email } });
const reset = (email: string, code: string, password = OTHER_PASSWORD, account = app.demo) =>
  app.call('POST', 'identity/reset-password', { account, query: { email, code }, text: password });
const setPassword = (token: string, json: object) =>
  app.call('POST', 'identity/set-password', { token, json });

async function resetCode(email: string): Promise<string> {
  assert.equal((await forgot(email)).statusCode, 200);
  return app.mailedCode('reset-password', email);
}

test('set-password replaces the password, ends every other session, and is mailed to its owner', async () => {
  const member = await app.signUp();
  const elsewhere = (await app.signIn(member.email)).json();
  const changed = await setPassword(member.accessToken, {
    currentPassword: PASSWORD,
    newPassword: OTHER_PASSWORD,
  });
  assert.equal(changed.statusCode, 200, changed.body);
  assert.equal(changed.body, '');
  const mails = (await app.mails()).filter(({ kind }) => kind === 'password-changed');
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [member.email],
    'its owner hears of it',
  );
  assert.equal((await app.call('GET', 'meta/user', { token: member.accessToken })).statusCode, 200);
  assert.equal((await app.refresh(member)).statusCode, 200);
  assertRefused(await app.call('GET', 'meta/user', { token: elsewhere.accessToken }), 401, 'Unauthorized');
  assertRefused(await app.refresh(elsewhere), 403, 'RefreshRefused');
  assertRefused(await app.signIn(member.email, PASSWORD), 400, 'InvalidCredentials');
  assert.equal((await app.signIn(member.email, OTHER_PASSWORD)).statusCode, 200);
});

test('set-password refuses a wrong current password and names every rule that the new one breaks', async () => {
  const { accessToken } = await app.signUp();
  const wrong = await setPassword(accessToken, {
    currentPassword: OTHER_PASSWORD,
    newPassword: OTHER_PASSWORD,
  });
  assertRefused(wrong, 400, 'InvalidCredentials');
  const weak = await setPassword(accessToken, { currentPassword: PASSWORD, newPassword: 'vxqzk' });
  assertRefused(weak, 400, 'InvalidInput', ['newPassword']);
  assert.equal(weak.json().errors.newPassword.length, 4);
  const both = await setPassword(accessToken, { newPassword: 'vxqzk' });
  assertRefused(both, 400, 'InvalidInput', ['currentPassword']);
  assertRefused(
    await setPassword(accessToken, { currentPassword: null, newPassword: 3 }),
    400,
    'InvalidInput',
    ['currentPassword', 'newPassword'],
  );
});

test('a forgotten password is replaced with the code from the mail, once, and all sessions end', async () => {
  const member = await app.signUp();
  const code = await resetCode(member.email);
  assert.match(code, /^[\w-]{43}$/);
  const done = await reset(member.email, code);
  assert.equal(done.statusCode, 200, done.body);
  assert.equal(done.body, '');
  assertRefused(await app.call('GET', 'meta/user', { token: member.accessToken }), 401, 'Unauthorized');
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
  assertRefused(await app.signIn(member.email, PASSWORD), 400, 'InvalidCredentials');
  const signedIn = await app.signIn(member.email, OTHER_PASSWORD);
  assert.equal(signedIn.json().confirmedAccount, true, 'who reads the mail owns the address');
  assertRefused(await reset(member.email, code, PASSWORD), 400, 'InvalidCode');
  assert.ok(
    (await app.mails()).some((mail) => mail.kind === 'password-changed' && mail.recipient === member.email),
  );
});

test('the mail for a new password goes to the stored address and leads to the page of the server, or of the vendor', async () => {
  const member = await app.signUp({ name: '<b>Ada</b> & "Co"', email: 'Mixed.Case+tag@Example.com' });
  await app.settings({
    origins: [TEST_ORIGIN, 'https://www.demo-audio.example'],
    mailPageUrl: 'https://www.demo-audio.example/account/?utm=mail#top',
  });
  await app.call('POST', 'identity/forgot-password', {
    query: { email: member.email.toLowerCase() },
    headers: { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
  });
  const mail =
    (await app.mails()).findLast(({ kind }) => kind === 'reset-password') ?? assert.fail('no mail');
  assert.equal(mail.recipient, 'Mixed.Case+tag@Example.com');
  assert.equal(mail.subject, 'Choose a new password for Demo Audio');
  const link = linkIn(mail);
  assert.equal(link.origin + link.pathname, 'https://www.demo-audio.example/account/');
  assert.deepEqual([...link.searchParams.keys()], ['utm', 'mb_intent', 'mb_email', 'mb_code']);
  assert.equal(link.searchParams.get('mb_email'), member.email);
  assert.equal(link.searchParams.get('mb_intent'), 'reset_password');
  assert.ok(mail.htmlBody.includes('Hello &lt;b&gt;Ada&lt;/b&gt; &amp; &quot;Co&quot;,'));
  assert.ok(!mail.htmlBody.includes('<b>'));
  await app.settings({ mailPageUrl: undefined, origins: [TEST_ORIGIN] });
  await forgot(member.email);
  const fallback =
    (await app.mails()).findLast(({ kind }) => kind === 'reset-password') ?? assert.fail('no mail');
  const hosted = linkIn(fallback);
  assert.equal(hosted.origin + hosted.pathname, 'http://latchkey.test/account/reset-password');
  assert.equal(hosted.search, '', 'the code is sent to no server before a person acts');
});

test('a newer code voids older ones, and a code lasts half an hour', async () => {
  app.system.clock.hold('it uses the code in the last millisecond of the half hour');
  const member = await app.signUp();
  const older = await resetCode(member.email);
  const newer = await resetCode(member.email);
  assert.notEqual(newer, older);
  assertRefused(await reset(member.email, older), 400, 'InvalidCode');
  app.system.clock.advance(30 * MINUTE_MS);
  assertRefused(await reset(member.email, newer), 400, 'InvalidCode');
  const last = await resetCode(member.email);
  app.system.clock.advance(30 * MINUTE_MS - 1);
  assert.equal((await reset(member.email, last)).statusCode, 200);
});

test('a code is good for its own email, account and purpose alone', async () => {
  const [member, stranger] = [await app.signUp(), await app.signUp()];
  const confirmation = await app.mailedCode('confirm-account', member.email);
  const code = await resetCode(member.email);
  const refused = [
    await reset(stranger.email, code),
    await reset('nobody@example.com', code),
    await reset(member.email, confirmation),
    await reset(member.email, code.slice(1)),
    await reset(member.email, `${code}A`),
    await reset(member.email, code.toLowerCase()),
    await reset(member.email, code, OTHER_PASSWORD, app.other),
    await app.call('POST', 'identity/confirm-email', { query: { email: member.email, code } }),
    await app.call('POST', 'identity/confirm-account', { query: { email: member.email, code } }),
  ];
  for (const response of refused) assertRefused(response, 400, 'InvalidCode');
  assert.equal((await reset(member.email.toUpperCase(), code)).statusCode, 200);
});

test('a new password voids every other code, such as that of an email change somebody else began', async () => {
  await app.settings({ confirmsEmailChange: true });
  try {
    const member = await app.signUp();
    const { email, accessToken: token } = member;
    await app.call('PATCH', 'identity', { token, json: { email: `thief-${email}` } });
    const stolen = await app.mailedCode('change-email', `thief-${email}`);
    await app.call('POST', 'identity/forgot-password', { query: { email } });
    const code = await app.mailedCode('reset-password', email);
    const renewal = { query: { email, code }, text: OTHER_PASSWORD };
    assert.equal((await app.call('POST', 'identity/reset-password', renewal)).statusCode, 200);
    const again = (await app.signIn(email, OTHER_PASSWORD)).json<{ accessToken: string }>();
    const query = { email: `thief-${email}`, code: stolen };
    const change = await app.call('POST', 'identity/confirm-email-change', {
      token: again.accessToken,
      query,
    });
    assertRefused(change, 400, 'InvalidCode');
  } finally {
    await app.settings({ confirmsEmailChange: false });
  }
});

test('a password that breaks rules does not use the code up', async () => {
  const member = await app.signUp();
  const code = await resetCode(member.email);
  assertRefused(await reset(member.email, code, 'violet'), 400, 'InvalidInput', ['body']);
  assertRefused(await app.call('POST', 'identity/reset-password'), 400, 'InvalidInput', [
    'email',
    'code',
    'body',
  ]);
  assert.equal((await reset(member.email, code)).statusCode, 200);
});

test('a page can ask whether a code works without using it up, and learns nothing else', async () => {
  const member = await app.signUp();
  const code = await resetCode(member.email);
  const check = (email: string, presented: string, account = app.demo) =>
    app.call('POST', 'identity/reset-password/check', { query: { email, code: presented }, account });
  const isValid = await check(member.email.toUpperCase(), code);
  assert.deepEqual([isValid.statusCode, isValid.body], [200, '']);
  for (const response of [
    await check(`x-${member.email}`, code),
    await check(member.email, `${code}A`),
    await check(member.email, code, app.other),
  ])
    assertRefused(response, 400, 'InvalidCode');
  assertRefused(await app.call('POST', 'identity/reset-password/check'), 400, 'InvalidInput', [
    'email',
    'code',
  ]);
  assert.equal((await reset(member.email, code)).statusCode, 200, 'it was not used up');
  assertRefused(await check(member.email, code), 400, 'InvalidCode');
  const late = await resetCode(member.email);
  app.system.clock.advance(30 * 60 * 1_000);
  assertRefused(await check(member.email, late), 400, 'InvalidCode');
});

test('codes are stored only as hashes, and their mails are readable for nobody else', async () => {
  const member = await app.signUp();
  const code = await resetCode(member.email);
  const db = app.system.database.reader.tables<IdentityTables>();
  const rows = await db.selectFrom('identityCodes').selectAll().execute();
  assert.ok(rows.some(({ customerId }) => customerId === member.id));
  assert.ok(!JSON.stringify(rows).includes(code));
});

test('forgot-password gives the same response whether or not anybody has the email, and mails only customers', async () => {
  const member = await app.signUp();
  const before = (await app.mails()).length;
  for (const email of ['nobody@example.com', 'not an email', '\u212A@example.com']) {
    const response = await forgot(email);
    assert.equal(response.statusCode, 200);
    assert.equal(response.body, '');
  }
  assert.equal((await forgot(member.email, app.other)).statusCode, 200);
  assert.equal((await app.mails()).length, before);
  assert.equal((await app.mails(app.other)).length, 0);
  assertRefused(await app.call('POST', 'identity/forgot-password'), 400, 'InvalidInput', ['email']);
});

test('a customer who was imported without a password gets one through the normal flow', async () => {
  const { system, demo } = app;
  const email = 'imported@example.com';
  const { id } = await system.database.transaction((tx) =>
    ensureCustomer(testTx(system, tx, demo), { email }),
  );
  assertRefused(await app.signIn(email), 400, 'InvalidCredentials');
  const duplicate = { name: 'Eve', email, password: PASSWORD };
  assertRefused(await app.call('POST', 'identity/sign-up', { json: duplicate }), 409, 'EmailInUse');
  const code = await resetCode(email);
  const lastMail = async () =>
    (await app.mails()).findLast(({ recipient }) => recipient === email) ?? assert.fail('no mail');
  const link = await lastMail();
  assert.equal(link.subject, 'Choose a password for Demo Audio');
  assert.equal(new URLSearchParams(linkIn(link).hash.slice(1)).get('first'), 'true');
  assert.equal((await reset(email, code)).statusCode, 200);
  assert.equal((await lastMail()).subject, 'Your password for Demo Audio', 'nothing was changed');
  const again = await resetCode(email);
  assert.equal((await lastMail()).subject, 'Choose a new password for Demo Audio');
  assert.equal((await reset(email, again)).statusCode, 200);
  assert.equal((await lastMail()).subject, 'Your password for Demo Audio was changed');
  const response = await app.signIn(email, OTHER_PASSWORD);
  assert.equal(response.statusCode, 200);
  assert.equal(response.json().id, id);
  assert.equal(response.json().name, null);
});

test('a password hash with older parameters is renewed at sign-in', async () => {
  const { system } = app;
  const member = await app.signUp();
  const weak = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  await system.database.transaction((tx) => updateCustomer(tx, 'demo', member.id, { passwordHash: weak }));
  assert.equal((await app.signIn(member.email, 'password')).statusCode, 200);
  const row = await findCustomer(system.database.reader, 'demo', member.id);
  assert.match(row?.passwordHash ?? '', /^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
  assert.equal((await app.signIn(member.email, 'password')).statusCode, 200);
});

test('a sign-in that was under way while the password changed fails: it would outlive the sessions that ended', async () => {
  const { passwords, database } = app.system;
  const member = await app.signUp();
  const passwordHash = await passwords.hash(OTHER_PASSWORD);
  const verify = passwords.verify.bind(passwords);
  Object.assign(passwords, {
    verify: async (password: string, phc: string) => {
      const verdict = await verify(password, phc);
      await database.transaction((tx) => updateCustomer(tx, 'demo', member.id, { passwordHash }));
      return verdict;
    },
  });
  try {
    assertRefused(await app.signIn(member.email, PASSWORD), 400, 'InvalidCredentials');
    const { accessToken } = await app.signUp();
    const json = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
    assert.equal(
      (await setPassword(accessToken, json)).statusCode,
      200,
      'of another customer nothing changed',
    );
  } finally {
    Object.assign(passwords, { verify });
  }
});

test('a code that went to an address is void once the customer has another one, no matter who changed it', async () => {
  const { database } = app.system;
  const member = await app.signUp();
  const code = await resetCode(member.email);
  const email = `moved-${member.email}`;
  await database.transaction((tx) => updateCustomer(tx, 'demo', member.id, { email, emailKey: email }));
  assertRefused(await reset(member.email, code), 400, 'InvalidCode');
  assertRefused(await reset(email, code), 400, 'InvalidCode');
});

test('mails are in the language that the visitor’s browser asks for, else in that of the account', async () => {
  const subjectsFor = async (language: string | undefined, locale: string) => {
    await app.settings({ locale });
    const { email } = await app.signUp();
    await app.inject({
      method: 'POST',
      url: `/api/customer/identity/forgot-password?email=${encodeURIComponent(email)}`,
      ...(language !== undefined && { headers: { 'accept-language': language } }),
    });
    await app.mailedCode('reset-password', email);
    const mail = (await app.mails()).findLast(({ recipient }) => recipient === email);
    return [mail?.subject, mail?.htmlBody.match(/<html lang="(.*?)">/)?.[1]];
  };
  const german = ['Neues Passwort für Demo Audio wählen', 'de'];
  const english = ['Choose a new password for Demo Audio', 'en'];
  assert.deepEqual(await subjectsFor('fr, de-AT;q=0.8, en;q=0.5', 'en'), german);
  assert.deepEqual(await subjectsFor('en-US', 'de'), english);
  assert.deepEqual(await subjectsFor('fr', 'de-CH'), german);
  assert.deepEqual(await subjectsFor(undefined, 'en'), english);
  await app.settings({ locale: undefined });
});
