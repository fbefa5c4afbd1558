import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { recordOperatorEvent, type SignInMethod } from '../events.ts';
import { type Operator, type OperatorSession, toOperator, toSession } from '../operator.ts';
import { touchOperatorRow } from '../store/operators.ts';
import { insertSessionRow } from '../store/sessions.ts';
import type { OperatorRow } from '../tables.ts';

/** An operator who has just signed in. The token is stored as a hash only. */
export interface SignedInOperator {
  readonly operator: Operator;
  readonly session: OperatorSession;
  readonly token: string;
}

const HOUR_MS = 60 * 60 * 1_000;
/** A session that nobody uses for so long ends. */
export const IDLE_MS = 12 * HOUR_MS;
/** However much it is used, a session ends so long after its start. */
export const LONGEST_MS = 7 * 24 * HOUR_MS;
const MAX_USER_AGENT_CHARACTERS = 200;

/** Opens a session with a new token, whatever token the client had before. */
export async function startSession(
  tx: CommandTx,
  row: OperatorRow,
  method: SignInMethod,
): Promise<SignedInOperator> {
  const now = tx.clock.now();
  const token = tx.ids.secret();
  const session = {
    accountId: row.accountId,
    id: tx.ids.guid(),
    operatorId: row.id,
    tokenHash: hashSecret(token),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + IDLE_MS),
    confirmedAt: null,
    userAgent: tx.userAgent?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
  };
  await insertSessionRow(tx, session);
  await touchOperatorRow(tx, row, { lastSignedInAt: now });
  recordOperatorEvent(
    { ...tx, actor: { kind: 'Operator', id: row.id } },
    {
      type: 'operator.signed-in',
      subjects: { operator: row.id },
      data: { sessionId: session.id, with: method },
    },
  );
  return { operator: toOperator({ ...row, lastSignedInAt: now }), session: toSession(session), token };
}
