import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import { testEngine } from '../database.ts';
import { times } from '../length.ts';
import { type LicensingScenario, licensingScenario } from '../licensing.ts';
import { runTogether } from '../processes.ts';

export const PROCESSES = testEngine() === 'sqlite' ? 2 : 3;
/** 10,000 with `npm test -- --long`. */
export const RACES = times(30, 10_000);
/** A naive variant fails soon: its races need no long form. */
export const NAIVE_RACES = 30;
const CHUNK = 500;

export async function withScenario<Result>(
  work: (scenario: LicensingScenario) => Promise<Result>,
): Promise<Result> {
  const scenario = await licensingScenario();
  try {
    return await work(scenario);
  } finally {
    await scenario.close();
  }
}

/**
 * Runs one kind of race of a script for all subjects, in every process concurrently; returns the sum of their counts.
 */
export async function run(
  script: URL,
  location: string,
  race: string,
  subjects: readonly string[],
): Promise<number> {
  let total = 0;
  for (let first = 0; first < subjects.length; first += CHUNK) {
    const list = subjects.slice(first, first + CHUNK).join(',');
    const processes = Array.from({ length: PROCESSES }, (_, index) => [
      location,
      race,
      `process-${index}`,
      list,
    ]);
    const results = await runTogether(script, processes);
    total += results.reduce<number>((sum, part) => sum + Number(part), 0);
  }
  return total;
}

/** Every license with its counter and the number of its active activations. */
export async function counts({ system }: LicensingScenario) {
  const rows = await system.database.reader
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .leftJoin('activations', (join) =>
      join.onRef('activations.licenseId', '=', 'licenses.id').on('activations.status', '=', 'Active'),
    )
    .select(({ fn }) => [
      'licenses.id',
      'licenses.customerId',
      'licenses.activeActivations',
      'licenses.maxActivations',
      fn.count<number>('activations.id').as('rowCount'),
    ])
    .groupBy(['licenses.id', 'licenses.customerId', 'licenses.activeActivations', 'licenses.maxActivations'])
    .execute();
  return rows;
}
