import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { isTestCode, type Module, readModules } from '../server/test/architecture/source.ts';
import { findPostgres, startCluster } from '../server/test/postgres-cluster.ts';
import { type Mutant, mutantsOf, sampleOf } from './mutant-sample.ts';
import { importersOf, nearestTests } from './nearest-tests.ts';
import { type Claim, claimFolder, outcomeOf, type TestResult } from './plant-mistakes.ts';
import { INTERRUPTED, ROOT, stopwatch } from './run.ts';
import { ENGINES, selectTests } from './test-selection.ts';

const USAGE = `npm run mutants -- [options] <part of a file's path …>

  Plants mistakes in the files of the server, one after the other, and runs the tests that are nearest by their imports.
  Prints the mistakes that no test notices, with their place and the change. Tests that are not done in time have noticed
  nothing: the mistake may make them wait for ever, or the machine is slow.

  First, all these tests run without a mistake: while one of them fails, nothing is planted. Tests that fail with a
  mistake run again without it; when they fail again, they have noticed nothing, and the mistake is called DISTURBED. A
  run that was killed may leave its mistake in a file: the next one restores it.

  --count <number>     mistakes in all files together, chosen at random (default 12)
  --seed <number>      the same seed chooses the same mistakes (default 1)
  --tests <number>     test files for each mistake at most; the nearest ones run first (default 50)
  --seconds <number>   for the tests of one mistake (default 120)
  --engine <engine>    sqlite, postgres or both (default sqlite)`;

/** Holds the id of the process that plants mistakes in this folder, and the one that is planted. */
const RUN_FILE = path.join(ROOT, 'node_modules/.cache/latchkey-mutants');

interface Plan {
  readonly mutant: Mutant;
  /** The nearest first. */
  readonly tests: readonly string[];
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

type Options = ReturnType<typeof readOptions>;

function readOptions() {
  const { values, positionals: parts } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '12' },
      seed: { type: 'string', default: '1' },
      tests: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '120' },
      engine: { type: 'string', default: 'sqlite' },
      help: { type: 'boolean', default: false },
    },
  });
  const engines = ENGINES.filter((name) => values.engine === 'both' || values.engine === name);
  if (values.help || parts.length === 0 || engines.length === 0) throw new Error(USAGE);
  return { ...values, parts, engines };
}

async function main(): Promise<number> {
  const options = readOptions();
  const modules = await readModules(ROOT);
  const files = modules
    .map(({ path: file }) => file)
    .filter((file) => file.startsWith('server/src/') && !isTestCode(file))
    .filter((file) => options.parts.some((part) => file.includes(part)));
  if (files.length === 0) throw new Error('No file of the server matches.');
  const claim = claimFolder(ROOT, RUN_FILE);
  const cluster = await openPostgres(options);
  try {
    const all = files.flatMap((file) => mutantsOf(file, readFileSync(path.join(ROOT, file), 'utf8')));
    const plans = planTests(modules, sampleOf(all, Number(options.count), Number(options.seed)), options);
    await refuseFailures(plans, options);
    const survivors = await plant(claim, plans, options);
    const count = plans.length - survivors.length;
    console.log(`\n${count} of ${plans.length} mistakes were noticed; ${all.length} are possible.`);
    for (const { file, line } of survivors) console.log(`not noticed: ${file}:${line}`);
    return survivors.length === 0 ? 0 : 1;
  } finally {
    await cluster?.stop();
    claim.release();
  }
}

/** Starts PostgreSQL once for all mistakes, unless it is not needed or `TEST_DATABASE_URL` names one. */
async function openPostgres({ engines }: Options): Promise<{ stop(): Promise<void> } | undefined> {
  if (!engines.includes('postgres') || process.env.TEST_DATABASE_URL) return undefined;
  if (findPostgres() === undefined)
    throw new Error('No TEST_DATABASE_URL and no PostgreSQL programs on this machine.');
  const cluster = await startCluster();
  process.env.TEST_DATABASE_URL = cluster.url;
  return cluster;
}

function planTests(modules: readonly Module[], sample: readonly Mutant[], options: Options): Plan[] {
  const importers = importersOf(modules);
  const runs = selectTests(modules, options.engines, { filters: ['server/'] });
  const runnable = new Set(runs.map(({ file }) => file));
  const count = Number(options.tests);
  return sample.map((mutant) => ({
    mutant,
    tests: nearestTests(importers, mutant.file, { count, runnable }),
  }));
}

/** Throws with the names of the tests that fail without a mistake: they would notice every one. */
async function refuseFailures(plans: readonly Plan[], { engine }: Options): Promise<void> {
  const tests = [...new Set(plans.flatMap((plan) => plan.tests))];
  if (tests.length === 0) return;
  const took = stopwatch();
  const { result, output } = await runTests(tests, { engine });
  console.log(`without a mistake ${tests.length} test files: ${result} (${took()})`);
  if (result === 'Passed') return;
  const names = [...output.matchAll(/^not ok \d+ - (.+)$|^(.+) has not run to its end\.$/gm)].map(
    ([, failed, missing]) => failed ?? missing,
  );
  throw new Error(`These fail without a mistake:\n${names.length === 0 ? output : names.join('\n')}`);
}

/** Plants one mistake after the other, prints what tests say, and returns those that they have not noticed. */
async function plant(claim: Claim, plans: readonly Plan[], { engine, seconds }: Options): Promise<Mutant[]> {
  const survivors: Mutant[] = [];
  for (const plan of plans) {
    const { mutant, tests } = plan;
    const took = stopwatch();
    const limit = { engine, processes: 1, seconds: Number(seconds) };
    const outcome = await outcomeOf(claim, plan, async (stage) => (await runTests(stage, limit)).result);
    if (outcome !== 'noticed') survivors.push(mutant);
    console.log(
      `${outcome.padEnd('DISTURBED'.length)} ${mutant.file}:${mutant.line} (${tests.length} files, ${took()})`,
    );
    console.log(`  - ${mutant.before.trim()}\n  + ${mutant.after.trim()}`);
  }
  return survivors;
}

/** Runs test files and resolves with what they print. Throws when somebody interrupts it. */
async function runTests(
  tests: readonly string[],
  {
    engine,
    processes,
    seconds,
  }: { readonly engine: string; readonly processes?: number; readonly seconds?: number },
): Promise<{ readonly result: TestResult; readonly output: string }> {
  const parameters = ['scripts/test.ts', '--engine', engine, '--reporter', 'tap', ...tests];
  if (processes !== undefined) parameters.push('--processes', String(processes));
  const child = spawn(process.execPath, parameters, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let isInterrupted = false;
  let isLate = false;
  const passOn = (signal: NodeJS.Signals): void => {
    isInterrupted = true;
    child.kill(signal);
  };
  const end = (): void => {
    isLate = true;
    child.kill('SIGTERM');
  };
  const timer = seconds === undefined ? undefined : setTimeout(end, seconds * 1_000);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  try {
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const [code, ...texts] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
    if (isInterrupted || (code === INTERRUPTED && !isLate))
      throw new Error('interrupted; all files are as they were');
    return { result: isLate ? 'Late' : code === 0 ? 'Passed' : 'Failed', output: texts.join('') };
  } finally {
    clearTimeout(timer);
    process.off('SIGINT', passOn).off('SIGTERM', passOn);
  }
}
