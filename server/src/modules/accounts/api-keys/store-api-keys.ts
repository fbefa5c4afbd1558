import { compiledOnce } from '../../../platform/database/compiled-once.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { AccountsTables, ApiKeyRow } from '../tables.ts';

export async function findApiKeyByHash(
  db: Reader,
  accountId: string,
  keyHash: string,
): Promise<ApiKeyRow | undefined> {
  const [row] = await apiKeyByHash(db, { accountId, keyHash });
  return row;
}

const apiKeyByHash = compiledOnce(
  (db, { accountId, keyHash }: { readonly accountId: string; readonly keyHash: string }) => {
    const query = db.tables<AccountsTables>().selectFrom('apiKeys').selectAll();
    return query.where('keyHash', '=', keyHash).where('accountId', '=', accountId);
  },
);

/** Every key of the account, newest first. */
export async function listApiKeyRows(db: Reader, accountId: string): Promise<ApiKeyRow[]> {
  const query = db.tables<AccountsTables>().selectFrom('apiKeys').selectAll();
  return query
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function insertApiKeyRow(tx: Tx, row: ApiKeyRow): Promise<void> {
  await tx.tables<AccountsTables>().insertInto('apiKeys').values(row).execute();
}

/** Revokes a key unless it is revoked already; returns it as it is then. */
export async function revokeApiKeyRow(
  tx: Tx,
  accountId: string,
  id: string,
  revokedAt: Date,
): Promise<ApiKeyRow | undefined> {
  const db = tx.tables<AccountsTables>();
  const update = db.updateTable('apiKeys').set({ revokedAt }).where('revokedAt', 'is', null);
  await update.where('accountId', '=', accountId).where('id', '=', id).execute();
  const query = db.selectFrom('apiKeys').selectAll().where('accountId', '=', accountId);
  return query.where('id', '=', id).executeTakeFirst();
}

/** Notes a use; never moves the time back. */
export async function touchApiKeyRow(tx: Tx, accountId: string, id: string, lastUsedAt: Date): Promise<void> {
  await tx
    .tables<AccountsTables>()
    .updateTable('apiKeys')
    .set({ lastUsedAt })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', lastUsedAt)]))
    .execute();
}
