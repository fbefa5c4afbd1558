import assert from 'node:assert/strict';
import type { CommandTx } from '../src/modules/accounts/index.ts';
import type { Customer } from '../src/modules/customers/index.ts';
import { moveSeat } from '../src/modules/licensing/activations/move-activation.ts';
import type { License } from '../src/modules/licensing/index.ts';
import { findActivation, findActivationOfDevice } from '../src/modules/licensing/store/activations.ts';
import { findLicense } from '../src/modules/licensing/store/licenses.ts';
import type { Activation } from '../src/modules/licensing/tables.ts';
import { type LicensingScenario, provisionLicenses } from './licensing.ts';

/** A device on a license that does not cover version 3, whose owner has another that does. */
export interface MovableDevice {
  readonly activation: Activation;
  readonly old: License;
  readonly current: License;
  /** Moves it from the old license to the current one, as an application of version 3 does. */
  readonly move: (tx: CommandTx) => Promise<void>;
}

/** Gives a customer two licenses of a product, and lets `activate` take a seat of the older one for the device. */
export async function addMovableDevice(
  scenario: LicensingScenario,
  owner: { readonly customer: Customer; readonly productId: string; readonly signature: string },
  activate: () => Promise<unknown>,
): Promise<MovableDevice> {
  const { system, account, ctx } = scenario;
  const { customer, productId, signature } = owner;
  const grant = async (upToMajor: number): Promise<License> => {
    const requests = [{ productId, quantity: 1, upToMajor }];
    const [license] = await provisionLicenses(ctx, { ownerId: customer.id, requests });
    return license ?? assert.fail('no license was provisioned');
  };
  const old = await grant(2);
  await activate();
  const device = { customerId: customer.id, productId, signature };
  const activation =
    (await findActivationOfDevice(system.database.reader, account.id, device, ctx.clock.now())) ??
    assert.fail(`${signature} has no seat`);
  assert.equal(activation.licenseId, old.id);
  const current = await grant(3);
  const limits = { major: 3, leastUntil: ctx.clock.now(), firstPublished: new Date(0) };
  const move = async (tx: CommandTx): Promise<void> => {
    const seat = { ...activation, customerId: customer.id, productId };
    assert.equal((await moveSeat(tx, seat, { covering: limits }))?.id, current.id);
  };
  return { activation, old, current, move };
}

/** Fails unless the device is released where it had moved to, and its licenses count only the seats of others. */
export async function assertReleased(
  { system, account }: LicensingScenario,
  { activation, old, current }: MovableDevice,
  seatsOfOthers: readonly [number, number] = [0, 0],
): Promise<void> {
  const { reader } = system.database;
  const released = await findActivation(reader, account.id, activation.id);
  assert.deepEqual([released?.status, released?.licenseId], ['Revoked', current.id]);
  const seats: unknown[] = [];
  for (const { id } of [old, current])
    seats.push((await findLicense(reader, account.id, id))?.activeActivations);
  assert.deepEqual(seats, seatsOfOthers);
}
