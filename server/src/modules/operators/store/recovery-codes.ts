import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { OperatorTables, RecoveryCodeRow } from '../tables.ts';

type Owner = Pick<RecoveryCodeRow, 'accountId' | 'operatorId'>;

/** Whether an operator has a code that was not used. */
export async function hasRecoveryCodeRow(
  db: Reader,
  { accountId, operatorId, codeHash }: Omit<RecoveryCodeRow, 'createdAt'>,
): Promise<boolean> {
  const row = await db
    .tables<OperatorTables>()
    .selectFrom('operatorRecoveryCodes')
    .select('codeHash')
    .where('accountId', '=', accountId)
    .where('operatorId', '=', operatorId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many codes of an operator were not used. */
export async function countRecoveryCodeRows(db: Reader, { accountId, operatorId }: Owner): Promise<number> {
  const rows = await db
    .tables<OperatorTables>()
    .selectFrom('operatorRecoveryCodes')
    .select('codeHash')
    .where('accountId', '=', accountId)
    .where('operatorId', '=', operatorId)
    .execute();
  return rows.length;
}

/** Uses a code up; false when an operator has none like it. */
export async function takeRecoveryCodeRow(
  tx: Tx,
  { accountId, operatorId, codeHash }: Omit<RecoveryCodeRow, 'createdAt'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .tables<OperatorTables>()
    .deleteFrom('operatorRecoveryCodes')
    .where('accountId', '=', accountId)
    .where('operatorId', '=', operatorId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Gives an operator codes in place of all earlier ones; none leaves none. */
export async function replaceRecoveryCodeRows(
  tx: Tx,
  { accountId, operatorId }: Owner,
  rows: readonly RecoveryCodeRow[],
): Promise<void> {
  const db = tx.tables<OperatorTables>();
  await db
    .deleteFrom('operatorRecoveryCodes')
    .where('accountId', '=', accountId)
    .where('operatorId', '=', operatorId)
    .execute();
  if (rows.length > 0)
    await db
      .insertInto('operatorRecoveryCodes')
      .values([...rows])
      .execute();
}
