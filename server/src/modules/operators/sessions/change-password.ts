import { notFound, refuseIssues } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { checkPassword as issuesOfPassword } from '../../customers/index.ts';
import { recordOperatorEvent } from '../events.ts';
import type { OperatorSession } from '../operator.ts';
import { deleteLinkRows } from '../store/links.ts';
import { findOperatorRow, saveOperatorRow } from '../store/operators.ts';
import { deleteSessionRows } from '../store/sessions.ts';
import { checkPassword } from './check-password.ts';
import { forgetGuesses, limitGuess } from './limit-guess.ts';
import { unchanged } from './sign-in.ts';

/**
 * Gives the operator of a session another password: all of their other sessions end, and links for a new password no
 * longer work. Raises 400 `InvalidInput` with every issue of the new one, 400 `SignInRefused` when the old one is wrong,
 * and 429 after several wrong ones.
 */
export async function changeOwnPassword(
  ctx: Context,
  { operatorId, id }: OperatorSession,
  { password, newPassword }: { readonly password: string; readonly newPassword: string },
): Promise<void> {
  refuseIssues({ newPassword: await issuesOfPassword(newPassword) });
  const accountId = ctx.account.id;
  const row = await findOperatorRow(ctx.database.reader, accountId, operatorId);
  if (row === undefined) throw notFound();
  await limitGuess(ctx, row.emailKey, () => checkPassword(ctx, row, password));
  const passwordHash = await ctx.passwords.hash(newPassword);
  await transaction(ctx, async (tx) => {
    const current = await unchanged(tx, row);
    await deleteSessionRows(tx, accountId, { operatorId, except: id });
    await deleteLinkRows(tx, accountId, operatorId);
    recordOperatorEvent(tx, {
      type: 'operator.password-changed',
      subjects: { operator: operatorId },
      data: {},
    });
    await forgetGuesses(ctx, tx, row.emailKey);
    await saveOperatorRow(tx, current, { passwordHash });
  });
}
