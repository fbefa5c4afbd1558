import { overloaded } from '../kernel/problem.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Lets `maxConcurrent` through at a time; `maxQueued` more wait in order of arrival, and others are refused with 503
 * `Overloaded` and `Retry-After`.
 */
export function createTurnstile({ maxConcurrent, maxQueued }: { maxConcurrent: number; maxQueued: number }) {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = (): Promise<void> => {
    if (running < maxConcurrent) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.length >= maxQueued) {
      const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
      return Promise.reject(overloaded({ headers }));
    }
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  };
  const leave = (): void => {
    const next = waiting.shift();
    // The slot passes directly to the next in the queue, so that no newcomer can take it.
    if (next === undefined) running -= 1;
    else next();
  };

  return async <R>(work: () => Promise<R>): Promise<R> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
