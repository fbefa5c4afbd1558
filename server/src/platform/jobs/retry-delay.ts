const FIRST_MS = 10_000;
const LONGEST_MS = 60 * 60 * 1000;

/** A job that fails this many times is dead: with the delays below, after two hours on average. */
export const MAX_ATTEMPTS = 12;

/** The same for work that others do, who may be out of order for a night: dead after a day on average. */
export const ATTEMPTS_OF_A_DAY = 58;

/**
 * Milliseconds until a job that failed for the `attempt`-th time (from 1) is tried again: anything from 0 to a bound
 * that doubles from 10 seconds to an hour, so that jobs which failed together are not retried together.
 *
 * @param random from 0 to below 1
 */
export function retryDelayMs(attempt: number, random: number): number {
  return Math.floor(random * Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)));
}
