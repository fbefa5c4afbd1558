import type { Clock } from '../kernel/clock.ts';

/** The clock of a server. */
export interface ServerClock extends Clock {
  /**
   * How far the clock of the machine has jumped since the start, in milliseconds: forward (positive) or back, beside
   * the time that has passed. Moving it on purpose is no jump.
   */
  jumpMs(): number;
  /** Moves the clock forward to a time, for development; an earlier one changes nothing. */
  moveTo(moment: Date): void;
}

/** What a clock is made of. */
interface TimeSources {
  /** Milliseconds since 1970, as the machine says. */
  readonly wallMs: () => number;
  /** Milliseconds since any moment; nothing sets it. */
  readonly steadyMs: () => number;
}

const MACHINE: TimeSources = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

export function serverClock({ wallMs, steadyMs }: TimeSources = MACHINE): ServerClock {
  const start = { wall: wallMs(), steady: steadyMs() };
  let offsetMs = 0;
  const now = (): Date => new Date(wallMs() + offsetMs);
  return {
    now,
    jumpMs: () => wallMs() - start.wall - (steadyMs() - start.steady),
    moveTo(moment) {
      offsetMs += Math.max(0, moment.getTime() - now().getTime());
    },
  };
}

/** Whether a clock is one of a server, which tells its jumps and can be moved. */
export function isServerClock(clock: Clock): clock is ServerClock {
  return 'jumpMs' in clock && 'moveTo' in clock;
}
