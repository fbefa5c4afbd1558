import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertInvariants } from '../../../../test/invariants.ts';
import {
  claimsOf,
  type LicensingScenario,
  licensingScenario,
  provisionLicenses,
} from '../../../../test/licensing.ts';
import { listEvents } from '../../../platform/journal/store.ts';
import type { Customer } from '../../customers/index.ts';
import {
  requestActivation,
  requestLicenseToken,
  revokeLicenseToken,
  validateLicenseToken,
  viewActivation,
} from '../index.ts';
import { moveToCoveringLicense } from './move-activation.ts';
import { findActivation, insertActivation } from '../store/activations.ts';
import { findLicense } from '../store/licenses.ts';
import { changeActiveActivations } from '../store/seats.ts';
import type { LicensingTables } from '../tables.ts';

const SIGNATURE = 'a device';
const NEW = '3.0.0';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(async () => {
  await assertInvariants(scenario.system.database.reader);
  await scenario.close();
});

/** The licenses of a customer up to these major versions, the first with a seat of the device. */
async function licensed(...majors: readonly [number, ...number[]]) {
  const { id: productId } = await scenario.product({ maxActivations: 1, allowsOffline: true });
  const customer = await scenario.customer();
  const licenseIds: string[] = [];
  let token = '';
  for (const upToMajor of majors) {
    const requests = [{ productId, quantity: 1, upToMajor }];
    const [license] = await provisionLicenses(scenario.ctx, { ownerId: customer.id, requests });
    licenseIds.push(license?.id ?? assert.fail('no license'));
    if (token === '') token = await scenario.token(customer, productId, SIGNATURE);
  }
  return { productId, customer, token, licenseIds };
}

/** The device has a seat of another license, too, as after an import. */
async function addSeat(
  token: string,
  licenseId: string,
  method: 'Online' | 'Offline' = 'Online',
): Promise<string> {
  const { database, ids } = scenario.system;
  const first = await findActivation(database.reader, 'demo', String(claimsOf(token)['id']));
  assert.ok(first);
  const id = ids.guid();
  await database.transaction(async (tx) => {
    await insertActivation(tx, { ...first, id, licenseId, method, createdAt: scenario.clock.now() });
    await changeActiveActivations(tx, 'demo', licenseId, 1);
  });
  return id;
}

const request = (customer: Customer, productId: string, input: object = {}) =>
  requestLicenseToken(scenario.ctx, customer, {
    productId,
    device: { name: 'A device', signature: SIGNATURE },
    usage: { appVersion: NEW },
    ...input,
  });

const validate = (productId: string, token: string, appVersion = NEW) =>
  validateLicenseToken(scenario.ctx, { productId, token, usage: { appVersion } });

const seatsOf = async (licenseIds: readonly string[]) => {
  const { reader } = scenario.system.database;
  return Promise.all(
    licenseIds.map(async (id) => (await findLicense(reader, 'demo', id))?.activeActivations),
  );
};

test('requests of a device that arrive together move it once, and all of them get its new token', async () => {
  const { productId, token, licenseIds } = await licensed(2, 3);
  const renewed = await Promise.all([1, 2, 3, 4].map(() => validate(productId, token)));
  assert.deepEqual(
    renewed.map((each) => [claimsOf(each)['id'], claimsOf(each)['l:id']]),
    renewed.map(() => [claimsOf(token)['id'], licenseIds[1]]),
  );
  assert.deepEqual(await seatsOf(licenseIds), [0, 1]);
});

test('what was read before another request has moved or ended the seat is no verdict', async () => {
  const { productId, customer, token, licenseIds } = await licensed(2, 3);
  const activation = await findActivation(
    scenario.system.database.reader,
    'demo',
    String(claimsOf(token)['id']),
  );
  assert.ok(activation);
  const seat = { ...activation, customerId: customer.id, productId };
  const covering = { major: 3, leastUntil: scenario.clock.now(), firstPublished: new Date(0) };
  const move = () => moveToCoveringLicense(scenario.ctx, seat, covering);
  assert.deepEqual(await Promise.all([move(), move(), move()]), [true, true, true]);
  assert.deepEqual(await seatsOf(licenseIds), [0, 1]);
  await revokeLicenseToken(scenario.ctx, { productId, token });
  assert.equal(await move(), true);
  assert.deepEqual(await seatsOf(licenseIds), [0, 0]);
});

test('a device that is released while its application asks for another license is refused for that', async () => {
  const { productId, token } = await licensed(2);
  await assert.rejects(validate(productId, token), { errorType: 'ReleaseNotCovered' });
  await revokeLicenseToken(scenario.ctx, { productId, token });
  await assert.rejects(validate(productId, token), { errorType: 'LicenseActivationRevoked' });
});

test('a device with seats of two licenses gets that which covers its version, and takes no other', async () => {
  const { productId, customer, token, licenseIds } = await licensed(2, 3);
  const second = await addSeat(token, licenseIds[1] ?? '');
  for (const [appVersion, id] of [
    [NEW, second],
    ['2.5.0', claimsOf(token)['id']],
    ['4.0.0', undefined],
  ] as const) {
    const answer = request(customer, productId, { usage: { appVersion } });
    if (id === undefined) await assert.rejects(answer, { errorType: 'ReleaseNotCovered' });
    else assert.equal(claimsOf(await answer)['id'], id, appVersion);
  }
  assert.deepEqual(await seatsOf(licenseIds), [1, 1]);
});

test('of two seats of a device that is renewed for a version, both stay valid and the one that asks gets the license', async () => {
  const { productId, token, licenseIds } = await licensed(2, 3);
  const second = await addSeat(token, licenseIds[1] ?? '');
  const renewed = claimsOf(await validate(productId, token));
  assert.deepEqual([renewed['id'], renewed['l:id']], [claimsOf(token)['id'], licenseIds[1]]);
  const { reader } = scenario.system.database;
  const other = await findActivation(reader, 'demo', second);
  assert.deepEqual([other?.status, other?.licenseId, other?.revokedAt], ['Active', licenseIds[0], null]);
  assert.deepEqual(await seatsOf(licenseIds), [1, 1]);
  const subject = `license/${licenseIds[0]}`;
  const page = { subject, afterId: undefined, limit: 99, isOldestFirst: true };
  const events = await listEvents(reader, 'demo', page);
  assert.equal(events.filter(({ type }) => type === 'activation.moved').length, 2, 'each is in the journal');
});

const forbidOffline = (id: string | undefined) =>
  scenario.system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ allowsOffline: false })
      .where('id', '=', id ?? '')
      .execute(),
  );

test('a device goes offline on another license, where that of its seat forbids it', async () => {
  const { productId, customer, token, licenseIds } = await licensed(3, 3);
  await forbidOffline(licenseIds[0]);
  const offline = claimsOf(await request(customer, productId, { method: 'Offline' }));
  assert.deepEqual([offline['id'], offline['l:id']], [claimsOf(token)['id'], licenseIds[1]]);
  assert.deepEqual(await seatsOf(licenseIds), [0, 1]);
});

test('an offline seat of a device keeps its license when another one of it is renewed for a version', async () => {
  const { productId, token, licenseIds } = await licensed(2, 3);
  const offline = await addSeat(token, licenseIds[1] ?? '', 'Offline');
  await forbidOffline(licenseIds[0]);
  await assert.rejects(validate(productId, token), { errorType: 'ReleaseNotCovered' });
  const { reader } = scenario.system.database;
  const seat = await findActivation(reader, 'demo', offline);
  assert.deepEqual([seat?.status, seat?.method, seat?.licenseId], ['Active', 'Offline', licenseIds[1]]);
});

test('an offline seat moves for a version only to a license that allows offline use', async () => {
  const { productId, customer, token, licenseIds } = await licensed(2, 3, 3);
  await request(customer, productId, { method: 'Offline', usage: undefined });
  await forbidOffline(licenseIds[1]);
  const moved = claimsOf(await request(customer, productId));
  assert.deepEqual([moved['id'], moved['l:id']], [claimsOf(token)['id'], licenseIds[2]]);
  const other = await licensed(2, 3);
  await request(other.customer, other.productId, { method: 'Offline', usage: undefined });
  await forbidOffline(other.licenseIds[1]);
  await assert.rejects(request(other.customer, other.productId), {
    errorType: 'OfflineActivationNotAllowed',
  });
  assert.deepEqual(await seatsOf(other.licenseIds), [1, 0]);
});

test('a device does not go offline where no license allows it, or where all that do are in use', async () => {
  const { productId, customer, licenseIds } = await licensed(3, 3);
  await forbidOffline(licenseIds[0]);
  await request(customer, productId, { device: { name: 'Another', signature: 'another device' } });
  const answer = () => request(customer, productId, { method: 'Offline' });
  await assert.rejects(answer(), { errorType: 'NoFreeActivations' });
  await forbidOffline(licenseIds[1]);
  await assert.rejects(answer(), { errorType: 'OfflineActivationNotAllowed' });
});

test('the browser says what the device would get', async () => {
  const { productId, customer, token, licenseIds } = await licensed(2, 3);
  await addSeat(token, licenseIds[1] ?? '');
  await forbidOffline(licenseIds[1]);
  const eligible = async (appVersion: string, method: 'Online' | 'Offline') => {
    const { browserId } = await requestActivation(scenario.ctx, {
      productId,
      device: { name: 'A device', signature: SIGNATURE },
      usage: { appVersion },
      method,
    });
    return (await viewActivation(scenario.ctx, browserId, customer)).license?.eligible;
  };
  assert.deepEqual(
    [await eligible(NEW, 'Online'), await eligible('4.0.0', 'Online'), await eligible(NEW, 'Offline')],
    [true, false, false],
  );
  assert.equal(await eligible('2.0.0', 'Offline'), true);
});
