import type { Context } from '../../accounts/index.ts';
import { signInRefused } from '../problems.ts';
import type { OperatorRow } from '../tables.ts';

/**
 * Compares a password with that of an operator, or of nobody, with the same work. Returns a new hash where the stored
 * one is outdated; raises 400 `SignInRefused` when it is wrong, or the operator has none.
 */
export async function checkPassword(
  ctx: Context,
  row: OperatorRow | undefined,
  password: string,
): Promise<{ readonly row: OperatorRow; readonly newHash: string | undefined }> {
  const hash = row?.passwordHash ?? undefined;
  const { matches, needsRehash } = await (hash === undefined
    ? ctx.passwords.verifyAgainstNothing(password)
    : ctx.passwords.verify(password, hash));
  if (row === undefined || !matches) throw signInRefused();
  return { row, newHash: needsRehash ? await ctx.passwords.hash(password) : undefined };
}
