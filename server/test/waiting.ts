import { setTimeout as delay } from 'node:timers/promises';
import { IS_LONG } from './length.ts';

/** Long forms of tests wait for processes that work for hours. */
/**
 * The time a test waits for an expected event: far more than a slow machine needs, and less than the runner's limit for
 * a test, so that a failed wait ends with its reason.
 */
const PATIENCE_MS = IS_LONG ? 4 * 3_600_000 : 120_000;
const PAUSE_MS = 2;

/** Resolves like `promise`; after the time limit it rejects with the name of the awaited event. */
export async function within<Result>(
  what: string,
  promise: Promise<Result>,
  patienceMs = PATIENCE_MS,
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(vain(what, patienceMs)), patienceMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Polls until `look` returns something other than `undefined` or `false`, and returns that; after the time limit it
 * rejects with the name of the awaited event.
 */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined | false> | Found | undefined | false,
  patienceMs = PATIENCE_MS,
): Promise<Found> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const result = await look();
    if (result !== undefined && result !== false) return result;
    if (performance.now() >= deadline) throw vain(what, patienceMs);
    await delay(PAUSE_MS);
  }
}

function vain(what: string, patienceMs: number): Error {
  return new Error(`waited ${patienceMs / 1_000} seconds in vain for ${what}`);
}
