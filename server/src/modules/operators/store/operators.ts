import type { Reader, Tx } from '../../../platform/database/database.ts';
import { newestFirst, type RowPage } from '../../../platform/database/newest-first.ts';
import type { OperatorRow, OperatorTables } from '../tables.ts';

/** The operator with this email who was not removed. */
export function findOperatorRowByEmail(
  db: Reader,
  accountId: string,
  emailKey: string,
): Promise<OperatorRow | undefined> {
  const query = db.tables<OperatorTables>().selectFrom('operators').selectAll();
  return query
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
}

/** Whether an operator has this email, or had it when they were removed. */
export async function hasOperatorRow(db: Reader, accountId: string, emailKey: string): Promise<boolean> {
  const row = await db
    .tables<OperatorTables>()
    .selectFrom('operators')
    .select('id')
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The operator, locked until the transaction ends; also one who was removed. */
export function lockOperatorRow(tx: Tx, accountId: string, id: string): Promise<OperatorRow | undefined> {
  const query = tx.tables<OperatorTables>().selectFrom('operators').selectAll();
  return query.where('accountId', '=', accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The ids of those who may manage operators, locked in order until the transaction ends. */
export async function lockOwners(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .tables<OperatorTables>()
    .selectFrom('operators')
    .select('id')
    .where('accountId', '=', accountId)
    .where('role', '=', 'Owner')
    .where('removedAt', 'is', null)
    .where('joinedAt', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export function findOperatorRow(db: Reader, accountId: string, id: string): Promise<OperatorRow | undefined> {
  const query = db.tables<OperatorTables>().selectFrom('operators').selectAll();
  return query.where('accountId', '=', accountId).where('id', '=', id).executeTakeFirst();
}

/** Operators by their ids; also those who were removed. */
export async function findOperatorNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<OperatorRow, 'id' | 'name'>[]> {
  if (ids.length === 0) return [];
  const query = db.tables<OperatorTables>().selectFrom('operators').select(['id', 'name']);
  return query.where('accountId', '=', accountId).where('id', 'in', ids).execute();
}

/** A page of the operators who were not removed. @see newestFirst */
export function pageOperatorRows(db: Reader, accountId: string, page: RowPage): Promise<OperatorRow[]> {
  const query = db.tables<OperatorTables>().selectFrom('operators').selectAll();
  return newestFirst(query.where('accountId', '=', accountId).where('removedAt', 'is', null), page).execute();
}

/** Whether the account has an operator who can sign in. */
export async function hasActiveOperator(db: Reader, accountId: string): Promise<boolean> {
  const row = await db
    .tables<OperatorTables>()
    .selectFrom('operators')
    .select('id')
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
    .where('joinedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertOperatorRow(tx: Tx, row: OperatorRow): Promise<void> {
  await tx.tables<OperatorTables>().insertInto('operators').values(row).execute();
}

/** Changes an operator whom the transaction has locked, and returns the next revision. */
export async function saveOperatorRow(
  tx: Tx,
  row: OperatorRow,
  changes: Partial<Omit<OperatorRow, 'accountId' | 'id' | 'createdAt' | 'revision'>>,
): Promise<OperatorRow> {
  const next = { ...changes, revision: row.revision + 1 };
  const update = tx.tables<OperatorTables>().updateTable('operators').set(next);
  await update.where('accountId', '=', row.accountId).where('id', '=', row.id).execute();
  return { ...row, ...next };
}

/** Records a sign-in, which is no new revision, and a code that it used up. */
export async function touchOperatorRow(
  tx: Tx,
  { accountId, id }: Pick<OperatorRow, 'accountId' | 'id'>,
  changes: Partial<Pick<OperatorRow, 'lastSignedInAt' | 'totpStep' | 'passwordHash'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const update = tx.tables<OperatorTables>().updateTable('operators').set(changes);
  await update.where('accountId', '=', accountId).where('id', '=', id).execute();
}
