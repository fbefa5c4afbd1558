import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { newestFirst } from '../../platform/database/newest-first.ts';
import type { Withdrawal, WithdrawalFilter, WithdrawalLine, WithdrawalTables } from './tables.ts';

/** Stores a withdrawal; false when another one has one of its lines, after waiting for it. */
export async function insertWithdrawal(
  tx: Tx,
  withdrawal: Withdrawal,
  lines: readonly WithdrawalLine[],
): Promise<boolean> {
  const db = tx.tables<WithdrawalTables>();
  await db.insertInto('withdrawals').values(withdrawal).execute();
  const rows = await db
    .insertInto('withdrawalLines')
    .values(lines)
    .onConflict((conflict) => conflict.doNothing())
    .returning('lineId')
    .execute();
  return rows.length === lines.length;
}

/** The orders of these withdrawals. */
export function readOrderIds(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<Withdrawal, 'id' | 'orderId'>[]> {
  return db
    .tables<WithdrawalTables>()
    .selectFrom('withdrawals')
    .select(['id', 'orderId'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
}

/** The lines of an order that were withdrawn. */
export function linesOfOrder(db: Reader, accountId: string, orderId: string): Promise<WithdrawalLine[]> {
  return db
    .tables<WithdrawalTables>()
    .selectFrom('withdrawalLines')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .execute();
}

export function readWithdrawal(db: Reader, accountId: string, id: string): Promise<Withdrawal | undefined> {
  return withdrawalWithId(db, accountId, id).executeTakeFirst();
}

/** The same, locked until the transaction ends: every decision starts with this. */
export function lockWithdrawal(tx: Tx, accountId: string, id: string): Promise<Withdrawal | undefined> {
  return withdrawalWithId(tx, accountId, id).forUpdate().executeTakeFirst();
}

function withdrawalWithId(db: Reader, accountId: string, id: string) {
  return db
    .tables<WithdrawalTables>()
    .selectFrom('withdrawals')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id);
}

/** Withdrawals of an account, newest first. */
export function listWithdrawals(
  db: Reader,
  accountId: string,
  { isOpen, orderId, ...page }: WithdrawalFilter,
): Promise<Withdrawal[]> {
  const rows = db
    .tables<WithdrawalTables>()
    .selectFrom('withdrawals')
    .selectAll()
    .where('accountId', '=', accountId)
    .$if(isOpen, (query) => query.where((eb) => eb.ref('isOpen')))
    .where((eb) => eb.and(orderId === undefined ? [] : [eb('orderId', '=', orderId)]));
  return newestFirst(rows, page).execute();
}

/** The orders with a withdrawal that waits for the vendor, those with the newest first; at most `limit`. */
export async function orderIdsToDecide(db: Reader, accountId: string, limit: number): Promise<string[]> {
  const rows = await db
    .tables<WithdrawalTables>()
    .selectFrom('withdrawals')
    .select('orderId')
    .where('accountId', '=', accountId)
    .where((eb) => eb.ref('isOpen'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return [...new Set(rows.map(({ orderId }) => orderId))];
}

/** The lines of withdrawals, in the order of the orders. */
export function linesOf(
  db: Reader,
  accountId: string,
  withdrawalIds: readonly string[],
): Promise<WithdrawalLine[]> {
  return db
    .tables<WithdrawalTables>()
    .selectFrom('withdrawalLines')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(inList(db, 'withdrawalId', withdrawalIds))
    .orderBy('position')
    .execute();
}

/** Records the decision on lines of a withdrawal. The caller holds its lock. */
export async function decideLines(
  tx: Tx,
  { accountId, id, orderId }: Withdrawal,
  lineIds: readonly string[],
  decision: Pick<WithdrawalLine, 'status' | 'refundId' | 'decidedAt'>,
): Promise<void> {
  const db = tx.tables<WithdrawalTables>();
  await db
    .updateTable('withdrawalLines')
    .set(decision)
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .where(inList(tx, 'lineId', lineIds))
    .execute();
  const lines = await linesOf(tx, accountId, [id]);
  await db
    .updateTable('withdrawals')
    .set({ isOpen: lines.some(({ status }) => status === 'Open') })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}
