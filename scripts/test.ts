import { randomInt } from 'node:crypto';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readModules } from '../server/test/architecture/source.ts';
import { type Cluster, findPostgres, startCluster } from '../server/test/postgres-cluster.ts';
import { buildReference, isReferenceCurrent } from './reference-build.ts';
import { runGroups } from './run-groups.ts';
import { processesAtOnce, ROOT, stopwatch } from './run.ts';
import { buildServer, isServerCurrent } from './server-build.ts';
import { ENGINES, groupFiles, selectTests } from './test-selection.ts';

const USAGE = `npm test -- [options] [part of a file's path …]

  --engine sqlite|postgres|both   default sqlite for all tests, and both for a part of them or with TEST_DATABASE_URL;
                                  both: SQLite, and PostgreSQL where the machine has it
  --require-postgres              runs on PostgreSQL, too; its absence is an error
  --on-postgres <part>            runs no other files on PostgreSQL than those whose path contains it; can be repeated
  --name <pattern>                only tests whose name matches
  --reporter spec|dot|tap         default spec
  --long                          long form of fuzz, property, race and fault tests
  --processes <number>            at once; default: two more than there are CPUs, if the memory suffices

LATCHKEY_TEST_SEED repeats the random choices of a run with --long, which prints its seed when it fails.
TEST_DATABASE_URL names a PostgreSQL server to use; without it a temporary one is started.`;

/** More than a process has needed for 250 files, in bytes. */
const PROCESS_MEMORY = 2 * 2 ** 30;
const PROCESS_FILES = 250;
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
      'on-postgres': { type: 'string', multiple: true, default: [] },
      name: { type: 'string' },
      reporter: { type: 'string', default: 'spec' },
      long: { type: 'boolean', default: false },
      processes: { type: 'string', default: String(PROCESSES) },
      help: { type: 'boolean', default: false },
    },
  });
  const { 'require-postgres': requirePostgres, 'on-postgres': onPostgres, engine, ...others } = values;
  const usesBoth = filters.length > 0 || requirePostgres || Boolean(process.env.TEST_DATABASE_URL);
  const choice = engine ?? (usesBoth ? 'both' : 'sqlite');
  const engines = ENGINES.filter((name) => choice === 'both' || choice === name);
  if (others.help || engines.length === 0) throw new Error(USAGE);
  const isPostgresRequired = requirePostgres || engines[0] === 'postgres';
  return { ...others, filters, onPostgres, engines, isPostgresRequired };
}

async function runTests(options: Options): Promise<number> {
  if (!(await isReferenceCurrent(ROOT))) await buildReference();
  // Some tests start dozens of servers; for a few servers the sources are fast enough.
  if (options.filters.length === 0 && !(await isServerCurrent(ROOT)) && (await buildServer()) !== 0) return 1;
  const postgres = options.engines.includes('postgres') ? await openPostgres(options) : undefined;
  try {
    const engines = options.engines.filter((engine) => engine === 'sqlite' || postgres !== undefined);
    const runs = selectTests(await readModules(ROOT), engines, options);
    if (runs.length === 0) throw new Error('No test file matches.');
    const counts = engines.map((each) => `${runs.filter(({ engine }) => engine === each).length} on ${each}`);
    console.log(`\n── test files: ${counts.join(', ')} ──`);
    const took = stopwatch();
    const seed = process.env.LATCHKEY_TEST_SEED ?? (options.long ? String(randomInt(2 ** 31)) : undefined);
    const code = await runGroups(groupFiles(runs, options.name !== undefined), {
      name: options.name,
      reporter: options.reporter,
      processes: Number(options.processes),
      files: PROCESS_FILES,
      timeout: options.long ? 6 * 3_600_000 : 300_000,
      environment: {
        TEST_DATABASE_URL: postgres?.url ?? '',
        // The SDK of S3 leaves no global behind.
        AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA: '1',
        ...(options.long && { LATCHKEY_TEST_LONG: '1' }),
        ...(seed !== undefined && { LATCHKEY_TEST_SEED: seed }),
      },
    });
    console.log(`── ${code === 0 ? 'passed' : 'FAILED'} in ${took()} ──`);
    if (code !== 0 && seed !== undefined) console.log(`LATCHKEY_TEST_SEED=${seed} repeats what was random.`);
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
