import { flushCompileCache } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { after, test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openTestDatabases, removeTestContents } from './database.ts';
import { takeNext } from './queue.ts';
import { changedState, openResources, processState } from './process-state.ts';
import { runnerHook } from './runner-hook.ts';

/** Milliseconds. */
export interface FileLimits {
  /** Files that take longer are cancelled. */
  readonly timeout: number;
  /** The time that resources may take to end after a file has closed them. */
  readonly patience: number;
  /** After this number of files the process takes no more, so that its memory is limited. */
  readonly most: number;
}

/**
 * Runs test files, paths below `root`, one after the other in this process, as tests of a test with this name, each
 * with the file's own tests in it. It takes them, and the engine of each, from the folder `queue`, like other
 * processes. Code that both engines need is loaded and compiled once. The hooks of a file are those of its test. A file
 * fails when it leaves anything behind that could affect the next one: a changed global or environment variable, a
 * process handler, an open database, a server, a socket or a timer.
 */
export function runQueue(name: string, root: string, queue: string, limits: FileLimits): void {
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error: unknown) => current.abort(error));
  test(name, async (context) => {
    let count = 0;
    while (count < limits.most) {
      const entry = takeNext(queue);
      if (entry === undefined) return;
      count += entry.files.length;
      process.env['LATCHKEY_TEST_ENGINE'] = entry.engine;
      for (const file of entry.files)
        await runFile(context, path.join(root, file), `${file} on ${entry.engine}`, limits);
    }
  });
  after(removeTestContents);
}

/** Ends the tests of the file that runs, for an error that nobody has caught. */
let current = new AbortController();

function runFile(
  context: TestContext,
  file: string,
  name: string,
  { timeout, patience }: FileLimits,
): Promise<void> {
  current = new AbortController();
  const { signal } = current;
  // The tests of a file become tests of this one because the runner follows what happens until they are registered. To
  // follow every promise of the tests themselves takes a tenth of the CPU time.
  runnerHook()?.enable();
  return context.test(name, { timeout, signal }, async (running) => {
    const before = processState();
    const resources = openOf();
    try {
      // A module is evaluated once per address, and a file once per engine.
      await import(`${pathToFileURL(file).href}?${process.env['LATCHKEY_TEST_ENGINE']}`);
    } finally {
      runnerHook()?.disable();
    }
    // For the processes that it starts, and those that run in parallel: this one ends much later.
    flushCompileCache();
    // After the hooks of the file, which were registered while it was loaded.
    running.after(async () => {
      const leftovers = [...changedState(before, processState()), ...(await leftOpen(resources, patience))];
      if (signal.aborted) throw new Error(`${name} does not catch an error`, { cause: signal.reason });
      if (leftovers.length > 0) throw new Error(`${name} leaves behind: ${leftovers.join('; ')}`);
    });
  });
}

/**
 * The resources that stay open: they end a moment after they were closed, so this waits for them, not for a fixed time.
 */
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
