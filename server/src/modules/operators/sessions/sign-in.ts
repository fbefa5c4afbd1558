import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { emailKey } from '../../customers/index.ts';
import { hasCode, spendCode } from '../codes/spend-code.ts';
import type { SignInMethod } from '../events.ts';
import { signInRefused } from '../problems.ts';
import { findOperatorRowByEmail, lockOperatorRow, touchOperatorRow } from '../store/operators.ts';
import type { OperatorRow } from '../tables.ts';
import { checkPassword } from './check-password.ts';
import { forgetGuesses, limitGuess } from './limit-guess.ts';
import { type SignedInOperator, startSession } from './start-session.ts';

interface SignInInput {
  readonly email: string;
  readonly password: string;
  /** A one-time code or a recovery code, which whoever has switched codes on needs. */
  readonly oneTimeCode?: string | undefined;
}

/**
 * Signs an operator in with email, password and, where codes are on, a one-time code, which is used up (the vendor's
 * dashboard, signing in).
 *
 * Raises 400 `SignInRefused`, with the same response and work for an email that no operator has and for one who has no
 * password yet, and for a wrong code whether the password is right or not; 429 after several failures of the same email, whoever has it.
 */
export async function signInOperator(ctx: Context, input: SignInInput): Promise<SignedInOperator> {
  const key = emailKey(input.email);
  const { row, newHash } = await limitGuess(ctx, key, async () =>
    checkProof(ctx, await findOperatorRowByEmail(ctx.database.reader, ctx.account.id, key), input),
  );
  return transaction(ctx, async (tx) => {
    const current = await unchanged(tx, row);
    if (newHash !== undefined) await touchOperatorRow(tx, current, { passwordHash: newHash });
    const code = await spendCode(tx, current, input.oneTimeCode);
    await forgetGuesses(ctx, tx, key);
    return startSession(tx, current, METHOD[code ?? 'None']);
  });
}

const METHOD: Readonly<Record<'None' | 'Code' | 'RecoveryCode', SignInMethod>> = {
  None: 'Password',
  Code: 'PasswordAndCode',
  RecoveryCode: 'PasswordAndRecoveryCode',
};

/**
 * Checks password and one-time code of an operator, or of nobody, before a transaction uses the code up. Raises as
 * `checkPassword` does: a wrong code is refused like a wrong password, after the same work.
 */
export async function checkProof(
  ctx: Context,
  row: OperatorRow | undefined,
  { password, oneTimeCode }: Omit<SignInInput, 'email'>,
): ReturnType<typeof checkPassword> {
  const isRight = await hasCode(ctx, row, oneTimeCode);
  const checked = await checkPassword(ctx, row, password);
  if (!isRight) throw signInRefused();
  return checked;
}

/** The password may have been replaced, or the operator removed, while its hash was computed. */
export async function unchanged(tx: CommandTx, row: OperatorRow): Promise<OperatorRow> {
  const current = await lockOperatorRow(tx, row.accountId, row.id);
  if (current === undefined || current.removedAt !== null || current.passwordHash !== row.passwordHash)
    throw signInRefused();
  return current;
}
