import { Refusal } from '../refusal.ts';
import { pauseAfter } from './browser-activation.ts';
import type { Holder } from './holder.ts';
import type { Time } from './time.ts';

interface Schedule {
  readonly holder: Holder;
  readonly time: Time;
  readonly closing: AbortController;
  readonly validate: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * The longest time between two checks of the clock and the storage: the unrecorded running time of a killed process.
 */
const TICK_MS = 5 * 60_000;
const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 60 * 60_000;

/**
 * Validates the license when that is due, beginning now, and keeps the state in step with the clock. A failed
 * validation is repeated after 1 minute, then after twice the time, up to an hour, and never before the server allows
 * it.
 */
export function keepValid({ holder, time, closing, validate }: Schedule): {
  /** Resolves after the first check, and the validation that was due then; never rejects. */
  readonly first: Promise<void>;
  readonly stop: () => Promise<void>;
} {
  let cancel = (): void => {};
  let failures = 0;
  let retryAt = 0;

  const attempt = async (): Promise<void> => {
    try {
      await validate(closing.signal);
      failures = 0;
    } catch (failure) {
      if (closing.signal.aborted) return;
      failures += 1;
      const backoff = failure instanceof Refusal ? LAST_RETRY_MS : FIRST_RETRY_MS * 2 ** (failures - 1);
      retryAt = time.monotonic() + pauseAfter(failure, Math.min(backoff, LAST_RETRY_MS));
      holder.report(failure);
    }
  };
  const tick = async (): Promise<void> => {
    await holder.refresh();
    if (isDue(holder) && time.monotonic() >= retryAt) await attempt();
    if (closing.signal.aborted) return;
    cancel = time.schedule(TICK_MS, next, true);
  };
  const next = (): void => {
    running = tick();
  };
  const first = tick();
  let running = first;
  return {
    first,
    stop: async () => {
      cancel();
      await running;
      cancel();
    },
  };
}

/**
 * A token of a key that this version does not have is renewed, too: the response may be signed with a key that it has.
 */
function isDue(holder: Holder): boolean {
  const state = holder.state();
  const hasUnknownKey = state.status === 'Unusable' && state.fault === 'UnknownKey';
  return hasUnknownKey || holder.decision()?.isValidationDue === true;
}
