import path from 'node:path';
import { isTestFile, type Module, readModules } from '../server/test/architecture/source.ts';

/** The engines a run of the tests may use. */
export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** The test files to run on each engine, as paths from the root of the repository. */
export type Selection = Record<Engine, string[]>;

/** What a run of the tests is for, as far as its command says. */
export interface RunPurpose {
  readonly filters: readonly string[];
  readonly requirePostgres: boolean;
  /** The address of a PostgreSQL server to use. */
  readonly server: string | undefined;
}

/**
 * The engines of a run that names none. All tests on both take more than twice as long as on SQLite, so they run on
 * SQLite; a part of them runs on both, and so do all if the run needs PostgreSQL or names a server.
 */
export function defaultEngines({ filters, requirePostgres, server = '' }: RunPurpose): readonly Engine[] {
  return filters.length > 0 || requirePostgres || server !== '' ? ENGINES : ['sqlite'];
}

const ENGINE_VARIABLE = 'LATCHKEY_TEST_ENGINE';
const CLUSTER = 'server/test/postgres-cluster.ts';

/** Reads what `selectTests` needs of the repository below `root`. */
export function readTestModules(root: string): Promise<readonly Module[]> {
  return readModules(root, ENGINE_VARIABLE);
}

/**
 * Divides the test files of `files` among `engines`:
 *
 * - `*.postgres.test.ts` and `*.sqlite.test.ts` run on the engine in their name;
 * - a file that reads `LATCHKEY_TEST_ENGINE`, itself or through its imports (the harness), runs on each engine;
 * - everything else runs once, with SQLite, and not at all when only PostgreSQL is requested.
 *
 * `filters` keep the files whose path contains one of them; none keeps all. Browser tests are not included.
 */
export function selectTests(
  files: readonly Module[],
  engines: readonly Engine[],
  filters: readonly string[] = [],
): Selection {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const selection: Selection = { sqlite: [], postgres: [] };
  for (const file of files) {
    if (!isTestFile(file.path) || file.path.startsWith('e2e/')) continue;
    if (filters.length > 0 && !filters.some((filter) => matches(file.path, filter))) continue;
    for (const engine of enginesOf(file, byPath)) {
      if (engines.includes(engine)) selection[engine].push(file.path);
    }
  }
  return selection;
}

/** The test files that start their own PostgreSQL cluster, and so need its programs on this machine. */
export function needsCluster(files: readonly Module[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const tests = files.filter(({ path: file }) => isTestFile(file));
  return new Set(tests.filter((file) => closure(file, byPath).has(CLUSTER)).map(({ path: file }) => file));
}

function enginesOf(file: Module, byPath: ReadonlyMap<string, Module>): Engine[] {
  if (file.path.endsWith('.postgres.test.ts')) return ['postgres'];
  if (file.path.endsWith('.sqlite.test.ts')) return ['sqlite'];
  const touched = [...closure(file, byPath)].some((each) => readsEngine(byPath.get(each)));
  return touched ? ['sqlite', 'postgres'] : ['sqlite'];
}

function readsEngine(file: Module | undefined): boolean {
  if (file === undefined) return false;
  return file.members.some(({ text }) => text.endsWith(`.${ENGINE_VARIABLE}`));
}

function closure(file: Module, byPath: ReadonlyMap<string, Module>): Set<string> {
  const reached = new Set([file.path]);
  for (const current of reached) {
    for (const { target } of byPath.get(current)?.imports ?? []) {
      if (byPath.has(target)) reached.add(target);
    }
  }
  return reached;
}

function matches(file: string, filter: string): boolean {
  return file.includes(path.posix.normalize(filter.split(path.sep).join('/')));
}
