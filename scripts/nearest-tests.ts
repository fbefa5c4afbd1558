import path from 'node:path';
import { isTestFile, type Module } from '../server/test/architecture/source.ts';

/** Through these, every test reaches every file. */
const EVERYTHING =
  /^server\/(src\/(app|main|jobs|open-system|account-deletion)\.ts|src\/cli\/|test\/harness\.ts)/;
/** Reads every file, and imports none. */
const READS_ALL = 'server/test/architecture.test.ts';
/** Tests of whole processes: they take long, and others are nearer to nearly every mistake. */
const SLOW_TEST =
  /^server\/(test\/(races|faults|cluster|walks|fuzz|architecture)\/|test\/[^/]+\.test|src\/cli\/)/;
const SLOW_DISTANCE = 3;

/**
 * Who uses each file: whoever imports it, or something of it through an index. A test also uses the file next to it
 * that it is named after: tests of routes import nothing but the harness.
 */
export function importersOf(modules: readonly Module[]): ReadonlyMap<string, readonly string[]> {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const importers = new Map<string, string[]>(modules.map(({ path: file }) => [file, []]));
  for (const { path: file, imports } of modules) {
    const sources = new Set(
      imports.flatMap(({ target, names }) => names.map((name) => sourceOf(byPath, target, name))),
    );
    if (isTestFile(file)) for (const each of namesakesOf(modules, file)) sources.add(each);
    for (const each of sources) importers.get(each)?.push(file);
  }
  return importers;
}

/** The file that declares a name which an index hands on. */
function sourceOf(modules: ReadonlyMap<string, Module>, file: string, name: string): string {
  const next = modules.get(file)?.imports.find(({ isHandedOn, names }) => isHandedOn && names.includes(name));
  return next === undefined ? file : sourceOf(modules, next.target, name);
}

/** `refunds.ts` and `refund.ts` of `refunds-of-units.test.ts`. */
function namesakesOf(modules: readonly Module[], test: string): string[] {
  const { dir, base } = path.posix.parse(test);
  return modules
    .map(({ path: file }) => file)
    .filter((file) => path.posix.dirname(file) === dir && !isTestFile(file))
    .filter((file) => base.startsWith(path.posix.basename(file, '.ts').replace(/s?(-routes)?$/, '')));
}

/**
 * The test files with the shortest ways of imports to a file; among equals, those with the closest folder and name. A test
 * of routes imports a whole server: it is as near as the nearest routes in its folder. Only tests among `runnable`, at
 * most `count`, and the one that reads every file.
 */
export function nearestTests(
  importers: ReadonlyMap<string, readonly string[]>,
  file: string,
  { count, runnable }: { readonly count: number; readonly runnable: ReadonlySet<string> },
): string[] {
  const distances = new Map([[file, 0]]);
  for (const [reached, distance] of distances) {
    if (EVERYTHING.test(reached)) continue;
    for (const importer of importers.get(reached) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  const folder = path.posix.dirname(file);
  addTestsOfRoutes(distances, importers.keys());
  const words = wordsOf(file);
  const farness = (test: string): number =>
    (distances.get(test) ?? 0) +
    path.posix.relative(folder, path.posix.dirname(test)).split('/').length / 4 +
    (SLOW_TEST.test(test) ? SLOW_DISTANCE : 0) -
    wordsOf(test).intersection(words).size;
  const nearest = [...distances.keys()]
    .filter((each) => runnable.has(each) && each !== READS_ALL)
    .toSorted((one, other) => farness(one) - farness(other));
  const rules = [READS_ALL].filter((each) => runnable.has(each));
  return [...nearest.slice(0, count), ...rules];
}

/** Adds the tests in the folders of the routes that were reached. */
function addTestsOfRoutes(distances: Map<string, number>, files: Iterable<string>): void {
  const folders = new Map<string, number>();
  for (const [file, distance] of distances) {
    const folder = path.posix.dirname(file);
    if (file.startsWith('server/src/api/'))
      folders.set(folder, Math.min(distance, folders.get(folder) ?? distance));
  }
  for (const file of files) {
    const distance = folders.get(path.posix.dirname(file));
    if (distance !== undefined && isTestFile(file) && !distances.has(file)) distances.set(file, distance + 1);
  }
}

/** Folders whose names say nothing of what is in them. */
const GENERAL = new Set(['server', 'src', 'test', 'api', 'module']);

/**
 * The words in the name of a file and of its folders, without plurals: what a module is about is also in the names of the
 * tests of its routes.
 */
function wordsOf(file: string): Set<string> {
  const words = file.replace(/(\.test)?\.ts$/, '').split(/\W/);
  return new Set(words.map((word) => word.replace(/(?<=x)es$|s$/, ''))).difference(GENERAL);
}
