import type { Reader, Tx } from '../../platform/database/database.ts';
import type { SigningKeyRow, SigningKeysTables } from './tables.ts';

/** Every key of the account, active and retired, newest first. */
export async function listSigningKeyRows(db: Reader, accountId: string): Promise<SigningKeyRow[]> {
  const query = db.tables<SigningKeysTables>().selectFrom('signingKeys').selectAll();
  return query
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findSigningKeyRow(
  db: Reader,
  accountId: string,
  id: string,
): Promise<SigningKeyRow | undefined> {
  const query = db.tables<SigningKeysTables>().selectFrom('signingKeys').selectAll();
  return query.where('accountId', '=', accountId).where('id', '=', id).executeTakeFirst();
}

export async function insertSigningKeyRow(tx: Tx, row: SigningKeyRow): Promise<void> {
  await tx.tables<SigningKeysTables>().insertInto('signingKeys').values(row).execute();
}
