import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { addMovableDevice, assertReleased, type MovableDevice } from '../../../../test/movable-device.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Context } from '../../accounts/index.ts';
import { releaseActivation, replaceProductRules, revokeLicenseToken } from '../index.ts';
import { findLicense } from '../store/licenses.ts';
import { releaseSeat } from './release-activation.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(async () => {
  await assertInvariants(scenario.system.database.reader);
  await scenario.close();
});

/** A device that can move; another device stays on its old license. */
async function movableDevice() {
  const { id: productId } = await scenario.product({ maxActivations: 2 });
  const customer = await scenario.customer();
  let token = '';
  const device = await addMovableDevice(scenario, { customer, productId, signature: 'device' }, async () => {
    token = await scenario.token(customer, productId, 'device');
    await scenario.token(customer, productId, 'another device');
  });
  return { ...device, customer, productId, token };
}

/** A context whose first transaction begins after the device has moved: what was read before is out of date. */
function contextWithMove({ move }: MovableDevice): Context {
  const { system, account, ctx } = scenario;
  const { database } = system;
  let moving: Promise<void> | undefined;
  const late: Database['transaction'] = async (work) => {
    moving ??= transaction(ctx, move);
    await moving;
    return database.transaction(work);
  };
  return testContext({ ...system, database: { ...database, transaction: late } }, account);
}

const OTHER_SEATS = [1, 0] as const;

test('an application that releases a device frees a seat of the license that the device moves to meanwhile', async () => {
  const device = await movableDevice();
  const { productId, token } = device;
  await revokeLicenseToken(contextWithMove(device), { productId, token });
  await assertReleased(scenario, device, OTHER_SEATS);
});

test('an owner who releases a device frees a seat of the license that it moves to, and the pause begins there', async () => {
  const device = await movableDevice();
  const { customer, productId, activation, old, current } = device;
  const rules = { releasesOnline: true, releasesOffline: null, releasePauseSeconds: 600, offlineDays: null };
  await replaceProductRules(scenario.ctx, productId, rules);
  const ids = { licenseId: old.id, activationId: activation.id };
  await releaseActivation(contextWithMove(device), customer, ids);
  await assertReleased(scenario, device, OTHER_SEATS);
  const { reader } = scenario.system.database;
  assert.equal((await findLicense(reader, scenario.account.id, old.id))?.lastReleasedAt, null);
  const { lastReleasedAt } = (await findLicense(reader, scenario.account.id, current.id)) ?? {};
  assert.ok(lastReleasedAt instanceof Date);
});

test('a seat whose device has moved since it was read is freed once', async () => {
  const device = await movableDevice();
  const { move, activation, current } = device;
  await transaction(scenario.ctx, move);
  const release = () => transaction(scenario.ctx, (tx) => releaseSeat(tx, activation));
  assert.equal((await release())?.id, current.id);
  assert.equal(await release(), undefined);
  await assertReleased(scenario, device, OTHER_SEATS);
});
