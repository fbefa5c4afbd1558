import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { OperatorTables, PasskeyRow } from '../tables.ts';

type Owner = Pick<PasskeyRow, 'accountId' | 'operatorId'>;

/** The passkeys of an operator, oldest first. */
export function listPasskeyRows(db: Reader, { accountId, operatorId }: Owner): Promise<PasskeyRow[]> {
  return db
    .tables<OperatorTables>()
    .selectFrom('operatorPasskeys')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('operatorId', '=', operatorId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** The passkey that the authenticator names so. */
export function findPasskeyRow(
  db: Reader,
  { accountId, credentialId }: Pick<PasskeyRow, 'accountId' | 'credentialId'>,
): Promise<PasskeyRow | undefined> {
  return db
    .tables<OperatorTables>()
    .selectFrom('operatorPasskeys')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('credentialId', '=', credentialId)
    .executeTakeFirst();
}

export async function insertPasskeyRow(tx: Tx, row: PasskeyRow): Promise<void> {
  await tx.tables<OperatorTables>().insertInto('operatorPasskeys').values(row).execute();
}

/**
 * Records a use; false when the passkey is gone, or its counter has not grown. One that does not count stays at 0.
 */
export async function touchPasskeyRow(
  tx: Tx,
  { accountId, id }: Pick<PasskeyRow, 'accountId' | 'id'>,
  { counter, lastUsedAt }: { readonly counter: number; readonly lastUsedAt: Date },
): Promise<boolean> {
  const query = tx
    .tables<OperatorTables>()
    .updateTable('operatorPasskeys')
    .set({ counter, lastUsedAt })
    .where('accountId', '=', accountId)
    .where('id', '=', id);
  const { numUpdatedRows } = await (
    counter === 0 ? query.where('counter', '=', 0) : query.where('counter', '<', counter)
  ).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes a passkey of an operator, and returns it; undefined when there is none. */
export function takePasskeyRow(
  tx: Tx,
  { accountId, operatorId, id }: Owner & Pick<PasskeyRow, 'id'>,
): Promise<PasskeyRow | undefined> {
  return tx
    .tables<OperatorTables>()
    .deleteFrom('operatorPasskeys')
    .where('accountId', '=', accountId)
    .where('operatorId', '=', operatorId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes every passkey of an operator. */
export async function deletePasskeyRows(tx: Tx, { accountId, operatorId }: Owner): Promise<void> {
  const query = tx.tables<OperatorTables>().deleteFrom('operatorPasskeys');
  await query.where('accountId', '=', accountId).where('operatorId', '=', operatorId).execute();
}
