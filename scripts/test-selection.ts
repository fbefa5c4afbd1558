import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '../server/src/platform/database/database.ts';
import { isTestFile, type Module } from '../server/test/architecture/source.ts';
import type { FileRun } from '../server/test/run-files.ts';

/** The engines a run of the tests may use. */
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];
/** Reads `LATCHKEY_TEST_ENGINE`. */
const DATABASE = 'server/test/database.ts';
/** The tests of a folder share the processes that they start. */
const TOGETHER = /^server\/(test\/races|src\/cli)\//;

/**
 * The test files of `modules` to run on `engines`:
 *
 * - `*.postgres.test.ts` and `*.sqlite.test.ts` run on the engine in their name;
 * - a file that imports the test database, itself or through others (the harness), runs on each engine;
 * - everything else runs once, with SQLite, and not at all when only PostgreSQL is requested.
 *
 * `filters` keep the files whose path contains one of them, and `onPostgres` does so for that engine alone; none keeps
 * all. Browser tests are not included. Raises an error for a part of `onPostgres` that keeps nothing.
 */
export function selectTests(
  modules: readonly Module[],
  engines: readonly Engine[],
  { filters = [], onPostgres = [] }: TestChoice = {},
): FileRun[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const tests = modules.filter(
    ({ path: file }) => isTestFile(file) && !file.startsWith('e2e/') && isChosen(file, filters),
  );
  const runs = tests.flatMap((module) => {
    const file = module.path;
    return enginesOf(module, byPath)
      .filter((engine) => engines.includes(engine) && (engine === 'sqlite' || isChosen(file, onPostgres)))
      .map((engine) => ({ engine, file }));
  });
  const useless = onPostgres.filter(
    (part) => !runs.some(({ engine, file }) => engine === 'postgres' && isChosen(file, [part])),
  );
  if (useless.length > 0)
    throw new Error(`No test on PostgreSQL has this in its path: ${useless.join(', ')}`);
  return runs;
}

/** Parts of the paths of test files. */
interface TestChoice {
  readonly filters?: readonly string[];
  readonly onPostgres?: readonly string[];
}

function isChosen(file: string, filters: readonly string[]): boolean {
  return filters.length === 0 || filters.some((filter) => file.includes(path.posix.normalize(filter)));
}

function enginesOf(module: Module, byPath: ReadonlyMap<string, Module>): readonly Engine[] {
  const [, name] = /\.(sqlite|postgres)\.test\.ts$/.exec(module.path) ?? [];
  if (name !== undefined) return ENGINES.filter((engine) => engine === name);
  const reached = new Set([module.path]);
  for (const file of reached) for (const { target } of byPath.get(file)?.imports ?? []) reached.add(target);
  return reached.has(DATABASE) ? ENGINES : ['sqlite'];
}

/**
 * The groups that processes take, each of one engine. The slowest files, races and tests of whole servers, come first,
 * so that no process works alone in the end. `isByName`: each file alone.
 */
export function groupFiles(runs: readonly FileRun[], isByName: boolean): FileRun[][] {
  const groups = Map.groupBy(
    runs.toSorted((one, other) => other.file.localeCompare(one.file)),
    ({ engine, file }) => `${engine} ${(!isByName && TOGETHER.exec(file)?.[0]) || file}`,
  );
  return [...groups.values()].toSorted((one, other) => other.length - one.length);
}

/** How runs ended, by the marks that they left in a folder. */
export interface RunMarks {
  /** Those without a mark: a process that ran them, or was to run them, is dead. */
  readonly missing: readonly FileRun[];
  /** The others, the slowest first, with the milliseconds that each took. */
  readonly ended: readonly { readonly run: FileRun; readonly milliseconds: number }[];
}

/** Reads the marks that the runs of `groups` left in `folder` (`runFiles`). */
export async function readMarks(groups: readonly FileRun[][], folder: string): Promise<RunMarks> {
  const marks = new Set(await readdir(folder));
  const places = groups.flatMap((group, index) =>
    group.map((run, place) => ({ run, mark: `ended-${index}-${place}` })),
  );
  const ended = places
    .filter(({ mark }) => marks.has(mark))
    .map(async ({ run, mark }) => ({
      run,
      milliseconds: Number(await readFile(path.join(folder, mark), 'utf8')),
    }));
  return {
    missing: places.filter(({ mark }) => !marks.has(mark)).map(({ run }) => run),
    ended: (await Promise.all(ended)).toSorted((one, other) => other.milliseconds - one.milliseconds),
  };
}
