import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readModules } from '../server/test/architecture/source.ts';
import { type Cluster, findPostgres, startCluster } from '../server/test/postgres-cluster.ts';
import type { FileLimits, FileRun } from '../server/test/run-files.ts';
import { buildReference, isReferenceCurrent } from './reference-build.ts';
import { processesAtOnce, ROOT, runNode, stopwatch } from './run.ts';
import { buildServer, isServerCurrent } from './server-build.ts';
import { ENGINES, groupFiles, readMarks, type RunMarks, selectTests } from './test-selection.ts';

const USAGE = `npm test -- [options] [part of a file's path …]

  --engine sqlite|postgres|both   default sqlite for all tests, and both for a part of them or with TEST_DATABASE_URL;
                                  both: SQLite, and PostgreSQL where the machine has it
  --require-postgres              runs on PostgreSQL, too; its absence is an error
  --name <pattern>                only tests whose name matches
  --reporter spec|dot|tap         default spec
  --long                          long form of fuzz, property, race and fault tests
  --processes <number>            at once; default: two more than there are CPUs, if the memory suffices

TEST_DATABASE_URL names a PostgreSQL server to use; without it a temporary one is started.`;

/** More than a process has needed for 250 files, in bytes. */
const PROCESS_MEMORY = 2 * 2 ** 30;
const PROCESS_FILES = 250;
/** From here on, a run prints its slowest files. */
const MANY_FILES = 20;
/** Tests make much that is soon garbage: a twentieth of their time went into collecting it. In MB. */
const LARGE_NURSERY = '--max-semi-space-size=64';
const PROCESSES = processesAtOnce(PROCESS_MEMORY);

try {
  process.exitCode = await runTests(readOptions());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

type Options = ReturnType<typeof readOptions>;

function readOptions() {
  const { values, positionals: filters } = parseArgs({
    allowPositionals: true,
    options: {
      engine: { type: 'string' },
      'require-postgres': { type: 'boolean', default: false },
      name: { type: 'string' },
      reporter: { type: 'string', default: 'spec' },
      long: { type: 'boolean', default: false },
      processes: { type: 'string', default: String(PROCESSES) },
      help: { type: 'boolean', default: false },
    },
  });
  const { 'require-postgres': requirePostgres, engine, ...others } = values;
  const usesBoth = filters.length > 0 || requirePostgres || Boolean(process.env.TEST_DATABASE_URL);
  const choice = engine ?? (usesBoth ? 'both' : 'sqlite');
  const engines = ENGINES.filter((name) => choice === 'both' || choice === name);
  if (others.help || engines.length === 0) throw new Error(USAGE);
  return { ...others, filters, engines, isPostgresRequired: requirePostgres || engines[0] === 'postgres' };
}

async function runTests(options: Options): Promise<number> {
  if (!(await isReferenceCurrent(ROOT))) await buildReference();
  // Some tests start dozens of servers; for a few servers the sources are fast enough.
  if (options.filters.length === 0 && !(await isServerCurrent(ROOT)) && (await buildServer()) !== 0) return 1;
  const postgres = options.engines.includes('postgres') ? await openPostgres(options) : undefined;
  try {
    const engines = options.engines.filter((engine) => engine === 'sqlite' || postgres !== undefined);
    const runs = selectTests(await readModules(ROOT), engines, options.filters);
    if (runs.length === 0) throw new Error('No test file matches.');
    const counts = engines.map((each) => `${runs.filter(({ engine }) => engine === each).length} on ${each}`);
    console.log(`\n── test files: ${counts.join(', ')} ──`);
    const took = stopwatch();
    const code = await runGroups(groupFiles(runs, options.name !== undefined), options, postgres?.url);
    console.log(`── ${code === 0 ? 'passed' : 'FAILED'} in ${took()} ──`);
    return code;
  } finally {
    await postgres?.stop();
  }
}

async function openPostgres(options: Options): Promise<Pick<Cluster, 'url' | 'stop'> | undefined> {
  const url = process.env.TEST_DATABASE_URL;
  if (url !== undefined && url !== '') return { url, stop: async () => {} };
  if (findPostgres() !== undefined) return startCluster();
  const absence = 'No TEST_DATABASE_URL and no PostgreSQL programs on this machine';
  if (options.isPostgresRequired) throw new Error(`${absence}.`);
  console.log(`${absence}: the tests run on SQLite alone.`);
  return undefined;
}

/** Node's runner gives each program a process; each takes groups of files that no other one has taken. */
async function runGroups(groups: FileRun[][], options: Options, postgres = ''): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-test-'));
  // Node finds tests by their name only in the first file that a process loads.
  const files = options.name === undefined ? PROCESS_FILES : 1;
  const limits: FileLimits = { timeout: options.long ? 6 * 3_600_000 : 300_000, files, patience: 60_000 };
  const runner = new URL('../server/test/run-files.ts', import.meta.url).href;
  const parameters = [groups, folder, limits].map((value) => JSON.stringify(value)).join(', ');
  const text = `import { runFiles } from '${runner}';\nawait runFiles(${parameters});\n`;
  const processes = Number(options.processes);
  const count = Math.max(processes, Math.ceil(groups.flat().length / files));
  const programs = groups.slice(0, count).map((_, index) => path.join(folder, `process-${index + 1}.mjs`));
  const flags = [
    '--test',
    `--test-reporter=${options.reporter}`,
    `--test-concurrency=${processes}`,
    LARGE_NURSERY,
  ];
  if (options.name !== undefined) flags.push(`--test-name-pattern=${options.name}`);
  const environment = {
    NODE_ENV: 'test',
    TEST_DATABASE_URL: postgres,
    // A process reuses the compiled code of modules that another one, or the program itself, has loaded before.
    NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/latchkey'),
    // The SDK of S3 leaves no global behind.
    AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA: '1',
    ...(options.long && { LATCHKEY_TEST_LONG: '1' }),
  };
  try {
    for (const program of programs) await writeFile(program, text);
    const code = await runNode([...flags, ...programs], { environment });
    const { missing, ended } = await readMarks(groups, folder);
    for (const { file, engine } of missing) console.error(`${file} on ${engine} has not run to its end.`);
    if (ended.length >= MANY_FILES) printSlowest(ended);
    return code === 0 && missing.length > 0 ? 1 : code;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file that has grown slow is seen in every whole run; a limit in seconds would fail on a slow machine. */
function printSlowest(ended: RunMarks['ended']): void {
  const lines = ended
    .slice(0, 5)
    .map(({ run, milliseconds }) => `${(milliseconds / 1000).toFixed(1)} s  ${run.file} on ${run.engine}`);
  console.log(`── the slowest of ${ended.length} files ──\n${lines.join('\n')}`);
}
