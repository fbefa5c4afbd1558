import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { startTrial } from '../trials/request-trial-token.ts';
import type { License, LicensingTables } from '../tables.ts';
import {
  countActiveActivations,
  eraseDevices,
  findActivation,
  findActivationOfDevice,
  findOwnSeats,
  renewActivation,
  seatKey,
  setActivationLicense,
  setActivationRevoked,
} from './activations.ts';
import { writeJoin } from './join-licenses.ts';
import { accessOf } from './seats.ts';
import { countDevicesByKey } from './signing-keys.ts';
import { findTrialOfDevice, setTrialConverted } from './trials.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => scenario.system.database.transaction(work);
const now = () => scenario.clock.now();

/** A customer with two licenses of a product, each with a seat for three devices. */
async function owner() {
  const { id: productId } = await scenario.product({ maxActivations: 3 });
  const customer = await scenario.customer();
  const licenses = [await scenario.license(customer, productId), await scenario.license(customer, productId)];
  const [first, second] = licenses.map(({ id }) => id);
  const seatOf = async (signature: string, customerId = customer.id, product = productId) => {
    const device = { customerId, productId: product, signature };
    return findActivationOfDevice(scenario.system.database.reader, 'demo', device, now());
  };
  const activate = async (signature: string) => {
    await scenario.token(customer, productId, signature);
    return (await seatOf(signature)) ?? assert.fail(signature);
  };
  return { customer, productId, first: first ?? '', second: second ?? '', seatOf, activate };
}

const change = (id: string, changes: Partial<License>) =>
  inTx((tx) =>
    tx.tables<LicensingTables>().updateTable('licenses').set(changes).where('id', '=', id).execute(),
  );

test('the seat of a device is found by its owner, product and signature, while it is active', async () => {
  const [one, other] = [await owner(), await owner()];
  const seat = await one.activate('one');
  await one.activate('two');
  await other.activate('one');
  assert.equal((await one.seatOf('one'))?.id, seat.id);
  assert.notEqual((await one.seatOf('one', other.customer.id, other.productId))?.id, seat.id);
  for (const missing of [
    await one.seatOf('three'),
    await one.seatOf('one', other.customer.id),
    await one.seatOf('one', one.customer.id, other.productId),
  ])
    assert.equal(missing, undefined);
  const device = (each: typeof one, deviceSignature: string) => ({
    customerId: each.customer.id,
    productId: each.productId,
    deviceSignature,
  });
  const devices = [device(one, 'one'), device(one, 'three'), device(other, 'one')];
  const seats = async () => [
    ...(await findOwnSeats(scenario.system.database.reader, 'demo', devices, now())),
  ];
  const expected = [seatKey(device(one, 'one')), seatKey(device(other, 'one'))];
  assert.deepEqual((await seats()).toSorted(), expected.toSorted());
  await inTx((tx) => setActivationRevoked(tx, 'demo', seat, now()));
  assert.deepEqual([await one.seatOf('one'), await seats()], [undefined, [seatKey(device(other, 'one'))]]);
});

test('a seat is renewed, moved and released while it is active, once, and no other one with it', async () => {
  const { first, second, activate } = await owner();
  const { id } = await activate('one');
  const neighbour = await activate('two');
  const renewal = { deviceName: 'Renewed', method: 'Online', lastValidatedAt: now() } as const;
  const move = { from: first, to: second };
  const count = await countActiveActivations(scenario.system.database.reader, 'demo');
  await inTx(async (tx) => {
    assert.equal((await renewActivation(tx, 'demo', id, renewal))?.deviceName, 'Renewed');
    assert.equal(await setActivationLicense(tx, 'demo', id, { from: second, to: first }), false);
    assert.equal(await setActivationLicense(tx, 'demo', id, move), true);
    assert.equal(await setActivationLicense(tx, 'demo', id, move), false);
    assert.equal(await setActivationRevoked(tx, 'demo', { id, licenseId: first }, now()), false);
    assert.equal(await setActivationRevoked(tx, 'demo', { id, licenseId: second }, now()), true);
    assert.equal(await setActivationRevoked(tx, 'demo', { id, licenseId: second }, now()), false);
    assert.equal(await renewActivation(tx, 'demo', id, renewal), undefined);
    assert.equal(await setActivationLicense(tx, 'demo', id, { from: second, to: first }), false);
    assert.deepEqual(await findActivation(tx, 'demo', neighbour.id), neighbour);
  });
  assert.equal(await countActiveActivations(scenario.system.database.reader, 'demo'), count - 1);
});

test('the devices of some licenses are erased, with the time at which each was released', async () => {
  const [one, other] = [await owner(), await owner()];
  const released = await one.activate('one');
  const active = await one.activate('two');
  const neighbour = await other.activate('one');
  const [at, later] = [now(), now()];
  await inTx(async (tx) => {
    await setActivationRevoked(tx, 'demo', released, at);
    await eraseDevices(tx, 'demo', [], later);
    assert.deepEqual(await findActivation(tx, 'demo', active.id), active);
    await eraseDevices(tx, 'demo', [one.first], later);
    for (const [id, revokedAt] of [
      [released.id, at],
      [active.id, later],
    ] as const) {
      const row = await findActivation(tx, 'demo', id);
      assert.deepEqual([row?.deviceSignature, row?.status, row?.revokedAt], ['', 'Revoked', revokedAt]);
    }
    assert.deepEqual(await findActivation(tx, 'demo', neighbour.id), neighbour);
  });
});

test('a trial counts as bought once, for its own product and device', async () => {
  const { id: productId } = await scenario.product({ allowsTrials: true });
  const { id: otherId } = await scenario.product({ allowsTrials: true });
  for (const [product, signature] of [
    [productId, 'one'],
    [productId, 'two'],
    [otherId, 'one'],
  ] as const)
    await startTrial(scenario.ctx, undefined, {
      productId: product,
      device: { name: 'A device', signature },
    });
  const convert = (device: { productId: string; signature: string }) =>
    inTx((tx) => setTrialConverted(tx, 'demo', device, now()));
  const isConverted = async (device: { productId: string; signature: string }) =>
    (await findTrialOfDevice(scenario.system.database.reader, 'demo', device))?.convertedAt !== null;
  const device = { productId, signature: 'one' };
  assert.equal(await convert({ ...device, signature: 'three' }), false);
  assert.deepEqual([await convert(device), await convert(device)], [true, false]);
  assert.equal(await isConverted(device), true);
  assert.equal(await isConverted({ productId, signature: 'two' }), false);
  assert.equal(await isConverted({ productId: otherId, signature: 'one' }), false);
});

test('a license joins a subscription only if it ends and belongs to no other one', async () => {
  const { first, second } = await owner();
  const end = new Date('2027-01-01T00:00:00Z');
  const subscriptionId = scenario.system.ids.guid();
  const join = (id: string) =>
    inTx((tx) =>
      writeJoin(tx, 'demo', id, {
        expiresAt: end,
        subscriptionId,
        orderId: null,
        orderLineId: null,
        orderOrdinal: null,
        variationId: null,
      }),
    );
  assert.equal(await join(first), false, 'it never ends');
  await change(first, { expiresAt: end });
  await change(second, { expiresAt: end });
  assert.deepEqual([await join(first), await join(first)], [true, false]);
  const rows = await scenario.system.database.reader
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select('subscriptionId')
    .where('id', 'in', [first, second])
    .execute();
  assert.deepEqual(
    new Set(rows.map((row) => row.subscriptionId)),
    new Set([subscriptionId, null]),
    'the other license joined nothing',
  );
});

test('the licenses of an owner cover together what one of them covers, and say so of the highest version', async () => {
  const { customer, productId, first, second } = await owner();
  const access = () =>
    accessOf(scenario.system.database.reader, 'demo', { customerId: customer.id, productId }, now());
  const [soon, later] = [new Date('2026-06-01T00:00:00Z'), new Date('2026-07-01T00:00:00Z')];
  const cases = [
    [{ updatesUntil: null, upToMajor: null }, { updatesUntil: soon, upToMajor: 1 }, undefined],
    [
      { updatesUntil: soon, upToMajor: 3 },
      { updatesUntil: later, upToMajor: 2 },
      { licenseId: first, updatesUntil: later, upToMajor: 3 },
    ],
    [
      { updatesUntil: soon, upToMajor: null },
      { updatesUntil: later, upToMajor: null },
      { licenseId: second, updatesUntil: later, upToMajor: null },
    ],
    [
      { updatesUntil: null, upToMajor: 1 },
      { updatesUntil: null, upToMajor: 2 },
      { licenseId: second, updatesUntil: null, upToMajor: 2 },
    ],
  ] as const;
  for (const [one, other, expected] of cases) {
    await change(first, one);
    await change(second, other);
    assert.deepEqual(await access(), expected);
  }
  for (const id of [first, second]) await change(id, { expiresAt: new Date(0) });
  assert.equal(await access(), undefined);
});

test('devices are counted by the key of their last token and by version, over all pages, without released ones', async () => {
  const { activate } = await owner();
  const seats = [await activate('one'), await activate('two'), await activate('three')] as const;
  const [kid, versions] = ['a key of this test', ['1.0', '2.0', '2.0']];
  await inTx(async (tx) => {
    for (const [index, { id, deviceName }] of seats.entries())
      await renewActivation(tx, 'demo', id, {
        deviceName,
        method: 'Online',
        lastValidatedAt: now(),
        signingKid: kid,
        appVersion: versions[index] ?? null,
      });
  });
  const counts = async (pageSize: number) => {
    const all = await countDevicesByKey(scenario.system.database.reader, 'demo', pageSize);
    const ofKey = all.filter(({ signingKid }) => signingKid === kid);
    return new Map(ofKey.map(({ appVersion, devices }) => [appVersion, devices]));
  };
  const versionCounts = (second: number) =>
    new Map([
      ['1.0', 1],
      ['2.0', second],
    ]);
  for (const pageSize of [1, 2, 5_000]) assert.deepEqual(await counts(pageSize), versionCounts(2));
  await inTx((tx) => setActivationRevoked(tx, 'demo', seats[1], now()));
  assert.deepEqual(await counts(5_000), versionCounts(1));
});
