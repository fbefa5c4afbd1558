import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceProductRules } from '../../src/modules/licensing/index.ts';
import { activateDevice } from '../../src/modules/licensing/activations/request-license-token.ts';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import { testContext } from '../context.ts';
import { testEngine } from '../database.ts';
import { assertInvariants, brokenInvariants } from '../invariants.ts';
import { type LicensingScenario, licensingScenario } from '../licensing.ts';
import { runTogether } from '../processes.ts';
import { untilExercised } from './until-exercised.ts';
import { times } from '../length.ts';

const SCRIPT = new URL('release-process.ts', import.meta.url);
const PROCESSES = testEngine() === 'sqlite' ? 2 : 3;
/** Longer with `npm test -- --long`. */
const RACES = times(20, 2_000);
/** A naive variant fails soon: its races need no long form. */
const NAIVE_RACES = 20;
const CHUNK = 500;

async function withScenario(work: (scenario: LicensingScenario) => Promise<void>): Promise<void> {
  const scenario = await licensingScenario();
  try {
    await work(scenario);
  } finally {
    await scenario.close();
  }
}

/** Licenses of one customer each, all of whose seats are taken by devices called `held-0`, `held-1`, … */
async function fullLicenses(scenario: LicensingScenario, count: number, seats: number): Promise<string[]> {
  const { system, account } = scenario;
  await scenario.product({ id: 'racer', maxActivations: seats });
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const customer = await scenario.customer();
    ids.push((await scenario.license(customer, 'racer')).id);
    for (let seat = 0; seat < seats; seat += 1) {
      const device = { name: 'A device', signature: `held-${seat}` };
      await activateDevice(testContext(system, account), customer, { productId: 'racer', device });
    }
  }
  return ids;
}

/** Runs one kind of race for all licenses, in every process concurrently; returns the results of all. */
async function run({ location }: LicensingScenario, race: string, ids: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (let first = 0; first < ids.length; first += CHUNK) {
    const list = ids.slice(first, first + CHUNK).join(',');
    const processes = Array.from({ length: PROCESSES }, (_, index) => [location, race, String(index), list]);
    problems.push(...(await runTogether(SCRIPT, processes)).flat().map(String));
  }
  return problems;
}

function activeDevices({ system }: LicensingScenario): Promise<{ readonly licenseId: string }[]> {
  const query = system.database.reader.tables<LicensingTables>().selectFrom('activations');
  return query.select('licenseId').where('status', '=', 'Active').execute();
}

/** Devices whose last report came after their release. */
async function answersAfterwards(
  { system }: LicensingScenario,
  tokens: readonly string[],
): Promise<string[]> {
  const query = system.database.reader.tables<LicensingTables>().selectFrom('activations');
  const rows = await query.select(['id', 'appVersion']).execute();
  const atRelease = new Set(tokens);
  return rows.map(({ id, appVersion }) => `${id}=${appVersion ?? ''}`).filter((row) => !atRelease.has(row));
}

test('a seat is freed once, however many processes release it', () =>
  withScenario(async (scenario) => {
    const freed = await run(scenario, 'release', await fullLicenses(scenario, RACES, 2));
    assert.equal(freed.length, RACES);
    assert.equal((await activeDevices(scenario)).length, RACES);
    await assertInvariants(scenario.system.database.reader);
  }));

test('checking a seat before releasing it frees it several times in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      const freed = await run(scenario, 'release-naive', await fullLicenses(scenario, NAIVE_RACES, 2));
      assert.ok(freed.length > NAIVE_RACES, `the race was not exercised: ${freed.length} seats were freed`);
    }),
  ));

test('a seat that is released while others request it goes to one of them, or is free for the next', () =>
  withScenario(async (scenario) => {
    const ids = await fullLicenses(scenario, RACES, 1);
    const tokens = await run(scenario, 'request', ids);
    assert.equal((await activeDevices(scenario)).length, tokens.length);
    // A device that requests a seat again finds the seats that nobody got.
    await run(scenario, 'request', ids);
    assert.equal((await activeDevices(scenario)).length, RACES);
    await assertInvariants(scenario.system.database.reader);
  }));

test('reading the count before a release or a request writes it loses seats in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      await run(scenario, 'request-naive', await fullLicenses(scenario, NAIVE_RACES, 1));
      const broken = await brokenInvariants(scenario.system.database.reader);
      assert.ok(
        broken.some((sentence) => sentence.startsWith('the seats in use')),
        'the race was not exercised',
      );
    }),
  ));

test('a released device is never recorded again, however many processes validate it meanwhile', () =>
  withScenario(async (scenario) => {
    const tokens = await run(scenario, 'validate', await fullLicenses(scenario, RACES, 1));
    assert.equal(tokens.length, RACES);
    assert.deepEqual(await answersAfterwards(scenario, tokens), []);
    await assertInvariants(scenario.system.database.reader);
  }));

test('checking a device before recording its validation records released ones in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      const tokens = await run(scenario, 'validate-naive', await fullLicenses(scenario, NAIVE_RACES, 1));
      assert.ok((await answersAfterwards(scenario, tokens)).length > 0, 'the race was not exercised');
    }),
  ));

const PAUSE = { releasesOnline: true, releasesOffline: null, releasePauseSeconds: 86_400, offlineDays: null };

test('between two releases of a license lies the pause, however many processes release devices of it', () =>
  withScenario(async (scenario) => {
    const ids = await fullLicenses(scenario, RACES, 2);
    await replaceProductRules(scenario.ctx, 'racer', PAUSE);
    await run(scenario, 'pause', ids);
    assert.equal((await activeDevices(scenario)).length, RACES);
    await assertInvariants(scenario.system.database.reader);
  }));

test('reading the last release before the next one skips the pause in the same race', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      await run(scenario, 'pause-naive', await fullLicenses(scenario, NAIVE_RACES, 2));
      const remaining = (await activeDevices(scenario)).length;
      assert.ok(remaining < NAIVE_RACES, `the race was not exercised: ${remaining} devices are left`);
    }),
  ));
