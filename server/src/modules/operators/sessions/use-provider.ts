import { unauthorized } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { emailKey } from '../../customers/index.ts';
import type { ChallengeUse } from '../challenge.ts';
import type { OperatorSession } from '../operator.ts';
import { strangeEmail } from '../problems.ts';
import { type Arrival, arrive, depart, type Departure } from '../provider/round-trip.ts';
import { deleteLinkRows } from '../store/links.ts';
import { findOperatorRowByEmail, lockOperatorRow, saveOperatorRow } from '../store/operators.ts';
import { touchSessionRow } from '../store/sessions.ts';
import type { OperatorRow } from '../tables.ts';
import { CONFIRMATION_MS } from './confirm-session.ts';
import { type SignedInOperator, startSession } from './start-session.ts';

const SIGN_IN: ChallengeUse = { purpose: 'ProviderSignIn', sessionId: null };

/** Sends somebody to the vendor's own provider to sign in. Raises 404 `NoSignInProvider` and 503 `SignInProviderUnavailable`. */
export function beginProviderSignIn(ctx: Context): Promise<Departure> {
  return depart(ctx, SIGN_IN);
}

/**
 * Signs in the operator whose email the vendor's own provider vouches for, in place of password and one-time code. Whoever was
 * invited has joined with it, and the link of the invitation ends; nobody gets another role.
 *
 * Raises as `arrive` does, and 403 `StrangeEmail` when nobody here has the email.
 */
export async function signInWithProvider(ctx: Context, arrival: Arrival): Promise<SignedInOperator> {
  const email = await arrive(ctx, SIGN_IN, arrival);
  return transaction(ctx, async (tx) => {
    const row = await lockOperator(tx, email);
    return startSession(tx, row.joinedAt === null ? await join(tx, row) : row, 'Provider');
  });
}

/** The same for a confirmation in a session. */
export function beginProviderConfirmation(ctx: Context, { id }: OperatorSession): Promise<Departure> {
  return depart(ctx, { purpose: 'ProviderConfirmation', sessionId: id });
}

/**
 * Confirms that the operator uses the session, who has just signed in again at the provider, as `confirmSession` does with the
 * password. Raises as `arrive` does, and 403 `StrangeEmail` when somebody else came back.
 */
export async function confirmWithProvider(
  ctx: Context,
  { id, operatorId }: OperatorSession,
  arrival: Arrival,
): Promise<Date> {
  const email = await arrive(ctx, { purpose: 'ProviderConfirmation', sessionId: id }, arrival);
  return transaction(ctx, async (tx) => {
    const row = await lockOperator(tx, email);
    if (row.id !== operatorId) throw strangeEmail();
    const confirmedAt = tx.clock.now();
    if (!(await touchSessionRow(tx, { accountId: row.accountId, id }, { confirmedAt }))) throw unauthorized();
    return new Date(confirmedAt.getTime() + CONFIRMATION_MS);
  });
}

async function lockOperator(tx: CommandTx, email: string): Promise<OperatorRow> {
  const owner = await findOperatorRowByEmail(tx, tx.account.id, emailKey(email));
  const row = owner && (await lockOperatorRow(tx, tx.account.id, owner.id));
  if (row === undefined || row.removedAt !== null) throw strangeEmail();
  return row;
}

async function join(tx: CommandTx, row: OperatorRow): Promise<OperatorRow> {
  await deleteLinkRows(tx, row.accountId, row.id);
  return saveOperatorRow(tx, row, { joinedAt: tx.clock.now() });
}
