import { Problem, rateLimited } from '../../../kernel/problem.ts';
import { admitAttempt, clearFailures, withdrawAttempt } from '../../../platform/counters/failures.ts';
import type { Place } from '../../../platform/database/within.ts';
import type { AccountContext, Context } from '../../accounts/index.ts';

/**
 * Counts and runs a guess at a password or code, for a subject that has a counter of its own: the email of a sign-in, whether
 * an operator has it or not, or the session or the link in which somebody guesses, so that wrong sign-ins of a stranger do not
 * stop whoever is in. After some consecutive failures each further guess must wait longer. Raises 429 with `Retry-After`. A guess counts as failed until
 * `forgetGuesses`; one that the server was too busy to check does not count.
 */
export async function limitGuess<Result>(
  ctx: Context,
  subject: string,
  guess: () => Promise<Result>,
): Promise<Result> {
  const key = guessKey(ctx, subject);
  const policy = { freeFailures: ctx.account.settings.limits.signInFailuresBeforeDelay };
  const { allowed, retryAfterSeconds } = await admitAttempt(ctx, ctx.database, key, policy);
  if (!allowed) {
    throw rateLimited({
      detail: 'Too many wrong passwords or codes. Wait before you try again.',
      headers: { 'Retry-After': String(retryAfterSeconds) },
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

/** Resets the failures of a subject whose operator has just proved their identity. */
export async function forgetGuesses(ctx: AccountContext, place: Place, subject: string): Promise<void> {
  await clearFailures(ctx, place, guessKey(ctx, subject));
}

/** The subject of guesses in a session, which somebody who only knows the email cannot reach. */
export function sessionSubject(sessionId: string): string {
  return `session/${sessionId}`;
}

function guessKey({ account }: AccountContext, subject: string): string {
  return `operator-sign-in/${account.id}/${subject}`;
}
