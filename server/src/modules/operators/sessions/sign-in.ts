import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { emailKey } from '../../customers/index.ts';
import { signInRefused } from '../problems.ts';
import { findOperatorRowByEmail, lockOperatorRow, touchOperatorRow } from '../store/operators.ts';
import type { OperatorRow } from '../tables.ts';
import { checkPassword } from './check-password.ts';
import { forgetGuesses, limitGuess } from './limit-guess.ts';
import { type SignedInOperator, startSession } from './start-session.ts';

interface SignInInput {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs an operator in with email and password (the vendor's dashboard, signing in).
 *
 * Raises 400 `SignInRefused`, with the same response and work for an email that no operator has and for one who has no
 * password yet; 429 after several failures of the same email, whoever has it.
 */
export async function signInOperator(ctx: Context, input: SignInInput): Promise<SignedInOperator> {
  const key = emailKey(input.email);
  const { row, newHash } = await limitGuess(ctx, key, async () =>
    checkPassword(
      ctx,
      await findOperatorRowByEmail(ctx.database.reader, ctx.account.id, key),
      input.password,
    ),
  );
  return transaction(ctx, async (tx) => {
    const current = await unchanged(tx, row);
    if (newHash !== undefined) await touchOperatorRow(tx, current, { passwordHash: newHash });
    await forgetGuesses(ctx, tx, key);
    return startSession(tx, current, 'Password');
  });
}

/** The password may have been replaced, or the operator removed, while its hash was computed. */
export async function unchanged(tx: CommandTx, row: OperatorRow): Promise<OperatorRow> {
  const current = await lockOperatorRow(tx, row.accountId, row.id);
  if (current === undefined || current.removedAt !== null || current.passwordHash !== row.passwordHash)
    throw signInRefused();
  return current;
}
