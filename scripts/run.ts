import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

/** The root of the repository. */
export const ROOT = path.join(import.meta.dirname, '..');

/**
 * Runs this very Node with `parameters`, in the root of the repository and with our terminal, and resolves with its
 * exit code. A signal that ends it counts as a failure.
 *
 * Ctrl-C and SIGTERM are passed on, and we stay until the program has ended, so that nothing is left behind.
 */
export async function runNode(
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(process.execPath, parameters, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  const passOn = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 130)));
    });
  } finally {
    process.off('SIGINT', passOn).off('SIGTERM', passOn);
  }
}

/** Says since when, in seconds with one decimal: `const took = stopwatch(); … took()`. */
export function stopwatch(): () => string {
  const start = performance.now();
  return () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
