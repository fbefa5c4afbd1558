import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { createLog } from '../src/platform/log.ts';

/**
 * Runs a script once per list of arguments, each in a process of its own, all released at the same moment, and
 * returns what each of them found. The scripts call `takePart`.
 */
export async function runTogether(script: URL, lists: readonly (readonly string[])[]): Promise<unknown[]> {
  const children = lists.map((list) => startProcess(script, list));
  try {
    await Promise.all(children.map((child) => message(child)));
    const found = children.map((child) => message(child));
    for (const child of children) child.send('go');
    return await Promise.all(found);
  } finally {
    await Promise.all(children.map((child) => endProcess(child)));
  }
}

/** Starts a script that talks to this process; what it writes goes to the output of the test. */
export function startProcess(script: URL, list: readonly string[]): ChildProcess {
  // Without the variable by which the test runner would take the child for one of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return fork(script, [...list], { env, execArgv: [] });
}

/** The next thing that a process says; rejects when it ends without a word. */
export async function message(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const onExit = (code: number | null): void => ended.abort(new Error(`the process ended with ${code}`));
  child.once('exit', onExit);
  try {
    const [said] = await once(child, 'message', { signal: ended.signal });
    return said;
  } finally {
    child.off('exit', onExit);
  }
}

/** Kills a process, unless it has ended, and waits until it is gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** In a script of `runTogether`: opens the database at `location`, waits for the others, and tells what `work` found. */
export async function takePart(
  location: string,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  const database = await openDatabase({ location, log: createLog('warn'), clock: systemClock });
  await database.ready();
  const go = once(process, 'message');
  tell('ready');
  await go;
  tell(await work(database));
  await database.close();
  process.disconnect?.();
}

/** Says something to the process that started this one. */
export function tell(said: unknown): void {
  const send = process.send?.bind(process);
  if (send === undefined) throw new Error('this script is started by a test');
  send(said);
}
