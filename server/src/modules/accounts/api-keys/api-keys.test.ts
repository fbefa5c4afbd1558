import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { openTestSystem } from '../../../../test/harness.ts';
import { Problem } from '../../../kernel/problem.ts';
import {
  type Account,
  authenticateApiKey,
  createAccount,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '../index.ts';
import { listApiKeyRows, touchApiKeyRow } from './store-api-keys.ts';

let opened: Awaited<ReturnType<typeof openTestSystem>>;
let one: Account;
let two: Account;
before(async () => {
  opened = await openTestSystem();
  one = await createAccount(opened.system, { id: 'one', name: 'One' });
  two = await createAccount(opened.system, { id: 'two', name: 'Two' });
});
after(() => opened.close());

const isAccepted = async (account: Account, key: string): Promise<boolean> =>
  (await authenticateApiKey(opened.system, account, key)) !== undefined;

const hasStatus = (status: number) => (error: unknown) => error instanceof Problem && error.status === status;

test('a key opens its own account with its own scopes, and is kept as a hash', async () => {
  const { system } = opened;
  const scopes = ['licenses:read', 'customers:write', 'licenses:read'];
  const { apiKey, key } = await createApiKey(testContext(system, one), { name: ' shop ', scopes });
  assert.match(key, /^lk_[\w-]{43}$/);
  assert.equal(apiKey.name, 'shop');
  const match = await authenticateApiKey(system, one, key);
  assert.equal(match?.id, apiKey.id);
  assert.deepEqual(match.scopes, ['licenses:read', 'customers:write']);
  const rows = await listApiKeyRows(system.database.reader, one.id);
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(key.slice(3)));
  assert.equal('keyHash' in match, false);
});

test('a key of another account, an altered one and an invalid one are refused alike', async () => {
  const { key } = await createApiKey(testContext(opened.system, one), { name: 'mine', scopes: ['*'] });
  assert.equal(await isAccepted(one, key), true);
  assert.equal(await isAccepted(two, key), false);
  const altered = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of [
    altered,
    key.slice(3),
    `${key} `,
    key.toLowerCase(),
    '',
    'lk_',
    `lk_${'x'.repeat(10_000)}`,
  ]) {
    assert.equal(await isAccepted(one, wrong), wrong === key, wrong.slice(0, 60));
  }
});

test('a revoked key is refused immediately, and keeps its time of revocation', async () => {
  const { system } = opened;
  system.clock.hold('it compares the time of the revocation with the clock');
  const { apiKey, key } = await createApiKey(testContext(system, one), { name: 'to end', scopes: ['*'] });
  assert.equal(await isAccepted(one, key), true);
  await assert.rejects(revokeApiKey(testContext(system, two), apiKey.id), hasStatus(404));
  assert.equal(await isAccepted(one, key), true);
  const revoked = await revokeApiKey(testContext(system, one), apiKey.id);
  assert.deepEqual(revoked.revokedAt, system.clock.now());
  assert.equal(await isAccepted(one, key), false);
  system.clock.advance(5_000);
  assert.deepEqual((await revokeApiKey(testContext(system, one), apiKey.id)).revokedAt, revoked.revokedAt);
  await assert.rejects(revokeApiKey(testContext(system, one), 'no such key'), hasStatus(404));
});

test('a key is refused from the moment of its expiry on', async () => {
  const { system } = opened;
  system.clock.hold('it uses the key in the last millisecond before it expires');
  const expiresAt = new Date(system.clock.now().getTime() + 1_000);
  const { key } = await createApiKey(testContext(system, one), { name: 'brief', scopes: ['*'], expiresAt });
  system.clock.advance(999);
  assert.equal(await isAccepted(one, key), true);
  system.clock.advance(1);
  assert.equal(await isAccepted(one, key), false);
});

test('the last use is noted once a minute', async () => {
  const { system } = opened;
  system.clock.hold('it compares the time of the last use with the clock');
  const { apiKey, key } = await createApiKey(testContext(system, one), { name: 'busy', scopes: ['*'] });
  const lastUsedAt = async (): Promise<Date | null | undefined> =>
    (await listApiKeys(testContext(system, one))).find(({ id }) => id === apiKey.id)?.lastUsedAt;
  assert.equal(await lastUsedAt(), null);
  await isAccepted(one, key);
  const first = system.clock.now();
  assert.deepEqual(await lastUsedAt(), first);
  system.clock.advance(59_999);
  await isAccepted(one, key);
  assert.deepEqual(await lastUsedAt(), first);
  system.clock.advance(1);
  await isAccepted(one, key);
  assert.deepEqual(await lastUsedAt(), system.clock.now());
  // A process with a slow clock records the use of a key, too.
  await system.database.transaction((tx) => touchApiKeyRow(tx, one.id, apiKey.id, first));
  assert.deepEqual(await lastUsedAt(), system.clock.now());
});

test('names every mistake of a new key', async () => {
  const { system } = opened;
  const input = { name: '', scopes: ['licenses:read', 'licenses:fly', ''], expiresAt: system.clock.now() };
  await assert.rejects(createApiKey(testContext(system, one), input), (error) => {
    assert.ok(error instanceof Problem);
    assert.deepEqual(Object.keys(error.errors ?? {}).toSorted(), [
      'expiresAt',
      'name',
      'scopes[1]',
      'scopes[2]',
    ]);
    return true;
  });
  await assert.rejects(createApiKey(testContext(system, one), { name: 'x', scopes: [] }), hasStatus(400));
  await assert.rejects(
    createApiKey(testContext(system, one), { name: 'x', scopes: ['*'], expiresAt: new Date(Number.NaN) }),
    hasStatus(400),
  );
});

test('keys are listed newest first, those of the account alone', async () => {
  const { system } = opened;
  for (const name of ['a', 'b', 'c']) {
    system.clock.advance(1);
    await createApiKey(testContext(system, two), { name, scopes: ['*'] });
  }
  assert.deepEqual(
    (await listApiKeys(testContext(system, two))).map(({ name }) => name),
    ['c', 'b', 'a'],
  );
});
