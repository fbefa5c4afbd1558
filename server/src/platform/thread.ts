import { fileURLToPath } from 'node:url';
import { once } from '../kernel/once.ts';
import { createTurnstile } from './turnstile.ts';

/** An idle thread keeps what it has loaded for this long. */
const IDLE_MS = 60_000;

interface ThreadOptions<Task> {
  /** The maximum number of waiting tasks; further ones are refused. */
  readonly maxQueued: number;
  readonly memoryMb?: number;
  /**
   * The time of a task, after which the thread is ended. It includes the start of the thread, unless that has a task of
   * its own, which has no limit.
   */
  readonly limit?: { readonly ms: number; readonly firstTask?: Task };
}

/**
 * Runs a function in a thread of its own, one task after another: `run` of `script`. The thread starts when
 * it is needed, ends after a minute without work, and does not keep a process alive. A task rejects with 503
 * `Overloaded` and `Retry-After` when too many are waiting, and with another error when the function throws, the thread
 * ends or the time is up.
 */
export function backgroundThread<Task, Result>(
  script: URL,
  { maxQueued, memoryMb, limit }: ThreadOptions<Task>,
): (task: Task) => Promise<Result> {
  const takeTurn = createTurnstile({ maxConcurrent: 1, maxQueued });
  const open = once(async () => {
    const { Piscina } = await import('piscina');
    return new Piscina<Task, Result>({
      filename: fileURLToPath(script),
      minThreads: 0,
      maxThreads: 1,
      name: 'run',
      idleTimeout: IDLE_MS,
      execArgv: [],
      ...(memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    });
  });
  return (task) =>
    takeTurn(async () => {
      const pool = await open();
      if (limit === undefined) return pool.run(task);
      if (limit.firstTask !== undefined && pool.threads.length === 0) await pool.run(limit.firstTask);
      return pool.run(task, { signal: AbortSignal.timeout(limit.ms) });
    });
}
