import type { Clock } from '../../kernel/clock.ts';

/** How often something may happen. */
export interface Allowance {
  /** Hits in one window; 0 turns the limit off. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** What a counter says to one hit. */
export interface Verdict {
  readonly allowed: boolean;
  /** Seconds until a refused caller may try again, at least 1; 0 when the hit is allowed. */
  readonly retryAfterSeconds: number;
}

/** Counters of this process alone. */
export interface MemoryCounters {
  /** Counts one hit of a key and tells whether it is within the limit. */
  hit(key: string): Verdict;
}

export const ALLOWED: Verdict = { allowed: true, retryAfterSeconds: 0 };

const MOST_KEYS = 100_000;

/**
 * Limits how often each key may occur in fixed windows, for limits that need not hold across processes.
 *
 * All keys share their windows, so the counts of a window are dropped together: no timer, no sweep. Within a
 * window at most `mostKeys` are remembered and the one seen first makes room for a new one, so that a flood of
 * addresses costs a bounded amount of memory; each of them had its own limit before.
 */
export function createMemoryCounters(
  clock: Clock,
  { limit, windowSeconds }: Allowance,
  mostKeys: number = MOST_KEYS,
): MemoryCounters {
  if (limit === 0) return { hit: () => ALLOWED };
  const windowMs = windowSeconds * 1000;
  let current = -1;
  let hits = new Map<string, number>();
  return {
    hit(key) {
      const now = clock.now().getTime();
      const window = Math.floor(now / windowMs);
      if (window !== current) {
        current = window;
        hits = new Map();
      }
      const count = (hits.get(key) ?? 0) + 1;
      if (count === 1 && hits.size >= mostKeys) forgetFirst(hits);
      hits.set(key, count);
      if (count <= limit) return ALLOWED;
      return {
        allowed: false,
        retryAfterSeconds: Math.max(1, Math.ceil(((window + 1) * windowMs - now) / 1000)),
      };
    },
  };
}

function forgetFirst(hits: Map<string, number>): void {
  const first = hits.keys().next();
  if (!first.done) hits.delete(first.value);
}
