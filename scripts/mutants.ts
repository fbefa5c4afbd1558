import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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
  Prints the mistakes that no test notices.

  --count <number>     mistakes in all files together, spread evenly (default 12)
  --tests <number>     test files for each mistake (default 12)
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
/** Lines that do nothing when the program runs. */
const IDLE_LINE = /^\s*(import |export type |export interface |readonly |\/\/|\/?\*)/;
/** Through these, every test reaches every file. */
const EVERYTHING =
  /^server\/(src\/(app|main|jobs|open-system|account-deletion)\.ts|src\/cli\/|test\/harness\.ts)/;

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
      tests: { type: 'string', default: '12' },
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
  const all = files.flatMap(({ path: file }) => mutantsOf(file));
  const count = Math.min(Number(values.count), all.length);
  const sample = Array.from(
    { length: count },
    (_, index) => all[Math.floor(((index + 0.5) * all.length) / count)],
  );
  const survivors: Mutant[] = [];
  for (const mutant of sample) {
    if (mutant === undefined) continue;
    const took = stopwatch();
    const tests = nearestTests(modules, mutant.file, Number(values.tests));
    const isNoticed = tests.length > 0 && fails(mutant, tests, Number(values.seconds));
    if (!isNoticed) survivors.push(mutant);
    console.log(
      `${isNoticed ? 'noticed ' : 'SURVIVED'} ${mutant.file}:${mutant.line} (${tests.length} files, ${took()})`,
    );
    if (!isNoticed) console.log(`  - ${mutant.before.trim()}\n  + ${mutant.after.trim()}`);
  }
  console.log(`\n${count - survivors.length} of ${count} mistakes were noticed; ${all.length} are possible.`);
  return survivors.length === 0 ? 0 : 1;
}

/** All mistakes in a file that leave it a program. */
function mutantsOf(file: string): Mutant[] {
  const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  return lines.flatMap((before, index) =>
    IDLE_LINE.test(before)
      ? []
      : MISTAKES.flatMap(([pattern, replacement]) => {
          const after = before.replace(pattern, replacement);
          const text = lines.with(index, after).join('\n');
          return after === before || !isProgram(file, text)
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

/** The test files with the shortest ways of imports to a file; among equals, those with the closest folder. */
function nearestTests(modules: readonly Module[], file: string, count: number): string[] {
  const distances = new Map([[file, 0]]);
  for (const [reached, distance] of distances) {
    if (EVERYTHING.test(reached)) continue;
    for (const { path: from, imports } of modules)
      if (!distances.has(from) && imports.some(({ target }) => target === reached))
        distances.set(from, distance + 1);
  }
  const folder = path.posix.dirname(file);
  const farness = (test: string): number =>
    (distances.get(test) ?? 0) + path.posix.relative(folder, path.posix.dirname(test)).split('/').length / 4;
  return [...distances.keys()]
    .filter((each) => isTestFile(each) && each.startsWith('server/'))
    .toSorted((one, other) => farness(one) - farness(other))
    .slice(0, count);
}

/** Whether tests fail while the mistake is in the file, which is restored whatever happens. */
function fails({ file, text }: Mutant, tests: readonly string[], seconds: number): boolean {
  const location = path.join(ROOT, file);
  const original = readFileSync(location);
  // The tests run synchronously: a signal reaches them and is handled here once the file is as it was.
  const stop = (): void => {};
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    writeFileSync(location, text);
    const parameters = ['scripts/test.ts', '--engine', 'sqlite', '--reporter', 'dot', ...tests];
    const { status, signal, error } = spawnSync(process.execPath, parameters, {
      cwd: ROOT,
      stdio: 'ignore',
      timeout: seconds * 1_000,
      killSignal: 'SIGTERM',
    });
    if (signal === 'SIGINT' || status === INTERRUPTED) throw new Error('interrupted; the file is as it was');
    return status !== 0 || error !== undefined;
  } finally {
    writeFileSync(location, original);
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
