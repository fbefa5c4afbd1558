import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testTx } from '../../../../test/context.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { addMovableDevice, assertReleased, type MovableDevice } from '../../../../test/movable-device.ts';
import { openLocation } from '../../../../test/open-location.ts';
import { whileUncommitted } from '../../../../test/uncommitted.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { listLicenseActivations, revokeActivation, transferLicense } from '../index.ts';

// On SQLite one transaction writes at a time; here a device moves in another one while its license is read in this.

let scenario: LicensingScenario;
let elsewhere: Database;
before(async () => {
  scenario = await licensingScenario();
  elsewhere = await openLocation(scenario.location);
});
after(async () => {
  await assertInvariants(scenario.system.database.reader);
  await elsewhere.close();
  await scenario.close();
});

/** Runs a command, which reads before the move of the device is committed and goes on after that. */
async function whileItMoves<Result>(
  { move }: MovableDevice,
  command: (tx: CommandTx) => Promise<Result>,
): Promise<Result> {
  const { system, account, ctx } = scenario;
  const answer = await whileUncommitted(
    elsewhere,
    (tx) => move(testTx(system, tx, account)),
    () => transaction(ctx, command),
  );
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

test('a vendor who releases a device frees the seat of the license that the device moves to meanwhile', async () => {
  const { id: productId } = await scenario.product();
  const customer = await scenario.customer();
  const device = await addMovableDevice(scenario, { customer, productId, signature: 'device' }, () =>
    scenario.token(customer, productId, 'device'),
  );
  const { activation, old, current } = device;
  const ids = { licenseId: old.id, activationId: activation.id };
  const released = await whileItMoves(device, (tx) => revokeActivation(tx, ids));
  assert.deepEqual([released.status, released.licenseId], ['Revoked', current.id]);
  await assertReleased(scenario, device);
});

/** A device whose seat of an add-on can move to another license of the add-on. */
async function deviceWithAddOn() {
  const { id: productId } = await scenario.product();
  const { id: addOnId } = await scenario.product({ id: `${productId}.pack`, isIncludedInLicense: true });
  const customer = await scenario.customer();
  const { id: licenseId } = await scenario.license(customer, productId);
  const owner = { customer, productId: addOnId, signature: 'device' };
  const addOn = await addMovableDevice(scenario, owner, () => scenario.token(customer, productId, 'device'));
  return { licenseId, addOn };
}

test('a device gives up the seat of an add-on that moves to another license while the device is released', async () => {
  const { licenseId, addOn } = await deviceWithAddOn();
  const [device] = await listLicenseActivations(scenario.ctx, licenseId, { limit: 1 });
  const ids = { licenseId, activationId: device?.id ?? '' };
  const released = await whileItMoves(addOn, (tx) => revokeActivation(tx, ids));
  assert.equal(released.status, 'Revoked');
  await assertReleased(scenario, addOn);
});

test('a license that is transferred leaves behind no seat of an add-on that moves to another license meanwhile', async () => {
  const { licenseId, addOn } = await deviceWithAddOn();
  const { id: ownerId } = await scenario.customer();
  await whileItMoves(addOn, (tx) => transferLicense(tx, licenseId, { ownerId }));
  await assertReleased(scenario, addOn);
});
