import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { openTestSystem } from '../../../../test/harness.ts';
import { assertRefused, type IdentityApp, startIdentityApp } from '../../../../test/identity.ts';
import { openLocation } from '../../../../test/open-location.ts';
import { createAccount } from '../../accounts/index.ts';
import { activeKeyFacts, publicLicenseKeys, verificationKeys } from '../../signing-keys/index.ts';
import type { SigningKeysTables } from '../../signing-keys/tables.ts';
import type { AccountsTables } from '../../accounts/tables.ts';
import { signAccessToken, verifyAccessToken } from './access-tokens.ts';
import { accessKeyChore, rotateAccessKey } from './rotate-access-keys.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const DAY_MS = 86_400_000;
const user = (token: string) => app.call('GET', 'meta/user', { token });
const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()).kid;
const keyCount = async () => (await verificationKeys(app.ctx, 'Access')).size;

test('after a rotation new tokens have the new key, and those of the old one stay good', async () => {
  const member = await app.signUp();
  const licenseKeys = await publicLicenseKeys(app.ctx);
  const rotation = await rotateAccessKey(app.ctx);
  assert.equal(rotation?.retiredKid, kidOf(member.accessToken));
  assert.equal((await user(member.accessToken)).statusCode, 200);
  const next = (await app.refresh(member)).json();
  assert.equal(kidOf(next.accessToken), rotation?.kid);
  assert.equal((await user(next.accessToken)).statusCode, 200);
  assert.deepEqual(await publicLicenseKeys(app.ctx), licenseKeys, 'license keys are not touched');
});

test('of several concurrent rotations, each that happens leaves one active key', async () => {
  const before = await keyCount();
  const rotations = await Promise.all(Array.from({ length: 4 }, () => rotateAccessKey(app.ctx)));
  const happened = rotations.filter((rotation) => rotation !== undefined);
  assert.ok(happened.length >= 1);
  assert.equal(await keyCount(), before + happened.length);
  const { kid } = await activeKeyFacts(app.ctx, 'Access');
  assert.ok(happened.some((rotation) => rotation.kid === kid));
});

test('dropping old keys refuses all that they signed, immediately', async () => {
  const member = await app.signUp();
  assert.equal((await user(member.accessToken)).statusCode, 200);
  await rotateAccessKey(app.ctx, { dropsOld: true });
  assert.equal(await keyCount(), 1);
  assertRefused(await user(member.accessToken), 401, 'Unauthorized');
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
  assert.equal((await app.signIn(member.email)).statusCode, 200);
});

test('a key is renewed by age and dropped once no session can have a token of it', async () => {
  const { system, demo, other } = app;
  system.clock.hold('it rotates in the last millisecond in which no key is old');
  await app.settings({ accessKeyDays: 0 }, other);
  await rotateAccessKey(testContext(system, demo), { dropsOld: true });
  const { kid } = await activeKeyFacts(testContext(system, demo), 'Access');
  const untouched = await activeKeyFacts(testContext(system, other), 'Access');
  system.clock.advance(90 * DAY_MS - 1);
  assert.equal(await accessKeyChore(system), 0);
  const member = await app.signUp();
  system.clock.advance(1);
  assert.equal(await accessKeyChore(system), 1);
  assert.equal(await accessKeyChore(system), 0, 'there is no more to do');
  assert.notEqual((await activeKeyFacts(testContext(system, demo), 'Access')).kid, kid);

  system.clock.advance(30 * DAY_MS - 2);
  await accessKeyChore(system);
  assert.equal((await app.refresh(member)).statusCode, 200, 'a month later the session still goes on');
  system.clock.advance(900_003);
  assert.equal(await accessKeyChore(system), 1);
  assert.equal(await keyCount(), 1);
  assert.deepEqual(
    await activeKeyFacts(testContext(system, other), 'Access'),
    untouched,
    '0 means never by age',
  );
});

test('an account that is broken does not keep the keys of later ones from being rotated', async () => {
  const { system } = app;
  const [broken, invalid, later] = [
    await createAccount(system, { id: 'broken', name: 'Broken' }),
    await createAccount(system, { id: 'invalid', name: 'Invalid' }),
    await createAccount(system, { id: 'later', name: 'Later' }),
  ];
  const { kid } = await activeKeyFacts(testContext(system, later), 'Access');
  await system.database.transaction(async (tx) => {
    await tx
      .tables<SigningKeysTables>()
      .deleteFrom('signingKeys')
      .where('accountId', '=', broken.id)
      .execute();
    const settings = { currencies: 'EUR' };
    await tx
      .tables<AccountsTables>()
      .updateTable('accounts')
      .set({ settings })
      .where('id', '=', invalid.id)
      .execute();
  });
  system.clock.advance(90 * DAY_MS);
  await accessKeyChore(system);
  assert.notEqual((await activeKeyFacts(testContext(system, later), 'Access')).kid, kid);
});

test('a token that another process signed with a new key is accepted here immediately', async () => {
  const here = await openTestSystem();
  const database = await openLocation(here.test.location, { log: here.system.log, clock: here.system.clock });
  try {
    const account = await createAccount(here.system, { id: 'acme', name: 'Acme' });
    const claims = { customerId: here.system.ids.guid(), sessionId: here.system.ids.guid() };
    // This process reads its keys once and then learns of no change, as if the notification were still on its way.
    const late = {
      ...here.system,
      database: { ...here.system.database, changes: { version: async () => 1, peek: () => 1 } },
    };
    assert.equal((await verificationKeys(testContext(late, account), 'Access')).size, 1);
    const there = { ...here.system, database };
    await rotateAccessKey(testContext(there, account));
    const token = await signAccessToken(testContext(there, account), claims);
    assert.equal((await verificationKeys(testContext(late, account), 'Access')).size, 1);
    assert.deepEqual(await verifyAccessToken(testContext(late, account), token), claims);
    await rotateAccessKey(testContext(there, account), { dropsOld: true });
    assert.equal(
      await verifyAccessToken(testContext(late, account), token),
      undefined,
      'what is dropped there is not kept here',
    );
  } finally {
    await database.close();
    await here.close();
  }
});

test('the signature of a token is checked once, not with each request that it is sent with', async () => {
  const { system, close } = await openTestSystem();
  try {
    const ctx = testContext(system, await createAccount(system, { id: 'acme', name: 'Acme' }));
    const claims = { customerId: system.ids.guid(), sessionId: system.ids.guid() };
    const token = await signAccessToken(ctx, claims);
    const first = await verifyAccessToken(ctx, token);
    assert.deepEqual(first, claims);
    assert.equal(await verifyAccessToken(ctx, token), first, 'the claims that were read the first time');
  } finally {
    await close();
  }
});
