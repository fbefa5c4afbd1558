import { transaction } from '../../platform/context/context.ts';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import type { System } from '../../platform/system.ts';
import type { Context } from '../accounts/index.ts';
import { deleteExpiredChallenges, insertChallengeRow, takeChallengeRow } from './store/challenges.ts';
import type { ChallengePurpose } from './tables.ts';

/** How long an operator may take. */
export const CHALLENGE_MS = 5 * 60 * 1_000;

/** What a challenge serves, and in which session; null where nobody is signed in. */
export interface ChallengeUse {
  readonly purpose: ChallengePurpose;
  readonly sessionId: string | null;
}

/** New random bits to sign or to give back, in base64url; the database has their hash. */
export function makeChallenge(ctx: Context, use: ChallengeUse): Promise<string> {
  return transaction(ctx, async (tx) => {
    const challenge = tx.ids.secret();
    await insertChallengeRow(tx, {
      accountId: tx.account.id,
      challengeHash: hashSecret(challenge),
      ...use,
      expiresAt: new Date(tx.clock.now().getTime() + CHALLENGE_MS),
    });
    return challenge;
  });
}

/**
 * Uses a challenge up, before anybody looks at what came with it: nobody tries twice. False when it is unknown, used, too old, or
 * of another session or purpose.
 */
export function takeChallenge(ctx: Context, use: ChallengeUse, challenge: string): Promise<boolean> {
  const claim = { accountId: ctx.account.id, challengeHash: hashSecret(challenge), ...use };
  return transaction(ctx, (tx) => takeChallengeRow(tx, { ...claim, now: tx.clock.now() }));
}

/** Deletes at most `most` challenges that have expired, of all accounts; returns their number. */
export function purgeOperatorChallenges(system: System, most = 100): Promise<number> {
  return system.database.transaction((tx) => deleteExpiredChallenges(tx, system.clock.now(), most));
}
