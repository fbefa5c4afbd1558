import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import type { System } from '../../../platform/system.ts';
import type { Account, Context } from '../../accounts/index.ts';
import { type Operator, type OperatorSession, toOperator, toSession } from '../operator.ts';
import { findSessionById, findSessionByToken, touchSessionRow } from '../store/sessions.ts';
import type { OperatorSessionRow } from '../tables.ts';
import { IDLE_MS, LONGEST_MS } from './start-session.ts';

const TOKEN_FORM = /^[\w-]{43}$/;
const TOUCH_INTERVAL_MS = 60_000;

/**
 * The operator whom a session's token signs in to this account now; `undefined` when it is malformed, unknown, of
 * another account, or its session or operator has ended. It queries the database each time, so that the end of a
 * session, another role and a removal take effect immediately in every process.
 */
export async function authenticateOperator(
  system: System,
  { id: accountId }: Pick<Account, 'id'>,
  token: string,
): Promise<{ readonly operator: Operator; readonly session: OperatorSession } | undefined> {
  if (!TOKEN_FORM.test(token)) return undefined;
  const now = system.clock.now();
  const row = await findSessionByToken(system.database.reader, {
    accountId,
    tokenHash: hashSecret(token),
    now,
  });
  if (row === undefined) return undefined;
  await noteUse(system, row.session, now);
  return { operator: toOperator(row.operator), session: toSession(row.session) };
}

/**
 * The operator of a session that has not ended, for what ends with it; `undefined` once they have signed out there or were
 * removed. It is no use of the session.
 */
export async function findOperatorOfSession(
  { database, account, clock }: Context,
  { operatorId, sessionId }: { readonly operatorId: string; readonly sessionId: string },
): Promise<Operator | undefined> {
  const now = clock.now();
  const row = await findSessionById(database.reader, { accountId: account.id, operatorId, sessionId, now });
  return row && toOperator(row);
}

/** Records the use at most once a minute, which keeps the session; a failure is no reason to refuse it. */
async function noteUse({ database, log }: System, session: OperatorSessionRow, now: Date): Promise<void> {
  if (now.getTime() - session.lastUsedAt.getTime() < TOUCH_INTERVAL_MS) return;
  const end = Math.min(now.getTime() + IDLE_MS, session.createdAt.getTime() + LONGEST_MS);
  try {
    await database.transaction((tx) =>
      touchSessionRow(tx, session, { lastUsedAt: now, expiresAt: new Date(end) }),
    );
  } catch (error) {
    log.warn({ err: error, sessionId: session.id }, 'the use of an operator’s session could not be recorded');
  }
}
