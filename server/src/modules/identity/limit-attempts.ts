import { rateLimited } from '../../kernel/problem.ts';
import { admitAttempt, clearFailures } from '../../platform/counters/failures.ts';
import type { Place } from '../../platform/database/within.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { emailKey } from '../customers/index.ts';

/**
 * Admits a guess at the password of an email, known or not: after some consecutive failures each further guess has
 * to wait longer (wire contract section 1, Rate limits). Raises 429 with `Retry-After`. Holds across processes.
 */
export async function admitGuess(system: System, account: Account, email: string): Promise<void> {
  const policy = { freeFailures: account.settings.limits.signInFailuresBeforeDelay };
  const verdict = await admitAttempt(system, system.database, guessKey(account, email), policy);
  if (verdict.allowed) return;
  throw rateLimited({
    detail: 'Too many wrong passwords for this email. Wait before you try again.',
    headers: { 'Retry-After': String(verdict.retryAfterSeconds) },
  });
}

/** Forgets the failures of an email, whose owner has just proved to be who they are. */
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
