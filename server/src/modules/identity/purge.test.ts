import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertRefused, type IdentityApp, startIdentityApp } from '../../../test/identity.ts';
import { purgeCodes, purgeSessions } from './purge.ts';
import type { IdentityTables } from './tables.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const DAY_MS = 86_400_000;

async function count(table: keyof IdentityTables): Promise<number> {
  const db = app.system.database.reader.tables<IdentityTables>();
  return (await db.selectFrom(table).selectAll().execute()).length;
}

test('codes go once their time is over, a few at a time, and active ones stay', async () => {
  for (let index = 0; index < 3; index += 1) await app.signUp();
  app.system.clock.advance(DAY_MS / 2);
  const member = await app.signUp();
  app.system.clock.advance(DAY_MS / 2);
  // Each has another one with which the account can be removed, for seven days.
  assert.equal(await count('identityCodes'), 2 * 4);
  assert.deepEqual([await purgeCodes(app.system, 2), await purgeCodes(app.system, 2)], [2, 1]);
  assert.equal(await purgeCodes(app.system), 0);
  const code = await app.mailedCode('confirm-account', member.email);
  const query = { email: member.email, code };
  assert.equal((await app.call('POST', 'identity/confirm-account', { query })).statusCode, 200);
});

test('codes of accounts and of addresses share the number that goes at once', async () => {
  const now = app.system.clock.now();
  const rows = ['a', 'b', 'c'].map((codeHash) => ({
    accountId: 'demo',
    codeHash,
    email: 'gus@example.com',
    emailKey: 'gus@example.com',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 1_000),
  }));
  await app.system.database.transaction((tx) =>
    tx.tables<IdentityTables>().insertInto('addressCodes').values(rows).execute(),
  );
  await app.signUp();
  app.system.clock.advance(8 * DAY_MS);
  const total = (await count('identityCodes')) + (await count('addressCodes'));
  const left = await purgeUntilNone(3);
  assert.deepEqual(
    [left.every((purged) => purged <= 3), left.reduce((sum, purged) => sum + purged, 0)],
    [true, total],
  );
});

/** The numbers that go, at most `most` at once, until nothing is left. */
async function purgeUntilNone(most: number): Promise<number[]> {
  const purged = await purgeCodes(app.system, most);
  return purged === 0 ? [] : [purged, ...(await purgeUntilNone(most))];
}

test('sessions go with all their refresh tokens a month after they expired', async () => {
  app.system.clock.hold('one session expired exactly a month before the purge');
  app.system.clock.advance(1);
  const former = await app.signUp();
  await app.refresh(former);
  app.system.clock.advance(59 * DAY_MS);
  const active = await app.signUp();
  const sessions = await count('sessions');
  app.system.clock.advance(DAY_MS);
  assert.equal(
    await purgeSessions(app.system),
    sessions - 2,
    'all but the active one and the one of this moment',
  );
  app.system.clock.advance(1);
  assert.equal(await purgeSessions(app.system), 1);
  assert.equal(await purgeSessions(app.system), 0);
  assert.deepEqual([await count('sessions'), await count('refreshTokens')], [1, 1]);
  assert.equal((await app.refresh(active)).statusCode, 200);
  assertRefused(await app.refresh(former), 403, 'RefreshRefused');
});

test('a session that refreshes every minute for a month keeps two rows, and still ends when an old token is used', async () => {
  const member = await app.signUp();
  let tokens = { accessToken: member.accessToken, refreshToken: member.refreshToken };
  const old: (typeof tokens)[] = [];
  for (let minute = 0; minute < 40; minute += 1) {
    old.push(tokens);
    app.system.clock.advance(60_000);
    tokens = (await app.refresh(tokens)).json();
  }
  const rows = await app.system.database.reader
    .tables<IdentityTables>()
    .selectFrom('refreshTokens')
    .innerJoin('sessions', 'sessions.id', 'refreshTokens.sessionId')
    .select('refreshTokens.generation')
    .where('sessions.customerId', '=', member.id)
    .execute();
  assert.deepEqual(
    rows.map(({ generation }) => generation).toSorted((a, b) => a - b),
    [40, 41],
  );
  const [first] = old;
  assert.ok(first);
  const forged = `${'A'.repeat(43)}${first.refreshToken.slice(43)}`;
  assertRefused(await app.refresh({ ...tokens, refreshToken: forged }), 403, 'RefreshRefused');
  const tokenPair = await app.refresh(tokens);
  assert.equal(tokenPair.statusCode, 200, 'a number that nobody signed ends no session');
  tokens = tokenPair.json();
  assertRefused(await app.refresh(first), 403, 'RefreshRefused');
  assertRefused(await app.refresh(tokens), 403, 'RefreshRefused');
});
