import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Module } from '../server/test/architecture/source.ts';
import { type Cluster, findPostgres, startCluster } from '../server/test/postgres-cluster.ts';
import { INTERRUPTED, processesAtOnce, ROOT, runNode, stopwatch } from './run.ts';
import { buildServer, isServerCurrent } from './server-build.ts';
import { processTimeout, queueOf, writeQueue } from './test-queue.ts';
import {
  defaultEngines,
  type Engine,
  ENGINES,
  needsCluster,
  readTestModules,
  type Selection,
  selectTests,
} from './test-selection.ts';

const USAGE = `npm test -- [options] [part of a file's path …]

  --engine sqlite|postgres|both   default sqlite for all tests, and both for a part of them or with TEST_DATABASE_URL;
                                  both: SQLite, and PostgreSQL where the machine has it
  --require-postgres              runs on PostgreSQL, too; its absence is an error
  --name <pattern>                only tests whose name matches
  --reporter spec|dot|tap         default spec
  --long                          long form of fuzz, property, race and fault tests (LATCHKEY_TEST_LONG=1)
  --durable                       temporary PostgreSQL with fsync (LATCHKEY_TEST_DURABLE=1)

TEST_DATABASE_URL names a PostgreSQL server to use; without it a temporary one is started.`;

/** More than a process has needed for its share of the files, in bytes. */
const PROCESS_MEMORY = 2 * 2 ** 30;
const PROCESSES = processesAtOnce(PROCESS_MEMORY);

interface Options {
  readonly engines: readonly Engine[];
  readonly requirePostgres: boolean;
  readonly filters: readonly string[];
  /** The options of Node's test runner. */
  readonly flags: readonly string[];
  /**
   * Whether tests are selected by their name. Each file then has a process of its own: a shared one would need the name
   * too.
   */
  readonly isByName: boolean;
  /** The time limit of a file in milliseconds. */
  readonly fileTimeout: number;
  readonly environment: NodeJS.ProcessEnv;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) return 2;
  // Other programs start the cluster meanwhile.
  const cluster = providePostgres(options);
  const files = readTestModules(ROOT);
  const build = options.filters.length === 0 ? provideServer() : 0;
  const postgres = await cluster;
  if (postgres === 'missing') return 1;
  try {
    if ((await build) !== 0) return 1;
    return await runEngines(options, await files, postgres?.url);
  } finally {
    await postgres?.stop();
  }
}

/** Some tests start dozens of servers; for a few servers the sources are fast enough. */
async function provideServer(): Promise<number> {
  return (await isServerCurrent(ROOT)) ? 0 : buildServer();
}

function readOptions(): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        engine: { type: 'string' },
        'require-postgres': { type: 'boolean', default: false },
        name: { type: 'string' },
        reporter: { type: 'string', default: 'spec' },
        long: { type: 'boolean', default: false },
        durable: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) throw new Error('Runs the tests.');
    const requirePostgres = values['require-postgres'];
    return {
      engines:
        values.engine === undefined
          ? defaultEngines({ filters: positionals, requirePostgres, server: process.env.TEST_DATABASE_URL })
          : enginesOf(values.engine),
      requirePostgres,
      filters: positionals,
      ...runnerOptions(values),
      environment: {
        NODE_ENV: 'test',
        // A process reuses the compiled code of modules that another one, or the program itself, has loaded before.
        NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/latchkey'),
        // The SDK of S3 leaves no global behind.
        AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA: '1',
        ...(values.long && { LATCHKEY_TEST_LONG: '1' }),
        ...(values.durable && { LATCHKEY_TEST_DURABLE: '1' }),
      },
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return undefined;
  }
}

function runnerOptions(
  values: Readonly<{ name?: string; reporter: string; long: boolean }>,
): Pick<Options, 'flags' | 'isByName' | 'fileTimeout'> {
  const isByName = values.name !== undefined;
  const fileTimeout = values.long ? 6 * 3_600_000 : 300_000;
  const flags = [
    '--test',
    // A cancelled test may continue: its process ends when all of its tests have ended.
    '--test-force-exit',
    `--test-reporter=${values.reporter}`,
    `--test-concurrency=${PROCESSES}`,
    // A test that never ends is a clear failure, not a job that somebody has to kill.
    `--test-timeout=${isByName ? fileTimeout : processTimeout(fileTimeout)}`,
  ];
  if (values.name !== undefined) flags.push(`--test-name-pattern=${values.name}`);
  return { flags, isByName, fileTimeout };
}

function enginesOf(name: string): Engine[] {
  if (name === 'both') return ['sqlite', 'postgres'];
  if (name === 'sqlite' || name === 'postgres') return [name];
  throw new Error(`There is no engine ${name}.`);
}

async function providePostgres(
  options: Options,
): Promise<Pick<Cluster, 'url' | 'stop'> | 'missing' | undefined> {
  if (!options.engines.includes('postgres')) return undefined;
  const url = process.env.TEST_DATABASE_URL;
  if (url !== undefined && url !== '') return { url, stop: async () => {} };
  if (findPostgres() !== undefined) {
    return startCluster(options.environment.LATCHKEY_TEST_DURABLE === '1' ? { durable: true } : {});
  }
  const absent = 'No TEST_DATABASE_URL and no PostgreSQL programs on this machine';
  if (options.requirePostgres || !options.engines.includes('sqlite')) {
    console.error(`${absent}.`);
    return 'missing';
  }
  console.log(`${absent}: the tests run on SQLite alone.`);
  return undefined;
}

async function runEngines(
  options: Options,
  files: readonly Module[],
  postgresUrl: string | undefined,
): Promise<number> {
  const engines = options.engines.filter((engine) => engine === 'sqlite' || postgresUrl !== undefined);
  const selection = withoutMissingPrograms(files, selectTests(files, engines, options.filters), options);
  if (selection === undefined) return 1;
  if (engines.every((engine) => selection[engine].length === 0)) {
    console.error('No test file matches.');
    return 1;
  }
  if (!options.engines.includes('postgres'))
    announcePostgres(selectTests(files, ['postgres'], options.filters));
  const database = postgresUrl === undefined ? {} : { TEST_DATABASE_URL: postgresUrl };
  const environment = { ...options.environment, ...database };
  const run = options.isByName ? runByName : runTogether;
  return run({ ...options, engines, environment }, selection);
}

function announcePostgres({ postgres }: Selection): void {
  if (postgres.length === 0) return;
  console.log(
    `On SQLite only. \`npm test -- --engine both\` also runs ${postgres.length} test files on PostgreSQL.`,
  );
}

/** Excludes, and names, the tests that start clusters of their own if a server is configured but no programs are. */
function withoutMissingPrograms(
  files: readonly Module[],
  selection: Selection,
  { requirePostgres }: Options,
): Selection | undefined {
  if (findPostgres() !== undefined) return selection;
  const unable = needsCluster(files);
  const leftOut = new Set([...selection.sqlite, ...selection.postgres].filter((file) => unable.has(file)));
  if (leftOut.size === 0) return selection;
  const message = `Without PostgreSQL programs on this machine, not run: ${[...leftOut].join(', ')}.`;
  if (requirePostgres) {
    console.error(message);
    return undefined;
  }
  console.log(message);
  return {
    sqlite: selection.sqlite.filter((file) => !unable.has(file)),
    postgres: selection.postgres.filter((file) => !unable.has(file)),
  };
}

/** Runs all files of both engines in the same few processes. */
async function runTogether(
  { flags, fileTimeout, environment }: Options,
  selection: Selection,
): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-test-queue-'));
  try {
    const limits = { processes: PROCESSES, timeout: fileTimeout };
    const programs = await writeQueue(ROOT, folder, queueOf(selection), limits);
    return await report(selection, () => runNode([...flags, ...programs], { environment }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runByName({ engines, flags, environment }: Options, selection: Selection): Promise<number> {
  const codes: number[] = [];
  for (const engine of engines) {
    const files = selection[engine];
    if (files.length === 0) continue;
    const run = (): Promise<number> =>
      runNode([...flags, ...files], { environment: { ...environment, LATCHKEY_TEST_ENGINE: engine } });
    const code = await report({ sqlite: [], postgres: [], [engine]: files }, run);
    if (code === INTERRUPTED) return code;
    codes.push(code);
  }
  return codes.every((code) => code === 0) ? 0 : 1;
}

async function report(selection: Selection, run: () => Promise<number>): Promise<number> {
  const counts = ENGINES.map((engine) => `${selection[engine].length} on ${engine}`);
  console.log(`\n── test files: ${counts.join(', ')} ──`);
  const took = stopwatch();
  const code = await run();
  console.log(`── ${code === 0 ? 'passed' : 'FAILED'} in ${took()} ──`);
  return code;
}
