import { transaction } from '../../../platform/context/context.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { RowPage } from '../../../platform/database/newest-first.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { recordSessionsEnded } from '../../customers/index.ts';
import { notFound } from '../../../kernel/problem.ts';
import { endSessions } from './end-sessions.ts';
import { findLivingSessions } from './store-sessions.ts';
import type { Session } from '../tables.ts';

/** The valid sessions of a customer, newest first; up to one more than the limit. */
export function listSessions(
  db: Reader,
  accountId: string,
  customerId: string,
  page: RowPage & { readonly now: Date },
): Promise<Session[]> {
  return findLivingSessions(db, accountId, customerId, page);
}

/** Ends one session of the customer, or all of them. Raises 404 when it is not a valid one of theirs. */
export async function signOut(ctx: Context, customerId: string, sessionId?: string): Promise<void> {
  const ended = await transaction(ctx, (tx) => endSessions(tx, { customerId, only: sessionId }, 'SignedOut'));
  if (ended === 0) throw notFound();
}

/**
 * Ends one session of a customer, or all of them, because somebody who acts for the vendor does it. Raises 404 for one
 * that is none of theirs.
 */
export async function signOutForVendor(tx: CommandTx, customerId: string, sessionId?: string): Promise<void> {
  const sessions = await endSessions(tx, { customerId, only: sessionId }, 'SignedOut');
  if (sessions === 0 && sessionId !== undefined) throw notFound({ detail: 'There is no such session.' });
  recordSessionsEnded(tx, customerId, { sessions, sessionId });
}
