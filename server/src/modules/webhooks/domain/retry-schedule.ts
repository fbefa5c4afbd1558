const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after the first, the second … failed attempt (Standard Webhooks). */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
const JITTER = 0.1;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * When to try again after this many failures, at least as late as the receiver wants; `undefined`: not again. Up to a
 * tenth is added at random, so that deliveries which failed together are not tried together.
 *
 * @param random from 0 to below 1
 */
export function nextAttemptAt(
  failures: number,
  {
    now,
    retryAfterMs = 0,
    random,
  }: { readonly now: Date; readonly retryAfterMs?: number; readonly random: number },
): Date | undefined {
  const pause = PAUSES_MS[failures - 1];
  if (pause === undefined) return undefined;
  const least = Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS);
  return new Date(now.getTime() + Math.floor(Math.max(pause, least) * (1 + JITTER * random)));
}

/** The pause that a `Retry-After` header asks for, in milliseconds: seconds or a date; 0 for anything else. */
export function readRetryAfter(header: unknown, now: Date): number {
  if (typeof header !== 'string') return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}
