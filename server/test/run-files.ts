import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openTestDatabases, removeTestContents } from './database.ts';
import { changedState, openResources, processState } from './process-state.ts';

/** Milliseconds. */
export interface FileLimits {
  /** What takes longer is cancelled. */
  readonly timeout: number;
  /** How long what a file has closed may take to end. */
  readonly patience: number;
}

/**
 * Runs test files, paths below `root`, one after the other in this process, each as a test with the file's own tests in
 * it. The hooks of a file are those of its test. A file fails when it leaves anything behind that the next one could
 * notice: a changed global or variable of the environment, a handler of the process, an open database, a server, a
 * socket or a timer.
 */
export function runTestFiles(
  root: string,
  files: readonly string[],
  { timeout, patience }: FileLimits,
): void {
  for (const file of files) {
    test(file, { timeout }, async (context) => {
      const before = processState();
      const resources = openOf();
      await import(pathToFileURL(path.join(root, file)).href);
      // After the hooks of the file, which were registered while it was loaded.
      context.after(async () => {
        const left = [...changedState(before, processState()), ...(await leftOpen(resources, patience))];
        if (left.length > 0) throw new Error(`${file} leaves behind: ${left.join('; ')}`);
      });
    });
  }
  after(removeTestContents);
}

/** What stays open: resources end a moment after they were closed, so this waits for them, and for no fixed time. */
async function leftOpen(before: ReadonlyMap<string, number>, patience: number): Promise<string[]> {
  const deadline = performance.now() + patience;
  for (;;) {
    const more = [...openOf()].filter(([name, count]) => count > (before.get(name) ?? 0));
    if (more.length === 0 || performance.now() > deadline) return more.map(([name]) => `an open ${name}`);
    await delay(5);
  }
}

function openOf(): Map<string, number> {
  return openResources().set('test database', openTestDatabases());
}
