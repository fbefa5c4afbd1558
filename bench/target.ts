import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import { createInterface } from 'node:readline';
import manifest from '../package.json' with { type: 'json' };
import { isServerCurrent } from '../scripts/server-build.ts';
import { endChild } from './children.ts';

/** The real server, in a separate process. */
export interface Target {
  readonly port: number;
  readonly url: string;
  /** From the start of the process to the first accepted request. */
  readonly startMs: number;
  readonly child: ChildProcess;
  /** Stops it as an operator does; rejects when it did not end with exit code 0. */
  readonly stop: () => Promise<void>;
}

export interface TargetOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** Node's own options, such as `--cpu-prof`. */
  readonly nodeOptions?: readonly string[];
  /** Options of `latchkey serve`. */
  readonly serveOptions?: readonly string[];
}

const COMMAND = fileURLToPath(new URL('../server/src/cli/latchkey.js', import.meta.url));
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The options and the environment of `npm start`, with which the process stays small under load (ADR 16). */
const START = manifest.scripts.start;
const NODE_OPTIONS = START.split(' ').filter((word) => word.startsWith('--'));
const ENVIRONMENT = Object.fromEntries(
  Array.from(START.matchAll(/\b([A-Z_]+)=(\S+)/g), ([, name = '', value = '']) => [name, value] as const),
);

/**
 * Starts `latchkey serve` on a free port and waits until it is ready. Rejects when a source has changed since the
 * build: the server would run its sources, more slowly and with more memory.
 */
export async function startTarget(options: TargetOptions): Promise<Target> {
  if (!(await isServerCurrent(ROOT))) throw new Error('a source of the server changed after its build');
  const begin = performance.now();
  const nodeOptions = [...NODE_OPTIONS, ...(options.nodeOptions ?? [])];
  const parameters = [...nodeOptions, COMMAND, 'serve', ...(options.serveOptions ?? [])];
  const child = spawn(process.execPath, parameters, {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...ENVIRONMENT,
      ...options.environment,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = new URL(await readyUrl(child));
  const startMs = performance.now() - begin;
  const stop = async (): Promise<void> => {
    const code = await endChild(child);
    if (code !== 0) throw new Error(`the server ended with ${code ?? child.signalCode}`);
  };
  return { port: Number(url.port), url: `http://127.0.0.1:${url.port}`, startMs, child, stop };
}

/** The server logs one line of JSON when it accepts requests. */
async function readyUrl(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the server has no output');
  const output: string[] = [];
  const lines = createInterface(child.stdout);
  for await (const line of lines) {
    output.push(line);
    const url = /"baseUrl":"(http[^"]+)".*"msg":"ready"/.exec(line)?.[1];
    if (url === undefined) continue;
    // Keep reading, or the server would wait for room in the pipe.
    child.stdout.resume();
    return url;
  }
  throw new Error(`the server did not start:\n${output.join('\n')}`);
}
