import type { Clock } from '../../kernel/clock.ts';
import { ALLOWED, type Allowance, type Verdict } from './allowance.ts';

/** Buckets of this process only, one per key. */
interface TokenBuckets {
  /** Takes one token from the bucket of a key and reports whether there was one; a limit of 0 allows everything. */
  take(key: string, allowance: Allowance): Verdict;
}

const MOST_KEYS = 100_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * Allows a burst of `limit` and, at any time, `limit` per window on average: unlike a fixed window it never refuses a
 * caller with an even pace of that rate, even if its calls jitter.
 *
 * At most `mostKeys` buckets are stored; the least recently used one is evicted first. They are in a plain map, because
 * `lru-cache` allocates the memory of all its keys at once.
 */
export function createTokenBuckets(clock: Clock, mostKeys: number = MOST_KEYS): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  return {
    take(key, { limit, windowSeconds }) {
      if (limit === 0) return ALLOWED;
      const now = clock.now().getTime();
      const perMs = limit / (windowSeconds * 1_000);
      const { tokens, filledAt } = buckets.get(key) ?? { tokens: limit, filledAt: now };
      const filled = Math.min(limit, tokens + Math.max(0, now - filledAt) * perMs);
      const isAllowed = filled >= 1;
      // Deleting and inserting a bucket makes it the youngest in the map's order.
      buckets.delete(key);
      if (buckets.size >= mostKeys) forgetOldest(buckets);
      buckets.set(key, { tokens: isAllowed ? filled - 1 : filled, filledAt: now });
      if (isAllowed) return ALLOWED;
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((1 - filled) / perMs / 1_000)) };
    },
  };
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
