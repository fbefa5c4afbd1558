import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import {
  isTestCode,
  isTestFile,
  type Module,
  parseSource,
  readModules,
} from '../server/test/architecture/source.ts';
import { INTERRUPTED, ROOT, stopwatch } from './run.ts';

const USAGE = `npm run mutants -- [options] <part of a file's path …>

  Plants mistakes in the files of the server, one after the other, and runs the tests that are nearest by their imports.
  Prints the mistakes that no test notices, with their place and the change. Tests that are not done in time have noticed
  nothing: the mistake may make them wait for ever, or the machine is slow.

  --count <number>     mistakes in all files together, chosen at random (default 12)
  --seed <number>      the same seed chooses the same mistakes (default 1)
  --tests <number>     test files for each mistake at most; the nearest ones run first (default 50)
  --seconds <number>   for the tests of one mistake (default 120)`;

/** Mistakes that people make; each expression matches a part of one line. */
const MISTAKES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\bif \((.+)\) /, 'if (!($1)) '],
  [/\bif \((.+)\) /, 'if (false) '],
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ < /, ' <= '],
  [/ <= /, ' < '],
  [/ > /, ' >= '],
  [/ >= /, ' > '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/\bMath\.min\b/, 'Math.max'],
  [/\bMath\.max\b/, 'Math.min'],
  [/^\s*await [^;]+;$/, ''],
  [/\bthrow [^;]+;$/, ';'],
  [/\.where\((?:[^()]|\([^()]*\))*\)/, ''],
  [/\.forUpdate\(\)/, ''],
];
/** Lines whose mistakes change nothing but the log. */
const IDLE_LINE = /^\s*(import |\/\/|\/?\*|(\w+\.)*log\.)/;
/** Through these, every test reaches every file. */
const EVERYTHING =
  /^server\/(src\/(app|main|jobs|open-system|account-deletion)\.ts|src\/cli\/|test\/harness\.ts)/;
/** Tests of whole processes: they take long, and others are nearer to nearly every mistake. */
const SLOW_TEST =
  /^server\/(test\/(races|faults|cluster|walks|fuzz|architecture)\/|test\/[^/]+\.test|src\/cli\/)/;
const SLOW_DISTANCE = 3;
/** Holds the id of the process that plants mistakes in this folder. */
const RUN_FILE = path.join(ROOT, 'node_modules/.cache/latchkey-mutants');
/** Tests run in stages, each up to this number: the first ones notice most mistakes. */
const STAGES = [5, 15, Number.POSITIVE_INFINITY];

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly text: string;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '12' },
      seed: { type: 'string', default: '1' },
      tests: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '120' },
      help: { type: 'boolean', default: false },
    },
  });
  const modules = await readModules(ROOT);
  const files = modules.filter(
    ({ path: file }) =>
      file.startsWith('server/src/') && !isTestCode(file) && positionals.some((part) => file.includes(part)),
  );
  if (values.help || files.length === 0) {
    console.error(values.help || positionals.length === 0 ? USAGE : 'No file of the server matches.');
    return 2;
  }
  refuseSecondRun();
  const all = files.flatMap(({ path: file }) => mutantsOf(file));
  const sample = sampleOf(all, Number(values.count), Number(values.seed));
  const importers = importersOf(modules);
  const survivors: Mutant[] = [];
  for (const mutant of sample) {
    const took = stopwatch();
    const tests = nearestTests(importers, mutant.file, Number(values.tests));
    const outcome = outcomeOf(mutant, tests, Number(values.seconds));
    if (outcome !== 'noticed') survivors.push(mutant);
    console.log(
      `${outcome.padEnd('SURVIVED'.length)} ${mutant.file}:${mutant.line} (${tests.length} files, ${took()})`,
    );
    console.log(`  - ${mutant.before.trim()}\n  + ${mutant.after.trim()}`);
  }
  console.log(
    `\n${sample.length - survivors.length} of ${sample.length} mistakes were noticed; ${all.length} are possible.`,
  );
  for (const { file, line } of survivors) console.log(`not noticed: ${file}:${line}`);
  return survivors.length === 0 ? 0 : 1;
}

/** Two runs in one folder would see each other's mistakes, and notice everything. */
function refuseSecondRun(): void {
  mkdirSync(path.dirname(RUN_FILE), { recursive: true });
  const [other] = existsSync(RUN_FILE) ? [Number(readFileSync(RUN_FILE, 'utf8'))] : [];
  if (other !== undefined && isAlive(other))
    throw new Error(`Process ${other} plants mistakes in this folder: wait for its end.`);
  writeFileSync(RUN_FILE, String(process.pid));
  process.on('exit', () => rmSync(RUN_FILE, { force: true }));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Some of the mistakes, in the order of their files; the same ones for a seed. */
function sampleOf(all: readonly Mutant[], count: number, seed: number): Mutant[] {
  let random = seed;
  const keys = new Map(
    all.map((mutant) => {
      // A linear congruential generator with the numbers of Numerical Recipes.
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      return [mutant, Math.imul(random ^ (random >>> 16), 0x45_d9_f3_b) >>> 0];
    }),
  );
  const selection = new Set(
    all.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0)).slice(0, count),
  );
  return all.filter((mutant) => selection.has(mutant));
}

/** All mistakes in a file that leave it a program. */
function mutantsOf(file: string): Mutant[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const lines = source.split('\n');
  const program = stripTypeScriptTypes(source);
  return lines.flatMap((before, index) =>
    IDLE_LINE.test(before)
      ? []
      : MISTAKES.flatMap(([pattern, replacement]) => {
          const after = before.replace(pattern, replacement);
          const text = lines.with(index, after).join('\n');
          return after === before || !isProgram(file, text) || stripTypeScriptTypes(text) === program
            ? []
            : [{ file, line: index + 1, before, after, text }];
        }),
  );
}

function isProgram(file: string, text: string): boolean {
  try {
    parseSource(file, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Who uses each file: whoever imports it, or something of it through an index. A test also uses the file next to it
 * that it is named after: tests of routes import nothing but the harness.
 */
function importersOf(modules: readonly Module[]): ReadonlyMap<string, readonly string[]> {
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
 * of routes imports a whole server: it is as near as the nearest routes in its folder.
 */
function nearestTests(
  importers: ReadonlyMap<string, readonly string[]>,
  file: string,
  count: number,
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
  return [...distances.keys()]
    .filter((each) => isTestFile(each) && each.startsWith('server/') && !each.includes('.postgres.'))
    .toSorted((one, other) => farness(one) - farness(other))
    .slice(0, count);
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

/** The words in the name of a file and of its folder, without plurals. */
function wordsOf(file: string): Set<string> {
  const { dir, name } = path.posix.parse(file.replace('.test.', '.'));
  const words = `${path.posix.basename(dir)} ${name}`.split(/\W/);
  return new Set(words.map((word) => word.replace(/s$/, '')));
}

let isInterrupted = false;

type Outcome = 'noticed' | 'SURVIVED' | 'NOT DONE';

/** What tests say while the mistake is in the file, which is restored whatever happens. */
function outcomeOf({ file, text }: Mutant, tests: readonly string[], seconds: number): Outcome {
  const location = path.join(ROOT, file);
  const original = readFileSync(location);
  // The tests run synchronously: a signal is handled here once they have ended and the file is as it was.
  const stop = (): void => {
    isInterrupted = true;
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    writeFileSync(location, text);
    for (const [index, end] of STAGES.entries()) {
      const outcome = run(tests.slice(STAGES[index - 1] ?? 0, end), seconds);
      if (outcome !== 'SURVIVED') return outcome;
    }
    return 'SURVIVED';
  } finally {
    writeFileSync(location, original);
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

function run(tests: readonly string[], seconds: number): Outcome {
  if (tests.length === 0) return 'SURVIVED';
  const parameters = ['scripts/test.ts', '--engine', 'sqlite', '--processes', '1', ...tests];
  const { status, signal, error } = spawnSync(process.execPath, parameters, {
    cwd: ROOT,
    stdio: 'ignore',
    timeout: seconds * 1_000,
    killSignal: 'SIGTERM',
  });
  if (error !== undefined && 'code' in error && error.code === 'ETIMEDOUT') return 'NOT DONE';
  if (isInterrupted || signal === 'SIGINT' || status === INTERRUPTED)
    throw new Error('interrupted; the file is as it was');
  return status === 0 ? 'SURVIVED' : 'noticed';
}
