import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { within } from './waiting.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../src/cli/latchkey.js', import.meta.url));
const END_WITH_PARENT = new URL('end-with-parent.js', import.meta.url).href;

/** The end of a command, and its output. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `latchkey serve` in a separate process, accepting requests. */
export interface ServerProcess {
  readonly baseUrl: string;
  /** Sends a signal; the process is then expected to end, see `ended`. */
  signal(name: NodeJS.Signals): void;
  /** Resolves when the process has logged a line with this message, immediately when it already has. */
  logged(message: string): Promise<void>;
  /** Resolves when the process has ended, which it is expected to do: one that does not is killed after a while. */
  readonly ended: Promise<Ended>;
  /** How the process has ended; undefined while it runs. */
  outcome(): Ended | undefined;
}

/** Runs a command of the program to its end. */
export async function runLatchkey(
  environment: Record<string, string>,
  ...parameters: string[]
): Promise<Ended> {
  const child = launch(environment, parameters);
  return endOf(child, `latchkey ${parameters.join(' ')}`, collect(child).ended);
}

/** Runs a command of the program and leaves it running, for tests that wait for its log. */
export function collectLatchkey(
  environment: Record<string, string>,
  ...parameters: string[]
): Pick<ServerProcess, 'signal' | 'ended'> & { logged(message: string): Promise<LogLine> } {
  const child = launch(environment, parameters);
  const { ended, logged } = collect(child);
  return { signal: (name) => child.kill(name), ended, logged };
}

/** Starts `latchkey serve` on a free port and resolves once it is ready; rejects, with its output, when it ends. */
export async function startLatchkey(
  environment: Record<string, string>,
  ...parameters: string[]
): Promise<ServerProcess> {
  const child = launch({ PORT: '0', HOST: '127.0.0.1', ...environment }, ['serve', ...parameters]);
  const { ended, logged } = collect(child);
  let outcome: Ended | undefined;
  void ended.then((end) => (outcome = end));
  const failed = ended.then(({ stdout, stderr }): never => {
    throw new Error(`the server ended before it was ready:\n${stdout}${stderr}`);
  });
  const saying = (message: string): Promise<LogLine> =>
    within(`the server to log "${message}"`, Promise.race([logged(message), failed]));
  const { baseUrl } = await saying('ready');
  return {
    baseUrl: String(baseUrl),
    signal: (name) => child.kill(name),
    logged: async (message) => {
      await saying(message);
    },
    get ended() {
      return endOf(child, 'the server', ended);
    },
    outcome: () => outcome,
  };
}

/** The end of a process that is expected to end; one that does not is killed, and the error contains its output. */
async function endOf(child: ChildProcess, name: string, ended: Promise<Ended>): Promise<Ended> {
  try {
    return await within(`${name} to end`, ended);
  } catch (error) {
    child.kill('SIGKILL');
    const { stdout, stderr } = await ended;
    throw new Error(`${name} does not end by itself:\n${stderr}${stdout}`, { cause: error });
  }
}

/** `npm start` with its whole process group. */
export interface ServerGroup {
  readonly baseUrl: string;
  /** Signals only npm, which forwards the signal. */
  signalNpm(name: NodeJS.Signals): void;
  /** Signals every process of the group, like a service manager. */
  signalGroup(name: NodeJS.Signals): void;
  /** Presses Ctrl-C in the terminal that `npm start` runs in. */
  pressCtrlC(): void;
  /** Kills the rest of the group, for a test that fails. */
  kill(): Promise<void>;
  readonly ended: Promise<Ended>;
}

/** The line of a server that is ready, as JSON or for people. */
const READY = /(?=.*\bready\b).*"baseUrl":"([^"]+)"/;
const NPM_START = ['start', '--ignore-scripts', '--'];

/**
 * Starts the server like people do, with `npm start` (without the build of the pages before it), on a free port, in its
 * own process group and, on request, in its own terminal. Resolves once it is ready.
 */
export async function startWithNpm(
  environment: Record<string, string>,
  { inTerminal = false }: { readonly inTerminal?: boolean } = {},
): Promise<ServerGroup> {
  const command = ['npm', ...NPM_START, '--no-demo'];
  const [program, ...parameters] = inTerminal
    ? ['script', '-qefc', `exec ${command.join(' ')}`, '/dev/null']
    : command;
  const child = spawn(program ?? '', parameters, {
    cwd: ROOT,
    env: environmentOf({ PORT: '0', npm_config_update_notifier: 'false', NO_COLOR: '1', ...environment }),
    stdio: [inTerminal ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { ended, matched } = collect(child);
  const failed = ended.then(({ stdout, stderr }): never => {
    throw new Error(`npm start ended before it was ready:\n${stdout}${stderr}`);
  });
  const [, baseUrl = ''] = await Promise.race([matched(READY), failed]);
  return {
    baseUrl,
    signalNpm: (name) => child.kill(name),
    signalGroup: (name) => process.kill(-(child.pid ?? 0), name),
    pressCtrlC: () => child.stdin?.write('\x03'),
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
      await ended;
    },
    ended,
  };
}

function launch(environment: Record<string, string>, parameters: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['--import', END_WITH_PARENT, PROGRAM, ...parameters], {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
}

export function environmentOf(more: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), ...more };
}

type LogLine = Readonly<Record<string, unknown>>;

function collect(child: ChildProcess) {
  let stderr = '';
  const lines: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<LogLine>>();
  const waiterFor = (message: string): PromiseWithResolvers<LogLine> => {
    const waiter = waiting.get(message) ?? Promise.withResolvers<LogLine>();
    waiting.set(message, waiter);
    return waiter;
  };
  const patterns: { readonly pattern: RegExp; readonly match: PromiseWithResolvers<RegExpExecArray> }[] = [];
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      for (const { pattern, match: first } of patterns) {
        const match = pattern.exec(line);
        if (match !== null) first.resolve(match);
      }
      const entry = parseLine(line);
      if (entry !== undefined) waiterFor(String(entry['msg'])).resolve(entry);
    });
  }
  const ended = once(child, 'close').then((): Ended => ({
    code: child.exitCode,
    signal: child.signalCode,
    stdout: lines.map((line) => `${line}\n`).join(''),
    stderr,
  }));
  return {
    ended,
    /** The fields of the JSON line with this message, as soon as it is logged. */
    logged: (message: string) => waiterFor(message).promise,
    /** The first line that matches from now on. */
    matched: (pattern: RegExp) => {
      const match = Promise.withResolvers<RegExpExecArray>();
      patterns.push({ pattern, match });
      return match.promise;
    },
  };
}

function parseLine(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? { ...entry } : undefined;
  } catch {
    return undefined;
  }
}
