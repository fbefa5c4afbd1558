import { type Account, findAccount } from '../../src/modules/accounts/index.ts';
import { type Customer } from '../../src/modules/customers/index.ts';
import { findCustomer } from '../../src/modules/customers/store.ts';
import { validateLicenseToken } from '../../src/modules/licensing/index.ts';
import { releaseByOwner, releaseSeat } from '../../src/modules/licensing/activations/release-activation.ts';
import {
  activateDevice,
  renewedToken,
} from '../../src/modules/licensing/activations/request-license-token.ts';
import { findActivation, insertActivation } from '../../src/modules/licensing/store/activations.ts';
import { findLicense } from '../../src/modules/licensing/store/licenses.ts';
import { setLastReleased } from '../../src/modules/licensing/store/seats.ts';
import type { Activation, LicensingTables } from '../../src/modules/licensing/tables.ts';
import type { Reader, Tx } from '../../src/platform/database/database.ts';
import type { System } from '../../src/platform/system.ts';
import { testContext, testTx } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, the number of this process, and the licenses to race for, one per race. */
const [location = '', race = '', number = '', list = ''] = await parameters();
const PRODUCT = 'racer';

interface Race {
  readonly system: System;
  readonly account: Account;
  readonly customer: Customer;
  /** The devices that hold its seats when the race begins. */
  readonly first: Activation;
  readonly others: readonly Activation[];
  readonly round: number;
}

/** True when this call freed the seat. */
async function release({ system, account, first }: Race): Promise<boolean> {
  const license = await system.database.transaction((tx) => releaseSeat(testTx(system, tx, account), first));
  return license !== undefined;
}

/** Checks whether the seat is held and how many are, then writes: the wrong implementation. */
async function releaseNaively({ system, account, first }: Race): Promise<boolean> {
  const { reader } = system.database;
  const license = await findLicense(reader, account.id, first.licenseId);
  const activation = await findActivation(reader, account.id, first.id);
  if (license === undefined || activation?.status !== 'Active') return false;
  await system.database.transaction(async (tx) => {
    await setActivation(tx, first.id, { status: 'Revoked', revokedAt: system.clock.now() });
    await setCount(tx, license.id, license.activeActivations - 1);
  });
  return true;
}

/** True when the device got a seat. */
async function request({ system, account, customer }: Race, device: string): Promise<boolean> {
  const input = { productId: PRODUCT, device: { name: device, signature: device } };
  return activateDevice(testContext(system, account), customer, input).then(
    () => true,
    (error: unknown) => refusedAs('NoFreeActivations', error),
  );
}

/** Checks whether a seat is free, then takes it. */
async function requestNaively({ system, account, first }: Race, device: string): Promise<boolean> {
  const license = await findLicense(system.database.reader, account.id, first.licenseId);
  if (license === undefined || license.activeActivations >= license.maxActivations) return false;
  const row = { ...first, id: system.ids.guid(), deviceSignature: device, status: 'Active' } as const;
  await system.database.transaction(async (tx) => {
    await insertActivation(tx, { ...row, revokedAt: null });
    await setCount(tx, license.id, license.activeActivations + 1);
  });
  return true;
}

/** Prepares to renew the token of the device, and to report a version that identifies this call. */
async function validate(
  { system, account, first }: Race,
  appVersion: string,
): Promise<() => Promise<unknown>> {
  const making = renewedToken(testContext(system, account), first.id, system.clock.now());
  const token = await making.catch((error: unknown) => refusedAs('LicenseActivationRevoked', error));
  // Another process has already released the device.
  if (token === false) return async () => undefined;
  const validation = { productId: PRODUCT, token, usage: { appVersion } };
  return () =>
    validateLicenseToken(testContext(system, account), validation).catch((error: unknown) =>
      refusedAs('LicenseActivationRevoked', error),
    );
}

/** Checks whether the device holds its seat, then records the validation. */
async function validateNaively(
  { system, account, first }: Race,
  appVersion: string,
): Promise<() => Promise<void>> {
  return async () => {
    const activation = await findActivation(system.database.reader, account.id, first.id);
    if (activation?.status !== 'Active') return;
    await system.database.transaction((tx) => setActivation(tx, first.id, { appVersion }));
  };
}

/** Releases the device, and returns the version that it had last reported; nothing when it was already released. */
async function releaseAndLook({ system, account, first }: Race): Promise<string[]> {
  return system.database.transaction(async (tx) => {
    if (!(await releaseSeat(testTx(system, tx, account), first))) return [];
    const activation = await findActivation(tx, account.id, first.id);
    return [`${first.id}=${activation?.appVersion ?? ''}`];
  });
}

/** Releases a device if the pause of the product allows it. */
async function releaseAsOwner({ system, account }: Race, device: Activation): Promise<unknown> {
  return releaseByOwner(testContext(system, account), { ...device, productId: PRODUCT }).catch(
    (error: unknown) => refusedAs('ReleaseTooSoon', error),
  );
}

/** Reads when a device was last released, then releases this one. */
async function releaseAsOwnerNaively({ system, account }: Race, device: Activation): Promise<void> {
  const license = await findLicense(system.database.reader, account.id, device.licenseId);
  if (license?.lastReleasedAt !== null) return;
  await system.database.transaction(async (tx) => {
    await releaseSeat(testTx(system, tx, account), device);
    await setLastReleased(tx, account.id, device.licenseId, system.clock.now());
  });
}

/** False when it was refused for this reason; any other failure is one of the race. */
function refusedAs(errorType: string, error: unknown): false {
  if (error instanceof Error && 'errorType' in error && error.errorType === errorType) return false;
  throw error;
}

async function setActivation(tx: Tx, id: string, changes: Partial<Activation>): Promise<void> {
  const query = tx.tables<LicensingTables>().updateTable('activations').set(changes);
  await query.where('id', '=', id).execute();
}

async function setCount(tx: Tx, id: string, activeActivations: number): Promise<void> {
  const query = tx.tables<LicensingTables>().updateTable('licenses').set({ activeActivations });
  await query.where('id', '=', id).execute();
}

type Attempt = (running: Race) => Promise<readonly string[]>;

/** One entry for each call that freed or took a seat. */
function summarize(outcomes: readonly boolean[]): string[] {
  return outcomes.filter(Boolean).map(() => 'done');
}

const releasing =
  (free: (running: Race) => Promise<boolean>): Attempt =>
  async (running) =>
    summarize(await Promise.all([free(running), free(running)]));

const requesting =
  (free: typeof release, take: typeof request): Attempt =>
  async (running) => {
    const freeing = free(running);
    const taking = ['a', 'b'].map((letter) => take(running, `process-${number}-${letter}`));
    await freeing;
    return summarize(await Promise.all(taking));
  };

const validating =
  (ready: (running: Race, appVersion: string) => Promise<() => Promise<unknown>>): Attempt =>
  async (running) => {
    const names = ['1', '2'].map((call) => `${running.round}.${number}.${call}`);
    const renewals = await Promise.all(names.map((name) => ready(running, name)));
    const calls = renewals.map((renew) => renew());
    const observation = releaseAndLook(running);
    await Promise.all(calls);
    return observation;
  };

const pausing =
  (free: (running: Race, device: Activation) => Promise<unknown>): Attempt =>
  async (running) => {
    await Promise.all([running.first, ...running.others].map((device) => free(running, device)));
    return [];
  };

const attempts: Record<string, Attempt> = {
  release: releasing(release),
  'release-naive': releasing(releaseNaively),
  request: requesting(release, request),
  'request-naive': requesting(releaseNaively, requestNaively),
  validate: validating(validate),
  'validate-naive': validating(validateNaively),
  pause: pausing(releaseAsOwner),
  'pause-naive': pausing(releaseAsOwnerNaively),
};

/** The devices that the test seated, regardless of their later state. */
function activeDevices(reader: Reader, licenseId: string): Promise<Activation[]> {
  const query = reader.tables<LicensingTables>().selectFrom('activations').selectAll();
  return query
    .where('licenseId', '=', licenseId)
    .where('deviceSignature', 'like', 'held-%')
    .orderBy('deviceSignature')
    .execute();
}

await takePart(location, async (database) => {
  const system = await systemOver(database);
  const account = await findAccount(system, 'demo');
  const attempt = attempts[race];
  if (account === undefined || attempt === undefined) throw new Error(`there is no race ${race}`);
  const problems: string[] = [];
  for (const [round, id] of list.split(',').entries()) {
    const license = await findLicense(database.reader, account.id, id);
    const customer = license && (await findCustomer(database.reader, account.id, license.customerId));
    const [first, ...others] = await activeDevices(database.reader, id);
    if (customer === undefined || first === undefined) throw new Error(`nobody holds license ${id}`);
    problems.push(...(await attempt({ system, account, customer, first, others, round })));
  }
  return problems;
});
