import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { within } from './waiting.ts';

/** A script in a process of its own, which talks to the test that started it. */
export interface TestProcess {
  readonly name: string;
  /** The next thing that the process says; rejects, with its own error first, when it ends without a word. */
  message(): Promise<unknown>;
  send(said: string): void;
  /** Kills the process, unless it has ended, and waits until it is gone. */
  end(): Promise<void>;
}

/**
 * Runs a script once per list of parameters, each in a process of its own, all released at the same moment, and
 * returns what each of them found. The scripts call `takePart`.
 */
export async function runTogether(script: URL, lists: readonly (readonly string[])[]): Promise<unknown[]> {
  const parts = lists.map((list) => startProcess(script, list));
  try {
    await Promise.all(parts.map((part) => part.message()));
    const found = parts.map((part) => part.message());
    for (const part of parts) part.send('go');
    return await Promise.all(found);
  } finally {
    await Promise.all(parts.map((part) => part.end()));
  }
}

/**
 * Starts a script that talks to this process and reads its parameters with `parameters()`. They go by message: an
 * argument of a process has a limit that a long race exceeds.
 */
export function startProcess(script: URL, list: readonly string[]): TestProcess {
  // Without the variable by which the test runner would take the child for one of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = fork(script, [], { env, execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  const name = path.basename(script.pathname);
  const ended = endOf(child, name);
  child.send(list);
  return {
    name,
    message: () => {
      const said = once(child, 'message').then(([first]: unknown[]) => first);
      return within(`a word of ${name}`, Promise.race([said, ended]));
    },
    send: (said) => void child.send(said),
    end: async () => {
      child.kill('SIGKILL');
      await within(`the end of ${name}`, Promise.allSettled([ended]));
    },
  };
}

/** Rejects when the process has ended and everything it said was heard: with what it wrote to its standard error first. */
function endOf(child: ChildProcess, name: string): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    process.stderr.write(chunk);
  });
  child.once('error', (error) => reject(new Error(`${name} did not start`, { cause: error })));
  child.once('close', (code, signal) => {
    const end = `${name} ended with ${signal ?? code}`;
    reject(new Error(stderr.trim() === '' ? end : `${errorIn(stderr)}\n${end}:\n${stderr.trim()}`));
  });
  // Somebody looks only while they wait for a word.
  promise.catch(() => undefined);
  return promise;
}

/** The line of an uncaught error, which Node writes below the line of source that threw it. */
function errorIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return lines.find((line) => /^(\w*Error\b|\w+: )/.test(line)) ?? lines[0] ?? '';
}

/** In a script of `startProcess`: the parameters that the test gave it. */
export async function parameters(): Promise<string[]> {
  // Its test may be killed: nobody is left then who would end it.
  process.once('disconnect', () => process.exit());
  const [list]: unknown[] = await within('the parameters', once(process, 'message'));
  if (!Array.isArray(list)) throw new Error('this script is started by a test');
  return list.map(String);
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
