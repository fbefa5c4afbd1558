import { type Place, within } from '../database/within.ts';
import { ALLOWED, type Verdict } from './allowance.ts';
import type { CounterDeps } from './rate-counters.ts';
import type { CounterTables } from './tables.ts';

/** The number of consecutive failures of a key that cause no delay; 0 turns the delay off. */
interface FailurePolicy {
  readonly freeFailures: number;
}

/** Five consecutive failures per email before a growing delay (wire contract section 1). */
export const FIVE_FREE_FAILURES: FailurePolicy = { freeFailures: 5 };

const LONGEST_WAIT_SECONDS = 15 * 60;
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Admits an attempt, such as a sign-in with a password, or returns the time to wait; call it before the attempt is
 * checked, and `clearFailures` once it succeeded.
 *
 * The attempt counts as a failure from here on: guesses sent all at once cannot slip past a failure that none of them
 * has recorded yet. A refused attempt does not lengthen the wait.
 */
export async function admitAttempt(
  deps: CounterDeps,
  place: Place,
  key: string,
  policy: FailurePolicy = FIVE_FREE_FAILURES,
): Promise<Verdict> {
  if (policy.freeFailures === 0) return ALLOWED;
  const now = deps.clock.now();
  const counterKey = failureKey(deps, key);
  return within(place, async (tx) => {
    const db = tx.tables<CounterTables>();
    // The update changes nothing: it locks the row and returns its content.
    const row = await db
      .insertInto('rateCounters')
      .values({ counterKey, hits: 0, resetsAt: forgottenAt(now) })
      .onConflict((conflict) =>
        conflict.column('counterKey').doUpdateSet((eb) => ({ hits: eb.ref('rateCounters.hits') })),
      )
      .returning(['hits', 'resetsAt'])
      .executeTakeFirstOrThrow();
    const retryAfterSeconds = waitSeconds(row, now, policy);
    if (retryAfterSeconds > 0) return { allowed: false, retryAfterSeconds };
    const hits = row.resetsAt <= now ? 1 : row.hits + 1;
    await db
      .updateTable('rateCounters')
      .set({ hits, resetsAt: forgottenAt(now) })
      .where('counterKey', '=', counterKey)
      .execute();
    return ALLOWED;
  });
}

/** Removes an admitted attempt that was never checked, for example because the server was too busy. */
export async function withdrawAttempt(deps: CounterDeps, place: Place, key: string): Promise<void> {
  await within(place, (tx) =>
    tx
      .tables<CounterTables>()
      .updateTable('rateCounters')
      .set((eb) => ({ hits: eb('hits', '-', 1) }))
      .where('counterKey', '=', failureKey(deps, key))
      .where('hits', '>', 0)
      .execute(),
  );
}

/** Resets the failures of a key. */
export async function clearFailures(deps: CounterDeps, place: Place, key: string): Promise<void> {
  await within(place, (tx) =>
    tx
      .tables<CounterTables>()
      .deleteFrom('rateCounters')
      .where('counterKey', '=', failureKey(deps, key))
      .execute(),
  );
}

/** Seconds to wait after this number of consecutive failures: 1 after the last free one, then doubling. */
export function failureDelaySeconds(failures: number, { freeFailures }: FailurePolicy): number {
  if (failures < freeFailures) return 0;
  return Math.min(LONGEST_WAIT_SECONDS, 2 ** (failures - freeFailures));
}

interface KnownFailures {
  readonly hits: number;
  readonly resetsAt: Date;
}

function waitSeconds({ hits, resetsAt }: KnownFailures, now: Date, policy: FailurePolicy): number {
  if (resetsAt <= now) return 0;
  const failedLastMs = resetsAt.getTime() - FORGOTTEN_AFTER_MS;
  const welcomeMs = failedLastMs + failureDelaySeconds(hits, policy) * 1000;
  return Math.max(0, Math.ceil((welcomeMs - now.getTime()) / 1000));
}

function forgottenAt(now: Date): Date {
  return new Date(now.getTime() + FORGOTTEN_AFTER_MS);
}

function failureKey({ vault }: CounterDeps, key: string): string {
  return vault.sign('failure-counters', key);
}
