import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createVariation } from '../../src/modules/catalog/index.ts';
import { addMonths } from '../../src/modules/licensing/domain/days.ts';
import { findLicense } from '../../src/modules/licensing/index.ts';
import { updateOrder } from '../../src/modules/orders/index.ts';
import { assertInvariants } from '../invariants.ts';
import { times } from '../length.ts';
import { type LicensingScenario, provisionLicenses } from '../licensing.ts';
import { counts, PROCESSES, run, withScenario } from './licensing-races.ts';
import { untilExercised } from './until-exercised.ts';

const SCRIPT = new URL('upgrade-process.ts', import.meta.url);
/** 1,000 with `npm test -- --long`. */
const RACES = times(12, 1_000);
/** Later than any clock of a test, so that each renewal counts from the end before it. */
const END = new Date('2090-01-01T00:00:00.000Z');
/** Each process buys two at once. */
const RENEWED_END = addMonths(END, 12 * 2 * PROCESSES);

/** Licenses whose updates end. */
async function addRenewable(scenario: LicensingScenario, count: number): Promise<string[]> {
  const { id: productId } = await scenario.product();
  const { id: ownerId } = await scenario.customer();
  const requests = [{ productId, quantity: count, updatesUntil: END }];
  return (await provisionLicenses(scenario.ctx, { ownerId, requests })).map(({ id }) => id);
}

async function endsOf({ ctx }: LicensingScenario, ids: readonly string[]): Promise<number[]> {
  const licenses = await Promise.all(ids.map((id) => findLicense(ctx, id)));
  return licenses.map((license) => license?.updatesUntil?.getTime() ?? 0);
}

test('renewals of one license that are paid at the same time all count', () =>
  withScenario(async (scenario) => {
    const licenses = await addRenewable(scenario, RACES);
    await run(SCRIPT, scenario.location, 'renew', licenses);
    for (const end of await endsOf(scenario, licenses)) assert.equal(end, RENEWED_END.getTime());
    await assertInvariants(scenario.system.database.reader);
  }));

test('reading the end of the updates before moving it loses renewals in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      const licenses = await addRenewable(scenario, RACES);
      await run(SCRIPT, scenario.location, 'renew-naive', licenses);
      const short = (await endsOf(scenario, licenses)).filter((end) => end < RENEWED_END.getTime());
      assert.ok(short.length > 0, 'the race was not exercised');
    }),
  ));

const SEATS = 3;
const OLD_LICENSES = 2;
const DEVICES = SEATS * OLD_LICENSES;

/** Owners of licenses of which old ones are in use on all devices, and a new one covers the next version on a few. */
async function addMovers(scenario: LicensingScenario, count: number): Promise<string[]> {
  await scenario.product({ id: 'racer', maxActivations: SEATS });
  const owners: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const owner = await scenario.customer();
    const give = (quantity: number, upToMajor: number) =>
      provisionLicenses(scenario.ctx, {
        ownerId: owner.id,
        requests: [{ productId: 'racer', quantity, upToMajor }],
      });
    await give(OLD_LICENSES, 2);
    for (let device = 0; device < DEVICES; device += 1)
      await scenario.token(owner, 'racer', `device-${device}`);
    await give(1, 3);
    owners.push(owner.id);
  }
  return owners;
}

test('seats stay exact while activations move between the licenses of an owner', () =>
  withScenario(async (scenario) => {
    const owners = await addMovers(scenario, RACES);
    // A device that another process has moved is on the new license, too.
    const moved = await run(SCRIPT, scenario.location, 'move', owners);
    assert.ok(moved >= RACES * SEATS, `${moved} moves`);
    const byOwner = Map.groupBy(await counts(scenario), ({ customerId }) => customerId);
    for (const licenses of byOwner.values()) {
      for (const { rowCount, activeActivations, maxActivations } of licenses) {
        assert.equal(activeActivations, rowCount);
        assert.ok(rowCount <= maxActivations);
      }
      const seats = licenses.map(({ rowCount }) => rowCount).toSorted((a, b) => a - b);
      assert.equal(seats.at(-1), SEATS);
      assert.equal(
        seats.reduce((sum, each) => sum + each, 0),
        DEVICES,
      );
    }
    await assertInvariants(scenario.system.database.reader);
  }));

test('looking for a free seat before moving an activation gives too many in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      const owners = await addMovers(scenario, RACES);
      await run(SCRIPT, scenario.location, 'move-naive', owners);
      const exceeded = (await counts(scenario)).filter(
        ({ rowCount, maxActivations }) => rowCount > maxActivations,
      );
      assert.ok(exceeded.length > 0, 'the race was not exercised');
    }),
  ));

test('each device is released once and leaves no seat behind, wherever it moves meanwhile', () =>
  withScenario(async (scenario) => {
    const owners = await addMovers(scenario, RACES);
    assert.equal(await run(SCRIPT, scenario.location, 'release', owners), RACES * DEVICES);
    for (const { rowCount, activeActivations } of await counts(scenario))
      assert.deepEqual([rowCount, activeActivations], [0, 0]);
    await assertInvariants(scenario.system.database.reader);
  }));

test('releasing a device wherever it is frees a seat of the license that it had, in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      const owners = await addMovers(scenario, RACES);
      const released = await run(SCRIPT, scenario.location, 'release-naive', owners);
      const wrong = (await counts(scenario)).filter(
        ({ rowCount, activeActivations }) => rowCount !== activeActivations,
      );
      // Two kinds of damage: a wrong count, or one below 0, which only a constraint could stop.
      const stopped = RACES * DEVICES - released;
      assert.ok(wrong.length + stopped > 0, 'the race was not exercised');
    }),
  ));

/** Carts, one for each process, with an upgrade of the same license, as `customerId/orderId/orderId…`. */
async function addCarts(scenario: LicensingScenario, count: number): Promise<string[]> {
  const { ctx } = scenario;
  const { id: productId } = await scenario.product({ id: 'racer' });
  const upgrade = {
    kind: 'Upgrade',
    from: [productId],
    prices: { EUR: 100 },
    oldLicense: 'Replaced',
  } as const;
  const item = { type: 'Product', id: productId } as const;
  const releaseAccess = { upToMajor: 3 };
  await createVariation(ctx, item, {
    id: 'three',
    name: 'Three',
    prices: { EUR: 900 },
    releaseAccess,
    upgrade,
  });
  const subjects: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id: customerId } = await scenario.customer();
    const requests = [{ productId, quantity: 1, upToMajor: 2 }];
    const [license] = await provisionLicenses(ctx, { ownerId: customerId, requests });
    const orderIds = Array.from({ length: PROCESSES }, () => randomUUID());
    const line = { ...item, productId, variationId: 'three', quantity: 1, licenseId: license?.id };
    for (const orderId of orderIds)
      await updateOrder(ctx, { orderId, customerId, patch: { items: [line], utm: {} } });
    subjects.push([customerId, ...orderIds].join('/'));
  }
  return subjects;
}

test('of carts with an upgrade of one license, one is paid, however many are at the same time', () =>
  withScenario(async (scenario) => {
    const carts = await addCarts(scenario, RACES);
    assert.equal(await run(SCRIPT, scenario.location, 'pay', carts), RACES);
    await assertInvariants(scenario.system.database.reader);
  }));

test('looking for an order in payment before starting another pays for an upgrade twice in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      const carts = await addCarts(scenario, RACES);
      const started = await run(SCRIPT, scenario.location, 'pay-naive', carts);
      assert.ok(started > RACES, 'the race was not exercised');
    }),
  ));
