import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { openDatabase } from '../../../platform/database/open-database.ts';
import { createLog } from '../../../platform/log.ts';
import { testTx } from '../../../../test/context.ts';
import { claimsOf, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { whileUncommitted } from '../../../../test/uncommitted.ts';
import type { Customer } from '../../customers/index.ts';
import { requestLicenseToken } from '../index.ts';
import { releaseSeat } from './release-activation.ts';
import { findActivation } from './store-activations.ts';
import { findLicense, setLicenseRevoked } from '../licenses/store-licenses.ts';
import type { License } from '../tables.ts';

// On SQLite one transaction writes at a time; here two do, and the locks of the stores decide.

let scenario: LicensingScenario;
let elsewhere: Database;
before(async () => {
  scenario = await licensingScenario();
  elsewhere = await openDatabase({
    location: scenario.location,
    log: createLog('silent'),
    clock: systemClock,
  });
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

async function seated(): Promise<Seated> {
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
  const seat = await seated();
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
    (tx) => setLicenseRevoked(tx, account.id, license.id, clock.now()),
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
  const seat = await seated();
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
