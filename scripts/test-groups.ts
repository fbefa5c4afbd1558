import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Test files that share a process, so that it loads the server once; few enough that its memory is bounded. */
export const MOST_FILES = 16;
/** A slow machine may take long to end what a file has closed; only a file that leaves something open waits for it. */
const PATIENCE_MS = 60_000;
const RUNNER = 'server/test/run-files.ts';

/**
 * Divides test files into groups that run in one process each: neighbours stay together, because they load the same
 * modules, and there are at least as many groups as `processes` that can run at once.
 */
export function groupFiles(files: readonly string[], processes: number): string[][] {
  const count = Math.max(Math.min(processes, files.length), Math.ceil(files.length / MOST_FILES));
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * files.length) / count);
    return files.slice(start, Math.floor(((index + 1) * files.length) / count));
  });
}

/**
 * Writes one program for each group into `folder`, and returns their paths in the order of the groups. Each file of a
 * group has `timeout` milliseconds.
 */
export async function writeGroups(
  root: string,
  folder: string,
  groups: readonly (readonly string[])[],
  timeout: number,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const runner = pathToFileURL(path.join(root, RUNNER)).href;
  const limits = `{ timeout: ${timeout}, patience: ${PATIENCE_MS} }`;
  return Promise.all(
    groups.map(async (files, index) => {
      const program = path.join(folder, `group-${String(index + 1).padStart(3, '0')}.mjs`);
      await writeFile(
        program,
        `import { runTestFiles } from ${JSON.stringify(runner)};\n` +
          `runTestFiles(${JSON.stringify(root)}, ${JSON.stringify(files, undefined, 2)}, ${limits});\n`,
      );
      return program;
    }),
  );
}
