import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import type { Database } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log.ts';
import { openLocation } from './open-location.ts';
import { within } from './waiting.ts';

/** A script in a separate process, which exchanges messages with the test that started it. */
export interface TestProcess {
  readonly name: string;
  /** The next message of the process; rejects, with its own error first, when it ends without one. */
  message(): Promise<unknown>;
  send(message: string | readonly string[]): void;
  /** Whether this process waits for it to end. */
  setAwaited(isAwaited: boolean): void;
  /** Kills the process, unless it has ended, and waits until it is gone. */
  end(): Promise<void>;
}

const SCRIPT_HOST = new URL('script-host.ts', import.meta.url);

/** Processes whose last script has ended, for reuse: loading the server again takes longer than most scripts. */
const idleHosts: TestProcess[] = [];

/**
 * Runs a script once per list of parameters, each in a separate process, all released at the same time, and returns the
 * result of each. The scripts call `takePart`. A process runs one script at a time, and later the scripts of other
 * calls.
 */
export async function runTogether(script: URL, lists: readonly (readonly string[])[]): Promise<unknown[]> {
  const hosts = lists.map((list) => runInHost([script.href, ...list]));
  try {
    await Promise.all(hosts.map((host) => host.message()));
    const answers = hosts.map((host) => host.message());
    for (const host of hosts) host.send('go');
    const results = await Promise.all(answers);
    for (const host of hosts) host.setAwaited(false);
    idleHosts.push(...hosts);
    return results;
  } catch (error) {
    await Promise.all(hosts.map((host) => host.end()));
    throw error;
  }
}

function runInHost(run: readonly string[]): TestProcess {
  const idle = idleHosts.pop();
  if (idle === undefined) return startProcess(SCRIPT_HOST, run);
  idle.setAwaited(true);
  idle.send(run);
  return idle;
}

/**
 * Starts a script that exchanges messages with this process and reads its parameters with `parameters()`. They are sent
 * as a message, because the arguments of a process are limited.
 */
export function startProcess(script: URL, list: readonly string[]): TestProcess {
  // Without the variable that would make the test runner treat the child as one of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = fork(script, [], { env, execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  const name = path.basename(script.pathname);
  const ended = endOf(child, name);
  child.send(list);
  return {
    name,
    message: () => {
      const message = once(child, 'message').then(([first]: unknown[]) => first);
      return within(`a word of ${name}`, Promise.race([message, ended]));
    },
    send: (message) => void child.send(message),
    setAwaited: (isAwaited) => {
      for (const handle of [
        child,
        child.channel,
        child.stderr instanceof Socket ? child.stderr : undefined,
      ]) {
        if (isAwaited) handle?.ref();
        else handle?.unref();
      }
    },
    end: async () => {
      child.kill('SIGKILL');
      await within(`the end of ${name}`, Promise.allSettled([ended]));
    },
  };
}

/** Rejects when the process has ended and all its messages have been read: first with its standard error. */
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
  // The rejection is only handled while somebody waits for a message.
  promise.catch(() => undefined);
  return promise;
}

/** The line of an uncaught error, which Node writes below the line of source that threw it. */
function errorIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return lines.find((line) => /^(\w*Error\b|\w+: )/.test(line)) ?? lines[0] ?? '';
}

let hostedParameters: readonly string[] | undefined;

/** In a host of scripts: hands the next script its parameters. */
export function handOver(list: readonly string[]): void {
  hostedParameters = list;
}

/** In a script of `startProcess` or `runTogether`: its parameters from the test. */
export async function parameters(): Promise<string[]> {
  if (hostedParameters !== undefined) return [...hostedParameters];
  // If its test is killed, nobody else would end this process.
  process.once('disconnect', () => process.exit());
  const [list]: unknown[] = await within('the parameters', once(process, 'message'));
  if (!Array.isArray(list)) throw new Error('this script is started by a test');
  return list.map(String);
}

/**
 * In a script of `runTogether`: opens the database at `location`, waits for the others, and sends the result of `work`
 * once the database is closed.
 */
export async function takePart(
  location: string,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  const database = await openLocation(location, { log: createLog('warn') });
  await database.ready();
  const go = once(process, 'message');
  tell('ready');
  await go;
  const result = await work(database);
  await database.close();
  tell(result);
}

/** Sends a message to the process that started this one. */
export function tell(message: unknown): void {
  const send = process.send?.bind(process);
  if (send === undefined) throw new Error('this script is started by a test');
  send(message);
}
