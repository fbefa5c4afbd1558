import assert from 'node:assert/strict';
import { createPublicKey, sign, verify } from 'node:crypto';
import { after, before, test } from 'node:test';
import { testClock } from '../../../test/clock.ts';
import { testContext, testTx } from '../../../test/context.ts';
import { openTestSystem } from '../../../test/harness.ts';
import { until } from '../../../test/waiting.ts';
import { SealBroken } from '../../platform/crypto/vault.ts';
import { openLocation } from '../../../test/open-location.ts';
import { transaction } from '../../platform/context/context.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import { type Account, createAccount } from '../accounts/index.ts';
import {
  activeSigningKey,
  findVerificationKey,
  insertSigningKey,
  listLicenseKeys,
  newSigningKey,
  publicLicenseKeys,
  removeLicenseKey,
  createLicenseKey,
  verificationKeys,
} from './index.ts';
import { listSigningKeyRows } from './store.ts';

let opened: Awaited<ReturnType<typeof openTestSystem>>;
let one: Account;
let two: Account;
before(async () => {
  opened = await openTestSystem();
  one = await createAccount(opened.system, { id: 'one', name: 'One' });
  two = await createAccount(opened.system, { id: 'two', name: 'Two' });
});
after(() => opened.close());

test('an account is made with one RS256 key for licenses and one ES256 key for access, both its own', async () => {
  const rows = await listSigningKeyRows(opened.system.database.reader, one.id);
  assert.deepEqual(
    rows.map(({ purpose, algorithm, status }) => `${purpose} ${algorithm} ${status}`).toSorted(),
    ['Access ES256 Active', 'License RS256 Active'],
  );
  const others = await listSigningKeyRows(opened.system.database.reader, two.id);
  assert.equal(new Set([...rows, ...others].map(({ id }) => id)).size, 4);
});

test('private keys are sealed at rest, for their account and row alone', async () => {
  const rows = await listSigningKeyRows(opened.system.database.reader, one.id);
  const [first, second] = rows;
  assert.ok(first && second);
  for (const row of rows) assert.doesNotMatch(JSON.stringify(row), /PRIVATE KEY/);
  const { vault } = opened.system;
  const rowOf = (id: string): string => `signing_keys/${id}`;
  assert.match(vault.open(one, rowOf(first.id), first.privateSealed), /BEGIN PRIVATE KEY/);
  assert.throws(() => vault.open(one, rowOf(second.id), first.privateSealed), SealBroken);
  assert.throws(() => vault.open(two, rowOf(first.id), first.privateSealed), SealBroken);
});

test('signatures of the active key verify with the published key of its kid, only for its purpose', async () => {
  const { kid, privateKey, algorithm } = await activeSigningKey(testContext(opened.system, one), 'License');
  assert.equal(algorithm, 'RS256');
  const text = Buffer.from('a token');
  const signature = sign('sha256', text, privateKey);
  const [published] = await publicLicenseKeys(testContext(opened.system, one));
  assert.equal(published?.kid, kid);
  assert.ok(verify('sha256', text, published.spkiPem, signature));
  assert.ok(verify('sha256', text, published.pkcs1Pem ?? '', signature));
  assert.ok(verify('sha256', text, createPublicKey({ key: { ...published.jwk }, format: 'jwk' }), signature));
  assert.equal(published.jwk.kid, kid);
  const license = await verificationKeys(testContext(opened.system, one), 'License');
  const access = await verificationKeys(testContext(opened.system, one), 'Access');
  assert.ok(verify('sha256', text, license.get(kid)?.key ?? '', signature));
  assert.equal(access.get(kid), undefined);
  assert.equal((await verificationKeys(testContext(opened.system, two), 'License')).get(kid), undefined);
});

test('access keys are not published among the license keys', async () => {
  const { kid } = await activeSigningKey(testContext(opened.system, one), 'Access');
  const published = await publicLicenseKeys(testContext(opened.system, one));
  assert.deepEqual(
    published.map((key) => [key.isActive, key.kid === kid]),
    [[true, false]],
  );
  assert.deepEqual(Object.keys(published[0]?.jwk ?? {}).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

test('an account has no second active key of one purpose', async () => {
  const { system } = opened;
  const second = await newSigningKey(testContext(system, one), 'Access', 'EdDSA');
  await assert.rejects(
    system.database.transaction((tx) => insertSigningKey(testTx(system, tx, one), second)),
    isUniqueViolation,
  );
  assert.equal((await activeSigningKey(testContext(system, one), 'Access')).algorithm, 'ES256');
});

test('keys are read again after a change, and kept in memory until then', async () => {
  const { system } = opened;
  const signing = await activeSigningKey(testContext(system, two), 'License');
  assert.equal(await activeSigningKey(testContext(system, two), 'License'), signing);
  const retired = { ...(await newSigningKey(testContext(system, two), 'License', 'EdDSA')) };
  const row = { ...retired.row, status: 'Retired' as const, retiredAt: system.clock.now() };
  await system.database.transaction((tx) => insertSigningKey(testTx(system, tx, two), { row }));
  const published = await publicLicenseKeys(testContext(system, two));
  assert.deepEqual(
    published.map(({ kid, isActive, pkcs1Pem }) => [kid, isActive, pkcs1Pem === undefined]),
    [
      [signing.kid, true, false],
      [row.id, false, true],
    ],
  );
  assert.ok((await verificationKeys(testContext(system, two), 'License')).has(row.id));
});

test('a key that is looked up by its kid verifies for its own purpose and account alone', async () => {
  const { system } = opened;
  const ctx = testContext(system, one);
  for (const [purpose, another] of [
    ['License', 'Access'],
    ['Access', 'License'],
  ] as const) {
    const { kid, algorithm } = await activeSigningKey(ctx, purpose);
    assert.equal((await findVerificationKey(ctx, purpose, kid))?.algorithm, algorithm);
    assert.equal(await findVerificationKey(ctx, another, kid), undefined, `${purpose} key for ${another}`);
    assert.equal(await findVerificationKey(testContext(system, two), purpose, kid), undefined);
  }
});

test('no access key is removed as a license key, not even a retired one', async () => {
  const { system } = opened;
  const ctx = testContext(system, one);
  const retired = await newSigningKey(ctx, 'Access', 'ES256');
  const row = { ...retired.row, status: 'Retired' as const, retiredAt: system.clock.now() };
  await system.database.transaction((tx) => insertSigningKey(testTx(system, tx, one), { row }));
  for (const kid of [row.id, (await activeSigningKey(ctx, 'Access')).kid]) {
    await assert.rejects(
      transaction(ctx, (tx) => removeLicenseKey(tx, kid)),
      { status: 404, errorType: 'NotFound' },
    );
    assert.ok((await findVerificationKey(ctx, 'Access', kid)) !== undefined);
  }
});

test('a license key that is removed verifies nothing in any process', async () => {
  const { system, test: database } = opened;
  const ctx = testContext(system, two);
  const { kid } = await activeSigningKey(ctx, 'License');
  await createLicenseKey(ctx, 'EdDSA');
  const elsewhere = await openLocation(database.location, { log: system.log, clock: system.clock });
  try {
    const there = testContext({ ...system, database: elsewhere }, two);
    const knows = async (context: typeof ctx) => (await verificationKeys(context, 'License')).has(kid);
    assert.deepEqual([await knows(ctx), await knows(there)], [true, true]);
    await transaction(ctx, (tx) => removeLicenseKey(tx, kid));
    assert.equal(await knows(ctx), false);
    await until('the other process to forget the key', async () => !(await knows(there)));
  } finally {
    await elsewhere.close();
  }
});

test('the only license key is not removed; the oldest of the others becomes the default', async () => {
  const clock = testClock(new Date('2026-03-01T12:00:00.000Z'));
  const system = { ...opened.system, clock };
  const ctx = testContext(system, await createAccount(system, { id: 'three', name: 'Three' }));
  const remove = (kid: string) => transaction(ctx, (tx) => removeLicenseKey(tx, kid));
  const { kid: onlyKid } = await activeSigningKey(ctx, 'License');
  await assert.rejects(remove(onlyKid), { status: 409, errorType: 'SigningKeyInUse' });
  clock.advance(1_000);
  const second = await createLicenseKey(ctx, 'EdDSA');
  clock.advance(1_000);
  await createLicenseKey(ctx, 'EdDSA');
  await remove(onlyKid);
  const defaults = (await listLicenseKeys(ctx)).filter(({ isDefault }) => isDefault);
  assert.deepEqual(
    defaults.map(({ kid }) => kid),
    [second.kid],
  );
  assert.equal((await activeSigningKey(ctx, 'License')).kid, second.kid);
});
