import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const PATIENCE_MS = 15_000;
const PAUSE_MS = 50;

/**
 * Asserts that what is read from a page becomes the expected value: a page shows what it has been told when it has drawn
 * it, which takes longer on a machine that is busy.
 *
 * @throws AssertionError with the last value, after 15 seconds.
 */
export async function eventually<Value>(
  read: () => Promise<Value>,
  expected: Value,
  message?: string,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let value = await read();
  while (!isDeepStrictEqual(value, expected) && performance.now() < deadline) {
    await delay(PAUSE_MS);
    value = await read();
  }
  if (message === undefined) assert.deepEqual(value, expected);
  else assert.deepEqual(value, expected, message);
}
