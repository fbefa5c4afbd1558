import { compiledOnce } from '../../../platform/database/compiled-once.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { newestFirst, type RowPage } from '../../../platform/database/newest-first.ts';
import type { AccountsTables, ApiKeyRow } from '../tables.ts';

/** The key with this secret, or with this one before its last rotation. */
export async function findApiKeyByHash(
  db: Reader,
  accountId: string,
  keyHash: string,
): Promise<ApiKeyRow | undefined> {
  const [row] = await apiKeyByHash(db, { accountId, keyHash });
  return row ?? (await apiKeyByPreviousHash(db, { accountId, keyHash }))[0];
}

interface Secret {
  readonly accountId: string;
  readonly keyHash: string;
}

const apiKeyByHash = compiledOnce((db, { accountId, keyHash }: Secret) => {
  const query = db.tables<AccountsTables>().selectFrom('apiKeys').selectAll();
  return query.where('keyHash', '=', keyHash).where('accountId', '=', accountId);
});

const apiKeyByPreviousHash = compiledOnce((db, { accountId, keyHash }: Secret) => {
  const query = db.tables<AccountsTables>().selectFrom('apiKeys').selectAll();
  return query.where('previousHash', '=', keyHash).where('accountId', '=', accountId);
});

export async function findApiKeyRow(
  db: Reader,
  accountId: string,
  id: string,
): Promise<ApiKeyRow | undefined> {
  const query = db.tables<AccountsTables>().selectFrom('apiKeys').selectAll();
  return query.where('accountId', '=', accountId).where('id', '=', id).executeTakeFirst();
}

/** The key, locked until the transaction ends. */
export async function lockApiKeyRow(tx: Tx, accountId: string, id: string): Promise<ApiKeyRow | undefined> {
  const query = tx.tables<AccountsTables>().selectFrom('apiKeys').selectAll();
  return query.where('accountId', '=', accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Every key of the account, newest first. */
export async function listApiKeyRows(db: Reader, accountId: string): Promise<ApiKeyRow[]> {
  const query = db.tables<AccountsTables>().selectFrom('apiKeys').selectAll();
  return query
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function findApiKeyNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<ApiKeyRow, 'id' | 'name'>[]> {
  if (ids.length === 0) return [];
  const query = db.tables<AccountsTables>().selectFrom('apiKeys').select(['id', 'name']);
  return query.where('accountId', '=', accountId).where('id', 'in', ids).execute();
}

/** A page of the account's keys. @see newestFirst */
export async function pageApiKeyRows(db: Reader, accountId: string, page: RowPage): Promise<ApiKeyRow[]> {
  const query = db.tables<AccountsTables>().selectFrom('apiKeys').selectAll();
  return newestFirst(query.where('accountId', '=', accountId), page).execute();
}

export async function insertApiKeyRow(tx: Tx, row: ApiKeyRow): Promise<void> {
  await tx.tables<AccountsTables>().insertInto('apiKeys').values(row).execute();
}

type ApiKeyChanges = Partial<
  Pick<
    ApiKeyRow,
    'name' | 'expiresAt' | 'keyHash' | 'prefix' | 'previousHash' | 'previousExpiresAt' | 'revokedAt'
  >
>;

/** Changes a key that the transaction has locked, and returns its next revision. */
export async function saveApiKeyRow(tx: Tx, row: ApiKeyRow, changes: ApiKeyChanges): Promise<ApiKeyRow> {
  const next = { ...changes, revision: row.revision + 1 };
  const update = tx.tables<AccountsTables>().updateTable('apiKeys').set(next);
  await update.where('accountId', '=', row.accountId).where('id', '=', row.id).execute();
  return { ...row, ...next };
}

/** Records a use; never moves the time back. */
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
