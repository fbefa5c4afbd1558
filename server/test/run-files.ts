import { mkdirSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { after, describe } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { configureGlobal } from 'fast-check';
import type { Engine } from '../src/platform/database/database.ts';
import { openTestDatabases, removeTestContents } from './database.ts';
import { IS_LONG } from './length.ts';
import { changedState, processState } from './process-state.ts';

/** The short form tries the same examples each time: a change fails for what it does. The long form tries new ones. */
if (!IS_LONG) configureGlobal({ seed: 14 });

const currentState = () => processState().set('an open test database', openTestDatabases());

/** A test file, as a path from the root of the repository, to run on an engine. */
export interface FileRun {
  readonly engine: Engine;
  readonly file: string;
}

/** What the suite of a file is called. */
export function nameOf({ file, engine }: FileRun): string {
  return `${file} on ${engine}`;
}

export interface FileLimits {
  /** Milliseconds after which a file has failed. */
  readonly timeout: number;
  /** The number of files after which the process takes no more. */
  readonly files: number;
  /** Milliseconds that resources may take to end after a file has closed them. */
  readonly patience: number;
}

/** Ends a process that a file keeps so busy that no timer of its own could: it hears of each file that begins. */
const WATCHDOG = `
  const { parentPort, workerData } = require('node:worker_threads');
  let timer;
  parentPort.on('message', (name) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      require('node:fs').writeSync(2, name + ' does not end.\\n');
      process.kill(process.pid, 'SIGKILL');
    }, workerData);
  });`;

/**
 * Runs those groups of files that no other process has taken in `folder`. Each file is a suite, which has its tests and
 * hooks; code that several files use is loaded once. A file fails when it leaves anything behind that could affect the
 * next one: a changed global or environment variable, a process handler, an open database, a server, a socket or a
 * timer. When it has ended, it leaves a mark in `folder` with the milliseconds that it took, so that whoever looks finds
 * those that a dead process has not run, and the slowest.
 */
export async function runFiles(
  groups: readonly FileRun[][],
  folder: string,
  limits: FileLimits,
): Promise<void> {
  // Node's runner would end as soon as it waited for nothing.
  const work = setInterval(() => undefined, 2 ** 30);
  // Loading, tests and hooks have a time limit each; what exceeds all of them has blocked the process.
  const watchdog = new Worker(WATCHDOG, { eval: true, workerData: 2 * (limits.timeout + limits.patience) });
  let count = 0;
  for (const [index, group] of groups.entries()) {
    if (count >= limits.files) break;
    try {
      mkdirSync(path.join(folder, `group-${index}`));
    } catch {
      continue; // Another process was first.
    }
    count += group.length;
    for (const [place, run] of group.entries()) {
      watchdog.postMessage(run.file, []);
      const start = performance.now();
      await runFile(run, limits);
      writeFileSync(path.join(folder, `ended-${index}-${place}`), String(performance.now() - start));
    }
  }
  await watchdog.terminate();
  await removeTestContents();
  clearInterval(work);
  // The process ends by itself, unless a file has left something open.
  setTimeout(() => process.exit(), 1_000).unref();
}

function runFile(run: FileRun, { timeout, patience }: FileLimits): Promise<void> {
  const { file, engine } = run;
  process.env['LATCHKEY_TEST_ENGINE'] = engine;
  process.env['LATCHKEY_TEST_FILE'] = file;
  const name = nameOf(run);
  return describe(name, { timeout }, async () => {
    const before = currentState();
    // A module is evaluated once per address, and a file once per engine.
    const loaded = import(
      `${pathToFileURL(path.resolve(import.meta.dirname, '../..', file)).href}?${engine}`
    );
    const isLate = Symbol('late');
    const outcome: unknown = await Promise.race([loaded, delay(timeout, isLate, { ref: false })]);
    if (outcome === isLate) throw new Error(`${name} does not load in time`);
    // For the processes that the file starts, and those that run in parallel: this one ends much later.
    flushCompileCache();
    // After the hooks of the file. What they close ends a moment later.
    after(async () => {
      const deadline = performance.now() + patience;
      let leftovers = changedState(before, currentState());
      while (leftovers.length > 0 && performance.now() < deadline) {
        await delay(5);
        leftovers = changedState(before, currentState());
      }
      if (leftovers.length > 0) throw new Error(`${name} leaves behind: ${leftovers.join('; ')}`);
    });
  });
}
