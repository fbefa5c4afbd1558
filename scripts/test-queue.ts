import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Test files that one process runs, so that its memory is bounded: fifty of them leave it with nearly a gigabyte. */
export const MOST_FILES = 32;
/** A slow machine may take long to end what a file has closed; only a file that leaves something open waits for it. */
const PATIENCE_MS = 60_000;
const RUNNER = 'server/test/run-files.ts';
/** Their tests share processes that they start, so one process runs all of their files. */
const FOLDERS_OF_PROCESSES = ['server/test/races/', 'server/src/cli/'];

/**
 * The order in which processes take test files: what takes longest, tests of whole servers and races, comes first, so
 * that no process works alone in the end. Files that stay together are one entry.
 */
export function queueOf(files: readonly string[]): string[][] {
  const together = FOLDERS_OF_PROCESSES.map((folder) => files.filter((file) => file.startsWith(folder)));
  const others = files.filter((file) => !together.flat().includes(file));
  return [...together, ...others.toReversed().map((file) => [file])].filter((entry) => entry.length > 0);
}

/**
 * Writes the entries of a queue and the programs that take them into `folder`, and returns the paths of the programs. At
 * most `processes` of them run at once. Each file has `timeout` milliseconds.
 */
export async function writeQueue(
  root: string,
  folder: string,
  entries: readonly (readonly string[])[],
  limits: { readonly processes: number; readonly timeout: number },
): Promise<string[]> {
  const queue = path.join(folder, 'queue');
  await mkdir(queue, { recursive: true });
  const width = String(entries.length).length;
  await Promise.all(
    entries.map((files, index) =>
      writeFile(path.join(queue, String(index).padStart(width, '0')), JSON.stringify(files)),
    ),
  );
  const parameters = [root, queue, { timeout: limits.timeout, patience: PATIENCE_MS, most: MOST_FILES }];
  const count = Math.max(
    Math.min(limits.processes, entries.length),
    Math.ceil(entries.flat().length / MOST_FILES),
  );
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const name = `process ${index + 1}`;
      const program = path.join(folder, `process-${index + 1}.mjs`);
      await writeFile(
        program,
        `import { runQueue } from ${JSON.stringify(pathToFileURL(path.join(root, RUNNER)).href)};\n` +
          `runQueue(${[name, ...parameters].map((value) => JSON.stringify(value)).join(', ')});\n`,
      );
      return program;
    }),
  );
}
