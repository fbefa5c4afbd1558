import type { Reader, Tx } from '../database/database.ts';
import type { JournalTables } from './tables.ts';

/**
 * The place of the last event that a follower has seen of an account, 0 for none, locked until the transaction ends.
 */
export async function lockCursor(tx: Tx, follower: string, accountId: string): Promise<number> {
  const db = tx.tables<JournalTables>();
  await db
    .insertInto('journalCursors')
    .values({ accountId, follower, sequence: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { sequence } = await db
    .selectFrom('journalCursors')
    .select('sequence')
    .where('accountId', '=', accountId)
    .where('follower', '=', follower)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return sequence;
}

/** The same place, without the lock. */
export async function readCursor(db: Reader, follower: string, accountId: string): Promise<number> {
  const row = await db
    .tables<JournalTables>()
    .selectFrom('journalCursors')
    .select('sequence')
    .where('accountId', '=', accountId)
    .where('follower', '=', follower)
    .executeTakeFirst();
  return row?.sequence ?? 0;
}

export async function moveCursor(
  tx: Tx,
  follower: string,
  accountId: string,
  sequence: number,
): Promise<void> {
  await tx
    .tables<JournalTables>()
    .updateTable('journalCursors')
    .set({ sequence })
    .where('accountId', '=', accountId)
    .where('follower', '=', follower)
    .execute();
}

/** The accounts with chained events that a follower has not seen. */
export async function accountsBehind(db: Reader, follower: string): Promise<string[]> {
  const rows = await db
    .tables<JournalTables>()
    .selectFrom('journalChains')
    .leftJoin('journalCursors as cursor', (join) =>
      join.onRef('cursor.accountId', '=', 'journalChains.accountId').on('cursor.follower', '=', follower),
    )
    .select('journalChains.accountId')
    .whereRef('journalChains.headSequence', '>', 'journalChains.anchorSequence')
    .where((eb) =>
      eb.or([
        eb('cursor.sequence', 'is', null),
        eb('cursor.sequence', '<', eb.ref('journalChains.headSequence')),
      ]),
    )
    .execute();
  return rows.map(({ accountId }) => accountId);
}
