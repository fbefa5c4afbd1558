import { notFound, unauthorized } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { spendCode } from '../codes/spend-code.ts';
import { findOperatorRow } from '../store/operators.ts';
import { touchSessionRow } from '../store/sessions.ts';
import { forgetGuesses, limitGuess, sessionSubject } from './limit-guess.ts';
import { checkProof, unchanged } from './sign-in.ts';
import type { OperatorSession } from '../operator.ts';

/** For so long after a confirmation, a session may do what is sensitive. */
export const CONFIRMATION_MS = 10 * 60 * 1_000;

/** Whether the session was confirmed a moment ago. A sign-in alone is no confirmation. */
export function isConfirmed({ confirmedAt }: OperatorSession, now: Date): boolean {
  return confirmedAt !== null && now.getTime() - confirmedAt.getTime() < CONFIRMATION_MS;
}

/**
 * Confirms that the operator is who uses the session, with the password and, where codes are on, a one-time code,
 * which is used up: sensitive actions are possible for ten minutes, in this session only. Raises 400 `SignInRefused` when
 * one of them is wrong, and 429 after several wrong ones. Returns the end of the confirmation.
 */
export async function confirmSession(
  ctx: Context,
  { operatorId, id }: OperatorSession,
  proof: { readonly password: string; readonly oneTimeCode?: string | undefined },
): Promise<Date> {
  const accountId = ctx.account.id;
  const row = (await findOperatorRow(ctx.database.reader, accountId, operatorId)) ?? refuseUnknown();
  await limitGuess(ctx, sessionSubject(id), () => checkProof(ctx, row, proof));
  return transaction(ctx, async (tx) => {
    await spendCode(tx, await unchanged(tx, row), proof.oneTimeCode);
    const confirmedAt = tx.clock.now();
    if (!(await touchSessionRow(tx, { accountId, id }, { confirmedAt }))) throw unauthorized();
    await forgetGuesses(ctx, tx, sessionSubject(id));
    return new Date(confirmedAt.getTime() + CONFIRMATION_MS);
  });
}

function refuseUnknown(): never {
  throw notFound();
}
