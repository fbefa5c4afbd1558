/** The source of the current time. Everything but the composition root receives one. */
export interface Clock {
  /** The current time, as a new `Date` that the caller may keep. */
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };
