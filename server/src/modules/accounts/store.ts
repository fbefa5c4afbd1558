import type { Reader, Tx } from '../../platform/database/database.ts';
import type { AccountRow, AccountsTables } from './tables.ts';

export async function findAccountRow(db: Reader, id: string): Promise<AccountRow | undefined> {
  return db
    .tables<AccountsTables>()
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks the account's row until the transaction ends. */
export async function lockAccountRow(tx: Tx, id: string): Promise<AccountRow | undefined> {
  const query = tx.tables<AccountsTables>().selectFrom('accounts').selectAll().where('id', '=', id);
  return query.forUpdate().executeTakeFirst();
}

/** All accounts, oldest first. */
export async function listAccountRows(db: Reader): Promise<AccountRow[]> {
  const query = db.tables<AccountsTables>().selectFrom('accounts').selectAll();
  return query.orderBy('createdAt').orderBy('id').execute();
}

export async function insertAccountRow(tx: Tx, row: AccountRow): Promise<void> {
  await tx.tables<AccountsTables>().insertInto('accounts').values(row).execute();
}

/** Changes the account, as its next revision. */
export async function updateAccountRow(
  tx: Tx,
  id: string,
  changes: Partial<Pick<AccountRow, 'name' | 'settings' | 'isDefault' | 'closure' | 'mailTexts'>>,
): Promise<void> {
  const update = tx.tables<AccountsTables>().updateTable('accounts').set(changes);
  await update
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The account's custom domains in their order. */
export async function domainsOf(db: Reader, accountId: string): Promise<string[]> {
  const query = db.tables<AccountsTables>().selectFrom('accountDomains').select('domain');
  const rows = await query.where('accountId', '=', accountId).orderBy('position').orderBy('domain').execute();
  return rows.map(({ domain }) => domain);
}

export async function insertDomains(tx: Tx, accountId: string, domains: readonly string[]): Promise<void> {
  if (domains.length === 0) return;
  const rows = domains.map((domain, position) => ({ domain, accountId, position }));
  await tx.tables<AccountsTables>().insertInto('accountDomains').values(rows).execute();
}

export async function deleteDomains(tx: Tx, accountId: string): Promise<void> {
  await tx.tables<AccountsTables>().deleteFrom('accountDomains').where('accountId', '=', accountId).execute();
}

/** Deletes an account that nothing refers to. */
export async function deleteAccountRow(tx: Tx, id: string): Promise<void> {
  await tx.tables<AccountsTables>().deleteFrom('accounts').where('id', '=', id).execute();
}

/** Those of the domains that any account uses. */
export async function takenDomains(db: Reader, domains: readonly string[]): Promise<string[]> {
  if (domains.length === 0) return [];
  const query = db.tables<AccountsTables>().selectFrom('accountDomains').select('domain');
  const rows = await query.where('domain', 'in', domains).execute();
  return rows.map(({ domain }) => domain);
}

export async function accountIdOfDomain(db: Reader, domain: string): Promise<string | undefined> {
  const query = db.tables<AccountsTables>().selectFrom('accountDomains').select('accountId');
  const row = await query.where('domain', '=', domain).executeTakeFirst();
  return row?.accountId;
}

/** The id if an account has it. */
export async function existingAccountId(db: Reader, id: string): Promise<string | undefined> {
  const query = db.tables<AccountsTables>().selectFrom('accounts').select('id');
  const row = await query.where('id', '=', id).executeTakeFirst();
  return row?.id;
}

export async function anyAccountId(db: Reader): Promise<string | undefined> {
  const query = db.tables<AccountsTables>().selectFrom('accounts').select('id');
  const row = await query.limit(1).executeTakeFirst();
  return row?.id;
}

/** Whether the instance has no other account. */
export async function isOnlyAccount(db: Reader, id: string): Promise<boolean> {
  const query = db.tables<AccountsTables>().selectFrom('accounts').select('id');
  return (await query.where('id', '<>', id).limit(1).executeTakeFirst()) === undefined;
}

export async function defaultAccountId(db: Reader): Promise<string | undefined> {
  const query = db.tables<AccountsTables>().selectFrom('accounts').select('id');
  const row = await query.where('isDefault', '=', true).executeTakeFirst();
  return row?.id;
}
