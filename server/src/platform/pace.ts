import { setTimeout as delay } from 'node:timers/promises';

/** The share of the time that this process may be busy before patient work rests. */
const BUSY = 0.5;
/** Milliseconds between two looks, which also are the least between two starts. */
const LOOK_MS = 25;
/** Milliseconds after which one starts, however busy the process is: 100,000 take less than eight hours. */
const LONGEST_REST_MS = 250;

/** When patient work may start. */
export interface Pace {
  /** Whether one may start now. */
  readonly isTurn: () => boolean;
  /** Notes that one starts. */
  readonly start: () => void;
  /** Milliseconds after which to ask again. */
  readonly lookMs: number;
}

interface Load {
  /** Milliseconds since an origin. */
  readonly now: () => number;
  /** Milliseconds that this process has been busy since its start. */
  readonly busy: () => number;
}

/** The load of this process. */
export const PROCESS_LOAD: Load = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
};

/** Waits until it is the turn of a piece of work, which starts then; an aborted signal ends the wait. */
export async function takeTurn(pace: Pace, signal: AbortSignal | undefined): Promise<void> {
  while (!pace.isTurn() && signal?.aborted !== true)
    await delay(pace.lookMs, undefined, { signal }).catch(() => undefined);
  pace.start();
}

/**
 * Lets patient work start while the process has been idle for half of the time since the last start: requests do not wait
 * behind thousands of jobs that nobody waits for. A job that mostly waits for a payment provider hardly slows the next.
 */
export function createPace({ now, busy }: Load = PROCESS_LOAD): Pace {
  let last = { at: now(), busy: busy() };
  return {
    isTurn: () => {
      const passed = now() - last.at;
      if (passed >= LONGEST_REST_MS) return true;
      return passed >= LOOK_MS && (busy() - last.busy) / passed <= BUSY;
    },
    start: () => {
      last = { at: now(), busy: busy() };
    },
    lookMs: LOOK_MS,
  };
}
