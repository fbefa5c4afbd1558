import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrderTables } from '../../modules/orders/tables.ts';
import { findCustomer } from '../../modules/customers/store.ts';
import {
  assertRefused,
  type Call,
  type IdentityApp,
  type Member,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../../../test/identity.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

/** A guest buys for this address. */
async function giveTo(email: string): Promise<void> {
  const { pay } = await checkOut(app, [ONE_APP]);
  const paid = await app.inject({ method: 'POST', url: pay, payload: { name: 'Ada', email } });
  assert.equal(paid.json().status, 'Completed', paid.body);
}

/** Somebody who signed up with an address for which a guest has bought something since. */
async function waitingMember(): Promise<Member> {
  const member = await app.signUp();
  await giveTo(member.email);
  return member;
}

/** Opens the link of the mail after a sign-up, as the reader of the mail. */
async function prove(member: Member, credentials: Pick<Call, 'token' | 'json'> = {}) {
  const code = await app.mailedCode('confirm-account', member.email);
  return app.call('POST', 'identity/confirm-account', {
    ...credentials,
    query: { email: member.email, code },
  });
}

const isSignedIn = async ({ accessToken }: Pick<Member, 'accessToken'>) =>
  (await app.call('GET', 'meta/user', { token: accessToken })).statusCode === 200;

test('a proof keeps the password and every session and signs in, also without a bearer', async () => {
  const member = await app.signUp();
  const proven = await prove(member);
  assert.deepEqual([proven.statusCode, proven.json().status], [200, 'SignedIn'], proven.body);
  for (const tokens of [member, proven.json()]) assert.ok(await isSignedIn(tokens));
  assert.equal((await app.signIn(member.email)).statusCode, 200);
});

test('a purchase that is being paid, or is paid and undelivered, is for the reader of the mail, too', async () => {
  await app.settings({ limits: { paymentsPerMinute: 0 } });
  const payFor = async (email: string): Promise<string> => {
    const { pay, orderId } = await checkOut(app, [ONE_APP]);
    const payload = { name: 'Ada', email, sandboxOutcome: 'Delay' };
    const paid = await app.inject({ method: 'POST', url: pay, payload });
    assert.equal(paid.json().status, 'PaymentProcessing', paid.body);
    return orderId;
  };
  const [payee, owner, visitor] = [await app.signUp(), await app.signUp(), await app.signUp()];
  await payFor(payee.email.toUpperCase());
  const setStatus = async (orderId: string, status: 'Paid' | 'Open') =>
    app.system.database.transaction(async (tx) => {
      const change = status === 'Open' ? { status, content: null } : { status };
      const orders = tx.tables<OrderTables>().updateTable('orders').set(change);
      await orders.where('id', '=', orderId).execute();
    });
  await setStatus(await payFor(owner.email), 'Paid');
  await setStatus(await payFor(visitor.email), 'Open');
  for (const squatter of [payee, owner]) {
    assert.equal((await prove(squatter)).json().status, 'PasswordSetupRequired');
    assert.equal(await isSignedIn(squatter), false);
    assertRefused(await app.signIn(squatter.email), 400, 'InvalidCredentials');
  }
  const other = await prove(visitor);
  assert.deepEqual([other.json().status, await isSignedIn(visitor)], ['SignedIn', true]);
});

test('where something waits, a proof without password or session replaces both, and the way in is a new password', async () => {
  const squatter = await waitingMember();
  const { accessToken, refreshToken } = (await app.signIn(squatter.email)).json();
  const proven = await prove(squatter);
  assert.equal(proven.statusCode, 200, proven.body);
  const { status, resetPasswordToken, confirmedAccount } = proven.json();
  assert.deepEqual([status, confirmedAccount], ['PasswordSetupRequired', true]);
  assert.equal(proven.json().accessToken, undefined);
  for (const tokens of [squatter, { accessToken, refreshToken }]) {
    assert.equal(await isSignedIn(tokens), false);
    assertRefused(await app.refresh(tokens), 403, 'RefreshRefused');
  }
  assertRefused(await app.signIn(squatter.email), 400, 'InvalidCredentials');
  const reset = await app.call('POST', 'identity/reset-password', {
    query: { email: squatter.email, code: resetPasswordToken },
    text: OTHER_PASSWORD,
  });
  assert.equal(reset.statusCode, 200, reset.body);
  assert.equal((await app.signIn(squatter.email, OTHER_PASSWORD)).statusCode, 200);
});

test('a proof with a session of the customer keeps the password and every session, whatever waits', async () => {
  const member = await waitingMember();
  const elsewhere = (await app.signIn(member.email)).json();
  const proven = await prove(member, { token: member.accessToken });
  assert.deepEqual([proven.statusCode, proven.json().status], [200, 'SignedIn']);
  for (const tokens of [member, elsewhere, proven.json()]) assert.ok(await isSignedIn(tokens));
  assert.equal((await app.signIn(member.email)).statusCode, 200);
});

test('a proof with the password keeps it, too; with a wrong one nothing happens and the code stays good', async () => {
  const member = await waitingMember();
  assertRefused(await prove(member, { json: { password: OTHER_PASSWORD } }), 400, 'InvalidCredentials');
  assert.equal((await findCustomer(app.system.database.reader, 'demo', member.id))?.isEmailConfirmed, false);
  const proven = await prove(member, { json: { password: PASSWORD } });
  assert.deepEqual([proven.statusCode, proven.json().status], [200, 'SignedIn']);
  assert.ok(await isSignedIn(member));
});

test('a session of another customer proves nothing', async () => {
  const [stranger, victim] = [await app.signUp(), await waitingMember()];
  const proven = await prove(victim, { token: stranger.accessToken });
  assert.equal(proven.json().status, 'PasswordSetupRequired', proven.body);
  assert.equal(await isSignedIn(victim), false);
  assert.ok(await isSignedIn(stranger), 'whose own session stays');
});

test('an email that is proven already loses nothing to a later code', async () => {
  const member = await app.signUp();
  assert.equal((await prove(member, { token: member.accessToken })).statusCode, 200);
  await app.settings({ requiresConfirmedEmail: true });
  try {
    assert.equal((await app.signIn(member.email)).statusCode, 200, 'no link is mailed again');
  } finally {
    await app.settings({ requiresConfirmedEmail: false });
  }
  assert.ok(await isSignedIn(member));
});

test('a code for confirm-email follows the same rule: password and sessions stay unless something waits', async () => {
  const member = await app.signUp();
  await prove(member, { token: member.accessToken });
  const email = `moved-${member.email}`;
  await app.call('PATCH', 'identity', { token: member.accessToken, json: { email } });
  const code = await app.mailedCode('confirm-email', email);
  const wrong = { query: { email, code }, json: { password: OTHER_PASSWORD } };
  assertRefused(await app.call('POST', 'identity/confirm-email', wrong), 400, 'InvalidCredentials');
  const proven = await app.call('POST', 'identity/confirm-email', { query: { email, code } });
  assert.deepEqual([proven.statusCode, proven.body], [200, '']);
  assert.ok(await isSignedIn(member));
  assert.equal((await app.signIn(email)).json().confirmedAccount, true);

  const next = `next-${member.email}`;
  await app.call('PATCH', 'identity', { token: member.accessToken, json: { email: next } });
  await giveTo(next);
  const query = { email: next, code: await app.mailedCode('confirm-email', next) };
  const replaced = await app.call('POST', 'identity/confirm-email', { query });
  assert.deepEqual([replaced.statusCode, replaced.json().status], [200, 'PasswordSetupRequired']);
  assert.equal(await isSignedIn(member), false);
  assertRefused(await app.signIn(next), 400, 'InvalidCredentials');
  const mailed = await app.mailedCode('reset-password', next);
  assert.equal(mailed, replaced.json().resetPasswordToken, 'also for clients that do not read the response');
  const way = { query: { email: next, code: mailed }, text: OTHER_PASSWORD };
  assert.equal((await app.call('POST', 'identity/reset-password', way)).statusCode, 200);
  assert.equal((await app.signIn(next, OTHER_PASSWORD)).statusCode, 200);
});

test('codes that were mailed before the proof are void after it, such as that of a change of email', async () => {
  const squatter = await waitingMember();
  await app.settings({ confirmsEmailChange: true });
  const email = `thief-${squatter.email}`;
  await app.call('PATCH', 'identity', { token: squatter.accessToken, json: { email } });
  await app.settings({ confirmsEmailChange: false });
  const stolen = await app.mailedCode('change-email', email);
  const { resetPasswordToken } = (await prove(squatter)).json();
  await app.call('POST', 'identity/reset-password', {
    query: { email: squatter.email, code: resetPasswordToken },
    text: OTHER_PASSWORD,
  });
  const { accessToken: token } = (await app.signIn(squatter.email, OTHER_PASSWORD)).json();
  const late = { token, query: { email, code: stolen } };
  assertRefused(await app.call('POST', 'identity/confirm-email-change', late), 400, 'InvalidCode');
});

test('a new password of a proven address voids the links of receipts, which would sign in; that of an unproven one voids none', async () => {
  const open = async ({ email }: Member, code: string) =>
    (await app.call('POST', 'identity/confirm-account', { query: { email, code } })).statusCode;
  const replace = async ({ accessToken: token }: Member) => {
    const json = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
    assert.equal((await app.call('POST', 'identity/set-password', { token, json })).statusCode, 200);
  };
  const ways: Record<string, (member: Member) => Promise<void>> = {
    forgotten: async ({ email }) => {
      await app.call('POST', 'identity/forgot-password', { query: { email } });
      const query = { email, code: await app.mailedCode('reset-password', email) };
      const done = await app.call('POST', 'identity/reset-password', { query, text: OTHER_PASSWORD });
      assert.equal(done.statusCode, 200, done.body);
    },
    'replaced after the proof': async (member) => {
      await prove(member, { token: member.accessToken });
      await replace(member);
    },
    'replaced before the proof': replace,
  };
  const statuses: Record<string, number> = {};
  for (const [way, act] of Object.entries(ways)) {
    const member = await waitingMember();
    const code = await app.mailedCode('Receipt', member.email);
    await act(member);
    statuses[way] = await open(member, code);
  }
  assert.deepEqual(statuses, {
    forgotten: 400,
    'replaced after the proof': 400,
    'replaced before the proof': 200,
  });
});

test('guesses at the password beside a code wait like those of a sign-in', async () => {
  await app.settings({ limits: { signInFailuresBeforeDelay: 1 } });
  try {
    const member = await app.signUp();
    assertRefused(await prove(member, { json: { password: OTHER_PASSWORD } }), 400, 'InvalidCredentials');
    assertRefused(await prove(member, { json: { password: PASSWORD } }), 429, 'RateLimited');
  } finally {
    await app.settings({ limits: { signInFailuresBeforeDelay: 0 } });
  }
});
