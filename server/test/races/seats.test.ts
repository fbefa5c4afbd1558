import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCustomer } from '../../src/modules/customers/store.ts';
import { assertInvariants } from '../invariants.ts';
import { type LicensingScenario, provisionLicenses } from '../licensing.ts';
import { counts, NAIVE_RACES, PROCESSES, RACES, run, withScenario } from './licensing-races.ts';
import { untilExercised } from './until-exercised.ts';

const SCRIPT = new URL('seat-process.ts', import.meta.url);
const SEATS = 3;

async function addOwners(scenario: LicensingScenario, count: number, licenses = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const customer = await scenario.customer();
    await scenario.license(customer, 'racer', licenses);
    ids.push(customer.id);
  }
  return ids;
}

test('the last seat goes to one device, whatever runs at the same time, and no free seat is refused', () =>
  withScenario(async (scenario) => {
    await scenario.product({ id: 'racer', maxActivations: SEATS });
    const owners = await addOwners(scenario, RACES);
    assert.equal(await run(SCRIPT, scenario.location, 'last-seat', owners), RACES * SEATS);
    for (const license of await counts(scenario)) {
      assert.deepEqual([license.rowCount, license.activeActivations], [SEATS, SEATS]);
    }
    await assertInvariants(scenario.system.database.reader);
  }));

test('checking for a seat before taking it gives too many seats in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      await scenario.product({ id: 'racer', maxActivations: SEATS });
      const owners = await addOwners(scenario, NAIVE_RACES);
      await run(SCRIPT, scenario.location, 'last-seat-naive', owners);
      const exceeded = (await counts(scenario)).filter(
        ({ rowCount, maxActivations }) => rowCount > maxActivations,
      );
      assert.ok(exceeded.length > 0, 'the race was not exercised');
    }),
  ));

test('a device with several concurrent requests holds one seat, though two licenses have one to give', () =>
  withScenario(async (scenario) => {
    await scenario.product({ id: 'racer', maxActivations: 1 });
    const owners = await addOwners(scenario, RACES, 2);
    assert.equal(await run(SCRIPT, scenario.location, 'same-device', owners), RACES * PROCESSES * 2);
    const seats = Map.groupBy(await counts(scenario), ({ customerId }) => customerId);
    for (const licenses of seats.values()) {
      assert.deepEqual(
        licenses.map(({ rowCount }) => rowCount).toSorted((a, b) => a - b),
        [0, 1],
      );
      for (const { rowCount, activeActivations } of licenses) assert.equal(activeActivations, rowCount);
    }
    await assertInvariants(scenario.system.database.reader);
  }));

test('without a lock on the customer a device with two requests takes two seats or is refused its own in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      await scenario.product({ id: 'racer', maxActivations: 1 });
      const owners = await addOwners(scenario, NAIVE_RACES, 2);
      const served = await run(SCRIPT, scenario.location, 'same-device-naive', owners);
      const seats = Map.groupBy(await counts(scenario), ({ customerId }) => customerId);
      const doubled = [...seats.values()].filter((licenses) =>
        licenses.every(({ rowCount }) => rowCount === 1),
      );
      // Two kinds of damage: a second seat, or a request that only a constraint could stop.
      const stopped = NAIVE_RACES * PROCESSES * 2 - served;
      assert.ok(doubled.length + stopped > 0, 'the race was not exercised');
    }),
  ));

/** Owners of a device of the product, with two licenses of its add-on. */
async function addOwnersOfAddOn(scenario: LicensingScenario, count: number): Promise<string[]> {
  await scenario.product({ id: 'racer' });
  const owners = await addOwners(scenario, count);
  for (const id of owners) {
    const customer = await findCustomer(scenario.system.database.reader, scenario.account.id, id);
    assert.ok(customer);
    await scenario.token(customer, 'racer', 'the one device');
  }
  await scenario.product({ id: 'racer.pack', isIncludedInLicense: true });
  const requests = [{ productId: 'racer.pack', quantity: 2 }];
  for (const ownerId of owners) await provisionLicenses(scenario.ctx, { ownerId, requests });
  return owners;
}

/** The seats of the add-on that each owner's devices hold. */
async function addOnSeats(scenario: LicensingScenario): Promise<number[]> {
  const rows = await counts(scenario);
  const owners = Map.groupBy(rows, ({ customerId }) => customerId);
  // One of the seats is the device's own, of the product.
  return [...owners.values()].map(
    (licenses) => licenses.reduce((sum, { rowCount }) => sum + rowCount, 0) - 1,
  );
}

test('a device that is validated several times at once takes one seat of its add-on, though two licenses have one', () =>
  withScenario(async (scenario) => {
    const owners = await addOwnersOfAddOn(scenario, RACES);
    await run(SCRIPT, scenario.location, 'add-on', owners);
    for (const seats of await addOnSeats(scenario)) assert.equal(seats, 1);
    await assertInvariants(scenario.system.database.reader);
  }));

test('looking for the seat of an add-on before taking one takes two in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      const owners = await addOwnersOfAddOn(scenario, NAIVE_RACES);
      await run(SCRIPT, scenario.location, 'add-on-naive', owners);
      const doubled = (await addOnSeats(scenario)).filter((seats) => seats > 1);
      assert.ok(doubled.length > 0, 'the race was not exercised');
    }),
  ));

const EMAILS = (count: number) => Array.from({ length: count }, (_, index) => `racer-${index}@example.com`);

test('a limit per customer holds while several processes provision to the same new customer', () =>
  withScenario(async (scenario) => {
    await scenario.product({ id: 'racer' });
    assert.equal(await run(SCRIPT, scenario.location, 'provision', EMAILS(RACES)), RACES * 3);
    const byCustomer = Map.groupBy(await counts(scenario), ({ customerId }) => customerId);
    assert.equal(byCustomer.size, RACES);
    for (const licenses of byCustomer.values()) assert.equal(licenses.length, 3);
    await assertInvariants(scenario.system.database.reader);
  }));

test('counting before granting exceeds the limit per customer in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      await scenario.product({ id: 'racer' });
      const total = await run(SCRIPT, scenario.location, 'provision-naive', EMAILS(NAIVE_RACES));
      assert.ok(total > NAIVE_RACES * 3, `the race was not exercised: ${total} licenses were given`);
    }),
  ));
