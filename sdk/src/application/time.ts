/** The clocks and timers of the machine; tests have their own. */
export interface Time {
  /** The wall clock, in milliseconds since 1970. It may be wrong, and may jump. */
  readonly now: () => number;
  /** Milliseconds on a monotonic clock while the application runs. */
  readonly monotonic: () => number;
  /**
   * Calls back later. A timer in the background does not keep a Node process alive. Returns a function that cancels it.
   */
  readonly schedule: (ms: number, run: () => void, inBackground: boolean) => () => void;
}

/** A timer with a longer time fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time of the machine. */
export const systemTime: Time = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule: (ms, run, inBackground) => {
    const timer = setTimeout(run, Math.min(ms, LONGEST_TIMER_MS));
    if (inBackground && typeof timer === 'object') timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Waits; ends early, without an error, when the signal is aborted. */
export function pause(time: Time, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = time.schedule(ms, end, false);
    signal.addEventListener('abort', end);
  });
}
