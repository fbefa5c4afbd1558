import { Problem, rateLimited } from '../../../kernel/problem.ts';
import { admitAttempt, clearFailures, withdrawAttempt } from '../../../platform/counters/failures.ts';
import type { Place } from '../../../platform/database/within.ts';
import type { AccountContext, Context } from '../../accounts/index.ts';

/**
 * Counts and runs a guess at the password or code of an email, whether an operator has it or not: after some consecutive
 * failures each further guess must wait longer. Raises 429 with `Retry-After`. A guess counts as failed until
 * `forgetGuesses`; one that the server was too busy to check does not count.
 */
export async function limitGuess<Result>(
  ctx: Context,
  emailKey: string,
  guess: () => Promise<Result>,
): Promise<Result> {
  const key = guessKey(ctx, emailKey);
  const policy = { freeFailures: ctx.account.settings.limits.signInFailuresBeforeDelay };
  const { allowed, retryAfterSeconds } = await admitAttempt(ctx, ctx.database, key, policy);
  if (!allowed) {
    throw rateLimited({
      detail: 'Too many wrong passwords or codes for this email. Wait before you try again.',
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

/** Resets the failures of an email whose operator has just proved their identity. */
export async function forgetGuesses(ctx: AccountContext, place: Place, emailKey: string): Promise<void> {
  await clearFailures(ctx, place, guessKey(ctx, emailKey));
}

function guessKey({ account }: AccountContext, emailKey: string): string {
  return `operator-sign-in/${account.id}/${emailKey}`;
}
