import type { Log } from '../platform/log.ts';

/**
 * Ctrl-C and service managers signal every process of a group, and npm forwards its signal: one request to stop arrives
 * as several signals, and those within this time of the first count as the same request.
 */
export const SAME_REQUEST_MS = 2_000;

interface StopSignals {
  /** Receives a stop signal. */
  readonly receive: (signal: NodeJS.Signals) => void;
}

interface StopSignalOptions {
  readonly log: Log;
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** Starts an orderly stop; called once. */
  readonly stop: () => void;
  /** Ends the process immediately; called for a second request. */
  readonly abandon: () => void;
}

/**
 * Distinguishes the first request to stop, which is followed in order, from a second one, which ends the process
 * immediately.
 */
export function createStopSignals({ log, now, stop, abandon }: StopSignalOptions): StopSignals {
  let firstAt: number | undefined;
  return {
    receive(signal) {
      if (firstAt === undefined) {
        firstAt = now();
        log.info({ signal }, 'stopping');
        stop();
      } else if (now() - firstAt >= SAME_REQUEST_MS) {
        log.warn({ signal }, 'second stop signal: exiting immediately');
        abandon();
      }
    },
  };
}
