import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../../platform/database/database.ts';
import { openLocation } from '../../../../test/open-location.ts';
import { transaction as inTransaction } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import { testContext } from '../../../../test/context.ts';
import { claimsOf, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { signJws } from '../../../platform/crypto/jws.ts';
import { createLicenseKey, licenseSigningKey } from '../../signing-keys/index.ts';
import {
  replaceProductRules,
  restoreLicense,
  revokeLicense,
  revokeLicenseToken,
  validateLicenseToken,
} from '../index.ts';
import { renewedToken } from './request-license-token.ts';
import { findActivation } from '../store/activations.ts';
import { findActivationRecords } from '../store/validations.ts';
import type { LicensingTables } from '../tables.ts';

let scenario: LicensingScenario;
/** A second connection to the same database, like that of another process. */
let elsewhere: Database;
before(async () => {
  scenario = await licensingScenario();
  elsewhere = await openLocation(scenario.location);
});
after(async () => {
  await elsewhere.close();
  await scenario.close();
});

/** The system, with a database that runs a hook right before each of its transactions begins. */
function withHook(system: System, hook: () => Promise<void>): System {
  const { database } = system;
  const transaction: Database['transaction'] = async (work) => {
    await hook();
    return database.transaction(work);
  };
  return { ...system, database: { ...database, transaction } };
}

async function takeSeat(): Promise<{
  productId: string;
  token: string;
  id: string;
  licenseId: string;
  release: () => Promise<void>;
}> {
  const { system, account } = scenario;
  const product = await scenario.product();
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  const token = await scenario.token(customer, product.id, 'device');
  const input = { productId: product.id, token };
  const release = () => revokeLicenseToken(testContext({ ...system, database: elsewhere }, account), input);
  const { id, 'l:id': licenseId } = claimsOf(token);
  return { ...input, id: String(id), licenseId: String(licenseId), release };
}

test('a release that is committed between the read and the write of a validation wins', async () => {
  const { system, account, clock } = scenario;
  clock.hold('it compares the time of the release with the clock');
  const { productId, token, id, release } = await takeSeat();
  const seatedAt = clock.now();
  clock.advance(60_000);
  const validating = validateLicenseToken(testContext(withHook(system, release), account), {
    productId,
    token,
  });
  await assert.rejects(validating, { status: 400, errorType: 'LicenseActivationRevoked' });
  const activation = await findActivation(system.database.reader, account.id, id);
  assert.deepEqual([activation?.status, activation?.lastValidatedAt], ['Revoked', seatedAt]);
});

test('a license that is revoked between the read and the write of a validation is reported as revoked', async () => {
  const { system, account, clock } = scenario;
  clock.hold('it compares the time of the last validation with the clock');
  const { productId, token, id, licenseId } = await takeSeat();
  const seatedAt = clock.now();
  clock.advance(60_000);
  const revoke = async (): Promise<void> => {
    await revokeLicense(testContext({ ...system, database: elsewhere }, account), licenseId);
  };
  const validating = validateLicenseToken(testContext(withHook(system, revoke), account), {
    productId,
    token,
  });
  await assert.rejects(validating, { status: 400, errorType: 'LicenseRevoked' });
  const activation = await findActivation(system.database.reader, account.id, id);
  assert.deepEqual(activation?.lastValidatedAt, seatedAt);
});

test('a license that was revoked for the write of a validation and restored before its refusal is to be asked again', async () => {
  const { system, account } = scenario;
  const { productId, token, licenseId } = await takeSeat();
  const there = testContext({ ...system, database: elsewhere }, account);
  const { database } = system;
  const revokedMeanwhile: Database['transaction'] = async (work) => {
    await revokeLicense(there, licenseId);
    const result = await database.transaction(work);
    await inTransaction(there, (tx) => restoreLicense(tx, licenseId));
    return result;
  };
  const meanwhile = { ...system, database: { ...database, transaction: revokedMeanwhile } };
  const validating = validateLicenseToken(testContext(meanwhile, account), { productId, token });
  await assert.rejects(validating, {
    status: 503,
    errorType: 'Overloaded',
    headers: { 'retry-after': '2' },
  });
  await validateLicenseToken(scenario.ctx, { productId, token });
});

test('a validation that trusted its read would renew the token of a released device', async () => {
  const { system, account, clock } = scenario;
  clock.hold('it compares the time of the release with the clock');
  const { id, release } = await takeSeat();
  clock.advance(60_000);
  const [record] = await findActivationRecords(system.database.reader, account.id, [id], system.clock.now());
  assert.equal(record?.activationStatus, 'Active');
  await withHook(system, release).database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('activations')
      .set({ lastValidatedAt: clock.now() })
      .where('id', '=', id)
      .execute(),
  );
  const activation = await findActivation(system.database.reader, account.id, id);
  assert.deepEqual([activation?.status, activation?.lastValidatedAt], ['Revoked', clock.now()]);
});

test('a device that was released meanwhile is free, as asked, and the pause before the next is no matter', async () => {
  const { system, account } = scenario;
  const { productId, token, release } = await takeSeat();
  const rules = { releasesOnline: true, releasesOffline: null, releasePauseSeconds: 600, offlineDays: null };
  await replaceProductRules(scenario.ctx, productId, rules);
  await revokeLicenseToken(testContext(withHook(system, release), account), { productId, token });
  await assert.rejects(validateLicenseToken(scenario.ctx, { productId, token }), {
    errorType: 'LicenseActivationRevoked',
  });
});

test('a token that another process signed with a new key is accepted here immediately', async () => {
  const { system, account } = scenario;
  // This process reads its keys once and then learns of no change, as if the notification were still on its way.
  const late = {
    ...system,
    database: { ...system.database, changes: { version: async () => 1, peek: () => 1 } },
  };
  const { productId, token } = await takeSeat();
  await validateLicenseToken(testContext(late, account), { productId, token });
  const there = testContext({ ...system, database: elsewhere }, account);
  const { kid } = await createLicenseKey(there, 'ES256');
  const { privateKey, algorithm } = await licenseSigningKey(there, kid);
  const fresh = await signJws({ kid }, claimsOf(token), privateKey, algorithm);
  const renewed = await validateLicenseToken(testContext(late, account), { productId, token: fresh });
  assert.equal(claimsOf(renewed)['sig'], 'device');
  assert.equal(JSON.parse(atob(renewed.split('.')[0] ?? '')).kid, kid);
});

test('an unavailable database never causes a permanent refusal of a token', async () => {
  const { system, account } = scenario;
  const { productId, token } = await takeSeat();
  const away = withHook(system, () => Promise.reject(new Error('the connection is lost')));
  await assert.rejects(
    validateLicenseToken(testContext(away, account), { productId, token }),
    /the connection is lost/,
  );
  const validated = await validateLicenseToken(scenario.ctx, { productId, token });
  assert.equal(claimsOf(validated)['sig'], 'device');
});

test('a token of a license that was revoked since its seat was found good is not made', async () => {
  const { clock } = scenario;
  const { id, licenseId } = await takeSeat();
  await revokeLicense(scenario.ctx, licenseId);
  const renewing = renewedToken(scenario.ctx, id, clock.now());
  await assert.rejects(renewing, { status: 400, errorType: 'LicenseRevoked' });
});
