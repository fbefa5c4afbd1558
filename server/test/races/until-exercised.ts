import assert from 'node:assert/strict';

const ATTEMPTS = 10;

/**
 * Runs a race of a naive variant until it goes wrong as `race` asserts, at most ten times. Whether processes coincide
 * is a matter of luck; one failure shows that on this machine they can, and that the assertion about the guaranteed
 * variant can fail.
 */
export async function untilExercised(race: (attempt: number) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await race(attempt);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof assert.AssertionError)) throw error;
    }
  }
}
