import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { SigningKeyRow, SigningKeysTables, SigningPurpose } from './tables.ts';

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

/** Retires an active key; false when it was no longer active. */
export async function retireKeyRow(tx: Tx, accountId: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .tables<SigningKeysTables>()
    .updateTable('signingKeys')
    .set({ status: 'Retired', retiredAt: at })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', sql.lit('Active' as const))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteRetiredKeyRows(
  tx: Tx,
  accountId: string,
  purpose: SigningPurpose,
  retiredBefore: Date,
): Promise<number> {
  const { numDeletedRows } = await tx
    .tables<SigningKeysTables>()
    .deleteFrom('signingKeys')
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('status', '=', sql.lit('Retired' as const))
    .where('retiredAt', '<', retiredBefore)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Retires the active key of a purpose, if there is one. */
export async function retireSigningKeys(
  tx: Tx,
  accountId: string,
  purpose: SigningKeyRow['purpose'],
  now: Date,
): Promise<void> {
  await tx
    .tables<SigningKeysTables>()
    .updateTable('signingKeys')
    .set({ status: 'Retired', retiredAt: now })
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('status', '=', sql.lit('Active' as const))
    .execute();
}

export async function deleteSigningKeyRow(tx: Tx, accountId: string, id: string): Promise<void> {
  const keys = tx.tables<SigningKeysTables>().deleteFrom('signingKeys');
  await keys.where('accountId', '=', accountId).where('id', '=', id).execute();
}

/** Makes a key the active one of its purpose, of which there must be no other. */
export async function makeKeyActive(tx: Tx, accountId: string, id: string): Promise<void> {
  const keys = tx.tables<SigningKeysTables>().updateTable('signingKeys');
  await keys
    .set({ status: 'Active', retiredAt: null })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}
