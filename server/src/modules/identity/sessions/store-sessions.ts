import { compiledOnce } from '../../../platform/database/compiled-once.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { newestFirst, type RowPage } from '../../../platform/database/newest-first.ts';
import type { Customer, CustomerTables } from '../../customers/index.ts';
import type { IdentityTables, RefreshToken, Session, SessionEnd } from '../tables.ts';

/** The customer of a valid session, if the customer is not deleted, in one query. */
export async function findSessionCustomer(
  db: Reader,
  accountId: string,
  session: SessionAtMoment,
): Promise<Customer | undefined> {
  const [customer] = await sessionCustomer(db, { accountId, session });
  return customer;
}

interface SessionAtMoment {
  readonly id: string;
  readonly customerId: string;
  readonly now: Date;
}

const sessionCustomer = compiledOnce(
  (db, { accountId, session }: { readonly accountId: string; readonly session: SessionAtMoment }) =>
    db
      .tables<IdentityTables & CustomerTables>()
      .selectFrom('sessions')
      .innerJoin('customers', (join) =>
        join
          .onRef('customers.accountId', '=', 'sessions.accountId')
          .onRef('customers.id', '=', 'sessions.customerId'),
      )
      .selectAll('customers')
      .where('sessions.accountId', '=', accountId)
      .where('sessions.id', '=', session.id)
      .where('sessions.customerId', '=', session.customerId)
      .where('sessions.revokedAt', 'is', null)
      .where('sessions.expiresAt', '>', session.now)
      .where('customers.isDeleted', '=', false),
);

/** Sessions that are neither ended nor expired, newest first; up to one more than `limit`. */
export function findLivingSessions(
  db: Reader,
  accountId: string,
  customerId: string,
  page: RowPage & { readonly now: Date },
): Promise<Session[]> {
  const validSessions = db
    .tables<IdentityTables>()
    .selectFrom('sessions')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', page.now);
  return newestFirst(validSessions, page).execute();
}

/** The session, locked until the transaction ends. */
export function lockSession(tx: Tx, accountId: string, id: string): Promise<Session | undefined> {
  return tx
    .tables<IdentityTables>()
    .selectFrom('sessions')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The number of a refresh token within a session; `undefined` when the session never issued it. */
export async function findGeneration(
  db: Reader,
  { accountId, sessionId, tokenHash }: Omit<RefreshToken, 'generation'>,
): Promise<number | undefined> {
  const row = await db
    .tables<IdentityTables>()
    .selectFrom('refreshTokens')
    .select('generation')
    .where('accountId', '=', accountId)
    .where('tokenHash', '=', tokenHash)
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
  return row?.generation;
}

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx.tables<IdentityTables>().insertInto('sessions').values(session).execute();
}

export async function insertRefreshToken(tx: Tx, token: RefreshToken): Promise<void> {
  await tx.tables<IdentityTables>().insertInto('refreshTokens').values(token).execute();
}

/** Deletes the refresh tokens of a session before this one. */
export async function deleteOlderTokens(
  tx: Tx,
  { accountId, sessionId, generation }: Omit<RefreshToken, 'tokenHash'>,
): Promise<void> {
  await tx
    .tables<IdentityTables>()
    .deleteFrom('refreshTokens')
    .where('accountId', '=', accountId)
    .where('sessionId', '=', sessionId)
    .where('generation', '<', generation)
    .execute();
}

/** Stores the next refresh token of a session. */
export async function rotateSession(
  tx: Tx,
  session: Pick<Session, 'accountId' | 'id' | 'generation' | 'tokenSealed' | 'rotatedAt' | 'expiresAt'>,
): Promise<void> {
  const { accountId, id, ...changes } = session;
  await tx
    .tables<IdentityTables>()
    .updateTable('sessions')
    .set(changes)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** The sessions of a customer to end: all of them, one, or all but one. */
export interface SessionSelection {
  readonly customerId: string;
  readonly only?: string | undefined;
  readonly except?: string | undefined;
}

/** Ends valid sessions and returns their number. */
export async function revokeSessions(
  tx: Tx,
  accountId: string,
  selection: SessionSelection,
  end: { readonly reason: SessionEnd; readonly at: Date },
): Promise<number> {
  const { customerId, only, except } = selection;
  let query = tx
    .tables<IdentityTables>()
    .updateTable('sessions')
    .set({ revokedAt: end.at, revokedReason: end.reason })
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('revokedAt', 'is', null);
  if (only !== undefined) query = query.where('id', '=', only);
  if (except !== undefined) query = query.where('id', '!=', except);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Deletes the client names of a customer's sessions. */
export async function forgetUserAgents(tx: Tx, accountId: string, customerId: string): Promise<void> {
  await tx
    .tables<IdentityTables>()
    .updateTable('sessions')
    .set({ userAgent: null })
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .execute();
}

/** Deletes at most `most` sessions that expired before a moment, with their tokens; returns their number. */
export async function deleteOldSessions(tx: Tx, expiredBefore: Date, most: number): Promise<number> {
  const db = tx.tables<IdentityTables>();
  const old = await db
    .selectFrom('sessions')
    .select(['accountId', 'id'])
    .where('expiresAt', '<', expiredBefore)
    .orderBy('expiresAt')
    .limit(most)
    .execute();
  if (old.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((eb) => eb.or(old.map((session) => eb.and(session))))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
