import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { within } from './waiting.ts';

const PROGRAM = fileURLToPath(new URL('../src/cli/latchkey.js', import.meta.url));

/** How a command ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `latchkey serve` in a process of its own, accepting requests. */
export interface ServerProcess {
  readonly baseUrl: string;
  /** Sends a signal; the process is then expected to end, see `ended`. */
  signal(name: NodeJS.Signals): void;
  /** Resolves when the process has logged a line with this message, at once when it has already. */
  logged(message: string): Promise<void>;
  /** Resolves when the process has ended, which it is expected to do. */
  readonly ended: Promise<Ended>;
}

/** Runs a command of the program to its end. */
export async function runLatchkey(
  environment: Record<string, string>,
  ...parameters: string[]
): Promise<Ended> {
  const child = launch(environment, parameters);
  return endOf(child, `latchkey ${parameters.join(' ')}`, collect(child).ended);
}

/** Starts `latchkey serve` on a free port and resolves once it is ready; rejects, with its output, when it ends. */
export async function startLatchkey(
  environment: Record<string, string>,
  ...parameters: string[]
): Promise<ServerProcess> {
  const child = launch({ PORT: '0', HOST: '127.0.0.1', ...environment }, ['serve', ...parameters]);
  const { ended, logged } = collect(child);
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
  };
}

/** The end of a process that is expected to end; one that does not is killed, and what it said is in the reason. */
async function endOf(child: ChildProcess, name: string, ended: Promise<Ended>): Promise<Ended> {
  try {
    return await within(`${name} to end`, ended);
  } catch (error) {
    child.kill('SIGKILL');
    const { stdout, stderr } = await ended;
    throw new Error(`${name} does not end by itself:\n${stderr}${stdout}`, { cause: error });
  }
}

function launch(environment: Record<string, string>, parameters: readonly string[]): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const base = { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }) };
  return spawn(process.execPath, [PROGRAM, ...parameters], {
    env: { ...base, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
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
  return { ended, logged: (message: string) => waiterFor(message).promise };
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
