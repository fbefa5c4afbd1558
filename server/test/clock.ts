import assert from 'node:assert/strict';
import { getTestContext } from 'node:test';
import type { Clock } from '../src/kernel/clock.ts';

/** A clock for tests, which also moves when a test moves it. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  set(date: Date): void;
  /**
   * Goes on to a whole second, and until the end of the test moves only when the test moves it; `why` says why the test
   * needs that.
   */
  hold(why: string): void;
}

/**
 * A clock that moves by a millisecond with every reading: code that reads it twice must not expect the same time.
 * Throws a `RangeError` when it would be set to an invalid date.
 */
export function testClock(start: Date): TestClock {
  let next = validTime(start.getTime());
  let stepMs = 1;
  return {
    now() {
      const now = new Date(next);
      next = validTime(next + stepMs);
      return now;
    },
    advance(milliseconds) {
      next = validTime(next + milliseconds);
    },
    set(date) {
      next = validTime(date.getTime());
    },
    hold(why) {
      assert.match(why, /\w+ \w+ \w+/, 'a test that needs a still clock says why');
      stepMs = 0;
      next = Math.ceil(next / 1_000) * 1_000;
      const context = getTestContext();
      if (context !== undefined && 'after' in context) context.after(() => (stepMs = 1));
    },
  };
}

/** A clock that stands still for a whole file, and why its tests need it. */
export function stillClock(start: Date, why: string): TestClock {
  const clock = testClock(start);
  clock.hold(why);
  clock.set(start);
  return clock;
}

function validTime(time: number): number {
  const clipped = new Date(time).getTime();
  if (Number.isNaN(clipped)) throw new RangeError('a clock needs a valid date');
  return clipped;
}
