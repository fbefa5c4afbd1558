import type { Tx } from '../../../platform/database/database.ts';
import type { ChallengeRow, OperatorTables } from '../tables.ts';

export async function insertChallengeRow(tx: Tx, row: ChallengeRow): Promise<void> {
  await tx.tables<OperatorTables>().insertInto('operatorChallenges').values(row).execute();
}

/** Uses up a challenge; false when there is none like it, another request was faster, or it has expired. */
export async function takeChallengeRow(
  tx: Tx,
  {
    accountId,
    challengeHash,
    purpose,
    sessionId,
    now,
  }: Omit<ChallengeRow, 'expiresAt'> & { readonly now: Date },
): Promise<boolean> {
  const query = tx
    .tables<OperatorTables>()
    .deleteFrom('operatorChallenges')
    .where('accountId', '=', accountId)
    .where('challengeHash', '=', challengeHash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now);
  const { numDeletedRows } = await (
    sessionId === null ? query.where('sessionId', 'is', null) : query.where('sessionId', '=', sessionId)
  ).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes at most `most` challenges that have expired, of all accounts; returns their number. */
export async function deleteExpiredChallenges(tx: Tx, now: Date, most: number): Promise<number> {
  const db = tx.tables<OperatorTables>();
  const expired = await db
    .selectFrom('operatorChallenges')
    .select(['accountId', 'challengeHash'])
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(most)
    .execute();
  if (expired.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('operatorChallenges')
    .where((eb) => eb.or(expired.map((challenge) => eb.and(challenge))))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
