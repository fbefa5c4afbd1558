import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { transaction } from '../../../platform/context/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { openLocation } from '../../../../test/open-location.ts';
import { testTx } from '../../../../test/context.ts';
import { claimsOf, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { whileUncommitted } from '../../../../test/uncommitted.ts';
import type { Customer } from '../../customers/index.ts';
import { updateCustomer } from '../../customers/store.ts';
import {
  requestLicenseToken,
  restoreLicense,
  revokeLicense,
  transferLicense,
  updateLicense,
} from '../index.ts';
import { releaseSeat } from './release-activation.ts';
import { licensable } from '../policies/product-policy.ts';
import { takeSeat } from './request-license-token.ts';
import { findActivation, listLicenseActivations } from '../store/activations.ts';
import { findLicense } from '../store/licenses.ts';
import { suspend } from '../store/suspensions.ts';
import type { License } from '../tables.ts';

// On SQLite one transaction writes at a time; here two do, and the locks of the stores decide.

let scenario: LicensingScenario;
let elsewhere: Database;
before(async () => {
  scenario = await licensingScenario();
  elsewhere = await openLocation(scenario.location);
});
after(async () => {
  await elsewhere.close();
  await scenario.close();
});

interface Seated {
  readonly customer: Customer;
  readonly productId: string;
  readonly license: License;
  readonly activationId: string;
}

async function activate(): Promise<Seated> {
  const product = await scenario.product();
  const customer = await scenario.customer();
  const license = await scenario.license(customer, product.id);
  const token = await scenario.token(customer, product.id, 'device');
  return { customer, productId: product.id, license, activationId: String(claimsOf(token)['id']) };
}

function ask({ customer, productId }: Seated, signature: string): Promise<string> {
  const device = { name: 'A device', signature };
  return requestLicenseToken(scenario.ctx, customer, { productId, device });
}

test('a device that asks again while its seat is released gets a seat that holds, not the one that was freed', async () => {
  const { system, account } = scenario;
  const seat = await activate();
  const { license, activationId } = seat;
  const answer = await whileUncommitted(
    elsewhere,
    (tx) => releaseSeat(testTx(system, tx, account), { id: activationId, licenseId: license.id }),
    () => ask(seat, 'device'),
  );
  assert.equal(answer.status, 'fulfilled');
  const id = String(claimsOf(answer.status === 'fulfilled' ? answer.value : '')['id']);
  assert.notEqual(id, activationId);
  const { reader } = system.database;
  assert.equal((await findActivation(reader, account.id, id))?.status, 'Active');
  assert.equal((await findActivation(reader, account.id, activationId))?.status, 'Revoked');
  assert.equal((await findLicense(reader, account.id, license.id))?.activeActivations, 1);
});

test('a license that is revoked before its seat is locked gives none', async () => {
  const { system, account, clock } = scenario;
  const product = await scenario.product();
  const customer = await scenario.customer();
  const license = await scenario.license(customer, product.id);
  const answer = await whileUncommitted(
    elsewhere,
    (tx) => suspend(tx, account.id, [license.id], { reason: 'Vendor', now: clock.now() }),
    () => ask({ customer, productId: product.id, license, activationId: '' }, 'device'),
  );
  assert.deepEqual(
    [answer.status, answer.status === 'rejected' ? String(Object(answer.reason).errorType) : ''],
    ['rejected', 'ProductNotOwned'],
  );
  assert.equal((await findLicense(system.database.reader, account.id, license.id))?.activeActivations, 0);
});

test('two devices that ask for the last seat at the same time take one', async () => {
  const { system, account } = scenario;
  const seat = await activate();
  const { license, activationId } = seat;
  // The seat becomes free with the commit that both of them wait for.
  const answer = await whileUncommitted(
    elsewhere,
    (tx) => releaseSeat(testTx(system, tx, account), { id: activationId, licenseId: license.id }),
    () => Promise.allSettled([ask(seat, 'device'), ask(seat, 'another')]),
  );
  const outcomes = answer.status === 'fulfilled' ? answer.value.map(({ status }) => status) : [];
  assert.deepEqual(outcomes.toSorted(), ['fulfilled', 'rejected']);
  assert.equal((await findLicense(system.database.reader, account.id, license.id))?.activeActivations, 1);
});

/** Two seats, one of them in use; and a command that is about to take the other. */
async function halfSeated() {
  const { system, account } = scenario;
  const product = await scenario.product({ maxActivations: 2 });
  const customer = await scenario.customer();
  const license = await scenario.license(customer, product.id);
  await scenario.token(customer, product.id, 'first');
  const input = { productId: product.id, device: { name: 'A device', signature: 'second' } };
  const item = await licensable(scenario.ctx, product);
  const takeSecond = (tx: Tx) => takeSeat(testTx(system, tx, account), { ...item, customer, input });
  return { license, customer, productId: product.id, takeSecond };
}

function errorTypeOf(answer: PromiseSettledResult<unknown>): string {
  return answer.status === 'rejected' ? String(Object(answer.reason).errorType) : 'none';
}

async function activeOf({ id }: License): Promise<number | undefined> {
  return (await findLicense(scenario.system.database.reader, scenario.account.id, id))?.activeActivations;
}

test('seats are not reduced below a device that is just being activated', async () => {
  const { license, takeSecond } = await halfSeated();
  const answer = await whileUncommitted(elsewhere, takeSecond, () =>
    updateLicense(scenario.ctx, license.id, { maxActivations: 1 }),
  );
  assert.equal(errorTypeOf(answer), 'SeatsInUse');
  assert.equal(await activeOf(license), 2);
});

test('a transfer releases a device that is just being activated, too', async () => {
  const { license, takeSecond } = await halfSeated();
  const heir = await scenario.customer();
  const answer = await whileUncommitted(elsewhere, takeSecond, () =>
    transaction(scenario.ctx, (tx) => transferLicense(tx, license.id, { ownerId: heir.id })),
  );
  assert.equal(errorTypeOf(answer), 'none');
  assert.equal(await activeOf(license), 0);
  const { reader } = scenario.system.database;
  const devices = await listLicenseActivations(reader, scenario.account.id, license.id, { limit: 10 });
  assert.deepEqual(
    devices.map(({ status }) => status),
    ['Revoked', 'Revoked'],
  );
});

test('a device gets no seat of a license that is just being transferred', async () => {
  const { license, customer, productId } = await halfSeated();
  const heir = await scenario.customer();
  const { system, account } = scenario;
  const answer = await whileUncommitted(
    elsewhere,
    (tx) => transferLicense(testTx(system, tx, account), license.id, { ownerId: heir.id }),
    () => ask({ customer, productId, license, activationId: '' }, 'third'),
  );
  assert.equal(errorTypeOf(answer), 'ProductNotOwned');
  assert.equal(await activeOf(license), 0);
});

test('a license is not restored while its customer is being deleted', async () => {
  const { license, customer } = await halfSeated();
  const { system, account } = scenario;
  await revokeLicense(scenario.ctx, license.id);
  const answer = await whileUncommitted(
    elsewhere,
    (tx) => updateCustomer(tx, account.id, customer.id, { isDeleted: true }),
    () => transaction(scenario.ctx, (tx) => restoreLicense(tx, license.id)),
  );
  assert.equal(errorTypeOf(answer), 'OwnerDeleted');
  assert.equal((await findLicense(system.database.reader, account.id, license.id))?.status, 'Revoked');
});
