import { notFound, refuseIssues } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { checkPassword as issuesOfPassword } from '../../customers/index.ts';
import { spendCode } from '../codes/spend-code.ts';
import { recordOperatorEvent } from '../events.ts';
import type { OperatorSession } from '../operator.ts';
import { deleteLinkRows } from '../store/links.ts';
import { findOperatorRow, saveOperatorRow } from '../store/operators.ts';
import { deleteSessionRows } from '../store/sessions.ts';
import { forgetGuesses, limitGuess, sessionSubject } from './limit-guess.ts';
import { checkProof, unchanged } from './sign-in.ts';

interface PasswordChange {
  readonly password: string;
  readonly newPassword: string;
  /** For operators with one-time codes. */
  readonly oneTimeCode?: string | undefined;
}

/**
 * Gives the operator of a session another password: all of their other sessions end, and links for a new password no
 * longer work. Raises 400 `InvalidInput` with every issue of the new one, 400 `SignInRefused` when the old one or
 * the one-time code is wrong, and 429 after several wrong ones.
 */
export async function changeOwnPassword(
  ctx: Context,
  { operatorId, id }: OperatorSession,
  { password, newPassword, oneTimeCode }: PasswordChange,
): Promise<void> {
  refuseIssues({ newPassword: await issuesOfPassword(newPassword) });
  const accountId = ctx.account.id;
  const row = await findOperatorRow(ctx.database.reader, accountId, operatorId);
  if (row === undefined) throw notFound();
  await limitGuess(ctx, sessionSubject(id), () => checkProof(ctx, row, { password, oneTimeCode }));
  const passwordHash = await ctx.passwords.hash(newPassword);
  await transaction(ctx, async (tx) => {
    const current = await unchanged(tx, row);
    await spendCode(tx, current, oneTimeCode);
    await deleteSessionRows(tx, accountId, { operatorId, except: id });
    await deleteLinkRows(tx, accountId, operatorId);
    recordOperatorEvent(tx, {
      type: 'operator.password-changed',
      subjects: { operator: operatorId },
      data: {},
    });
    await forgetGuesses(ctx, tx, sessionSubject(id));
    await saveOperatorRow(tx, current, { passwordHash });
  });
}
