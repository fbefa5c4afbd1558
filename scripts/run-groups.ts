import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FileLimits, type FileRun, nameOf } from '../server/test/run-files.ts';
import { INTERRUPTED, ROOT, runNode } from './run.ts';
import { readMarks, type RunMarks } from './test-selection.ts';

/** Tests make much that is soon garbage: a twentieth of their time went into collecting it. In MB. */
const LARGE_NURSERY = '--max-semi-space-size=64';
/** From here on, a run prints its slowest files. */
const MANY_FILES = 20;
/** Milliseconds that what a file has closed may take to end. */
const PATIENCE = 60_000;
/** Writes the names of the files that fail. */
const FAILURES_REPORTER = new URL('failures-reporter.ts', import.meta.url).href;

export interface GroupOptions {
  /** Runs only tests whose name matches. */
  readonly name: string | undefined;
  readonly reporter: string;
  /** How many processes run at once. */
  readonly processes: number;
  /** The number of files after which a process takes no more. */
  readonly files: number;
  /** Milliseconds after which a file has failed. */
  readonly timeout: number;
  readonly environment: NodeJS.ProcessEnv;
  /** A function of a module, which each process calls with what runs its files. */
  readonly around?: { readonly module: URL; readonly name: string };
  /** How many failed files run a second time, alone; when more have failed, none does. Default: 0. */
  readonly repeatable?: number;
}

interface Outcome {
  readonly code: number;
  /** The files that have failed, or have not run to their end. */
  readonly failed: readonly FileRun[];
}

/**
 * Runs test files and resolves with the exit code: Node's runner gives each program a process, and each takes groups of
 * files that no other one has taken. Prints what has not run to its end, the slowest files of a large run, and what has
 * passed only when it ran again.
 */
export async function runGroups(groups: FileRun[][], options: GroupOptions): Promise<number> {
  const { code, failed } = await runOnce(groups, options);
  if (code === INTERRUPTED || failed.length === 0 || failed.length > (options.repeatable ?? 0)) return code;
  console.log(`── ${failed.map(nameOf).join(', ')}: failed; runs again, alone ──`);
  const again = await runOnce(
    failed.map((run) => [run]),
    { ...options, processes: 1 },
  );
  if (again.code === 0) console.log(`── FLAKY, failed and then passed: ${failed.map(nameOf).join(', ')} ──`);
  return again.code;
}

async function runOnce(groups: FileRun[][], options: GroupOptions): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-test-'));
  // Node finds tests by their name only in the first file that a process loads.
  const files = options.name === undefined ? options.files : 1;
  const count = Math.max(options.processes, Math.ceil(groups.flat().length / files));
  const programs = groups.slice(0, count).map((_, index) => path.join(folder, `process-${index + 1}.mjs`));
  const text = programText(groups, folder, { timeout: options.timeout, files, patience: PATIENCE }, options);
  const failures = path.join(folder, 'failures');
  const environment = {
    NODE_ENV: 'test',
    // A process reuses the compiled code of modules that another one, or the program itself, has loaded before.
    NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/latchkey'),
    ...options.environment,
  };
  try {
    for (const program of programs) await writeFile(program, text);
    const code = await runNode([...runnerFlags(options, failures), ...programs], { environment });
    const { missing, ended } = await readMarks(groups, folder);
    for (const run of missing) console.error(`${nameOf(run)} has not run to its end.`);
    if (ended.length >= MANY_FILES) printSlowest(ended);
    const names = new Set((await readFile(failures, 'utf8').catch(() => '')).split('\n'));
    const failed = groups.flat().filter((run) => names.has(nameOf(run)) || missing.includes(run));
    return { code: code === 0 && missing.length > 0 ? 1 : code, failed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runnerFlags({ name, reporter, processes }: GroupOptions, failures: string): string[] {
  return [
    '--test',
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
    `--test-reporter=${FAILURES_REPORTER}`,
    `--test-reporter-destination=${failures}`,
    `--test-concurrency=${processes}`,
    LARGE_NURSERY,
    ...(name === undefined ? [] : [`--test-name-pattern=${name}`]),
  ];
}

function programText(
  groups: FileRun[][],
  folder: string,
  limits: FileLimits,
  { around }: GroupOptions,
): string {
  const runner = new URL('../server/test/run-files.ts', import.meta.url).href;
  const run = `runFiles(${[groups, folder, limits].map((value) => JSON.stringify(value)).join(', ')})`;
  const lines =
    around === undefined
      ? [`await ${run};`]
      : [`import { ${around.name} } from '${around.module.href}';`, `await ${around.name}(() => ${run});`];
  return [`import { runFiles } from '${runner}';`, ...lines, ''].join('\n');
}

/** A file that has grown slow is seen in every whole run; a limit in seconds would fail on a slow machine. */
function printSlowest(ended: RunMarks['ended']): void {
  const lines = ended
    .slice(0, 5)
    .map(({ run, milliseconds }) => `${(milliseconds / 1000).toFixed(1)} s  ${run.file} on ${run.engine}`);
  console.log(`── the slowest of ${ended.length} files ──\n${lines.join('\n')}`);
}
