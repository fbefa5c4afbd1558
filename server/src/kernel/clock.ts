/** The source of the current time. Everything but the composition root receives one. */
export interface Clock {
  /** The current time, as a new `Date` that the caller may keep. */
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that only moves on request, for tests. Throws a `RangeError` when it would be set to an invalid date. */
export function manualClock(
  start: Date,
): Clock & { advance(milliseconds: number): void; set(date: Date): void } {
  let current = validTime(start.getTime());
  return {
    now: () => new Date(current),
    advance(milliseconds) {
      current = validTime(current + milliseconds);
    },
    set(date) {
      current = validTime(date.getTime());
    },
  };
}

function validTime(time: number): number {
  const clipped = new Date(time).getTime();
  if (Number.isNaN(clipped)) throw new RangeError('a clock needs a valid date');
  return clipped;
}
