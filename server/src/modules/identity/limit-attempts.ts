import { Problem, rateLimited } from '../../kernel/problem.ts';
import { admitAttempt, clearFailures, withdrawAttempt } from '../../platform/counters/failures.ts';
import type { Place } from '../../platform/database/within.ts';
import type { System } from '../../platform/system.ts';
import type { Account, Context } from '../accounts/index.ts';
import { emailKey } from '../customers/index.ts';

/**
 * Counts and runs a guess at the password of an email, registered or not: after some consecutive failures each further
 * guess must wait longer (wire contract section 1, Rate limits). Raises 429 with `Retry-After`. Holds across processes.
 * A guess counts as failed until `forgetGuesses`; one that the server was too busy to check does not count.
 */
export async function limitGuess<Result>(
  ctx: Context,
  email: string,
  guess: () => Promise<Result>,
): Promise<Result> {
  const key = guessKey(ctx.account, email);
  const policy = { freeFailures: ctx.account.settings.limits.signInFailuresBeforeDelay };
  const verdict = await admitAttempt(ctx, ctx.database, key, policy);
  if (!verdict.allowed) {
    throw rateLimited({
      detail: 'Too many wrong passwords for this email. Wait before you try again.',
      headers: { 'Retry-After': String(verdict.retryAfterSeconds) },
    });
  }
  try {
    return await guess();
  } catch (error) {
    const wasChecked = error instanceof Problem && error.status < 500;
    if (!wasChecked) await withdrawAttempt(ctx, ctx.database, key);
    throw error;
  }
}

/** Resets the failures of an email whose owner has just proved their identity. */
export async function forgetGuesses(
  system: System,
  place: Place,
  account: Account,
  email: string,
): Promise<void> {
  await clearFailures(system, place, guessKey(account, email));
}

function guessKey(account: Account, email: string): string {
  return `sign-in/${account.id}/${emailKey(email)}`;
}
