import { notFound } from '../../../kernel/problem.ts';
import type { RowPage } from '../../../platform/database/newest-first.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import type { Context } from '../../accounts/index.ts';
import { recordOperatorEvent } from '../events.ts';
import { type OperatorSession, toSession } from '../operator.ts';
import {
  deleteExpiredSessions,
  deleteSessionRows,
  pageSessionRows,
  type SessionSelection,
} from '../store/sessions.ts';

/** The sessions of an operator that have not ended, newest first; up to one more than the limit. */
export async function listOperatorSessions(
  ctx: Context,
  operatorId: string,
  page: RowPage,
): Promise<OperatorSession[]> {
  const of = { accountId: ctx.account.id, operatorId, now: ctx.clock.now() };
  return (await pageSessionRows(ctx.database.reader, of, page)).map(toSession);
}

/**
 * Ends one session of an operator, or all but one, in every process at once. Raises 404 when there is no such session
 * of theirs.
 */
export async function signOutOperator(ctx: Context, selection: SessionSelection): Promise<void> {
  await transaction(ctx, async (tx) => {
    const ended = await deleteSessionRows(tx, tx.account.id, selection);
    if (ended === 0 && selection.only !== undefined) throw notFound();
    if (ended === 0) return;
    recordOperatorEvent(tx, {
      type: 'operator.signed-out',
      subjects: { operator: selection.operatorId },
      data: { sessionId: selection.only ?? null },
    });
  });
}

/** Deletes at most `most` sessions that have expired, of all accounts; returns their number. */
export function purgeOperatorSessions(system: System, most = 100): Promise<number> {
  return system.database.transaction((tx) => deleteExpiredSessions(tx, system.clock.now(), most));
}
