import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestActivation } from '../../src/modules/licensing/index.ts';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import { createVoucherBatch, listBatchCodes } from '../../src/modules/vouchers/index.ts';
import { assertInvariants } from '../invariants.ts';
import { type LicensingScenario, licensingScenario } from '../licensing.ts';
import { runTogether } from '../processes.ts';
import { untilExercised } from './until-exercised.ts';
import { times } from '../length.ts';

const SCRIPT = new URL('once-process.ts', import.meta.url);
const PROCESSES = 2;
/** Longer with `npm test -- --long`. */
const RACES = times(20, 1_000);
const NAIVE_RACES = 20;

async function withScenario<Result>(work: (scenario: LicensingScenario) => Promise<Result>): Promise<Result> {
  const scenario = await licensingScenario();
  try {
    await scenario.product({ id: 'racer', maxActivations: 2_000, allowsTrials: true });
    return await work(scenario);
  } finally {
    await scenario.close();
  }
}

/**
 * Every process is a different customer, and tries each subject twice concurrently; returns the number of successes.
 */
async function run(scenario: LicensingScenario, race: string, subjects: readonly string[]): Promise<number> {
  const processes: string[][] = [];
  for (let index = 0; index < PROCESSES; index += 1) {
    const customer = await scenario.customer();
    if (race.startsWith('approval')) await scenario.license(customer, 'racer');
    processes.push([scenario.location, race, customer.id, subjects.join(',')]);
  }
  const results = await runTogether(SCRIPT, processes);
  return results.reduce<number>((sum, part) => sum + Number(part), 0);
}

async function codes({ ctx }: LicensingScenario, quantity: number): Promise<string[]> {
  const contents = [{ type: 'Product', id: 'racer', quantity: 1 }] as const;
  const batch = await createVoucherBatch(ctx, { name: 'Race', quantity, contents });
  const page = await listBatchCodes(ctx, batch.id, { from: 0, limit: quantity });
  return page.map(({ code }) => code);
}

async function count(
  scenario: LicensingScenario,
  table: 'licenses' | 'trials' | 'activations',
): Promise<number> {
  const db = scenario.system.database.reader.tables<LicensingTables>();
  const row = await db
    .selectFrom(table)
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

test('a voucher that two customers redeem concurrently is redeemed by one, with one set of licenses', () =>
  withScenario(async (scenario) => {
    const subjects = await codes(scenario, RACES);
    // Both attempts of the customer who wins succeed: the second gets the result of the first.
    assert.equal(await run(scenario, 'voucher', subjects), RACES * 2);
    assert.equal(await count(scenario, 'licenses'), RACES);
    await assertInvariants(scenario.system.database.reader);
  }));

test('checking a voucher before redeeming it grants licenses twice in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      await run(scenario, 'voucher-naive', await codes(scenario, NAIVE_RACES));
      const licenses = await count(scenario, 'licenses');
      assert.ok(licenses > NAIVE_RACES, `the race was not exercised: ${licenses} licenses were given`);
    }),
  ));

/** Requests that wait for an approval, by the id in the address of the page. */
async function openRequests({ ctx, system }: LicensingScenario, quantity: number): Promise<string[]> {
  const browserIds: string[] = [];
  for (let index = 0; index < quantity; index += 1) {
    const device = { name: 'x', signature: `device-${index}` };
    browserIds.push((await requestActivation(ctx, { productId: 'racer', device })).browserId);
  }
  // The clock of the scenario is stopped; the processes use that of the machine.
  await system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('activationRequests')
      .set({ expiresAt: new Date('2100-01-01T00:00:00.000Z') })
      .execute(),
  );
  return browserIds;
}

test('a request that two people approve concurrently takes one seat, of one of them', () =>
  withScenario(async (scenario) => {
    const { system } = scenario;
    const subjects = await openRequests(scenario, RACES);
    assert.equal(await run(scenario, 'approval', subjects), RACES * 2);
    assert.equal(await count(scenario, 'activations'), RACES);
    const licenses = await system.database.reader
      .tables<LicensingTables>()
      .selectFrom('licenses')
      .select('activeActivations')
      .execute();
    assert.equal(
      licenses.reduce((sum, { activeActivations }) => sum + activeActivations, 0),
      RACES,
    );
    await assertInvariants(system.database.reader);
  }));

test('checking a request before approving it takes seats of both people in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      await run(scenario, 'approval-naive', await openRequests(scenario, NAIVE_RACES));
      const activations = await count(scenario, 'activations');
      assert.ok(activations > NAIVE_RACES, `the race was not exercised: ${activations} seats were taken`);
    }),
  ));

test('a device has one trial, however many requests for it are concurrent', () =>
  withScenario(async (scenario) => {
    const subjects = Array.from({ length: RACES }, (_, index) => `device-${index}`);
    assert.equal(await run(scenario, 'trial', subjects), RACES * 2 * PROCESSES);
    assert.equal(await count(scenario, 'trials'), RACES);
    const [day] = await scenario.system.database.reader
      .tables<LicensingTables>()
      .selectFrom('trialCounts')
      .select(({ fn }) => fn.sum<number>('started').as('started'))
      .execute();
    assert.equal(day?.started, RACES);
    await assertInvariants(scenario.system.database.reader);
  }));

test('checking for a trial before starting it fails in the same race, where only an index stops the second', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      const subjects = Array.from({ length: NAIVE_RACES }, (_, index) => `device-${index}`);
      const successes = await run(scenario, 'trial-naive', subjects);
      assert.ok(successes < NAIVE_RACES * 2 * PROCESSES, 'the race was not exercised');
    }),
  ));
