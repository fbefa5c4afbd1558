import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endSessions } from '../../modules/identity/index.ts';
import type { IdentityTables } from '../../modules/identity/tables.ts';
import { updateCustomer } from '../../modules/customers/store.ts';
import { testTx } from '../../../test/context.ts';
import { assertRefused, type IdentityApp, type Member, startIdentityApp } from '../../../test/identity.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;
const user = (token: string) => app.call('GET', 'meta/user', { token });
const sessionsOf = (token: string, query = {}) => app.call('GET', 'identity/sessions', { token, query });

test('a refresh token is exchanged once for a new pair; the old access token stays good for its time', async () => {
  const member = await app.signUp();
  const response = await app.refresh(member);
  assert.equal(response.statusCode, 200, response.body);
  const next = response.json();
  assert.equal(next.id, member.id);
  assert.notEqual(next.refreshToken, member.refreshToken);
  for (const token of [member.accessToken, next.accessToken])
    assert.equal((await user(token)).statusCode, 200);
  assert.equal((await app.refresh(next)).statusCode, 200);
});

test('an access token ends after fifteen minutes and is still good for a refresh', async () => {
  app.system.clock.hold('it uses the token in the last millisecond of the fifteen minutes');
  const member = await app.signUp();
  app.system.clock.advance(900 * SECOND_MS - 1);
  assert.equal((await user(member.accessToken)).statusCode, 200);
  app.system.clock.advance(1);
  assertRefused(await user(member.accessToken), 401, 'Unauthorized');
  const next = (await app.refresh(member)).json();
  assert.equal((await user(next.accessToken)).statusCode, 200);
});

test('two tabs get the same successor within ten seconds', async () => {
  app.system.clock.hold('the second tab comes in the last millisecond of the ten seconds');
  const member = await app.signUp();
  const first = (await app.refresh(member)).json();
  app.system.clock.advance(10 * SECOND_MS);
  const second = (await app.refresh(member)).json();
  assert.equal(second.refreshToken, first.refreshToken);
  assert.equal((await app.refresh(second)).statusCode, 200);
});

test('a refresh token that comes back later ends the session and all that followed from it', async () => {
  const member = await app.signUp();
  const next = (await app.refresh(member)).json();
  const elsewhere = (await app.signIn(member.email)).json();
  app.system.clock.advance(10 * SECOND_MS + 1);
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
  assertRefused(await app.refresh(next), 403, 'RefreshRefused');
  assertRefused(await user(next.accessToken), 401, 'Unauthorized');
  assert.equal((await user(elsewhere.accessToken)).statusCode, 200, 'a session that was not copied goes on');
});

test('a token two rotations back ends the session even in the second of both rotations', async () => {
  const member = await app.signUp();
  const second = (await app.refresh(member)).json();
  const third = (await app.refresh(second)).json();
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
  assertRefused(await app.refresh(third), 403, 'RefreshRefused');
});

test('unknown tokens, tokens of other sessions, customers and accounts, and forged access tokens are refused', async () => {
  const member = await app.signUp();
  const sibling: Member = { ...member, ...(await app.signIn(member.email)).json() };
  const stranger = await app.signUp();
  const foreign = await app.signUp({}, app.other);
  const refused = [
    await app.refresh({ ...member, refreshToken: 'A'.repeat(43) }),
    await app.refresh({ ...member, refreshToken: sibling.refreshToken }),
    await app.refresh({ ...member, accessToken: stranger.accessToken }),
    await app.refresh({ ...member, accessToken: foreign.accessToken }),
    await app.refresh({ ...member, accessToken: 'not.a.token' }),
    await app.refresh({ ...member, accessToken: `${member.accessToken.slice(0, -4)}AAAA` }),
    await app.refresh(member, app.other),
    await app.refresh(foreign),
  ];
  for (const response of refused) assertRefused(response, 403, 'RefreshRefused');
  assert.equal((await app.refresh(member)).statusCode, 200, 'guessing ends no session');
});

test('a session slides: it lives thirty days from its last refresh and no longer', async () => {
  const member = await app.signUp();
  app.system.clock.advance(29 * DAY_MS);
  const next = (await app.refresh(member)).json();
  app.system.clock.advance(29 * DAY_MS);
  const last = (await app.refresh(next)).json();
  app.system.clock.advance(30 * DAY_MS);
  assertRefused(await app.refresh(last), 403, 'RefreshRefused');
});

test('lifetimes are settings of the account', async () => {
  await app.settings({ accessTokenSeconds: 1_800, refreshTokenSeconds: 3_600 }, app.other);
  const member = await app.signUp({}, app.other);
  const { exp, iat } = JSON.parse(
    Buffer.from(member.accessToken.split('.')[1] ?? '', 'base64url').toString(),
  );
  assert.equal(exp - iat, 1_800);
  app.system.clock.advance(3_600 * SECOND_MS);
  assertRefused(await app.refresh(member, app.other), 403, 'RefreshRefused');
});

test('refresh tokens are stored hashed and sealed alone', async () => {
  const member = await app.signUp();
  const db = app.system.database.reader.tables<IdentityTables>();
  const rows = JSON.stringify([
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('refreshTokens').selectAll().execute(),
  ]);
  assert.ok(rows.includes(member.id));
  assert.ok(!rows.includes(member.refreshToken));
});

test('a customer sees their valid sessions, newest first, page by page', async () => {
  const member = await app.signUp();
  const tokens = [member.accessToken];
  for (const agent of ['One/1.0', 'Two/2.0']) {
    app.system.clock.advance(SECOND_MS);
    const query = { email: member.email };
    const headers = { 'user-agent': agent };
    const response = await app.call('POST', 'identity/sign-in', { query, headers, text: 'Violet-42-tram' });
    tokens.push(response.json().accessToken);
  }
  const [, token = ''] = tokens;
  const all = (await sessionsOf(token)).json();
  assert.deepEqual(
    all.items.map((item: { userAgent: string; isCurrent: boolean }) => [item.userAgent, item.isCurrent]),
    [
      ['Two/2.0', false],
      ['One/1.0', true],
      ['lightMyRequest', false],
    ],
  );
  const first = (await sessionsOf(token, { pageSize: '2' })).json();
  assert.equal(first.hasMore, true);
  const headers = { authorization: `Bearer ${token}` };
  const second = (await app.inject({ method: 'GET', url: first.next, headers })).json();
  assert.deepEqual([...first.items, ...second.items], all.items);
  assertRefused(await sessionsOf(token, { pageSize: '101' }), 400, 'InvalidInput', ['pageSize']);
});

test('a session is ended by its customer alone, and its tokens with it', async () => {
  const member = await app.signUp();
  const elsewhere = (await app.signIn(member.email)).json();
  const { items } = (await sessionsOf(member.accessToken)).json();
  const { id } = items.find((item: { isCurrent: boolean }) => !item.isCurrent);
  const end = (token: string, session: string, account = app.demo) =>
    app.call('DELETE', `identity/sessions/${session}`, { token, account });
  const [stranger, foreign] = [await app.signUp(), await app.signUp({}, app.other)];
  assertRefused(await end(stranger.accessToken, id), 404, 'NotFound');
  assertRefused(await end(foreign.accessToken, id, app.other), 404, 'NotFound');
  assertRefused(await end(member.accessToken, 'not-a-guid'), 404, 'NotFound');
  assert.equal((await end(member.accessToken, id.toUpperCase())).statusCode, 204);
  assertRefused(await user(elsewhere.accessToken), 401, 'Unauthorized');
  assertRefused(await app.refresh(elsewhere), 403, 'RefreshRefused');
  assertRefused(await end(member.accessToken, id), 404, 'NotFound');
  assert.equal((await user(member.accessToken)).statusCode, 200);
});

test('signing out everywhere ends every session of the customer and of nobody else', async () => {
  const [member, stranger] = [await app.signUp(), await app.signUp()];
  const elsewhere = (await app.signIn(member.email)).json();
  assert.equal(
    (await app.call('DELETE', 'identity/sessions', { token: member.accessToken })).statusCode,
    204,
  );
  for (const { accessToken } of [member, elsewhere])
    assertRefused(await user(accessToken), 401, 'Unauthorized');
  assert.equal((await user(stranger.accessToken)).statusCode, 200);
});

test('a deleted customer is signed out, cannot sign in and gets no mail', async () => {
  const { system, demo } = app;
  const member = await app.signUp();
  await app.call('POST', 'identity/forgot-password', { query: { email: member.email } });
  const code = await app.mailedCode('reset-password', member.email);
  await system.database.transaction(async (tx) => {
    await updateCustomer(tx, 'demo', member.id, { isDeleted: true });
    await endSessions(testTx(system, tx, demo), { customerId: member.id }, 'CustomerDeleted');
  });
  assertRefused(await user(member.accessToken), 401, 'Unauthorized');
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
  assertRefused(await app.signIn(member.email), 400, 'InvalidCredentials');
  const reset = { query: { email: member.email, code }, text: 'Orange-77-boat' };
  assertRefused(await app.call('POST', 'identity/reset-password', reset), 400, 'InvalidCode');
  const codes = app.system.database.reader.tables<IdentityTables>().selectFrom('identityCodes').selectAll();
  assert.deepEqual(
    await codes.where('customerId', '=', member.id).execute(),
    [],
    'no address is left behind',
  );
  const before = (await app.mails()).length;
  await app.call('POST', 'identity/forgot-password', { query: { email: member.email } });
  assert.equal((await app.mails()).length, before);
});

test('a deletion that forgot the sessions still signs the customer out', async () => {
  const member = await app.signUp();
  await app.system.database.transaction((tx) => updateCustomer(tx, 'demo', member.id, { isDeleted: true }));
  assertRefused(await user(member.accessToken), 401, 'Unauthorized');
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
});
