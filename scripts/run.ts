import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** The root of the repository. */
export const ROOT = path.join(import.meta.dirname, '..');

/** The exit code of an interrupted program: a caller that sees it starts nothing more. */
export const INTERRUPTED = 130;

export interface RunOptions {
  /** Added to our own environment. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Ends the program gracefully when aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Runs Node itself with `parameters`, in the root of the repository and with our terminal, and resolves with its exit
 * code: 1 when a signal ended it, `INTERRUPTED` when we were interrupted meanwhile.
 *
 * Ctrl-C and SIGTERM are passed on, and we stay until the program has ended, so that nothing is left behind.
 */
export async function runNode(parameters: readonly string[], options: RunOptions = {}): Promise<number> {
  let child: ChildProcess | undefined;
  let isInterrupted = false;
  const passOn = (signal: NodeJS.Signals): void => {
    isInterrupted = true;
    child?.kill(signal);
  };
  const end = (): void => {
    child?.kill('SIGTERM');
  };
  // Before the program starts: a signal in between would leave it without a parent that stops it.
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  options.signal?.addEventListener('abort', end);
  try {
    const started = spawn(process.execPath, parameters, {
      cwd: ROOT,
      env: { ...process.env, ...options.environment },
      stdio: 'inherit',
    });
    child = started;
    return await new Promise<number>((resolve, reject) => {
      started.once('error', reject);
      started.once('close', (code) => resolve(isInterrupted ? INTERRUPTED : (code ?? 1)));
    });
  } finally {
    process.off('SIGINT', passOn).off('SIGTERM', passOn);
    options.signal?.removeEventListener('abort', end);
  }
}

/**
 * The number of test processes that run at once, when each needs up to `memory` bytes: two more than there are CPUs,
 * because most of them sometimes wait for another process; fewer where memory is short, and at least one.
 */
export function processesAtOnce(memory: number): number {
  return Math.max(1, Math.min(availableParallelism() + 2, Math.floor(process.availableMemory() / memory)));
}

/** The path of a file of an installed package, as resolved from a workspace (`web`, `server`, `.`). */
export function packageFile(workspace: string, name: string, file: string): string {
  const manifest = createRequire(path.join(ROOT, workspace, 'package.json')).resolve(`${name}/package.json`);
  return path.join(path.dirname(manifest), file);
}

/** Returns the elapsed time in seconds with one decimal: `const took = stopwatch(); … took()`. */
export function stopwatch(): () => string {
  const start = performance.now();
  return () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
