import { compiledOnce } from '../../../platform/database/compiled-once.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { newestFirst, type RowPage } from '../../../platform/database/newest-first.ts';
import type { OperatorRow, OperatorSessionRow, OperatorTables } from '../tables.ts';

interface Token {
  readonly accountId: string;
  readonly tokenHash: string;
  readonly now: Date;
}

const sessionByToken = compiledOnce((db, { accountId, tokenHash, now }: Token) =>
  db
    .tables<OperatorTables>()
    .selectFrom('operatorSessions')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now),
);

const operatorOfSession = compiledOnce(
  (db, { accountId, id }: { readonly accountId: string; readonly id: string }) =>
    db
      .tables<OperatorTables>()
      .selectFrom('operators')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('id', '=', id)
      .where('removedAt', 'is', null),
);

/** The session with this token that has not ended, and its operator. */
export async function findSessionByToken(
  db: Reader,
  token: Token,
): Promise<{ readonly session: OperatorSessionRow; readonly operator: OperatorRow } | undefined> {
  const [session] = await sessionByToken(db, token);
  if (session === undefined) return undefined;
  const [operator] = await operatorOfSession(db, { accountId: token.accountId, id: session.operatorId });
  return operator && { session, operator };
}

/** The operator of a session that has not ended. */
export async function findSessionById(
  db: Reader,
  {
    accountId,
    operatorId,
    sessionId,
    now,
  }: {
    readonly accountId: string;
    readonly operatorId: string;
    readonly sessionId: string;
    readonly now: Date;
  },
): Promise<OperatorRow | undefined> {
  const session = await db
    .tables<OperatorTables>()
    .selectFrom('operatorSessions')
    .select('id')
    .where('accountId', '=', accountId)
    .where('id', '=', sessionId)
    .where('operatorId', '=', operatorId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const [operator] = await operatorOfSession(db, { accountId, id: operatorId });
  return operator;
}

/** A page of the sessions of an operator that have not ended. @see newestFirst */
export function pageSessionRows(
  db: Reader,
  {
    accountId,
    operatorId,
    now,
  }: Pick<OperatorSessionRow, 'accountId' | 'operatorId'> & { readonly now: Date },
  page: RowPage,
): Promise<OperatorSessionRow[]> {
  const query = db
    .tables<OperatorTables>()
    .selectFrom('operatorSessions')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('operatorId', '=', operatorId)
    .where('expiresAt', '>', now);
  return newestFirst(query, page).execute();
}

export async function insertSessionRow(tx: Tx, row: OperatorSessionRow): Promise<void> {
  await tx.tables<OperatorTables>().insertInto('operatorSessions').values(row).execute();
}

/** Records a use or a confirmation; false when the session has ended. */
export async function touchSessionRow(
  tx: Tx,
  { accountId, id }: Pick<OperatorSessionRow, 'accountId' | 'id'>,
  changes: Partial<Pick<OperatorSessionRow, 'lastUsedAt' | 'expiresAt' | 'confirmedAt'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .tables<OperatorTables>()
    .updateTable('operatorSessions')
    .set(changes)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The sessions of an operator to end: all of them, one, or all but one. */
export interface SessionSelection {
  readonly operatorId: string;
  readonly only?: string | undefined;
  readonly except?: string | undefined;
}

/** Ends sessions and returns their number. */
export async function deleteSessionRows(
  tx: Tx,
  accountId: string,
  { operatorId, only, except }: SessionSelection,
): Promise<number> {
  let query = tx
    .tables<OperatorTables>()
    .deleteFrom('operatorSessions')
    .where('accountId', '=', accountId)
    .where('operatorId', '=', operatorId);
  if (only !== undefined) query = query.where('id', '=', only);
  if (except !== undefined) query = query.where('id', '!=', except);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes at most `most` sessions that have expired, of all accounts; returns their number. */
export async function deleteExpiredSessions(tx: Tx, now: Date, most: number): Promise<number> {
  const db = tx.tables<OperatorTables>();
  const expired = await db
    .selectFrom('operatorSessions')
    .select(['accountId', 'id'])
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(most)
    .execute();
  if (expired.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('operatorSessions')
    .where((eb) => eb.or(expired.map((session) => eb.and(session))))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
