import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { QueueEntry } from '../server/test/queue.ts';
import { ENGINES, type Selection } from './test-selection.ts';

/**
 * The number of test files that one process runs, so that its memory is bounded: 150 leave it with 1.3 GB. The
 * concurrent processes can currently take all files, so that none starts when the others have nearly finished.
 */
export const MOST_FILES = 320;
/** The longest time that a timer of Node can wait: 24 days. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
/**
 * On a slow machine, resources that a file has closed may take long to end; only a file that leaves something open
 * waits for this time.
 */
const PATIENCE_MS = 60_000;
const RUNNER = 'server/test/run-files.ts';
const HOOK = 'server/test/runner-hook.ts';
/** Files below one of the paths of a list run in one process, because their tests share something expensive. */
const TOGETHER = [
  // Processes that they start.
  ['server/test/races/'],
  ['server/src/cli/'],
  // The source of the repository, parsed.
  [
    'scripts/test-selection.test.ts',
    'server/test/architecture.test.ts',
    'server/test/dependencies.test.ts',
    'server/test/documents.sqlite.test.ts',
  ],
] as const;

/** The time after which a process of the run is stuck, in milliseconds, when each of its files may take `fileTimeout`. */
export function processTimeout(fileTimeout: number): number {
  return Math.min(fileTimeout * MOST_FILES, LONGEST_TIMEOUT_MS);
}

/**
 * The order in which processes take test files: the slowest, tests of whole servers and races, come first, so that no
 * process works alone in the end. Files that stay together are one entry, and every entry has one engine.
 */
export function queueOf(selection: Selection): QueueEntry[] {
  const together = TOGETHER.flatMap((paths) =>
    ENGINES.map((engine) => ({
      engine,
      files: selection[engine].filter((file) => paths.some((start) => file.startsWith(start))),
    })),
  );
  const paths = new Set(ENGINES.flatMap((engine) => selection[engine])).difference(
    new Set(together.flatMap(({ files }) => files)),
  );
  const others = [...paths]
    .toSorted()
    .toReversed()
    .flatMap((file) =>
      ENGINES.filter((engine) => selection[engine].includes(file)).map((engine) => ({
        engine,
        files: [file],
      })),
    );
  return [...together, ...others].filter(({ files }) => files.length > 0);
}

/**
 * Writes the entries of a queue and the programs that take them into `folder`, and returns the paths of the programs. At
 * most `processes` of them run at once. Each file has `timeout` milliseconds.
 */
export async function writeQueue(
  root: string,
  folder: string,
  entries: readonly QueueEntry[],
  limits: { readonly processes: number; readonly timeout: number },
): Promise<string[]> {
  const queue = path.join(folder, 'queue');
  await mkdir(queue, { recursive: true });
  const width = String(entries.length).length;
  await Promise.all(
    entries.map((entry, index) =>
      writeFile(path.join(queue, String(index).padStart(width, '0')), JSON.stringify(entry)),
    ),
  );
  const parameters = [root, queue, { timeout: limits.timeout, patience: PATIENCE_MS, most: MOST_FILES }];
  const count = Math.max(
    Math.min(limits.processes, entries.length),
    Math.ceil(entries.flatMap(({ files }) => files).length / MOST_FILES),
  );
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const name = `process ${index + 1}`;
      const program = path.join(folder, `process-${index + 1}.mjs`);
      await writeFile(
        program,
        // One after the other.
        `await import(${urlOf(root, HOOK)});\n` +
          `const { runQueue } = await import(${urlOf(root, RUNNER)});\n` +
          `runQueue(${[name, ...parameters].map((value) => JSON.stringify(value)).join(', ')});\n`,
      );
      return program;
    }),
  );
}

function urlOf(root: string, file: string): string {
  return JSON.stringify(pathToFileURL(path.join(root, file)).href);
}
